"""Health, readiness, proof and status over real sockets."""

import pytest

from recall_sidecar import tokens
from recall_sidecar.breaker import BreakerState
from recall_sidecar.errors import MemoryStoreError, SettingsProblem
from recall_sidecar.llm.port import ModelState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.server.calls import HookCalls
from recall_sidecar.server.status import hint
from recall_sidecar.testing import MemoryFixture, ScriptedModel
from tests.server.fakes import TOKENS, House, Served, turn_body
from tests.turns import turn


class Opening(MemoryFixture):
    """A memory whose index is not open yet."""

    async def status(self) -> MemoryStatus:
        return MemoryStatus(ready=False)


class Broken(MemoryFixture):
    """A memory whose store cannot be used."""

    async def status(self) -> MemoryStatus:
        message = "the index has a newer schema; update recall-sidecar"
        raise MemoryStoreError(message)


class Model(ScriptedModel):
    """A model in any state."""

    def __init__(self, state: ModelState) -> None:
        super().__init__(state=state)


async def test_health_needs_no_token(daemon: Served) -> None:
    async with daemon.session.get(daemon.url("/healthz")) as response:
        assert (response.status, await response.json()) == (200, {"status": "ok"})


async def test_the_daemon_proves_that_it_knows_both_tokens(daemon: Served) -> None:
    nonce = tokens.new_nonce()

    async with daemon.session.get(daemon.url(f"/v1/proof?nonce={nonce}")) as response:
        answer = await response.json()

    assert answer["proof"] == tokens.proof(TOKENS.full, nonce, answer["port"])
    assert answer["hookProof"] == tokens.proof(TOKENS.hooks, nonce, answer["port"])


@pytest.mark.parametrize("nonce", ["", "short", "x" * 65, "x" * 15 + "%20", "x" * 15 + "%0A"])
async def test_a_nonce_of_the_wrong_shape_is_refused(daemon: Served, nonce: str) -> None:
    status, answer = await daemon.get(f"/v1/proof?nonce={nonce}")

    assert (status, answer["error"]["field"]) == (400, "nonce")


async def test_a_daemon_without_a_model_is_ready_with_gate_and_memory(daemon: Served) -> None:
    status, answer = await daemon.get("/readyz")

    assert status == 200
    assert answer["ready"] is True
    assert set(answer["parts"]) == {"gate", "memory"}


@pytest.mark.parametrize(
    ("memory", "model", "part", "detail"),
    [
        pytest.param(Opening(), Model("off"), "memory", "being opened", id="the index is being opened"),
        pytest.param(Broken(), Model("off"), "memory", "newer schema", id="the index cannot be used"),
        pytest.param(MemoryFixture(), Model("warming"), "model", "starting", id="the worker warms up"),
        pytest.param(MemoryFixture(), Model("failed"), "model", "failing", id="the worker keeps failing"),
    ],
)
async def test_readiness_names_what_is_not_ready(
    daemon: Served, memory: MemoryFixture, model: Model, part: str, detail: str
) -> None:
    daemon.replace(memory=memory, model=model)

    status, answer = await daemon.get("/readyz")

    assert status == 503
    assert answer["ready"] is False
    assert answer["parts"][part]["ready"] is False
    assert (answer["error"]["code"], answer["error"]["field"]) == ("not_ready", part)
    assert detail in answer["error"]["message"]


@pytest.mark.parametrize(
    ("state", "parts"),
    [
        pytest.param("ready", {"gate", "memory", "model"}, id="a model that is ready"),
        pytest.param("off", {"gate", "memory"}, id="no model is configured"),
    ],
)
async def test_the_model_counts_when_there_is_one(daemon: Served, state: ModelState, parts: set[str]) -> None:
    daemon.replace(model=Model(state))

    status, answer = await daemon.get("/readyz")

    assert (status, set(answer["parts"])) == (200, parts)


async def test_a_daemon_that_stops_is_not_ready(daemon: Served) -> None:
    daemon.services.instance.stopping.set()

    status, answer = await daemon.get("/readyz")

    assert (status, answer["error"]["field"]) == (503, "gate")


