"""What the model can see already is left out, of what is found and of what answers."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.events import Message
from recall_sidecar.memory.port import Hit, ScorePart
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
)
from recall_sidecar.recall.ask import source_of
from recall_sidecar.recall.novelty import Found, agrees, fresh_extract, split, without_repeats
from recall_sidecar.recall.seen import NOTHING_SEEN, Conversation, Seen, Statement
from recall_sidecar.recall.told import own_words
from tests.recall.asking import hit

TEA, RIGA, CHESS = "Mara likes oolong tea.", "Mara was born in Riga.", "On Sundays Mara plays chess."
BOTH = f"{TEA} {RIGA}"
VISIBLE = Skipped(SkipReason.ALREADY_VISIBLE)


def told(*texts: str) -> Seen:
    return Seen(told=frozenset(Statement(text, "MEMORY.md").mark for text in texts))


def found(*hits: Hit, **changes: object) -> Found:
    return replace(Found(hits), **changes)  # type: ignore[arg-type]


def recalled(summary: str, *hits: Hit, note: str = "") -> Recalled:
    return Recalled(summary, tuple(map(source_of, hits)), note=note)


def strong(each: Hit, score: float) -> Hit:
    return replace(each, score=score, parts=(ScorePart("lexical", score),))


def test_hits_are_told_apart_by_what_is_visible_of_them() -> None:
    tea, both, other = hit(1, TEA), hit(2, BOTH), hit(3, CHESS)

    assert split([tea, both, other], told(TEA)) == ((both, other), (tea,))
    assert split([tea, both, other], NOTHING_SEEN) == ((tea, both, other), ())
    assert split([], told(TEA)) == ((), ())


@pytest.mark.parametrize(
    ("fresh", "visible", "seen", "text", "repeats"),
    [
        pytest.param([hit(1, TEA)], [], NOTHING_SEEN, TEA, False, id="nothing is visible"),
        pytest.param([hit(1, TEA)], [], told(CHESS), TEA, False, id="nothing of it is visible"),
        pytest.param([], [hit(1, TEA)], told(TEA), None, True, id="all of it is visible"),
        pytest.param(
            [hit(1, f"{TEA} Mara likes green tea too.")],
            [],
            told(TEA),
            "Mara likes green tea too.",
            False,
            id="the rest answers",
        ),
        pytest.param(
            [strong(hit(2, CHESS), 0.1)],
            [hit(1, TEA)],
            told(TEA),
            None,
            True,
            id="what is far weaker is no rest",
        ),
        pytest.param([], [], told(TEA), None, False, id="there is nothing"),
    ],
)
def test_an_extract_says_what_is_new_of_it(
    fresh: list[Hit], visible: list[Hit], seen: Seen, text: str | None, *, repeats: bool
) -> None:
    shown = fresh_extract(fresh, visible, "which tea does Mara like?", max_chars=220, seen=seen)

    assert (None if shown.extract is None else shown.extract.text, bool(shown.repeats)) == (text, repeats)


ONE, TWO = hit(1, TEA), hit(2, BOTH)
NOTE = Recalled(
    "The gate is green.", (source_of(hit(9, "The gate is green.")),), "trigger", trust=Origin.OWNER
)


@pytest.mark.parametrize(
    ("outcome", "what", "seen", "expected"),
    [
        pytest.param(
            recalled("She likes oolong.", ONE), found(ONE), NOTHING_SEEN, None, id="nothing is visible"
        ),
        pytest.param(
            recalled("She was born in Riga.", TWO),
            found(TWO),
            told(TEA),
            None,
            id="another part of a passage",
        ),
        pytest.param(
            recalled("Mara likes oolong.", TWO), found(TWO), told(TEA), VISIBLE, id="the part that was told"
        ),
        pytest.param(
            recalled("Sie mag Oolong.", ONE), found(ONE), told(TEA), VISIBLE, id="in another language"
        ),
        pytest.param(
            recalled("Ja.", TWO),
            found(TWO),
            Seen(told=frozenset({own_words(recalled("Ja.", TWO)).mark})),
            VISIBLE,
            id="the same words again",
        ),
        pytest.param(
            recalled("Ja.", TWO),
            found(TWO),
            Seen(told=frozenset({own_words(recalled("Ja.", ONE)).mark})),
            None,
            id="the same words of another passage",
        ),
        pytest.param(
            recalled("Mara likes oolong.", hit(7)),
            found(TWO),
            told(TEA),
            None,
            id="of a passage nobody knows",
        ),
        pytest.param(
            replace(
                recalled("Mara likes oolong.", TWO),
                note=NOTE.summary,
                sources=(*NOTE.sources, source_of(TWO)),
            ),
            found(TWO, note=NOTE),
            told(TEA),
            NOTE,
            id="beside a note, which is new",
        ),
        pytest.param(NOTE, found(note=NOTE), told(TEA), None, id="a note has been looked at"),
        pytest.param(
            NothingRelevant("model"),
            found(TWO, visible=(ONE,)),
            told(TEA),
            VISIBLE,
            id="the best one is visible",
        ),
        pytest.param(
            NothingRelevant("model"), found(ONE, visible=(TWO,)), told(TEA), None, id="a weak one is"
        ),
        pytest.param(
            Unavailable(UnavailableReason.NO_MODEL),
            found(repeats=(ONE,)),
            told(TEA),
            VISIBLE,
            id="no model, nothing new to quote",
        ),
        pytest.param(
            Unavailable(UnavailableReason.NO_MODEL), found(), told(TEA), None, id="no model, nothing to quote"
        ),
        pytest.param(
            Unavailable(UnavailableReason.MEMORY),
            found(repeats=(ONE,)),
            told(TEA),
            None,
            id="memory is broken",
        ),
        pytest.param(TimedOut("model", 900), found(repeats=(ONE,)), told(TEA), None, id="time ran out"),
        pytest.param(Skipped(SkipReason.MODE_OFF), found(), told(TEA), None, id="skipped"),
    ],
)
def test_an_answer_that_is_visible_is_none(
    outcome: RecallOutcome, what: Found, seen: Seen, expected: RecallOutcome | None
) -> None:
    assert without_repeats(outcome, what, seen) == (outcome if expected is None else expected)


@pytest.mark.parametrize(
    ("outcome", "what", "seen", "holds"),
    [
        pytest.param(recalled(TEA, ONE), found(ONE), NOTHING_SEEN, True, id="nothing is visible"),
        pytest.param(recalled(TEA, ONE), found(ONE), told(CHESS), True, id="nothing of it is visible"),
        pytest.param(recalled(TEA, ONE), found(ONE), told(TEA), True, id="all of it is visible, as it says"),
        pytest.param(recalled(BOTH, TWO), found(TWO), told(TEA), False, id="a part is visible"),
        pytest.param(
            recalled(RIGA, TWO),
            found(TWO, visible=(ONE,)),
            told(TEA),
            True,
            id="what was left out is visible still",
        ),
        pytest.param(
            recalled(RIGA, TWO), found(TWO, visible=(ONE,)), NOTHING_SEEN, False, id="and is not any more"
        ),
        pytest.param(
            NothingRelevant(), found(visible=(ONE,)), NOTHING_SEEN, False, id="nor where it was all there was"
        ),
        pytest.param(NothingRelevant(), found(), told(TEA), True, id="nothing was found"),
    ],
)
def test_a_kept_answer_holds_while_the_model_sees_the_same_of_it(
    outcome: RecallOutcome, what: Found, seen: Seen, *, holds: bool
) -> None:
    assert agrees(outcome, what, seen) is holds


def test_what_the_conversation_says_counts_like_a_block() -> None:
    seen = Seen(conversation=Conversation((Message("assistant", f"Sure. {TEA}"),)))

    assert without_repeats(recalled("She drinks oolong.", ONE), found(ONE), seen) == VISIBLE


FACTS = [f"{who} keeps {number} {what} in the {where} house." for number, (who, what, where) in enumerate(
    [("Mara", "kayaks", "green"), ("Ilse", "cellos", "blue"), ("Ivo", "ladders", "red"), ("Ann", "lamps", "old")], 2)]  # fmt: skip


@given(
    st.lists(st.lists(st.sampled_from(FACTS), min_size=1, max_size=3, unique=True), min_size=1, max_size=4),
    st.frozensets(st.sampled_from(FACTS)),
    st.sampled_from([*FACTS, "who keeps what in which house?"]),
)
def test_an_extract_tells_nothing_that_is_visible_and_keeps_nothing_back(
    passages: list[list[str]], known: frozenset[str], query: str
) -> None:
    hits = [hit(number, " ".join(said), path=f"{number}.md") for number, said in enumerate(passages, 1)]
    seen = told(*known)
    fresh, visible = split(hits, seen)
    whole = fresh_extract(hits, (), query, max_chars=400, seen=NOTHING_SEEN).extract

    shown = fresh_extract(fresh, visible, query, max_chars=400, seen=seen)

    text = "" if shown.extract is None else shown.extract.text
    assert not [fact for fact in known if fact in text]
    assert whole is not None
    assert [fact for fact in FACTS if fact in whole.text] == [
        fact for fact in FACTS if fact in text or (fact in known and fact in whole.text)
    ]
