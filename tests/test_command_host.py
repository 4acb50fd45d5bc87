from pathlib import Path

import pytest

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.command_host import CommandHost
from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.providers import merge_providers
from recall_sidecar.paths import Paths
from recall_sidecar.settings import Settings
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.testing import FakeClock, MemoryFixture
from recall_sidecar.trace import Tracer, TurnRecorder


@pytest.fixture
def tracer() -> Tracer:
    return Tracer(ring_turns=5)


@pytest.fixture
def host(home: Path, tracer: Tracer) -> CommandHost:
    settings = LiveSettings(Paths.below(home), {}, {})
    clock = FakeClock()
    return CommandHost(
        memory=MemoryFixture(),
        settings=settings,
        model=LiteLLMClient(merge_providers((settings.base.model,)), {}, on_lost=lambda: None),
        breaker=CircuitBreaker(clock),
        tracer=tracer,
    )


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        pytest.param("agent:main:telegram:group:-1", "group", id="a group"),
        pytest.param("agent:main:telegram:direct:1", "direct", id="a direct chat"),
        pytest.param("agent:main:main", None, id="a key that does not tell"),
        pytest.param("agent:main:cron:daily", None, id="no chat at all"),
    ],
)
def test_the_kind_of_chat_is_read_from_the_session_key(host: CommandHost, key: str, kind: str | None) -> None:
    assert host.chat_type(key, Settings()) == kind


def test_the_last_turn_is_the_session_s(host: CommandHost, tracer: Tracer) -> None:
    turn = TurnEvent(host="h", agent_id="main", text="", session_key="k")
    tracer.keep(TurnRecorder(turn, FakeClock()).finish(None))

    assert host.last_turn("other") is None
    found = host.last_turn("k")
    assert found is not None
    assert found.session_key == "k"


async def test_memory_answers_for_itself_and_no_model_rests(host: CommandHost) -> None:
    assert (await host.memory_status()).ready
    assert host.resting_models("main") == {}
