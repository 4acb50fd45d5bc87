"""What a session was told, and until when it is visible."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.events import BlockLifetime, HookNotice, NoticeKind, TurnEvent
from recall_sidecar.ledger import SeenLedger

KEY = "agent:claude-code:direct:s1"
NEVER = 10_000


def turn(run: str | None = "r1", **changes: Any) -> TurnEvent:  # noqa: ANN401
    fields: dict[str, Any] = {
        "host": "claude-code",
        "agent_id": "main",
        "text": "tea?",
        "session_key": KEY,
        "session_id": "s1",
        "run_id": run,
        "block_lifetime": "session",
    }
    return TurnEvent(**{**fields, **changes})


def notice(kind: NoticeKind, run: str | None = None, **changes: Any) -> HookNotice:  # noqa: ANN401
    fields: dict[str, Any] = {
        "host": "claude-code",
        "agent_id": "main",
        "session_key": KEY,
        "session_id": "s1",
    }
    return HookNotice(kind=kind, run_id=run, **{**fields, **changes})


def told(*marks: int, run: str = "r0") -> SeenLedger:
    """Return a ledger of one session that was told these, in a run that goes on."""
    ledger = SeenLedger()
    ledger.give(turn(run), marks, frozenset({"tea"}))
    return ledger


def test_what_was_told_in_a_turn_is_visible_in_the_next() -> None:
    assert told(1, 2).begin(turn(), NEVER) == {1, 2}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"session_key": "agent:claude-code:direct:s2"}, id="in another session"),
        pytest.param({"agent_id": "other"}, id="to another agent"),
        pytest.param({"session_id": "s2"}, id="where the session has another history"),
    ],
)
def test_elsewhere_it_is_not(changes: dict[str, Any]) -> None:
    assert told(1).begin(turn(**changes), NEVER) == frozenset()


def test_a_block_that_is_kept_for_the_turn_is_not_visible_in_the_next() -> None:
    ledger = SeenLedger()
    ledger.give(turn("r0", block_lifetime="turn"), {1}, frozenset())

    assert ledger.begin(turn(block_lifetime="turn"), NEVER) == frozenset()


@pytest.mark.parametrize("kind", ["before_compaction", "before_reset", "session_end"])
def test_a_history_that_is_lost_takes_it_along(kind: NoticeKind) -> None:
    ledger = told(1)
    ledger.begin(turn(), NEVER)
    ledger.give(turn(), {2}, frozenset())

    ledger.observe(notice(kind))

    assert ledger.begin(turn("r2"), NEVER) == frozenset()


def test_notices_of_other_sessions_change_nothing() -> None:
    ledger = told(1)

    ledger.observe(notice("before_compaction", session_key="agent:claude-code:direct:s2"))

    assert ledger.begin(turn(), NEVER) == {1}


def test_it_is_told_again_after_so_many_turns() -> None:
    ledger = told(1)

    seen = [bool(ledger.begin(turn(f"r{number}"), 3)) for number in range(1, 6)]

    assert seen == [True, True, True, False, False]


def test_telling_it_again_begins_the_count_anew() -> None:
    ledger = told(1)
    ledger.begin(turn("r1"), 1)
    ledger.begin(turn("r2"), 1)
    ledger.give(turn("r2"), {1}, frozenset())

    assert ledger.begin(turn("r3"), 1) == {1}


@pytest.mark.parametrize(
    ("run", "left"),
    [
        pytest.param("r0", frozenset(), id="that run"),
        pytest.param(None, frozenset(), id="the newest, where none is named"),
        pytest.param("r9", frozenset({1}), id="another run is no matter"),
    ],
)
def test_a_run_that_failed_was_told_nothing(run: str | None, left: frozenset[int]) -> None:
    ledger = told(1)

    ledger.observe(notice("agent_end", run, is_whole=False))

    assert ledger.begin(turn(), NEVER) == left


def test_a_failure_without_anything_uncertain_changes_nothing() -> None:
    ledger = told(1)
    ledger.observe(notice("agent_end", "r0"))

    ledger.observe(notice("agent_end", is_whole=False))

    assert ledger.begin(turn(), NEVER) == {1}


@pytest.mark.parametrize("kind", ["after_tool_call", "agent_end"])
def test_a_run_that_went_on_was_told_whatever_becomes_of_it(kind: NoticeKind) -> None:
    ledger = told(1)

    ledger.observe(notice(kind, "r0"))
    ledger.observe(notice("agent_end", "r0", is_whole=False))

    assert ledger.begin(turn(), NEVER) == {1}


def test_turns_without_a_name_are_told_apart() -> None:
    ledger = SeenLedger()
    ledger.give(turn(None), {1}, frozenset())
    ledger.give(turn(None), {2}, frozenset())

    assert ledger.begin(turn(None), NEVER) == {1, 2}


def test_the_newest_blocks_of_every_session_are_known_by_their_terms() -> None:
    ledger = SeenLedger()
    for number in range(20):
        ledger.give(turn(f"r{number}", block_lifetime="turn"), (), frozenset({str(number)}))

    assert list(ledger.blocks(turn())) == [frozenset({str(number)}) for number in range(4, 20)]
    assert ledger.blocks(turn(session_key="other")) == ()


def test_what_is_kept_is_bounded() -> None:
    ledger = SeenLedger(max_sessions=2)
    for number in range(3):
        ledger.give(turn(session_key=f"k{number}"), {number}, frozenset())
    assert len(ledger) == 2
    assert ledger.begin(turn(session_key="k0"), NEVER) == frozenset()
    assert ledger.begin(turn(session_key="k2"), NEVER) == {2}

    for number in range(50):
        ledger.give(
            turn(f"r{number}", session_key="k2"), range(100 * number, 100 * number + 100), frozenset()
        )
    seen = ledger.begin(turn(session_key="k2"), NEVER)

    assert seen == frozenset(range(4000, 5000))


def test_a_session_that_is_used_outlives_one_that_is_not() -> None:
    ledger = SeenLedger(max_sessions=2)
    ledger.give(turn(session_key="k0"), {0}, frozenset())
    ledger.give(turn(session_key="k1"), {1}, frozenset())
    ledger.begin(turn(session_key="k0"), NEVER)

    ledger.give(turn(session_key="k2"), {2}, frozenset())

    assert ledger.begin(turn(session_key="k0"), NEVER) == {0}


def test_everything_can_be_forgotten() -> None:
    ledger = told(1)

    ledger.clear()

    assert (len(ledger), ledger.begin(turn(), NEVER), ledger.blocks(turn())) == (0, frozenset(), ())


# Turns that are answered, turns that nobody answers, runs that fail, and what befalls the history.
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("turn"), st.frozensets(st.integers(0, 8), max_size=3), st.booleans()),
        st.sampled_from(
            [("compaction", frozenset(), True), ("reset", frozenset(), True), ("tool", frozenset(), True)]
        ),
    ),
    max_size=40,
)


@given(EVENTS, st.sampled_from(get_args(BlockLifetime)), st.integers(1, 5))
def test_it_never_takes_for_visible_what_the_model_cannot_see(
    events: list[tuple[str, frozenset[int], bool]],
    lifetime: BlockLifetime,
    repeat_after: int,
) -> None:
    """A host's own history beside the ledger: what it holds back is there, and what is there and recent is held back."""
    ledger, history, number = SeenLedger(), dict[int, int](), 0
    for kind, marks, goes_well in events:
        if kind == "turn":
            number += 1
            asks = turn(f"r{number}", block_lifetime=lifetime)
            seen = ledger.begin(asks, repeat_after)
            recent = {mark for mark, at in history.items() if number - at <= repeat_after}
            assert seen == recent
            ledger.give(asks, marks - seen, frozenset())
            ledger.observe(notice("agent_end", f"r{number}", is_whole=goes_well))
            if goes_well and lifetime == "session":
                history.update(dict.fromkeys(marks - seen, number))
        elif kind == "tool":
            ledger.observe(notice("after_tool_call", f"r{number}"))
        else:
            ledger.observe(notice("before_compaction" if kind == "compaction" else "before_reset"))
            history.clear()


