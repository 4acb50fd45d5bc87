"""Hand finished turns to a thread that sends them as spans, without ever making one wait.

Turns reach the thread through a bounded queue; what does not fit is left out and counted. Importing the SDK, making spans
and talking to the collector all happen in the thread.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from recall_sidecar.telemetry.choice import Off, Refused, To, choose
from recall_sidecar.traced import TurnTrace

__all__ = ["Exporter", "Opener", "SpanSender", "TelemetryState"]

_MAX_WAITING = 500
# What a daemon that ends waits for the last spans.
_CLOSE_WITHIN_S = 0.5
_log = logging.getLogger("recall_sidecar")


class Exporter(Protocol):
    """Makes spans of turns and sends them; used by one thread."""

    def send(self, trace: TurnTrace) -> None:
        """Take a turn; it is sent with others, a little later."""

    def close(self) -> None:
        """Send what waits."""


# Raises `ValueError` when the SDK cannot make anything of the environment.
Opener = Callable[[To], Exporter]


@dataclass(frozen=True, slots=True)
class TelemetryState:
    """Whether turns are sent as spans: `detail` says where to, or why not. `left_out` turns did not fit into the queue."""

    state: Literal["off", "on", "refused"]
    detail: str = ""
    left_out: int = 0


class SpanSender:
    """A `TraceSink` that sends turns where the environment says; close it with `aclose`.

    Nothing is imported and no thread begun before the first turn, and none at all unless an endpoint is named.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        open_exporter: Opener,
        *,
        is_installed: Callable[[], bool],
        max_waiting: int = _MAX_WAITING,
        close_within_s: float = _CLOSE_WITHIN_S,
    ) -> None:
        self._choice: Off | Refused | To = choose(environment)
        self._open = open_exporter
        self._turns: queue.SimpleQueue[TurnTrace | None] = queue.SimpleQueue()
        self._max_waiting = max_waiting
        self._thread: threading.Thread | None = None
        self._left_out = 0
        self._close_within_s = close_within_s
        if isinstance(self._choice, To) and not is_installed():
            why = (
                f"{self._choice.variable} is set and the extra is missing: pip install 'recall-sidecar[otel]'"
            )
            self._choice = Refused(why)
        if isinstance(self._choice, Refused):
            _log.warning("telemetry_refused", extra={"why": self._choice.why})

    @property
    def state(self) -> TelemetryState:
        """What becomes of turns."""
        choice = self._choice
        if isinstance(choice, To):
            return TelemetryState("on", f"turns are sent to what {choice.variable} names", self._left_out)
        return TelemetryState("refused" if isinstance(choice, Refused) else "off", choice.why)

    def keep(self, trace: TurnTrace) -> None:
        """Hand a finished turn to the thread."""
        if not isinstance(self._choice, To):
            return
        if self._thread is None:
            self._thread = threading.Thread(
                target=self._serve, args=(self._choice,), name="telemetry", daemon=True
            )
            self._thread.start()
        if self._turns.qsize() >= self._max_waiting:
            self._left_out += 1
        else:
            self._turns.put(trace)

    async def aclose(self) -> None:
        """Send what waits, for a moment: a collector that does not answer keeps nobody."""
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        if self._thread is None:
            return
        self._turns.put(None)
        self._thread.join(self._close_within_s)

    def _serve(self, target: To) -> None:
        try:
            exporter = self._open(target)
        except (ImportError, ValueError) as error:
            self._choice = Refused(
                f"OpenTelemetry's SDK cannot be used ({type(error).__name__}): look at the OTEL_ variables"
            )
            _log.warning("telemetry_refused", extra={"why": self._choice.why})
            return
        while (trace := self._turns.get()) is not None:
            exporter.send(trace)
        exporter.close()
