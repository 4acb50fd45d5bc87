import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from recall_sidecar.events import TurnEnd, TurnEvent
from recall_sidecar.memory.conversations.capture import Told
from recall_sidecar.memory.conversations.keeper import ConversationKeeper
from recall_sidecar.memory.conversations.records import CapturedTurn, Session
from recall_sidecar.memory.conversations.scopes import Scope
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.settings import Settings
from recall_sidecar.testing import FakeClock

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
ON = Settings.model_validate({"memory": {"capture": {"enabled": True}}})


def ended(text: str = "I moved to Lisbon", **more: object) -> TurnEnd:
    known = {
        "host": "openclaw", "agent_id": "main", "session_key": "agent:main:telegram:direct:42", "session_id": "s",
        "run_id": text, "trigger": "user", "chat_id": "42", "sender_id": "42", "text": text,
    }  # fmt: skip
    return TurnEnd(turn=TurnEvent(**{**known, **more}), reply="How nice.")  # type: ignore[arg-type]


class Keeping:
    """A keeper over real files, and what it told."""

    def __init__(self, root: Path, store: ConversationStore | None = None) -> None:
        self.settings = {"main": ON, "quiet": Settings()}
        self.off: set[str] = set()
        self.told: list[str] = []
        self.clock = FakeClock(NOW)
        self.store = store or ConversationStore(root)
        self.keeper = ConversationKeeper(
            self.store,
            settings_of=lambda agent: self.settings.get(agent, Settings()),
            is_off=self.off.__contains__,
            mask=str,
            clock=self.clock,
            on_kept=self._told,
            told=lambda turn: Told(
                without_echoes=lambda text: text.replace(f"{turn.session_key} is known.", "")
            ),
        )

    def _told(self, scope: Scope, day: date) -> None:
        self.told.append(f"{scope.name}/{day.isoformat()}")

    def files(self) -> list[Path]:
        return sorted(self.store.root.glob("*/*/*.jsonl"))


@pytest.fixture
async def keeping(tmp_path: Path) -> AsyncIterator[Keeping]:
    made = Keeping(tmp_path / "conversations")
    yield made
    await made.keeper.aclose()


async def test_a_turn_is_on_disk_when_it_is_said_to_be_kept_and_the_index_is_told(keeping: Keeping) -> None:
    assert await keeping.keeper.keep(ended()) == "kept"
    assert "Lisbon" in keeping.files()[0].read_text()
    assert await keeping.keeper.keep(ended()) == "known"

    (file,) = keeping.files()
    assert keeping.told == [f"{file.parent.parent.name}/{file.parent.name}"]
    assert keeping.keeper.state.counts == {"kept": 1, "known": 1}


@pytest.mark.parametrize(
    ("end", "word"),
    [
        pytest.param(ended(agent_id="quiet"), "off", id="an agent whose turns are not kept"),
        pytest.param(ended(trigger="cron"), "gate", id="a scheduled run"),
        pytest.param(ended(provenance="inter_session"), "gate", id="another session's message"),
        pytest.param(ended(session_key="agent:main:main:heartbeat"), "gate", id="a heartbeat"),
        pytest.param(ended(session_key="off"), "gate", id="a session that was switched off"),
        pytest.param(
            ended(session_key="agent:main:telegram:group:-1"), "gate", id="a group, which may not recall"
        ),
        pytest.param(ended(sender_is_owner=False), "gate", id="a stranger"),
        pytest.param(ended(sender_id=None), "nobody", id="nobody knows who"),
        pytest.param(ended("thanks"), "small_talk", id="small talk"),
    ],
)
async def test_nothing_is_kept_of(keeping: Keeping, end: TurnEnd, word: str) -> None:
    keeping.off.add("off")

    assert await keeping.keeper.keep(end) == word
    assert keeping.files() == []
    assert keeping.told == []


async def test_each_agent_has_settings_of_its_own(keeping: Keeping) -> None:
    assert keeping.keeper.wants("main")
    assert not keeping.keeper.wants("quiet")


async def test_a_disk_that_fails_fails_no_turn_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "conversations").write_text("in the way")
    made = Keeping(tmp_path / "conversations")

    assert await made.keeper.keep(ended()) == "failed_to_write"
    await made.keeper.purge(1, 1)

    assert "conversations cannot be kept" in made.keeper.state.problem
    await made.keeper.aclose()


class Slow(ConversationStore):
    """A store on a disk that hangs until `go`."""

    go = Event()

    def add(self, scope: Scope, session: Session, turn: CapturedTurn) -> bool:
        self.go.wait(30)
        return super().add(scope, session, turn)


async def test_more_than_can_be_written_soon_is_left_out_and_counted(tmp_path: Path) -> None:
    store = Slow(tmp_path / "conversations")
    made = Keeping(store.root, store)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(made.keeper.keep(ended(f"fact {number}"))) for number in range(70)]
        while made.keeper.state.counts.get("busy", 0) < 6:
            await asyncio.sleep(0)
        store.go.set()

    assert [task.result() for task in tasks].count("kept") == 64
    assert made.keeper.state.counts == {"busy": 6, "kept": 64}
    await made.keeper.aclose()


async def test_what_a_host_does_not_wait_for_is_kept_all_the_same(tmp_path: Path) -> None:
    store = Slow(tmp_path / "conversations")
    store.go.clear()
    made = Keeping(store.root, store)
    task = asyncio.create_task(made.keeper.keep(ended()))  # noqa: TID251 -- cancelled here
    await asyncio.sleep(0)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    store.go.set()
    await made.keeper.aclose()

    assert len(made.files()) == 1


async def test_old_turns_go_and_both_is_told(keeping: Keeping) -> None:
    await keeping.keeper.keep(ended())
    keeping.clock.advance(timedelta(days=3).total_seconds())

    assert not await keeping.keeper.purge(10, 100)
    assert await keeping.keeper.purge(1, 100)

    assert keeping.keeper.state.purged.old == 1
    assert keeping.files() == []


async def test_an_end_without_words_is_of_the_turn_that_was_noted(keeping: Keeping) -> None:
    begun = ended().turn
    end = replace(ended(), turn=replace(begun, text="", trigger="Stop"))

    keeping.keeper.note(begun)

    assert await keeping.keeper.keep(end) == "kept"
    assert "Lisbon" in keeping.files()[0].read_text()
    assert await keeping.keeper.keep(replace(end, turn=replace(end.turn, trigger="user"))) == "gate"


async def test_turns_that_never_end_are_forgotten_one_day(keeping: Keeping) -> None:
    begun = ended().turn
    for number in range(300):
        keeping.keeper.note(replace(begun, session_key=f"agent:main:telegram:direct:{number}"))

    oldest = replace(begun, text="", session_key="agent:main:telegram:direct:0")

    assert await keeping.keeper.keep(replace(ended(), turn=oldest)) == "gate"


async def test_echoes_of_the_session_are_left_out(keeping: Keeping) -> None:
    end = ended()
    reply = f"{end.turn.session_key} is known. How do you like it?"

    await keeping.keeper.keep(replace(end, reply=reply))

    kept = keeping.files()[0].read_text()
    assert "How do you like it?" in kept
    assert "is known" not in kept
