"""Measurements of single turns over HTTP, each interleaved with the echo so that drift meets both."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import aiohttp

from benchmarks.bodies import GROUP, TurnBodies, direct
from benchmarks.corpus import fact_question, unanswered_question
from benchmarks.figures import Figures
from benchmarks.house import ANSWERING, HANGING, NO_MODEL, House
from benchmarks.scale import Scale

__all__ = ["Pair", "extract", "hit", "miss", "model_path", "overshoot", "skip"]

_AT_ONCE = 20
_HOST_BUDGET_MS = 750
# What the daemon keeps back to get its answer there.
_KEPT_BACK_MS = 250
Pair = tuple[Figures, Figures]
Accepts = Callable[[dict[str, Any]], bool]


def skip(house: House, scale: Scale, *, messages: int, chars: int) -> tuple[int, Pair]:
    """Measure turns of a group chat, which the gate refuses; also return the size of a body."""
    bodies = TurnBodies(GROUP, messages=messages, chars=chars)
    pair = _beside_echo(
        house, iter(bodies.next, b""), scale.skips, scale.warm_up, _ended("skipped", "chat_type")
    )
    return bodies.size, pair


def hit(house: House, scale: Scale) -> Pair:
    """Measure a question that a model has answered a moment ago."""
    bodies = TurnBodies(direct(ANSWERING), messages=20, chars=360)
    question = fact_question(0)
    _, first = house.ours.turn(bodies.next(question))
    _check(first, _ended("ok", None))
    turns = iter(lambda: bodies.next(question), b"")
    return _beside_echo(
        house, turns, scale.hits, scale.warm_up, lambda answer: "cached" in answer["statusLine"]
    )


def miss(house: House, scale: Scale) -> Pair:
    """Measure questions that no passage answers, each a different one."""
    bodies = TurnBodies(direct(ANSWERING), messages=20, chars=360)
    turns = (bodies.next(unanswered_question(number)) for number in range(100_000))
    return _beside_echo(house, turns, scale.misses, scale.warm_up // 4, _ended("empty", None))


def extract(house: House, scale: Scale) -> Pair:
    """Measure questions that a passage answers when there is no model."""
    bodies = TurnBodies(direct(NO_MODEL), messages=20, chars=360)
    turns = (bodies.next(fact_question(number % (scale.passages // 10))) for number in range(1, 100_000))
    return _beside_echo(house, turns, scale.extracts, scale.warm_up // 4, _ended("ok", "no_model"))


def model_path(house: House, scale: Scale) -> tuple[Pair, Figures]:
    """Measure turns that a model answers beside the same streamed call made directly; also return what we add."""
    bodies = TurnBodies(direct(ANSWERING), messages=20, chars=360)
    questions = (bodies.next(fact_question(number)) for number in range(1, 100_000))
    direct_ms: list[float] = []
    ours_ms: list[float] = []
    with asyncio.Runner() as runner:
        session = runner.run(_session())
        try:
            for number, body in enumerate(islice(questions, scale.model_calls + 2)):
                straight = runner.run(_stream(session, house.provider_port))
                took, answer = house.ours.turn(body)
                _check(answer, _ended("ok", None))
                if number > 1:
                    direct_ms.append(straight)
                    ours_ms.append(took)
        finally:
            runner.run(session.close())
    added = [ours - straight for ours, straight in zip(ours_ms, direct_ms, strict=True)]
    return (Figures.of(ours_ms), Figures.of(direct_ms)), Figures.of(added)


def overshoot(house: House, scale: Scale) -> Figures:
    """Measure how long after its budget a turn is answered whose model never says a word."""
    late: list[float] = []
    failed: list[BaseException] = []
    numbers = iter(range(1, scale.timeouts + 1))
    taking = threading.Lock()

    def caller() -> None:
        bodies = TurnBodies(
            direct(HANGING),
            messages=20,
            chars=360,
            budgetMs=_HOST_BUDGET_MS,
            modelProviderId="bench",
            modelId="@MODEL@",
        )
        with house.daemon.connect() as connection:
            while True:
                with taking:
                    number = next(numbers, None)
                if number is None:
                    return
                # A model of its own for each turn: the breaker would rest one that times out again and again.
                body = bodies.next(fact_question(number % (scale.passages // 10)), MODEL=f"hangs-{number}")
                took, answer = connection.turn(body)
                _check(answer, _ended("timeout", "model"))
                late.append(took - (_HOST_BUDGET_MS - _KEPT_BACK_MS))

    def guarded() -> None:
        try:
            caller()
        except Exception as error:  # noqa: BLE001 -- told in the main thread
            failed.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(_AT_ONCE)]
    for thread in threads:
        thread.start()
        # Hosts do not send twenty turns in the same instant.
        time.sleep((_HOST_BUDGET_MS - _KEPT_BACK_MS) / 1000 / _AT_ONCE)
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return Figures.of(late)


def _beside_echo(house: House, turns: Iterator[bytes], count: int, warm_up: int, accepts: Accepts) -> Pair:
    ours_ms: list[float] = []
    echo_ms: list[float] = []
    for number, body in enumerate(islice(turns, count + warm_up)):
        bare, _ = house.echo.post("/v1/hooks/before_prompt_build", body)
        took, answer = house.ours.turn(body)
        _check(answer, accepts)
        if number >= warm_up:
            echo_ms.append(bare)
            ours_ms.append(took)
    return Figures.of(ours_ms), Figures.of(echo_ms)


def _ended(status: str, reason: str | None) -> Accepts:
    return lambda answer: (answer.get("status"), answer.get("reason")) == (status, reason)


def _check(answer: dict[str, Any], accepts: Accepts) -> None:
    if not accepts(answer):
        message = f"a turn ended otherwise than it should: {answer}"
        raise RuntimeError(message)


async def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession()


async def _stream(session: aiohttp.ClientSession, port: int) -> float:
    body = {"model": "answers", "stream": True, "messages": [{"role": "user", "content": "Who leads it?"}]}
    begun = time.perf_counter()
    async with session.post(f"http://127.0.0.1:{port}/v1/chat/completions", json=body) as answer:
        async for _ in answer.content:
            pass
    return (time.perf_counter() - begun) * 1000