async def test_status_shows_the_whole_picture(daemon: Served, house: House) -> None:
    house.finish_turn()
    house.clock.advance(90)
    house.breakers.append(BreakerState("main", "openai/x", "open", 3, 40_000))
    house.desk.problems = (SettingsProblem("gate.enabld", "config.toml", "unknown key"),)
    daemon.services.tracer.shadows["auto", "escalate", True, False] = 2
    await daemon.post("/v1/hooks/before_prompt_build", turn_body())

    status, answer = await daemon.get("/v1/status")

    assert status == 200
    assert answer["version"] == "0.1.0"
    assert answer["pid"] == 42
    assert answer["uptimeMs"] == 90_000
    assert answer["hooks"]["byHost"] == {"openclaw": {"turn": 1}}
    assert answer["hooks"]["bySessionKind"] == {"direct": 1}
    assert answer["hooks"]["hint"] is None
    assert answer["outcomes"] == [{"host": "openclaw", "status": "ok", "reason": None, "count": 1}]
    assert answer["shadows"] == [
        {"mode": "auto", "shadowMode": "escalate", "asked": True, "shadowAsks": False, "count": 2}
    ]
    assert answer["model"] == "off"
    assert answer["modelTurns"] == {"asked": 0, "failed": 0, "lastError": "", "hint": None}
    assert answer["breakers"] == [
        {"agentId": "main", "model": "openai/x", "state": "open", "timeouts": 3, "retryInMs": 40_000}
    ]
    assert answer["spend"] == {
        "calls": 3,
        "inputTokens": 900,
        "outputTokens": 30,
        "cost": 0.01,
        "unpriced": 1,
        "embeddings": 0,
    }
    assert answer["cache"] == {"hits": 3, "entries": 1}
    assert answer["memory"]["ready"] is True
    assert answer["settingsProblems"][0]["key"] == "gate.enabld"


async def test_status_tells_of_a_model_that_always_fails(daemon: Served, house: House) -> None:
    for _ in range(3):
        house.tracer.keep(turn(reason="model", detail="ModelRefused: no"))

    _, answer = await daemon.get("/v1/status")

    assert answer["modelTurns"]["lastError"] == "model: ModelRefused"
    assert "failed in 3 of the last 3 turns" in answer["modelTurns"]["hint"]


async def test_status_says_when_no_host_has_called(daemon: Served) -> None:
    """I-082: the hook of an external plugin may be blocked, and nothing else shows it."""
    _, answer = await daemon.get("/v1/status")

    assert answer["hooks"]["calls"] == 0
    assert "0 hook calls since start" in answer["hooks"]["hint"]
    assert "allowConversationAccess" in answer["hooks"]["hint"]


async def test_status_says_when_a_host_sends_notices_and_no_turn(daemon: Served) -> None:
    await daemon.post("/v1/hooks/session_end", {})

    _, answer = await daemon.get("/v1/status")

    assert answer["hooks"]["calls"] == 1
    assert "Hosts have sent notices (1) and no turn since start." in answer["hooks"]["hint"]
    assert "allowConversationAccess" in answer["hooks"]["hint"]


async def test_status_shows_the_plugin_that_openclaw_called_with(daemon: Served) -> None:
    _, before = await daemon.get("/v1/status")
    await daemon.post("/v1/hooks/before_prompt_build", turn_body(plugin={"version": "0.0.9"}))

    _, after = await daemon.get("/v1/status")

    assert (before["hooks"]["pluginVersion"], after["hooks"]["pluginVersion"]) == (None, "0.0.9")


async def test_status_says_when_hosts_lend_the_only_models(daemon: Served) -> None:
    daemon.replace(model_word=lambda: "host")

    _, answer = await daemon.get("/v1/status")

    assert (answer["model"], "model" in answer["readiness"]) == ("host", False)


async def test_status_says_when_every_call_was_refused(daemon: Served) -> None:
    async with daemon.session.post(
        daemon.url("/v1/hooks/agent_end"), json={}, headers={"Authorization": "Bearer old"}
    ):
        pass

    _, answer = await daemon.get("/v1/status")

    assert answer["hooks"]["refused"] == {"unauthorized": 1}
    assert "unauthorized 1x" in answer["hooks"]["hint"]


async def test_status_shows_the_model_state(daemon: Served) -> None:
    daemon.replace(model_word=lambda: "warming")

    _, answer = await daemon.get("/v1/status")

    assert answer["model"] == "warming"


@pytest.mark.parametrize(
    ("port", "where"),
    [
        pytest.param(None, "/run/recall.sock", id="only the Unix socket"),
        pytest.param(23517, "http://127.0.0.1:23517", id="TCP"),
    ],
)
def test_the_hint_names_where_to_call(house: House, port: int | None, where: str) -> None:
    text = hint(HookCalls(), house.services(port).instance)

    assert text is not None
    assert where in text
