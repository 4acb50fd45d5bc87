"""The chat commands answer in OpenClaw's words and do what they say."""

from collections.abc import Mapping
from typing import Any, Literal

import pytest

from recall_sidecar.commands import CommandRequest, Commands
from recall_sidecar.errors import SettingsProblem
from recall_sidecar.llm.port import ModelState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.paths import Paths
from recall_sidecar.settings import GateSettings, Settings
from recall_sidecar.testing import FakeClock
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import TurnTrace

KEY = "agent:main:telegram:direct:42"
HELP = (
    "Active Memory session toggle:\n/active-memory status\n/active-memory on\n/active-memory off\n\n"
    "What became of the last turn, and why; or why it did not tell what you expected, which may follow:\n/active-memory why\n\n"
    "Keep the last turn as a case to measure with; nothing, or words of the right note, may follow:\n/active-memory wrong\n\n"
    "Write something into memory:\n/active-memory remember TEXT\n\n"
    "Global config toggle:\n/active-memory status --global\n/active-memory on --global\n/active-memory off --global"
)
NO_SESSION = "Active Memory: session toggle unavailable because this command has no session context."


class FakeSettings:
    """Settings that read back what was overridden, unless something stronger holds them."""

    def __init__(self, gate: GateSettings) -> None:
        self.base = Settings(gate=gate)
        self.written: list[tuple[str, Any]] = []
        self.pinned = False
        self.problems: tuple[SettingsProblem, ...] = ()
        self.error: OSError | None = None

    def for_agent(self, agent_id: str) -> Settings:
        assert agent_id == "main"
        return self.base

    def set_override(self, key: str, value: object) -> None:
        if self.error:
            raise self.error
        self.written.append((key, value))

    async def reload(self) -> tuple[SettingsProblem, ...]:
        if not self.problems and not self.pinned:
            gate = self.base.gate.model_copy(update={"enabled": self.written[-1][1]})
            self.base = self.base.model_copy(update={"gate": gate})
        return self.problems


class FakeHost:
    """A program that is well unless told otherwise."""

    def __init__(self) -> None:
        self.resting: dict[str, float] = {}
        self.kind: str | None = "direct"
        self.turns: dict[str, TurnTrace] = {}

    async def memory_status(self) -> MemoryStatus:
        return MemoryStatus(ready=True, files=1, passages=3)

    def model_state(self, agent_id: str) -> ModelState | Literal["none"]:
        assert agent_id == "main"
        return "ready"

    def resting_models(self, agent_id: str) -> Mapping[str, float]:
        assert agent_id == "main"
        return self.resting

    def last_turn(self, session_key: str) -> TurnTrace | None:
        return self.turns.get(session_key)

    def chat_type(self, session_key: str, settings: Settings) -> str | None:
        assert session_key.startswith("agent:main:")
        assert settings.gate.main_key == "main"
        return self.kind


class Chat:
    """One chat to type commands into."""

    def __init__(self, paths: Paths, gate: GateSettings | None = None) -> None:
        self.toggles = SessionToggles(paths.toggles_file, clock=FakeClock())
        self.settings = FakeSettings(gate or GateSettings(owners=("boss",)))
        self.host = FakeHost()
        self.remembered: list[tuple[str, str]] = []
        self.whys: list[tuple[str, str, bool]] = []
        self.wrong: list[tuple[TurnTrace | None, str]] = []
        self._commands = Commands(
            toggles=self.toggles,
            settings=self.settings,
            set_override=self.settings.set_override,
            remember=self._remember,
            keep_wrong=self._keep_wrong,
            why=self._why,
            host=self.host,
        )

    async def _remember(self, text: str, agent_id: str) -> str:
        self.remembered.append((text, agent_id))
        return "Remembered."

    async def _keep_wrong(self, turn: TurnTrace | None, right: str) -> str:
        self.wrong.append((turn, right))
        return "Kept."

    async def _why(self, session_key: str, expected: str, is_owner: bool) -> str:
        self.whys.append((session_key, expected, is_owner))
        return "Because."

    async def says(self, text: str, *, session_key: str | None = KEY, **who: Any) -> str:  # noqa: ANN401 -- fields of the request
        reply = await self._commands.run(CommandRequest(text=text, session_key=session_key, **who))
        assert reply.handled
        return reply.text

    async def hears(self, text: str) -> bool:
        return (await self._commands.run(CommandRequest(text=text, session_key=KEY))).handled


@pytest.fixture
def chat(paths: Paths) -> Chat:
    return Chat(paths)


async def test_other_text_is_left_to_the_host(chat: Chat) -> None:
    assert not await chat.hears("what tea do I like?")


async def test_status_says_on(chat: Chat) -> None:
    assert await chat.says("/active-memory status") == "Active Memory: on for this session."


