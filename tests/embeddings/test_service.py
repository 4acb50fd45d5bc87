"""A service gets masked text, is counted, and is left alone when it fails; whoever asks meanwhile is told why at once."""

import asyncio
import threading
from array import array
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from recall_sidecar.embeddings.service import EmbeddingService
from recall_sidecar.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelUnreachable
from recall_sidecar.llm.embedding_calls import EmbeddingRequest
from recall_sidecar.llm.embedding_replies import Embeddings
from recall_sidecar.llm.port import ModelState, Usage
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.settings import EmbeddingSettings, ModelSettings
from recall_sidecar.testing import FakeClock

REFUSED = ModelRefused("openai/m: RateLimitError, HTTP 429; the provider's rate limit or quota is used up")
GONE = ModelUnreachable("openai/m: APIConnectionError; check the network")


@dataclass
class Client:
    """Answers with vectors of two numbers, or fails as the script says; None hangs."""

    state: ModelState = "ready"
    asked: list[EmbeddingRequest] = field(default_factory=list)
    script: list[ModelError | None] = field(default_factory=list)

    async def embed(self, request: EmbeddingRequest) -> Embeddings:
        self.asked.append(request)
        if self.script:
            failure = self.script.pop(0)
            if failure is None:
                await asyncio.Event().wait()
            assert failure is not None
            raise failure
        vectors = tuple(array("f", [1.0, 0.0]).tobytes() for _ in request.texts)
        return Embeddings(vectors, Usage(input_tokens=7, cost=0.25))


@dataclass
class Desk:
    client: Client
    clock: FakeClock
    spend: SpendLedger
    limits: ModelSettings = field(default_factory=ModelSettings)

    def service(self, **settings: int) -> EmbeddingService:
        return EmbeddingService(
            EmbeddingSettings(model="openai/m", **settings),
            self.client,
            mask=lambda text: text.replace("hunter2", "[password removed]"),
            spend=self.spend,
            limits=lambda: self.limits,
            clock=self.clock,
        )


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    clock = FakeClock()
    made = Desk(Client(), clock, SpendLedger(tmp_path / "spend.json", clock, {}, save_after_s=3600))
    yield made
    await made.spend.aclose()


async def test_masking_does_not_stop_the_loop(desk: Desk) -> None:
    masked_by: list[threading.Thread] = []

    def mask(text: str) -> str:
        masked_by.append(threading.current_thread())
        return text

    service = EmbeddingService(
        EmbeddingSettings(model="openai/m"),
        desk.client,
        mask=mask,
        spend=desk.spend,
        limits=ModelSettings,
        clock=desk.clock,
    )

    await service.embed(["tea", "cello"], "passage", is_patient=True)

    assert len(masked_by) == 2
    assert threading.current_thread() not in masked_by


async def passages(service: EmbeddingService) -> tuple[bytes, ...]:
    made = await service.embed(["tea"], "passage", is_patient=True)
    service.accepted(is_patient=True)
    return made


async def question(service: EmbeddingService) -> tuple[bytes, ...]:
    made = await service.embed(["tea?"], "query", is_patient=False)
    service.accepted(is_patient=False)
    return made


async def test_secrets_are_masked_before_they_leave(desk: Desk) -> None:
    await desk.service(dimensions=512).embed(["the password is hunter2"], "passage", is_patient=True)

    (request,) = desk.client.asked
    assert request.texts == ("the password is [password removed]",)
    assert (str(request.model), request.purpose, request.dimensions) == ("openai/m", "passage", 512)


async def test_calls_are_counted_with_what_they_cost(desk: Desk) -> None:
    await passages(desk.service())

    spent = desk.spend.totals()
    assert (spent.calls, spent.embeddings, spent.input_tokens, spent.cost) == (0, 1, 7, 0.25)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        pytest.param({"max_calls_per_hour": 2}, "2 embedding calls in the last hour", id="calls"),
        pytest.param({"max_calls_per_hour": 0, "max_cost_per_day": 0.5}, r"\$0.5000 in the last", id="cost"),
    ],
)
async def test_a_spending_limit_ends_it(desk: Desk, limits: dict[str, float], told: str) -> None:
    desk.limits = ModelSettings.model_validate(limits)
    service = desk.service()
    await passages(service)
    await question(service)

    with pytest.raises(EmbeddingFailed, match=told):
        await passages(service)
    assert len(desk.client.asked) == 2


