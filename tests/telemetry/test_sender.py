"""Finished turns reach a thread that sends them, and wait for nothing."""

import logging
import threading

import pytest

from recall_sidecar.telemetry.choice import To
from recall_sidecar.telemetry.sender import SpanSender, TelemetryState
from recall_sidecar.traced import TurnTrace
from tests.turns import turn

LOCAL = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}


class Collected:
    """An exporter that keeps what it gets; with `hold` it waits for that first."""

    def __init__(self, hold: threading.Event | None = None) -> None:
        self.turns: list[str] = []
        self.closed = False
        self.got = threading.Event()
        self._hold = hold

    def send(self, trace: TurnTrace) -> None:
        self.got.set()
        if self._hold is not None:
            self._hold.wait(10)
        self.turns.append(trace.trace_id)

    def close(self) -> None:
        self.closed = True


def _sender(exporter: Collected, environment: dict[str, str] | None = None, **options: float) -> SpanSender:
    return SpanSender(
        LOCAL if environment is None else environment,
        lambda _target: exporter,
        is_installed=lambda: True,
        **options,  # type: ignore[arg-type]
    )


async def test_turns_are_sent_in_order_and_the_rest_when_it_closes() -> None:
    exporter = Collected()
    sender = _sender(exporter)

    for number in range(3):
        sender.keep(turn(trace_id=str(number)))
    await sender.aclose()

    assert exporter.turns == ["0", "1", "2"]
    assert exporter.closed
    assert sender.state == TelemetryState("on", "turns are sent to what OTEL_EXPORTER_OTLP_ENDPOINT names")


@pytest.mark.parametrize(
    ("environment", "state"),
    [
        pytest.param({}, TelemetryState("off"), id="no endpoint"),
        pytest.param(
            LOCAL | {"OTEL_SDK_DISABLED": "true"},
            TelemetryState("off", "OTEL_SDK_DISABLED is true"),
            id="switched off",
        ),
    ],
)
async def test_nothing_is_begun_where_nothing_is_wanted(
    environment: dict[str, str], state: TelemetryState
) -> None:
    exporter = Collected()
    sender = _sender(exporter, environment)

    sender.keep(turn())
    await sender.aclose()

    assert not exporter.turns
    assert not exporter.closed
    assert sender.state == state


def test_a_refusal_is_logged_and_told(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "recall_sidecar"):
        sender = _sender(Collected(), {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector.example"})

    assert sender.state.state == "refused"
    assert [record.getMessage() for record in caplog.records] == ["telemetry_refused"]
    assert "OTEL_EXPORTER_OTLP_ENDPOINT" in vars(caplog.records[0])["why"]


def test_without_the_extra_the_state_says_how_to_get_it() -> None:
    sender = SpanSender(LOCAL, lambda _target: Collected(), is_installed=lambda: False)

    assert sender.state.state == "refused"
    assert "recall-sidecar[otel]" in sender.state.detail


async def test_an_sdk_that_cannot_be_used_ends_it_and_no_turn() -> None:
    def broken(_target: To) -> Collected:
        raise ValueError("OTEL_BSP_MAX_QUEUE_SIZE")

    sender = SpanSender(LOCAL, broken, is_installed=lambda: True)

    sender.keep(turn())
    await sender.aclose()
    sender.keep(turn())

    assert sender.state == TelemetryState(
        "refused", "OpenTelemetry's SDK cannot be used (ValueError): look at the OTEL_ variables"
    )


async def test_what_does_not_fit_is_left_out_and_counted() -> None:
    hold = threading.Event()
    exporter = Collected(hold)
    sender = _sender(exporter, max_waiting=2)

    sender.keep(turn(trace_id="first"))
    assert exporter.got.wait(10)
    for number in range(5):
        sender.keep(turn(trace_id=str(number)))
    left_out = sender.state.left_out
    hold.set()
    await sender.aclose()

    assert left_out == 3
    assert exporter.turns == ["first", "0", "1"]


async def test_closing_waits_for_a_moment_and_not_for_a_collector_that_hangs() -> None:
    hold = threading.Event()
    exporter = Collected(hold)
    sender = _sender(exporter, close_within_s=0.01)

    sender.keep(turn())
    await sender.aclose()

    assert not exporter.closed
    hold.set()


async def test_a_sender_that_never_sent_closes_at_once() -> None:
    await _sender(Collected()).aclose()
