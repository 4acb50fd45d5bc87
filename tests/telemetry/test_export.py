"""Spans through the real SDK to a real collector."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio

from recall_sidecar import __version__
from recall_sidecar.telemetry.choice import To
from recall_sidecar.telemetry.export import is_installed, open_exporter
from recall_sidecar.traced import ModelCallTrace, TurnTrace
from tests.telemetry.collector import Collector, collector
from tests.turns import turn

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
CALL = ModelCallTrace(
    "openai/gpt-5-mini", "name", 700.0, 300.0, 900, 20, 0.0003, "tool_calls", ("memory_get",), 6.0, (2.0,)
)


@pytest_asyncio.fixture
async def there() -> AsyncIterator[Collector]:
    async with collector() as made:
        yield made


async def _send(there: Collector, *turns: TurnTrace) -> None:
    """Send turns as the thread does, and end it."""

    def work() -> None:
        exporter = open_exporter(To("OTEL_EXPORTER_OTLP_ENDPOINT", f"{there.url}/v1/traces", is_local=True))
        for each in turns:
            exporter.send(each)
        exporter.close()

    await asyncio.to_thread(work)


def _attributes(attributes: Any) -> Mapping[str, Any]:  # noqa: ANN401 -- protobuf's own containers
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}


async def test_a_turn_arrives_with_its_steps_calls_and_tools(there: Collector) -> None:
    await _send(there, turn(model_calls=(CALL,), traceparent="", tracestate=""))

    names = {span.name for span in there.spans}
    assert names == {
        "recall", "recall.gate", "recall.memory", "recall.model", "chat gpt-5-mini", "execute_tool memory_get",
    }  # fmt: skip
    top, model, chat = there.named("recall"), there.named("recall.model"), there.named("chat gpt-5-mini")
    assert (model.parent_span_id, chat.parent_span_id) == (top.span_id, model.span_id)
    assert len({span.trace_id for span in there.spans}) == 1
    assert top.parent_span_id == b""
    attributes = _attributes(chat.attributes)
    assert attributes["gen_ai.operation.name"] == "chat"
    assert attributes["gen_ai.usage.input_tokens"] == 900
    assert (top.kind, chat.kind) == (2, 3)


async def test_spans_have_the_turns_own_times(there: Collector) -> None:
    finished = turn()

    await _send(there, finished)

    top, memory = there.named("recall"), there.named("recall.memory")
    begun = int(finished.started_at.timestamp()) * 1_000_000_000
    assert (top.start_time_unix_nano, top.end_time_unix_nano) == (begun, begun + 842_000_000)
    assert memory.start_time_unix_nano == begun + 500_000


async def test_a_turn_stands_below_the_callers_span(there: Collector) -> None:
    await _send(there, turn(traceparent=f"00-{TRACE}-{SPAN}-01", tracestate="rojo=1"))

    top = there.named("recall")
    assert (top.trace_id.hex(), top.parent_span_id.hex()) == (TRACE, SPAN)
    assert top.trace_state == "rojo=1"


async def test_a_caller_that_is_not_sampled_is_followed(there: Collector) -> None:
    await _send(there, turn(traceparent=f"00-{TRACE}-{SPAN}-00"))

    assert there.spans == []


async def test_a_failed_turn_is_an_error(there: Collector) -> None:
    await _send(there, turn(status="unavailable", reason="no_model"))

    top = there.named("recall")
    assert top.status.code == 2
    assert _attributes(top.attributes)["error.type"] == "no_model"


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        pytest.param({}, "recall-sidecar", id="our own name"),
        pytest.param({"OTEL_SERVICE_NAME": "memory"}, "memory", id="the environment's"),
        pytest.param(
            {"OTEL_RESOURCE_ATTRIBUTES": "service.name=m2,deployment=home"}, "m2", id="an attribute's"
        ),
    ],
)
async def test_the_resource_says_who_sends(
    there: Collector, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], name: str
) -> None:
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)

    await _send(there, turn())

    assert there.resource["service.name"] == name
    assert there.resource["service.version"] == __version__
    assert ("deployment" in there.resource) is ("OTEL_RESOURCE_ATTRIBUTES" in environment)


async def test_headers_of_the_environment_are_sent(there: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-api-key=k")

    await _send(there, turn())

    assert there.headers["x-api-key"] == "k"


async def test_what_goes_to_this_machine_takes_no_proxy(
    there: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")

    await _send(there, turn())

    assert there.spans


async def test_no_text_is_in_what_leaves(there: Collector) -> None:
    await _send(there, turn(model_calls=(CALL,)))

    (body,) = there.bodies
    for secret in (b"oolong", b"telegram", b"MEMORY.md", b"Judge the memory", b"run-1"):
        assert secret not in body


async def test_a_collector_that_refuses_is_named_once_and_so_is_its_return(
    there: Collector, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each span is a batch of its own.
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1")
    there.statuses = [400, 400]

    with caplog.at_level(logging.INFO, "recall_sidecar"):
        await _send(there, turn())

    ours = [record.getMessage() for record in caplog.records if record.name == "recall_sidecar"]
    assert ours == ["telemetry_failed", "telemetry_works_again"]


def test_another_machine_is_reached_with_the_environments_proxies_and_certificates() -> None:
    """Nothing is sent: no span is given."""
    open_exporter(
        To("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example/v1/traces", is_local=False)
    ).close()


def test_the_sdk_is_imported_when_there_is_something_to_send() -> None:
    code = (
        "import sys; from recall_sidecar.telemetry import export; assert export.is_installed(); "
        "assert not [name for name in sys.modules if name.startswith('opentelemetry.sdk')]"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert is_installed()


def test_without_the_extra_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recall_sidecar.telemetry.export._NEEDED", ("opentelemetry_that_is_not_there.sdk",))

    assert not is_installed()
