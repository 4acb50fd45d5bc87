"""Every way a turn can end.

```text
RecallOutcome
├── Recalled          a summary, an extract or a trigger's passage goes before the prompt
├── NothingRelevant   memory was read, nothing helps
├── Skipped           the gate said no
├── TimedOut          the budget ran out, and no lower rung had anything
└── Unavailable       something is missing or broken
```

What is expected on a good day is a value. Every reader matches all five and closes with `assert_never`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias, assert_never

__all__ = [
    "MAX_NOTE_CHARS",
    "NothingRelevant",
    "Origin",
    "RecallKind",
    "RecallOutcome",
    "Recalled",
    "SkipReason",
    "Skipped",
    "Source",
    "StepName",
    "TimedOut",
    "Unavailable",
    "UnavailableReason",
    "is_whole",
    "kind_of",
    "lowest",
    "reason_of",
    "said_by",
    "status_word",
    "trusted_least",
]


class Origin(StrEnum):
    """How far a passage may be trusted, from most to least."""

    OWNER = "owner"
    AGENT = "agent"
    UNTRUSTED = "untrusted"
    SYSTEM = "system"


class SkipReason(StrEnum):
    """Why the gate refused; each value is documented in docs/trace.md."""

    DISABLED = "disabled"
    AGENT = "agent"
    NO_SESSION = "no_session"
    NOT_INTERACTIVE = "not_interactive"
    INTER_SESSION = "inter_session"
    SENDER = "sender"
    SESSION_OFF = "session_off"
    CHAT_TYPE = "chat_type"
    CHAT_ID = "chat_id"
    TOOL_POLICY = "tool_policy"
    MAIN_MODEL = "main_model"
    NO_TEXT = "no_text"
    NO_RECALL_INTENT = "no_recall_intent"
    UNLIKELY_TO_HELP = "unlikely_to_help"
    MODE_OFF = "mode_off"
    ALREADY_VISIBLE = "already_visible"


class UnavailableReason(StrEnum):
    """What was missing or broken; each value is documented in docs/trace.md."""

    WARMING = "warming"
    BREAKER_OPEN = "breaker_open"
    NO_MODEL = "no_model"
    MODEL = "model"
    MEMORY = "memory"
    REPLY = "reply"
    OVERLOADED = "overloaded"
    ABORTED = "aborted"
    SPEND_LIMIT = "spend_limit"
    INTERNAL = "internal"


RecallKind = Literal["summary", "extract", "trigger"]
# What trigger phrases call may be longer than a summary: whole entries, as they were written.
MAX_NOTE_CHARS = 1800
StepName = Literal["gate", "query", "cache", "memory", "need", "model", "verify", "inject"]


@dataclass(frozen=True, slots=True)
class Source:
    """A passage a recalled text rests on: where it stands, not what it says."""

    path: str
    from_line: int
    to_line: int
    origin: Origin
    score: float
    source: str = ""

    @property
    def place(self) -> tuple[str, str, int]:
        """Where it begins."""
        return self.source, self.path, self.from_line


@dataclass(frozen=True, slots=True)
class Recalled:
    """Memory helps. `summary` is plain text, not yet escaped or wrapped.

    `partial` marks a summary cut short by the deadline. `fallback` says why a lower rung answered in the model's
    place: the reason the model would have ended with; None when the rung answered on its own account. `note` is what
    trigger phrases called beside the summary, and rests on the first `noted` sources; an answer of kind `trigger` is nothing
    but that, and has it as its summary. `perhaps_of` is named with the sources though the summary does not rest on it: words of
    somebody who is trusted less may have come into it from there.
    """

    summary: str
    sources: tuple[Source, ...]
    kind: RecallKind = "summary"
    partial: bool = False
    trust: Origin = Origin.AGENT
    fallback: str | None = None
    note: str = ""
    noted: int = 0
    perhaps_of: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class NothingRelevant:
    """Memory was read and nothing in it helps. `judged_by` is the rung that said so."""

    judged_by: Literal["memory", "need", "model", "verify"] = "memory"


@dataclass(frozen=True, slots=True)
class Skipped:
    """The turn may not look into memory."""

    reason: SkipReason


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The budget ran out in `step`."""

    step: StepName
    budget_ms: int


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Recall could not run. `detail` is for the trace: classes and settings, never text of a memory or message."""

    reason: UnavailableReason
    detail: str = ""


RecallOutcome: TypeAlias = Recalled | NothingRelevant | Skipped | TimedOut | Unavailable

_RANK = {Origin.OWNER: 0, Origin.AGENT: 1, Origin.UNTRUSTED: 2, Origin.SYSTEM: 3}


def lowest(origins: tuple[Origin, ...]) -> Origin:
    """Return the least trusted of `origins`; `system` when there are none, which nothing may be built on."""
    return max(origins, key=_RANK.__getitem__, default=Origin.SYSTEM)


def trusted_least(sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """Return `sources`, the least trusted first."""
    return tuple(sorted(sources, key=lambda source: -_RANK[source.origin]))


def status_word(outcome: RecallOutcome) -> str:
    """Return OpenClaw's word for `outcome`: ok, empty, timeout, timeout_partial, unavailable, failed or skipped."""
    match outcome:
        case Recalled(partial=True):
            return "timeout_partial"
        case Recalled():
            return "ok"
        case NothingRelevant():
            return "empty"
        case Skipped():
            return "skipped"
        case TimedOut():
            return "timeout"
        case Unavailable(
            reason=UnavailableReason.REPLY | UnavailableReason.MODEL | UnavailableReason.INTERNAL
        ):
            return "failed"
        case Unavailable():
            return "unavailable"
        case _:
            assert_never(outcome)


def reason_of(outcome: RecallOutcome) -> str | None:
    """Return the named reason that goes on the wire and into counters, None for an outcome that needs none."""
    match outcome:
        case Recalled():
            return outcome.fallback
        case NothingRelevant():
            return None
        case Skipped() | Unavailable():
            return outcome.reason.value
        case TimedOut():
            return outcome.step
        case _:
            assert_never(outcome)


def said_by(outcome: RecallOutcome) -> str:
    """Return everything that memory says to the turn, the note of trigger phrases in front; empty when it says nothing."""
    return " ".join(filter(None, (outcome.note, outcome.summary))) if isinstance(outcome, Recalled) else ""


def kind_of(recalled: Recalled) -> str:
    """Return where the words come from, for the trace: `summary`, `extract`, `trigger`, or `trigger+` one of the others."""
    return f"trigger+{recalled.kind}" if recalled.note else recalled.kind


def is_whole(outcome: RecallOutcome) -> bool:
    """Return whether more time would not have given a better answer."""
    match outcome:
        case Recalled():
            return not outcome.partial and outcome.fallback is None
        case NothingRelevant() | Skipped():
            return True
        case TimedOut() | Unavailable():
            return False
        case _:
            assert_never(outcome)