async def test_i_020_both_entrances_share_one_rest(desk: Desk) -> None:
    service = desk.service()
    desk.client.script = [REFUSED]
    with pytest.raises(EmbeddingFailed, match="429"):
        await passages(service)

    with pytest.raises(EmbeddingFailed, match=r"429.*left alone for 5 s"):
        await question(service)

    assert len(desk.client.asked) == 1


async def test_i_088_a_quota_that_is_used_up_is_asked_for_less_and_less(desk: Desk) -> None:
    service = desk.service()
    desk.client.script = [REFUSED] * 1000

    for _ in range(12 * 60 * 2):
        desk.clock.advance(30)
        with pytest.raises(EmbeddingFailed, match="quota is used up"):
            await passages(service)
        with pytest.raises(EmbeddingFailed, match="quota is used up"):
            await question(service)

    assert len(desk.client.asked) < 25


async def test_it_is_asked_again_after_the_rest_and_then_all_is_well(desk: Desk) -> None:
    service = desk.service()
    desk.client.script = [GONE]
    with pytest.raises(EmbeddingFailed):
        await question(service)
    desk.clock.advance(1)

    assert len(await question(service)) == len(await passages(service)) == 1


async def test_what_the_service_wants_of_us_is_kept(desk: Desk) -> None:
    service = desk.service()
    desk.client.script = [ModelRefused("429", retry_after_s=90)]
    with pytest.raises(EmbeddingFailed, match="90 s"):
        await passages(service)
    desk.clock.advance(89)

    with pytest.raises(EmbeddingFailed):
        await question(service)
    assert len(desk.client.asked) == 1


async def test_a_question_that_takes_too_long_keeps_only_questions_away(desk: Desk) -> None:
    service = desk.service(query_timeout_ms=20)
    desk.client.script = [None]
    with pytest.raises(EmbeddingFailed, match=r"no answer within 0.02 s.*left alone for 1 s"):
        await question(service)

    await passages(service)
    with pytest.raises(EmbeddingFailed):
        await question(service)

    assert [request.purpose for request in desk.client.asked] == ["query", "passage"]


async def test_slow_questions_are_tried_less_often_although_passages_go_well(desk: Desk) -> None:
    service = desk.service(query_timeout_ms=20)
    desk.client.script = [None]
    with pytest.raises(EmbeddingFailed, match="for 1 s"):
        await question(service)
    desk.clock.advance(1)
    await passages(service)
    desk.client.script = [None]

    with pytest.raises(EmbeddingFailed, match="for 2 s"):
        await question(service)


async def test_vectors_of_no_use_are_paid_for_less_and_less(desk: Desk) -> None:
    service = desk.service()
    rests = []
    for _ in range(3):
        await service.embed(["tea"], "passage", is_patient=True)
        rests.append(str(service.rejected("openai/m gives nonsense")))
        desk.clock.advance(3600)

    assert [text.rpartition("for ")[2] for text in rests] == ["5 s.", "10 s.", "20 s."]


async def test_a_reply_that_is_half_rests_as_a_refusal(desk: Desk) -> None:
    desk.client.script = [ModelReplyInvalid("openai/m gave 1 vectors for 2 texts")]

    with pytest.raises(EmbeddingFailed, match="for 5 s"):
        await passages(desk.service())


async def test_changed_settings_have_it_asked_at_once(desk: Desk) -> None:
    service = desk.service()
    desk.client.script = [REFUSED]
    with pytest.raises(EmbeddingFailed):
        await passages(service)

    service.ask_again()

    assert len(await question(service)) == 1


async def test_passages_wait_for_the_worker_and_questions_do_not(desk: Desk) -> None:
    desk.client.state = "warming"
    service = desk.service()
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(passages(service))
        await asyncio.sleep(0)
        early = len(desk.client.asked)
        desk.client.state = "ready"

    assert (early, len(waiting.result())) == (0, 1)
