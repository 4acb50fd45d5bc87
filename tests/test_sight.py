"""What a turn's model can see, and what its answer adds."""

from dataclasses import replace

import pytest

from recall_sidecar.events import BlockLifetime, Message, TurnEvent
from recall_sidecar.ledger import SeenLedger
from recall_sidecar.memory.port import Viewer
from recall_sidecar.outcomes import NothingRelevant, Recalled
from recall_sidecar.recall.seen import NOTHING_SEEN, Seen
from recall_sidecar.recall.told import telling
from recall_sidecar.settings import RecallSettings
from recall_sidecar.sight import note, seen_in
from recall_sidecar.trace import TurnTrace
from tests.recall.asking import hit
from tests.turns import turn as traced

TEA = "Likes oolong tea, with two spoons of honey."
RECALLED = Recalled("Two spoons of honey, and oolong.", ())
OWNER = Viewer("main")


def turn(lifetime: BlockLifetime = "session", **changes: object) -> TurnEvent:
    fields = {
        "host": "own",
        "agent_id": "main",
        "text": "tea?",
        "session_key": "k",
        "block_lifetime": lifetime,
    }
    return TurnEvent(**{**fields, **changes})  # type: ignore[arg-type]


def trace(text: str = TEA, block: str = "From memory: Two spoons of honey, and oolong.") -> TurnTrace:
    hits = tuple(replace(each, text=text) for each in traced().hits)
    return traced(hits=hits, block=block, summary=RECALLED.summary)


def seen(ledger: SeenLedger, viewer: Viewer = OWNER, **settings: object) -> Seen:
    return seen_in(
        turn(messages=(Message("user", "hello"),)), viewer, RecallSettings.model_validate(settings), ledger
    )


def test_what_an_answer_told_is_seen_in_the_next_turn() -> None:
    ledger = SeenLedger()

    note(turn(), RECALLED, trace(), ledger)

    assert seen(ledger).shows(hit(1, TEA))
    assert not seen(ledger).shows(hit(1, "Likes coffee in the afternoon, on Sundays."))


@pytest.mark.parametrize(
    ("outcome", "what"),
    [
        pytest.param(NothingRelevant(), trace(), id="nothing was recalled"),
        pytest.param(RECALLED, trace(block=""), id="there was no block"),
    ],
)
def test_nothing_is_told_where(outcome: Recalled | NothingRelevant, what: TurnTrace) -> None:
    ledger = SeenLedger()

    note(turn(), outcome, what, ledger)

    assert len(ledger) == 0


def test_of_a_block_for_the_turn_its_terms_are_kept_for_the_echo() -> None:
    ledger = SeenLedger()

    note(turn("turn"), RECALLED, trace(), ledger)

    assert seen(ledger).told == frozenset()
    assert ledger.blocks(turn()) == (telling(RECALLED.summary),)


def test_a_block_is_read_as_the_model_reads_it() -> None:
    ledger, text = SeenLedger(), "Mara's tea is <strong>. Her dog is old."

    note(turn(), RECALLED, trace(text, "Mara&apos;s tea is &lt;strong&gt;."), ledger)

    assert seen(ledger).shows(hit(1, "Mara's tea is <strong>."))
    assert not seen(ledger).shows(hit(1, "Her dog is old."))


def test_files_that_the_host_shows_are_seen_in_private_chats() -> None:
    ledger = SeenLedger()

    assert seen(ledger, shown_by_host=["MEMORY.md"]).files == {"MEMORY.md"}
    assert seen(ledger, Viewer("main", "shared"), shown_by_host=["MEMORY.md"]).files == frozenset()


def test_settings_that_tell_everything_see_nothing() -> None:
    assert seen(SeenLedger(), repeat_after_turns=0, shown_by_host=["MEMORY.md"]) is NOTHING_SEEN


@pytest.mark.parametrize(
    ("outcome", "kept"),
    [
        pytest.param(RECALLED, True, id="whole"),
        pytest.param(replace(RECALLED, partial=True), False, id="half a summary"),
        pytest.param(replace(RECALLED, fallback="model"), False, id="of a lower rung"),
    ],
)
def test_a_question_that_was_answered_as_well_as_it_can_be_is_known(outcome: Recalled, *, kept: bool) -> None:
    ledger = SeenLedger()

    note(turn(), outcome, trace(), ledger, question=4711)

    assert (4711 in seen(ledger).told) is kept
