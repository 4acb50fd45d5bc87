"""The values of a finished turn, where a turn leaves them open."""

from recall_sidecar.traced import HitTrace


def test_a_hit_is_unused_unmarked_and_unnumbered_until_somebody_says_otherwise() -> None:
    hit = HitTrace("notes", "MEMORY.md", 1, 2, "owner", 0.5, {}, "")

    assert (hit.used, hit.visible, hit.number, hit.orders) == (False, False, 0, "")
