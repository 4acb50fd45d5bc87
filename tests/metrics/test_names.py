"""Values of a label that come from outside are bounded, in number and in form."""

import pytest

from recall_sidecar.metrics.names import OTHER, Names


def test_the_first_names_keep_their_place_and_the_rest_share_one() -> None:
    names = Names(2)

    seen = [names.of(name) for name in ("openclaw", "codex", "made-up", "openclaw", "codex")]

    assert seen == ["openclaw", "codex", OTHER, "openclaw", "codex"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("claude-code", "claude-code", id="a host"),
        pytest.param(
            "openrouter/meta-llama/llama-3.3-70b:free",
            "openrouter/meta-llama/llama-3.3-70b:free",
            id="a model",
        ),
        pytest.param("", OTHER, id="nothing"),
        pytest.param("two words", OTHER, id="words"),
        pytest.param("+49 170 1234567", OTHER, id="a phone number"),
        pytest.param("evil\nrecall_sidecar_turns 1", OTHER, id="a line of its own"),
        pytest.param("m" * 101, OTHER, id="endless"),
    ],
)
def test_what_does_not_look_like_a_name_is_none(name: str, shown: str) -> None:
    assert Names(5).of(name) == shown
