"""What model calls cost: counted in minutes, kept for a day, held against two limits.

The ledger knows how many calls there were and what they used, never what was said, so it is kept whether or not
transcripts are. It survives a restart: it is written beside the event loop, soon after a change and on closing.
"""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Self

from recall_sidecar import private
from recall_sidecar.deadline import Clock
from recall_sidecar.llm.port import Usage
from recall_sidecar.settings import ModelSettings
from recall_sidecar.tasks import TaskSet

__all__ = ["SpendLedger", "SpendTotals"]

_HOUR_MIN = 60
_DAY_MIN = 24 * 60
_VERSION = 1
_log = logging.getLogger("recall_sidecar")


@dataclass(slots=True)
class SpendTotals:
    """Calls, tokens and US dollars of some time; `unpriced` calls ended without a known price.

    `embeddings` are calls of an embedding model, which are not among `calls`.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0
    embeddings: int = 0

    def add(self, other: "SpendTotals") -> None:
        """Add what another stretch of time holds."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class SpendLedger:
    """Model calls of the last day; make one with `load` and close it."""

    def __init__(
        self, file: Path, clock: Clock, minutes: dict[int, SpendTotals], *, save_after_s: float = 1.0
    ) -> None:
        self._file = file
        self._clock = clock
        self._minutes = minutes
        self._save_after_s = save_after_s
        self._tasks = TaskSet()
        self._saving: asyncio.Task[None] | None = None
        self._changed = False
        self._closing = asyncio.Event()

    @classmethod
    def load(cls, file: Path, clock: Clock, *, save_after_s: float = 1.0) -> Self:
        """Read the ledger; one that cannot be read counts as empty and is reported in the log.

        It blocks on the disk: call it before the event loop runs, or in a thread.
        """
        return cls(file, clock, _read(file), save_after_s=save_after_s)

    def admit(self, settings: ModelSettings) -> str | None:
        """Count a call that is about to be made, or say which limit forbids it.

        Counting comes with permission, so that turns at the same moment cannot pass a limit together.
        """
        limit = self.limit_reached(settings)
        if limit is None:
            self._now().calls += 1
            self._touch()
        return limit

    def admit_embedding(self, settings: ModelSettings) -> str | None:
        """Count a call of an embedding model, or say which limit forbids it.

        It may be as many in an hour as calls of the model, counted apart: a large import takes no turn its answer.
        """
        hour, most = self.totals(_HOUR_MIN).embeddings, settings.max_calls_per_hour
        if most and hour >= most:
            return f"{hour} embedding calls in the last hour, model.max_calls_per_hour is {most}"
        limit = self._cost_limit(settings)
        if limit is None:
            self._now().embeddings += 1
            self._touch()
        return limit

    def limit_reached(self, settings: ModelSettings) -> str | None:
        """Return which limit is used up, None while another call may be made."""
        hour = self.totals(_HOUR_MIN).calls
        if settings.max_calls_per_hour and hour >= settings.max_calls_per_hour:
            return f"{hour} model calls in the last hour, model.max_calls_per_hour is {settings.max_calls_per_hour}"
        return self._cost_limit(settings)

    def _cost_limit(self, settings: ModelSettings) -> str | None:
        cost = self.totals(_DAY_MIN).cost
        if settings.max_cost_per_day and cost >= settings.max_cost_per_day:
            return f"${cost:.4f} in the last 24 hours, model.max_cost_per_day is {settings.max_cost_per_day}"
        return None

    def record(self, usage: Usage) -> None:
        """Add what a call used once it is known."""
        cost, unpriced = (0.0, 1) if usage.cost is None else (usage.cost, 0)
        self._now().add(SpendTotals(0, usage.input_tokens, usage.output_tokens, cost, unpriced))
        self._touch()

    def totals(self, minutes: int = _DAY_MIN) -> SpendTotals:
        """Return the sum of the last so many minutes, the present one included."""
        first = self._settle() - minutes + 1
        total = SpendTotals()
        for minute, spent in self._minutes.items():
            if minute >= first:
                total.add(spent)
        return total

    async def aclose(self) -> None:
        """Write what has not been written."""
        self._closing.set()
        # Waited for, not cancelled: the thread that writes could not be stopped and would meet a second writer.
        if self._saving is not None:
            await self._saving

    def _now(self) -> SpendTotals:
        return self._minutes.setdefault(self._settle(), SpendTotals())

    def _settle(self) -> int:
        """Return the present minute; drop what is too old and move what lies ahead to now.

        Minutes ahead come from a clock that was wrong. Left there they would count for ever.
        """
        now = int(self._clock.now().timestamp() // 60)
        ahead = [minute for minute in self._minutes if minute > now]
        for minute in ahead:
            self._minutes.setdefault(now, SpendTotals()).add(self._minutes.pop(minute))
        for minute in [m for m in self._minutes if m <= now - _DAY_MIN]:
            del self._minutes[minute]
        return now

    def _touch(self) -> None:
        self._changed = True
        if self._saving is None or self._saving.done():
            self._saving = self._tasks.start(self._save_soon(), name="spend ledger")

    async def _save_soon(self) -> None:
        while self._changed:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._save_after_s):
                    await self._closing.wait()
            await self._write()

    async def _write(self) -> None:
        self._changed = False
        text = json.dumps(
            {"version": _VERSION, "minutes": {str(m): asdict(s) for m, s in self._minutes.items()}}
        )
        try:
            await asyncio.to_thread(_replace, self._file, text)
        except OSError as error:
            _log.warning("spend_not_written", extra={"error": type(error).__name__})


def _read(file: Path) -> dict[int, SpendTotals]:
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        return {int(minute): _totals(spent) for minute, spent in stored["minutes"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        _log.warning("spend_unreadable", extra={"error": type(error).__name__})
        return {}


def _totals(stored: dict[str, float]) -> SpendTotals:
    calls, incoming, outgoing, unpriced = (
        max(int(stored[name]), 0) for name in ("calls", "input_tokens", "output_tokens", "unpriced")
    )
    # Ledgers from before embeddings were counted have none.
    embeddings = max(int(stored.get("embeddings", 0)), 0)
    return SpendTotals(calls, incoming, outgoing, max(float(stored["cost"]), 0.0), unpriced, embeddings)


def _replace(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    private.replace_file(file, text.encode())
