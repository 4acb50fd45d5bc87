"""Agents and sessions whose ids are made to be mixed up, each with words that nobody else may see.

`AGENTS` and `places` are the generators: another kind of memory, or of place, is one line more.
"""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recall_sidecar.llm.port import ModelChunk, ModelRequest
from recall_sidecar.memory.port import Viewer
from recall_sidecar.server.wire import Asking
from recall_sidecar.testing import ScriptedModel, says

__all__ = ["AGENTS", "QUESTION", "Place", "QuotingModel", "code_words", "folders", "places", "secret"]

# Joined with one another by any separator, some of these read the same.
AGENTS = (
    "ana",
    "ana:b",
    "ana|b",
    "ana/b",
    "ana\\b",
    "ana\0b",
    "ana\nb",
    "ana%b",
    "ana%3ab",
    "ana：b",
    "ana\u200bb",
    "аna",
    "ana b",
    "kim",
    "\u212aim",
    "*",
)
QUESTION = "what is the code word of the locker?"
_WORD = re.compile(r"quorl\d+[ps]")


@dataclass(frozen=True)
class Place:
    """Where a turn comes from, and what may answer it: kinds of words of its own agent, none when it may not recall."""

    agent: str
    ctx: dict[str, Any]
    kinds: str

    @property
    def key(self) -> str:
        """The session key."""
        return str(self.ctx["sessionKey"])

    def viewer(self) -> Viewer:
        """Return who asks, as the memory routes read it."""
        names = ("agentId", "sessionKey", "senderId", "senderIsOwner")
        chat = "private" if self.ctx["chatType"] == "direct" else "shared"
        return Asking.model_validate({**{name: self.ctx[name] for name in names}, "chat": chat}).viewer()

    @property
    def allowed(self) -> set[str]:
        """The words that may be seen here."""
        return {secret(AGENTS.index(self.agent), kind) for kind in self.kinds}


def secret(number: int, kind: str) -> str:
    """Return the code word of an agent: `p` the private one, `s` the one that it shares with groups."""
    return f"quorl{number}{kind}"


def code_words(text: object) -> set[str]:
    """Return every code word that stands in `text`."""
    return {*_WORD.findall(str(text))}


def folders(root: Path) -> list[dict[str, Any]]:
    """Write a workspace for each agent and return their settings."""
    made = []
    for number, agent in enumerate(AGENTS):
        workspace = root / f"agent{number}"
        (workspace / "memory").mkdir(parents=True)
        for kind, path in (("p", "MEMORY.md"), ("s", "memory/club.md")):
            word = secret(number, kind)
            line = f"- The code word of the locker is {word}. <!-- trigger: locker password -->\n"
            (workspace / path).write_text(line)
        rules = [{"paths": "memory/club.md", "visibility": "shared"}]
        # Everybody's folder would be named so; a folder of an agent that is called so cannot be told from it.
        if agent != "*":
            made.append({"path": str(workspace), "agents": [agent], "rules": rules})
    return made


def places() -> Iterator[Place]:
    """Yield turns of every agent in every kind of place, with ids that hold one another's separators."""
    for number, agent in enumerate(AGENTS):
        own = "" if agent == "*" else "p"
        shared = "" if agent == "*" else "s"
        base = {
            "agentId": agent,
            "runId": "run-1",
            "sessionId": "s-1",
            "chatType": "direct",
            "senderIsOwner": True,
            "senderId": "42",
        }
        direct = f"agent:{agent}:telegram:direct:b{number % 3}"
        group = f"agent:{agent}:telegram:group:b{number % 3}"
        yield Place(agent, {**base, "sessionKey": direct}, own + shared)
        # The same session key, said to be another kind of chat.
        yield Place(agent, {**base, "sessionKey": direct, "chatType": "group"}, shared)
        yield Place(agent, {**base, "sessionKey": direct, "senderIsOwner": False, "senderId": "7"}, "")
        yield Place(
            agent,
            {**base, "sessionKey": group, "chatType": "group", "senderIsOwner": False, "senderId": "4\n2"},
            shared,
        )
        yield Place(agent, {**base, "sessionKey": group, "chatType": "group", "senderId": None}, "")


class QuotingModel(ScriptedModel):
    """Tells everything that it was shown."""

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[ModelChunk]]:
        """Say every code word of the request, as the note of its passages."""
        self.requests.append(request)
        words = sorted(code_words(request.messages))
        numbers = ",".join(str(number) for number in range(1, len(words) + 1))
        said = " ".join(f"The code word of the locker is {word}." for word in words)
        self.open_streams += 1
        try:
            yield self._follow(list(says(f"[{numbers}] {said}" if words else "NONE")))
        finally:
            self.open_streams -= 1
