"""The route that a scraper reads."""

import pytest

from recall_sidecar.breaker import BreakerState
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.metrics.names import OTHER
from tests.metrics.test_tally import CALL
from tests.server.fakes import FULL, HOOKS, SESSION, Served
from tests.turns import turn


async def _scrape(daemon: Served, **headers: str) -> tuple[int, str, str]:
    async with daemon.session.get(daemon.url("/metrics"), headers=FULL | headers) as response:
        return response.status, response.headers["Content-Type"], await response.text()


async def test_a_scraper_gets_what_was_counted_and_what_is(daemon: Served) -> None:
    daemon.house.finish_turn()
    daemon.house.observed.tally.model_call(CALL)
    daemon.house.breakers.append(BreakerState("main", "openai/gpt-5-mini", "open", 3, 1000))

    status, content_type, text = await _scrape(daemon)

    assert (status, content_type.partition(";")[0]) == (200, "text/plain")
    assert 'recall_sidecar_turns_total{host="openclaw",reason="",status="ok"} 1.0' in text
    assert 'recall_sidecar_model_tokens_total{kind="input",model="openai/gpt-5-mini"} 900.0' in text
    assert 'recall_sidecar_breakers{state="open"} 1.0' in text
    assert 'recall_sidecar_build_info{version="0.1.0"} 1.0' in text
    assert "recall_sidecar_cache_entries 1.0" in text
    assert "recall_sidecar_turns_in_flight_limit 20.0" in text


async def test_openmetrics_is_sent_to_who_asks_for_it(daemon: Served) -> None:
    _, content_type, text = await _scrape(daemon, Accept="application/openmetrics-text; version=1.0.0")

    assert content_type.startswith("application/openmetrics-text")
    assert text.endswith("# EOF\n")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 401, id="without a token"),
        pytest.param(HOOKS, 403, id="with the token of hooks"),
        pytest.param(FULL | {"Origin": "http://evil.example"}, 403, id="from a web page"),
        pytest.param(FULL, 200, id="with the full token"),
    ],
)
async def test_what_is_counted_is_for_the_owner(daemon: Served, headers: dict[str, str], status: int) -> None:
    async with daemon.session.get(daemon.url("/metrics"), headers=headers) as response:
        assert response.status == status


async def test_a_memory_that_is_broken_is_a_number_and_no_error(daemon: Served) -> None:
    async def broken() -> None:
        message = "the index is gone"
        raise MemoryStoreError(message)

    daemon.house.memory.status = broken  # type: ignore[assignment,method-assign]

    status, _, text = await _scrape(daemon)

    assert status == 200
    assert 'recall_sidecar_ready{part="memory"} 0.0' in text
    assert "recall_sidecar_memory_passages 0.0" in text


async def test_ten_thousand_turns_of_strangers_stay_a_few_lines_without_an_id(daemon: Served) -> None:
    tally = daemon.house.observed.tally
    for number in range(10_000):
        tally.keep(
            turn(
                host=f"host{number}",
                agent_id=f"agent-{number}",
                session_key=f"{SESSION}-{number}",
                sender_id=f"sender-{number}",
                run_id=f"run-{number}",
            )
        )
        fields = {name: getattr(CALL, name) for name in CALL.__slots__}
        tally.model_call(type(CALL)(**fields | {"model": f"made/up-{number}"}))

    _, _, text = await _scrape(daemon)

    assert f'host="{OTHER}"' in text
    assert len(text.splitlines()) < 1000
    for word in (SESSION, "sender-", "run-", "agent-"):
        assert word not in text
