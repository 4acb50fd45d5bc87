"""A turn that fires its hook again gets the answer it had."""

import pytest

from recall_sidecar.events import TurnEvent
from recall_sidecar.testing import FakeClock
from recall_sidecar.turn_memo import TurnMemo, name_of

RULES = (0, False)
FIELDS = {
    "host": "openclaw",
    "agent_id": "main",
    "text": "tea?",
    "session_key": "agent:main:main",
    "run_id": "r1",
}


def turn(**changes: str | None) -> TurnEvent:
    return TurnEvent(**{**FIELDS, **changes})  # type: ignore[arg-type]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def memo(clock: FakeClock) -> TurnMemo[str]:
    memo: TurnMemo[str] = TurnMemo(clock)
    memo.keep(name_of(turn(), RULES), "answer")
    return memo


@pytest.mark.parametrize(
    ("other", "found"),
    [
        pytest.param(turn(), "answer", id="the same turn is known"),
        pytest.param(turn(run_id="r2"), None, id="another run is another turn"),
        pytest.param(turn(text="coffee?"), None, id="other words are another turn"),
        pytest.param(turn(session_key="agent:main:x:direct:1"), None, id="another session is another turn"),
        pytest.param(turn(agent_id="other"), None, id="another agent is another turn"),
        pytest.param(turn(sender_id="9"), None, id="another sender is another turn"),
        pytest.param(turn(project_keys=("p",)), None, id="another project is another turn"),  # type: ignore[arg-type]
        pytest.param(turn(run_id=None), None, id="a turn without a name is never known"),
        pytest.param(turn(chat_type="group"), None, id="another kind of chat is another turn"),
        pytest.param(turn(sender_is_owner=True), None, id="another standing of the sender is another turn"),  # type: ignore[arg-type]
        pytest.param(turn(memory_allowed=False), None, id="another tool policy is another turn"),  # type: ignore[arg-type]
        pytest.param(turn(trigger="cron"), None, id="another trigger is another turn"),
    ],
)
def test_a_turn_is_known_by_all_that_names_it(
    memo: TurnMemo[str], other: TurnEvent, found: str | None
) -> None:
    assert memo.find(name_of(other, RULES)) == found


def test_a_message_id_names_a_turn_too(memo: TurnMemo[str]) -> None:
    memo.keep(name_of(turn(run_id=None, message_id="m1"), RULES), "other answer")

    assert memo.find(name_of(turn(run_id=None, message_id="m1"), RULES)) == "other answer"


def test_a_turn_without_a_name_is_not_kept(clock: FakeClock) -> None:
    memo: TurnMemo[str] = TurnMemo(clock)

    memo.keep(name_of(turn(run_id=None), RULES), "answer")

    assert len(memo) == 0


@pytest.mark.parametrize(
    ("ending", "known"),
    [
        pytest.param(("main", "agent:main:main", "r1"), False, id="its own run"),
        pytest.param(("main", "agent:main:main", None), False, id="its session"),
        pytest.param(("main", "agent:main:main", "r2"), True, id="not another run"),
        pytest.param(("other", "agent:main:main", None), True, id="not another agent"),
    ],
)
def test_a_turn_is_forgotten_when_it_ends(
    memo: TurnMemo[str], ending: tuple[str, str, str | None], known: bool
) -> None:
    memo.end(*ending)

    assert (memo.find(name_of(turn(), RULES)) is not None) is known


def test_a_turn_that_never_says_it_ended_is_forgotten_in_the_end(
    memo: TurnMemo[str], clock: FakeClock
) -> None:
    clock.advance(3600)

    assert memo.find(name_of(turn(), RULES)) is None


def test_the_memo_is_bounded(memo: TurnMemo[str]) -> None:
    for number in range(3000):
        memo.keep(name_of(turn(run_id=str(number)), RULES), "answer")

    assert len(memo) == 1000


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param((1, False), id="other settings"),
        pytest.param((0, True), id="a session that was switched off"),
    ],
)
def test_an_answer_is_good_under_the_rules_it_was_given_under(
    memo: TurnMemo[str], rules: tuple[int, bool]
) -> None:
    assert memo.find(name_of(turn(), rules)) is None
