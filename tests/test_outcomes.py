"""Every way a turn can end, in the words that people and the wire use."""

import pytest

from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    TimedOut,
    Unavailable,
    UnavailableReason,
    is_whole,
    kind_of,
    lowest,
    reason_of,
    said_by,
    status_word,
)


@pytest.mark.parametrize(
    ("outcome", "word", "reason"),
    [
        pytest.param(Recalled("tea", ()), "ok", None, id="a summary"),
        pytest.param(Recalled("tea", (), "extract"), "ok", None, id="an extract on its own account"),
        pytest.param(
            Recalled("tea", (), "extract", fallback="warming"),
            "ok",
            "warming",
            id="an extract in the model's place",
        ),
        pytest.param(Recalled("tea", (), partial=True), "timeout_partial", None, id="half a summary"),
        pytest.param(NothingRelevant("model"), "empty", None, id="nothing helps"),
        pytest.param(TimedOut("model", 4_750), "timeout", "model", id="the time ran out"),
        *(pytest.param(Skipped(why), "skipped", why.value, id=f"skipped: {why}") for why in SkipReason),
        *(
            pytest.param(Unavailable(why), "failed", why.value, id=f"failed: {why}")
            for why in (UnavailableReason.REPLY, UnavailableReason.MODEL, UnavailableReason.INTERNAL)
        ),
        *(
            pytest.param(Unavailable(why), "unavailable", why.value, id=f"unavailable: {why}")
            for why in UnavailableReason
            if why not in {UnavailableReason.REPLY, UnavailableReason.MODEL, UnavailableReason.INTERNAL}
        ),
    ],
)
def test_an_outcome_has_its_word_and_its_reason(
    outcome: RecallOutcome, word: str, reason: str | None
) -> None:
    assert (status_word(outcome), reason_of(outcome)) == (word, reason)


@pytest.mark.parametrize(
    ("origins", "least"),
    [
        pytest.param((Origin.OWNER,), Origin.OWNER, id="the owner alone"),
        pytest.param((Origin.OWNER, Origin.AGENT), Origin.AGENT, id="an agent beside the owner"),
        pytest.param((Origin.UNTRUSTED, Origin.OWNER), Origin.UNTRUSTED, id="one stranger is enough"),
        pytest.param((Origin.SYSTEM, Origin.UNTRUSTED), Origin.SYSTEM, id="a program is trusted least"),
        pytest.param((), Origin.SYSTEM, id="what rests on nothing is trusted least"),
    ],
)
def test_a_note_is_trusted_as_its_least_trusted_source(origins: tuple[Origin, ...], least: Origin) -> None:
    assert lowest(origins) is least


@pytest.mark.parametrize(
    ("outcome", "whole"),
    [
        (Recalled("tea", ()), True),
        (Recalled("tea", (), partial=True), False),
        (Recalled("tea", (), "extract", fallback="warming"), False),
        (NothingRelevant(), True),
        (Skipped(SkipReason.DISABLED), True),
        (TimedOut("model", 1), False),
        (Unavailable(UnavailableReason.MODEL), False),
    ],
)
def test_a_whole_outcome_would_not_be_better_with_more_time(outcome: RecallOutcome, whole: bool) -> None:
    assert is_whole(outcome) is whole


@pytest.mark.parametrize(
    ("recalled", "kind", "said"),
    [
        pytest.param(Recalled("Tea.", ()), "summary", "Tea.", id="a summary"),
        pytest.param(Recalled("No cloud.", (), "trigger"), "trigger", "No cloud.", id="an entry alone"),
        pytest.param(
            Recalled("Tea.", (), "extract", note="No cloud."),
            "trigger+extract",
            "No cloud. Tea.",
            id="an entry in front",
        ),
    ],
)
def test_a_recall_has_its_kind_and_its_words(recalled: Recalled, kind: str, said: str) -> None:
    assert (kind_of(recalled), said_by(recalled)) == (kind, said)


def test_what_recalled_nothing_says_nothing() -> None:
    assert said_by(NothingRelevant()) == ""
