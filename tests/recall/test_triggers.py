"""Which called entries are strong, what they say, and how that stands beside other answers."""

from dataclasses import replace

import pytest

from recall_sidecar.memory.port import TriggerHit
from recall_sidecar.outcomes import (
    MAX_NOTE_CHARS,
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    Source,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.recall import triggers
from recall_sidecar.recall.ask import source_of
from tests.recall.asking import hit


def found(
    number: int,
    held: int,
    terms: int,
    *,
    relevance: float = 0.0,
    text: str = "",
    origin: Origin = Origin.OWNER,
) -> TriggerHit:
    called = hit(number, text or f"Rule {number}.", origin=origin)
    return TriggerHit(replace(called, score=relevance, parts=()), held, terms)


@pytest.mark.parametrize(
    ("held", "terms", "relevance", "score"),
    [
        pytest.param(2, 2, 0.0, 0.8, id="a whole phrase"),
        pytest.param(2, 2, 1.0, 1.0, id="a whole phrase and the entry itself"),
        pytest.param(1, 1, 0.0, 0.68, id="a phrase of one word"),
        pytest.param(3, 4, 0.25, 0.65, id="three words of four and some relevance: just strong"),
        pytest.param(3, 4, 0.2, None, id="three words of four and less relevance: not strong"),
        pytest.param(2, 3, 0.5, None, id="two words of three"),
        pytest.param(1, 2, 1.0, None, id="half a phrase, however relevant"),
    ],
)
def test_a_strong_match(held: int, terms: int, relevance: float, score: float | None) -> None:
    hits = triggers.strong([found(1, held, terms, relevance=relevance)])

    assert [each.score for each in hits] == ([] if score is None else [pytest.approx(score)])
    assert all(each.score == pytest.approx(sum(part.value for part in each.parts)) for each in hits)


def test_the_best_three_are_taken_in_order_and_the_same_words_once() -> None:
    same = found(5, 2, 2, relevance=0.4, text="Rule 4.")
    called = [
        found(1, 1, 1),
        found(2, 2, 2),
        found(3, 2, 2, relevance=0.1),
        found(4, 2, 2, relevance=0.5),
        same,
    ]

    hits = triggers.strong(called)

    assert [(each.passage.id, each.rank) for each in hits] == [(4, 1), (3, 2), (2, 3)]


@pytest.mark.parametrize("origin", [Origin.UNTRUSTED, Origin.SYSTEM])
def test_only_owner_and_agent_are_heard(origin: Origin) -> None:
    assert triggers.strong([found(1, 2, 2, origin=origin)]) == ()
    assert triggers.strong([found(1, 2, 2, origin=Origin.AGENT)]) != ()


def note(*texts: str, origin: Origin = Origin.OWNER) -> Recalled | None:
    hits = [hit(number, text, origin=origin) for number, text in enumerate(texts, 1)]
    return triggers.note(hits, [source_of(each) for each in hits])


def test_a_note_is_the_entries_in_plain_words() -> None:
    said = note("# Rules\n- Keep the **gateway** on loopback <!-- trigger: x -->", "- No cloud.")

    assert said is not None
    assert (said.summary, said.kind, said.trust) == (
        "Keep the gateway on loopback. No cloud.",
        "trigger",
        Origin.OWNER,
    )
    assert [source.from_line for source in said.sources] == [1, 2]


def test_a_note_is_trusted_as_little_as_its_least_entry() -> None:
    said = note("- No cloud.", origin=Origin.AGENT)

    assert said is not None
    assert said.trust is Origin.AGENT


def test_a_note_takes_whole_entries_while_there_is_room() -> None:
    said = note("a" * 1000, "b" * 1000, "c" * 100)

    assert said is not None
    assert said.summary == f"{'a' * 1000}. {'c' * 100}."
    assert [source.from_line for source in said.sources] == [1, 3]


def test_an_entry_that_alone_is_too_long_is_cut() -> None:
    said = note("a" * 3000)

    assert said is not None
    assert len(said.summary) == MAX_NOTE_CHARS


@pytest.mark.parametrize("texts", [pytest.param((), id="no entry"), pytest.param(("---",), id="no words")])
def test_without_words_there_is_no_note(texts: tuple[str, ...]) -> None:
    assert note(*texts) is None


CALLED = Recalled("No cloud.", (Source("MEMORY.md", 1, 1, Origin.OWNER, 0.8),), "trigger", trust=Origin.OWNER)
SUMMARY = Recalled("Tea.", (Source("memory/x.md", 2, 2, Origin.UNTRUSTED, 0.5),), trust=Origin.UNTRUSTED)
BESIDE = replace(SUMMARY, note="No cloud.", noted=1, sources=(*CALLED.sources, *SUMMARY.sources))


@pytest.mark.parametrize(
    ("outcome", "joined"),
    [
        pytest.param(SUMMARY, BESIDE, id="in front of a summary, with the lower trust"),
        pytest.param(BESIDE, BESIDE, id="once"),
        pytest.param(CALLED, CALLED, id="alone"),
        pytest.param(NothingRelevant("model"), CALLED, id="in place of nothing"),
        pytest.param(Skipped(SkipReason.NO_RECALL_INTENT), CALLED, id="in place of a skip"),
        pytest.param(TimedOut("model", 9), replace(CALLED, fallback="timeout"), id="in place of a time-out"),
        pytest.param(Unavailable(UnavailableReason.REPLY), replace(CALLED, fallback="reply"), id="in place of a failure"),
    ],
)  # fmt: skip
def test_a_note_stands_in_every_answer(outcome: RecallOutcome, joined: RecallOutcome) -> None:
    assert triggers.joined(CALLED, outcome) == joined
    assert triggers.joined(None, outcome) is outcome
