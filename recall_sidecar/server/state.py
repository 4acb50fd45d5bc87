"""The JSON that says in what state the daemon is: ready or not, who has called, how turns ended, what it has cost."""

from dataclasses import asdict
from datetime import datetime
from typing import Literal, Self

from recall_sidecar.breaker import BreakerState
from recall_sidecar.llm.spend import SpendTotals
from recall_sidecar.memory.conversations.port import CaptureState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.model_record import ModelRecord
from recall_sidecar.server.replies import Failure, Problem, Response
from recall_sidecar.telemetry.sender import TelemetryState

__all__ = [
    "BreakerReport",
    "CaptureReport",
    "FolderReport",
    "HookReport",
    "MeaningReport",
    "MemoryReport",
    "ModelReport",
    "OutcomeCount",
    "PartReport",
    "Readiness",
    "ReadingReport",
    "ShadowCount",
    "SpendReport",
    "StatusReply",
    "TelemetryReport",
]


class PartReport(Response):
    """Whether one part can be used, and if not why."""

    ready: bool
    detail: str


class Readiness(Response):
    """Whether the daemon can recall, by part; `error` is there when it cannot, and names the first part that is not ready."""

    ready: bool
    parts: dict[str, PartReport]
    error: Failure | None = None


class HookReport(Response):
    """Which hosts have called since the start. `by_host` counts each event, `refused` each error code.

    `plugin_version` is the plugin's that OpenClaw sent its last turn with, null before the first.
    """

    calls: int
    by_host: dict[str, dict[str, int]]
    by_session_kind: dict[str, int]
    refused: dict[str, int]
    last_call_at: datetime | None
    plugin_version: str | None
    hint: str | None


class OutcomeCount(Response):
    """How often turns of a host ended so."""

    host: str
    status: str
    reason: str | None
    count: int


class ShadowCount(Response):
    """How often `recall.shadow_mode` judged so, beside the mode in force; `asked` and `shadowAsks` say who lets a model look."""

    mode: str
    shadow_mode: str
    asked: bool
    shadow_asks: bool
    count: int


class FolderReport(Response):
    """One folder of memory; `watching` says how its changes are noticed, empty before they are."""

    name: str
    path: str
    files: int
    passages: int
    watching: str
    problems: tuple[str, ...]


class ReadingReport(Response):
    """How far the pass over the folders is that is being made; `files_of` grows as folders are listed."""

    folder: str
    files: int
    files_of: int
    passages: int
    elapsed_ms: float


class MeaningReport(Response):
    """How far the passages have vectors of the model in use; `unread` of those it was shown it cannot read."""

    model: str
    dimension: int
    embedded: int
    passages: int
    unread: int
    line: str
    hint: str


class MemoryReport(Response):
    """The state of the memory; `reading` is null between passes, `meanings` where passages have no vectors."""

    ready: bool
    files: int
    passages: int
    refreshed_at: datetime | None
    problems: tuple[str, ...]
    detail: str
    bytes_on_disk: int
    folders: tuple[FolderReport, ...]
    reading: ReadingReport | None
    stores: tuple[str, ...]
    meanings: MeaningReport | None

    @classmethod
    def of(cls, status: MemoryStatus) -> Self:
        """Return the state for the wire."""
        return cls(**asdict(status))


class ModelReport(Response):
    """Turns of late that asked a model and those in which it failed; `hint` is there when it fails in half of them or more."""

    asked: int
    failed: int
    last_error: str
    hint: str | None

    @classmethod
    def of(cls, record: ModelRecord) -> Self:
        """Return the record for the wire."""
        return cls(asked=record.asked, failed=record.failed, last_error=record.last_error, hint=record.hint)


class BreakerReport(Response):
    """The circuit breaker of one agent and model, when it has counted a time-out; `state` is closed, open or half-open."""

    agent_id: str
    model: str
    state: str
    timeouts: int
    retry_in_ms: int

    @classmethod
    def of(cls, breaker: BreakerState) -> Self:
        """Return the breaker for the wire."""
        return cls(**asdict(breaker))


class SpendReport(Response):
    """Model calls of the last 24 hours: tokens, US dollars, and how many ended without a known price.

    `embeddings` are calls of an embedding model beside them; tokens and dollars are of both.
    """

    calls: int
    input_tokens: int
    output_tokens: int
    cost: float
    unpriced: int
    embeddings: int

    @classmethod
    def of(cls, totals: SpendTotals) -> Self:
        """Return the totals for the wire."""
        return cls(**asdict(totals))


class CaptureReport(Response):
    """What has become of the turns that hosts handed over since the start, and how many files of them were deleted.

    `problem` says why the last one could not be written, empty when it could.
    """

    turns: dict[str, int]
    purged_old: int
    purged_crowded: int
    problem: str

    @classmethod
    def of(cls, state: CaptureState) -> Self:
        """Return the state for the wire."""
        return cls(
            turns=dict(sorted(state.counts.items())),
            purged_old=state.purged.old,
            purged_crowded=state.purged.crowded,
            problem=state.problem,
        )


class TelemetryReport(Response):
    """Whether turns are sent as OpenTelemetry's spans: `state` is off, on or refused, `detail` says where to, or why not."""

    state: str
    detail: str
    left_out: int

    @classmethod
    def of(cls, state: TelemetryState) -> Self:
        """Return the state for the wire."""
        return cls(state=state.state, detail=state.detail, left_out=state.left_out)


class StatusReply(Response):
    """What an operator wants to see at a glance."""

    v: Literal[1] = 1
    version: str
    pid: int
    started_at: datetime
    uptime_ms: int
    socket: str
    port: int | None
    readiness: dict[str, PartReport]
    hooks: HookReport
    outcomes: tuple[OutcomeCount, ...]
    shadows: tuple[ShadowCount, ...]
    turns_in_flight: int
    model: str
    model_turns: ModelReport
    breakers: tuple[BreakerReport, ...]
    spend: SpendReport
    cache: dict[str, int]
    memory: MemoryReport
    capture: CaptureReport
    telemetry: TelemetryReport
    settings_problems: tuple[Problem, ...]