def test_a_copy_knows_what_was_told_and_changes_nothing() -> None:
    ledger = told(1)
    ledger.begin(turn("r1"), NEVER)
    ledger.give(turn("r1"), {2}, frozenset({"cake"}))

    copy = ledger.copied(turn("r2"))
    assert copy.begin(turn("r2"), NEVER) == {1, 2}
    copy.give(turn("r2"), {3}, frozenset({"milk"}))
    copy.observe(notice("before_compaction"))

    assert (ledger.turn_number(turn("r2")), copy.turn_number(turn("r2"))) == (1, 2)
    assert len(ledger.blocks(turn("r2"))) == 2
    assert ledger.begin(turn("r2"), NEVER) == {1, 2}


def test_a_copy_knows_nothing_of_other_sessions() -> None:
    assert len(told(1).copied(turn(session_key="agent:main:main"))) == 0


def test_a_copy_of_earlier_knows_what_was_told_by_then() -> None:
    ledger = SeenLedger()
    for number in range(4):
        ledger.begin(turn(f"r{number}"), NEVER)
        ledger.give(turn(f"r{number}"), {number}, frozenset())

    earlier = ledger.copied(turn("again"), 2)

    assert earlier.begin(turn("again"), NEVER) == {0, 1}
    assert earlier.turn_number(turn("again")) == 2
    assert ledger.copied(turn("again"), 0).begin(turn("again"), NEVER) == frozenset()
