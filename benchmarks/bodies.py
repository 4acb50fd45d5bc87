"""Turns as OpenClaw's plugin sends them, of a given size and each one different."""

import json
from typing import Any

__all__ = ["GROUP", "TurnBodies", "direct"]

GROUP = "agent:main:telegram:group:-100200"


def direct(agent: str) -> str:
    """Return the session key of a direct chat with `agent`."""
    return f"agent:{agent}:telegram:direct:42"


class TurnBodies:
    """Bodies that differ in their run id and question alone, so that making one costs nothing worth measuring."""

    def __init__(self, session_key: str, *, messages: int, chars: int, **ctx: str | int) -> None:
        history = [_message(number, chars) for number in range(messages)]
        body = {
            "v": 1,
            "host": "openclaw",
            "event": {"prompt": "@QUESTION@", "messages": history, "currentUserMessage": "@QUESTION@"},
            "ctx": {
                "agentId": session_key.split(":")[1],
                "sessionKey": session_key,
                "sessionId": "3f1c7a52-6a5e-4a49-9a53-2d1f0c9b7e10",
                "runId": "@RUN@",
                "trigger": "user",
                "messageProvider": "telegram",
                "channelId": "42",
                "senderId": "42",
                "senderIsOwner": True,
                "chatId": "42",
                "inputProvenance": {"kind": "external_user"},
                "activeProjectKeys": [],
                **ctx,
            },
        }
        self._template = json.dumps(body, ensure_ascii=False).encode()
        self._made = 0

    @property
    def size(self) -> int:
        """Bytes of a body, about."""
        return len(self._template)

    def next(self, question: str = "What did we plan for the summer?", **replaced: str) -> bytes:
        """Return a turn of its own that asks `question`; `replaced` fills further `@NAME@` marks."""
        self._made += 1
        body = self._template.replace(b"@QUESTION@", json.dumps(question, ensure_ascii=False)[1:-1].encode())
        for name, value in {"RUN": f"run-{id(self)}-{self._made}", **replaced}.items():
            body = body.replace(f"@{name}@".encode(), value.encode())
        return body


def _message(number: int, chars: int) -> dict[str, Any]:
    words = f"Message {number}: we spoke about the garden, the trip north and the tax papers. "
    text = (words * (chars // len(words) + 1))[:chars]
    if number % 2 == 0:
        return {"role": "user", "content": text, "timestamp": 1_790_000_000_000 + number}
    return {
        "role": "assistant",
        "content": [{"type": "text", "text": text}],
        "timestamp": 1_790_000_000_500 + number,
    }
