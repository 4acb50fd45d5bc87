"""Why memory was not asked for a fact, or has it not for this viewer."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from recall_sidecar.loss.case import Case, deadline
from recall_sidecar.loss.verdict import Loss
from recall_sidecar.memory.standing import Hidden, Unread, says
from recall_sidecar.outcomes import SkipReason
from recall_sidecar.reasons import parted, sentence_of

__all__ = ["early", "gate", "memory", "told"]

_JUDGED: Final = frozenset(
    {
        SkipReason.NO_RECALL_INTENT,
        SkipReason.UNLIKELY_TO_HELP,
        SkipReason.MODE_OFF,
        SkipReason.ALREADY_VISIBLE,
    }
)
_BEFORE_MEMORY: Final = frozenset({"gate", "query", "cache", "memory"})
_HIDDEN: Final[Mapping[Hidden, tuple[str, str]]] = {
    "sender": ("its sender may not see this agent's memory", "add the sender's id to gate.owners if it is your own"),
    "agent": ("its folder belongs to another agent", 'add the agent, or "*", to agents of that folder in [[memory.folders]]'),
    "chat": ("it was said in another chat, which only that chat recalls", "write it into a note: recall-sidecar remember TEXT"),
    "private": ("it is private, and the turn was in a shared chat", 'set visibility = "shared" for its folder, or a rule for its file'),
    "project": ("it belongs to a project that the turn is not about", "take the project comment off its entry, or work in that project"),
    "answered": ("it was said in the very conversation that was being answered", "nothing need change: the model has it before it"),
}  # fmt: skip
_UNREAD: Final[Mapping[Unread, tuple[str, str]]] = {
    "behind": ("a file says it, and the index has not read it yet", "run: recall-sidecar index"),
    "too_large": ("it stands beyond what is read of its file", "raise memory.max_file_bytes{max_file_bytes}, or split the file"),
    "not_memory": ("the file that says it is none that memory reads", "move it to where the folder's layout looks, or change layout or only in [[memory.folders]]"),
}  # fmt: skip


def told(case: Case) -> Iterator[Loss]:
    """Say so where it was not lost at all."""
    said = says(case.turn.summary, case.fact)
    # Of a turn whose words were not kept the passage alone is known.
    if said or (case.hit is not None and case.hit.used and not case.turn.summary):
        yield "told", "it was not lost, it stood before the prompt", "look at what the model made of it"


def gate(case: Case) -> Iterator[Loss]:
    """Say why the turn might not look into memory."""
    turn = case.turn
    if turn.status == "skipped" and turn.reason not in _JUDGED:
        yield "gate", *parted(sentence_of(turn.reason))
    elif turn.status == "cancelled":
        yield "gate", "the host gave the turn up before memory had answered", "ask again"


def early(case: Case) -> Iterator[Loss]:
    """What ends a turn before memory was searched, or by which memory cannot be searched."""
    turn = case.turn
    if turn.reason in {SkipReason.NO_RECALL_INTENT, SkipReason.MODE_OFF}:
        yield "need", *parted(sentence_of(turn.reason))
    elif turn.status == "ok" and turn.cache == "miss" and all(span.name != "memory" for span in turn.spans):
        yield (
            "need",
            "the message calls curated entries by a trigger phrase, and in this mode nothing else is looked for",
            f'set {case.key("recall.mode")} to "auto"',
        )
    elif turn.status == "timeout" and turn.reason in _BEFORE_MEMORY:
        yield deadline(case)
    elif (
        turn.status in {"unavailable", "failed"}
        and not turn.hits
        and turn.reason not in {"no_model", "breaker_open", "spend_limit"}
    ):
        is_models = turn.reason in {"model", "reply", "aborted"}
        yield "model" if is_models else "unavailable", *parted(sentence_of(turn.reason))


def memory(case: Case) -> Iterator[Loss]:
    """Say why memory has it not, or not for this viewer."""
    standing = case.standing
    if case.hit is not None:
        return
    if standing.unread == "masked":
        yield (
            "masked",
            f"what it says was taken for a secret in {standing.file}, and memory keeps no secrets",
            "write what may be told without the secret",
        )
    elif standing.passage is None and standing.unread:
        what, do = _UNREAD[standing.unread]
        limit = f" (now {case.settings.memory.max_file_bytes})"
        yield "not_indexed", f"{what} ({standing.file})", do.format(max_file_bytes=limit)
    elif standing.passage is None:
        closed = f" ({standing.unreadable} of its files cannot be read)" if standing.unreadable else ""
        yield (
            "not_indexed",
            f"nothing in memory says it{closed}",
            "write it down: recall-sidecar remember TEXT",
        )
    elif standing.hidden:
        what, do = _HIDDEN[standing.hidden]
        yield "not_visible", f"{standing.place} says it, but {what}", do
    elif _is_later(standing.changed_at, case.turn.started_at):
        yield "later", f"{standing.place} was written after that turn", "ask again"


def _is_later(changed_at: datetime | None, started_at: datetime) -> bool:
    return changed_at is not None and changed_at > started_at
