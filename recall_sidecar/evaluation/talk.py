"""Put cases to a daemon as a host would, turn by turn, and hold what comes of each against what it expects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from recall_sidecar.evaluation.cases import Case
from recall_sidecar.evaluation.judged import Judged, judge

__all__ = ["Asked", "put"]


class Asked(Protocol):
    """A daemon. Raises `RecallSidecarError` with a sentence for people."""

    def get(self, path: str) -> dict[str, Any]:
        """Return the JSON object at `path`."""

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send `body` to `path` and return the JSON object it is answered with."""


@dataclass(slots=True)
class _Chat:
    """A conversation so far: its messages, and of the blocks that are still in it what they say and rest on."""

    key: str
    messages: list[dict[str, str]] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    told: frozenset[tuple[str, int]] = frozenset()

    def forget(self) -> None:
        """Take out what a compaction takes out."""
        self.messages.clear()
        self.blocks.clear()
        self.told = frozenset()


def put(daemon: Asked, cases: Sequence[Case], run: str) -> Iterator[Judged]:
    """Yield what becomes of each case; `run` is an id of this run, so that no other run's chat goes on."""
    chats: dict[tuple[str, str, str], _Chat] = {}
    for number, case in enumerate(cases):
        name = (case.agent, case.kind, case.chat or f"#{number}")
        key = f"agent:{case.agent}:eval:{case.kind}:{run}-{len(chats)}"
        chat = chats.setdefault(name, _Chat(key))
        if case.compacted:
            daemon.post("/v1/hooks/before_compaction", _notice(case, chat))
            chat.forget()
        yield _turn(daemon, case, chat, f"{run}-{number}")


def _turn(daemon: Asked, case: Case, chat: _Chat, run_id: str) -> Judged:
    chat.messages += [{"role": each.role, "content": each.text} for each in case.before]
    answer = daemon.post("/v1/hooks/before_prompt_build", _event(case, chat, run_id))
    trace = daemon.get(f"/v1/traces/{answer['traceId']}")["trace"]
    said = [message["content"] for message in chat.messages]
    judged = judge(case, answer, trace, visible=[*said, *chat.blocks], told=chat.told)
    _go_on(chat, case, answer, trace, judged)
    # Without messages: a turn of a measurement is none to remember.
    daemon.post("/v1/hooks/agent_end", _notice(case, chat, run_id))
    return judged


def _go_on(chat: _Chat, case: Case, answer: dict[str, Any], trace: dict[str, Any], judged: Judged) -> None:
    block = answer.get("prependContext") or ""
    stays = bool(block) and case.lifetime == "session"
    chat.messages.append({"role": "user", "content": f"{block}\n\n{case.message}" if stays else case.message})
    if case.reply:
        chat.messages.append({"role": "assistant", "content": case.reply})
    if stays:
        chat.blocks.append(trace["summary"])
        chat.told |= judged.used


def _event(case: Case, chat: _Chat, run_id: str) -> dict[str, Any]:
    return {
        "v": 1,
        "host": "cli",
        "blockLifetime": case.lifetime,
        "event": {
            "prompt": case.message,
            "currentUserMessage": case.message,
            "messages": list(chat.messages),
        },
        "ctx": {
            "agentId": case.agent,
            "sessionKey": chat.key,
            "runId": run_id,
            "trigger": "user",
            "messageProvider": "eval",
            "channelId": chat.key.rpartition(":")[2],
            "chatId": chat.key.rpartition(":")[2],
            "senderId": "owner",
            "senderIsOwner": True,
            "inputProvenance": {"kind": "external_user"},
        },
    }


def _notice(case: Case, chat: _Chat, run_id: str | None = None) -> dict[str, Any]:
    return {
        "v": 1,
        "host": "cli",
        "event": {},
        "ctx": {"agentId": case.agent, "sessionKey": chat.key, "runId": run_id},
    }