async def test_off_switches_the_session_off(chat: Chat) -> None:
    assert await chat.says("/active-memory off") == "Active Memory: off for this session."

    assert chat.toggles.is_off(KEY)


async def test_status_of_a_session_that_is_off_says_how_to_turn_it_on(chat: Chat) -> None:
    await chat.says("/active-memory off")

    assert await chat.says("/active-memory") == (
        "Active Memory: off for this session.\nThis session is switched off. Turn it on: /active-memory on"
    )


async def test_on_switches_the_session_on_again(chat: Chat) -> None:
    await chat.says("/active-memory off")

    assert await chat.says("/active-memory on") == "Active Memory: on for this session."
    assert not chat.toggles.is_off(KEY)


async def test_only_the_session_of_the_command_is_switched(chat: Chat) -> None:
    await chat.says("/active-memory off")

    assert (
        await chat.says("/active-memory", session_key="agent:main:main")
        == "Active Memory: on for this session."
    )


@pytest.mark.parametrize("session_key", [pytest.param(None, id="none"), pytest.param("  ", id="blank")])
@pytest.mark.parametrize("text", ["/active-memory off", "/active-memory", "/verbose on", "/trace on"])
async def test_without_a_session_there_is_nothing_to_switch(
    chat: Chat, text: str, session_key: str | None
) -> None:
    assert await chat.says(text, session_key=session_key) == NO_SESSION


@pytest.mark.parametrize(
    ("text", "who", "asked"),
    [
        pytest.param("/recall why", {}, (KEY, "", False), id="alone"),
        pytest.param("/active-memory WHY", {"admin": True}, (KEY, "", True), id="in capitals, by an admin"),
        pytest.param("/recall why she drinks oolong", {}, (KEY, "she drinks oolong", False), id="with what was expected"),
        pytest.param(
            '/recall why --expect "she drinks oolong"', {"sender_id": "boss"}, (KEY, "she drinks oolong", True),
            id="as on the command line, by the owner",
        ),
    ],
)  # fmt: skip
async def test_why_is_asked_of_the_session_and_by_whom(
    chat: Chat, text: str, who: dict[str, Any], asked: tuple[str, str, bool]
) -> None:
    assert await chat.says(text, **who) == "Because."

    assert chat.whys == [asked]


async def test_why_needs_a_session(chat: Chat) -> None:
    assert await chat.says("/recall why", session_key=None) == NO_SESSION


async def test_help_needs_no_session(chat: Chat) -> None:
    assert await chat.says("/recall help", session_key=None) == HELP


async def test_an_unknown_action_is_named_and_followed_by_the_help(chat: Chat) -> None:
    assert await chat.says("/active-memory dance") == f"Unknown Active Memory action: dance\n\n{HELP}"


async def test_an_unknown_global_action_changes_nothing(chat: Chat) -> None:
    answer = await chat.says("/active-memory dance --global", admin=True)

    assert answer.startswith("Unknown Active Memory action: dance")
    assert chat.settings.written == []


async def test_an_unknown_action_is_echoed_short_and_clean(chat: Chat) -> None:
    first_line = (await chat.says(f"/active-memory \x1b[31m{'x' * 500}")).splitlines()[0]

    assert first_line == f"Unknown Active Memory action: {'x' * 39}…"


async def test_an_agent_that_may_not_recall_reads_as_off(paths: Paths) -> None:
    chat = Chat(paths, GateSettings(agents=("other",)))

    assert await chat.says("/active-memory on") == (
        "Active Memory: off for this session.\nAgent main is not listed. Add it to gate.agents."
    )


async def test_switching_a_session_off_counts_even_while_memory_is_off_globally(paths: Paths) -> None:
    chat = Chat(paths, GateSettings(enabled=False))

    await chat.says("/active-memory off")

    assert chat.toggles.is_off(KEY)


async def test_status_says_why_memory_is_quiet(chat: Chat) -> None:
    chat.host.kind = "group"
    chat.host.resting = {"openai/gpt-5-mini": 12.0}

    assert (await chat.says("/active-memory status")).splitlines() == [
        "Active Memory: on for this session.",
        "Chats of type group may not recall (allowed: direct). Change gate.allowed_chat_types.",
        "Model openai/gpt-5-mini timed out too often and rests for 12 s; it is tried again by itself.",
    ]


@pytest.mark.parametrize(
    ("enabled", "answer"),
    [
        pytest.param(True, "Active Memory: on globally.", id="on"),
        pytest.param(False, "Active Memory: off globally.", id="off"),
    ],
)
async def test_anybody_may_ask_for_the_global_status(paths: Paths, enabled: bool, answer: str) -> None:
    chat = Chat(paths, GateSettings(enabled=enabled))

    assert await chat.says("/active-memory status --global", session_key=None) == answer


@pytest.mark.parametrize(
    "who",
    [
        pytest.param({"admin": True}, id="admin scope"),
        pytest.param({"sender_is_owner": True}, id="the host says owner"),
        pytest.param({"sender_id": " Boss "}, id="listed as owner"),
    ],
)
async def test_who_may_switch_memory_off_for_everybody(chat: Chat, who: dict[str, Any]) -> None:
    answer = await chat.says("/active-memory off --global", session_key=None, **who)

    assert answer == "Active Memory: off globally."
    assert chat.settings.written == [("gate.enabled", False)]


@pytest.mark.parametrize(
    "who",
    [
        pytest.param({}, id="an unknown sender"),
        pytest.param({"sender_id": "guest"}, id="a sender who is not listed"),
        pytest.param({"sender_id": "guest", "sender_is_owner": False}, id="a known non-owner"),
    ],
)
async def test_nobody_else_may(chat: Chat, who: dict[str, Any]) -> None:
    answer = await chat.says("/active-memory off --global", **who)

    assert answer == "⚠️ /active-memory global enable/disable changes require owner or operator.admin."
    assert chat.settings.written == []


async def test_the_global_switch_is_picked_up_at_once(chat: Chat) -> None:
    await chat.says("/active-memory off --global", admin=True)
    assert (await chat.says("/active-memory")).splitlines() == [
        "Active Memory: off for this session.",
        "Memory is off globally. Turn it on: /active-memory on --global",
    ]

    assert await chat.says("/active-memory on --global", admin=True) == "Active Memory: on globally."

    assert await chat.says("/active-memory") == "Active Memory: on for this session."


async def test_a_stronger_setting_is_not_passed_over_in_silence(chat: Chat) -> None:
    chat.settings.pinned = True

    answer = await chat.says("/active-memory off --global", admin=True)

    assert answer.startswith(
        "Active Memory: still on globally, because the environment or a flag sets gate.enabled."
    )


async def test_keys_that_wait_for_a_restart_do_not_spoil_the_switch(chat: Chat) -> None:
    await chat.says("/active-memory off --global", admin=True)
    chat.settings.problems = (SettingsProblem("server.port", "config.toml", "waits for a restart"),)

    assert await chat.says("/active-memory off --global", admin=True) == "Active Memory: off globally."


async def test_other_problems_of_the_settings_are_told(chat: Chat) -> None:
    chat.settings.problems = (SettingsProblem("gate.owners", "config.toml", "not a list"),)

    answer = await chat.says("/active-memory off --global", admin=True)

    assert "off globally is saved, but 1 problem(s)" in answer


async def test_a_change_that_cannot_be_saved_is_told(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    chat.settings.error = PermissionError("no")

    answer = await chat.says("/active-memory off --global", admin=True)

    assert answer == "The change could not be saved (PermissionError). Run `recall-sidecar doctor`."
    assert [record.getMessage() for record in caplog.records] == ["command_failed"]


async def test_verbose_is_switched_per_session(chat: Chat) -> None:
    assert await chat.says("/verbose on") == "Verbose logging enabled."
    assert await chat.says("/verbose") == "Current verbose level: on.\nOptions: on, off."
    assert chat.toggles.verbose(KEY)

    assert await chat.says("/verbose off") == "Verbose logging disabled."
    assert not chat.toggles.verbose(KEY)


async def test_trace_is_switched_per_session(chat: Chat) -> None:
    warning = "Warning: trace output may contain sensitive information."
    assert await chat.says("/trace") == "Current trace level: off.\nOptions: on, off, raw."

    assert await chat.says("/trace on") == f"Trace enabled. {warning}"
    assert chat.toggles.trace_level(KEY) == "on"
    assert await chat.says("/trace raw") == f"Trace set to raw. {warning}"
    assert chat.toggles.trace_level(KEY) == "raw"
    assert await chat.says("/trace off") == "Trace disabled."
    assert chat.toggles.trace_level(KEY) == "off"


async def test_a_known_non_owner_may_not_look_into_the_trace(chat: Chat) -> None:
    answer = await chat.says("/trace raw", sender_id="guest", sender_is_owner=False)

    assert answer == "⚠️ /trace shows what memory holds, so changing it requires owner or operator.admin."
    assert chat.toggles.trace_level(KEY) == "off"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        pytest.param(
            "/verbose loud", 'Unrecognized verbose level "loud". Valid levels: off, on.', id="verbose"
        ),
        pytest.param("/trace all", 'Unrecognized trace level "all". Valid levels: off, on, raw.', id="trace"),
    ],
)
async def test_an_unknown_level_is_named(chat: Chat, text: str, answer: str) -> None:
    assert await chat.says(text) == answer
