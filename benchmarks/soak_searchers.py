"""Those who ask of a daemon that is killed again and again, and hold every answer against what the notes say."""

import json
import random
import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from benchmarks.bodies import TurnBodies, direct
from benchmarks.soak_notes import Notes
from benchmarks.wire import KeptAlive

__all__ = ["Searchers", "Stage", "found_in", "search_body"]

_SEARCH = "/v1/memory/search"
_WORD = re.compile(r"\bwov[a-z]+\b")
# What the design promises: a change is searchable within two seconds; an answer from the cache may be as old.
_WITHIN_S = 2.0
# Enough for a process that was killed to be seen dead.
_GRACE_S = 0.2


@dataclass
class Stage:
    """The daemon as the searchers know it: which one it is, where, and since when it answers; `up_since` is None while it is down."""

    number: int = 0
    port: int = 0
    token: str = ""
    up_since: float | None = None
    is_over: threading.Event = field(default_factory=threading.Event)

    def rises(self, port: int, token: str) -> None:
        """Take note of a daemon that answers."""
        self.number, self.port, self.token = self.number + 1, port, token
        self.up_since = time.monotonic()

    def falls(self) -> None:
        """Take note that it is about to be killed."""
        self.up_since = None


@dataclass
class Searchers:
    """What they asked and how it went; `wrong` are answers that must not be."""

    notes: Notes
    stage: Stage
    asked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def search(self, seed: int) -> None:
        """Ask until the stage is over."""
        rng = random.Random(seed)  # noqa: S311 -- questions, nothing secret
        turns = TurnBodies(direct("main"), messages=2, chars=80)
        while not self.stage.is_over.is_set():
            number = self.stage.number
            if self.stage.up_since is None:
                time.sleep(0.005)
                continue
            try:
                with KeptAlive(self.stage.port, self.stage.token) as connection:
                    while self.stage.number == number and not self.stage.is_over.is_set():
                        self._ask(connection, rng, turns)
                        time.sleep(rng.random() * 0.02)
            except OSError as error:
                self._broken(number, error)

    def follow(self, said: str, begun: float) -> None:
        """Take the time until a word that a note holds since `begun` is found; nothing if the daemon is killed meanwhile."""
        number = self.stage.number
        try:
            with KeptAlive(self.stage.port, self.stage.token) as connection:
                while self.notes.is_live(said) and self.stage.number == number and self.stage.up_since:
                    if said in found_in(json.loads(connection.post(_SEARCH, search_body(said))[1])):
                        self.late_ms.append((time.monotonic() - begun) * 1000)
                        return
                    if time.monotonic() - begun > 30:
                        self._wrong(f"{said} was not found within 30 s")
                        return
                    time.sleep(0.01)
        except OSError as error:
            self._broken(number, error)

    def _ask(self, connection: KeptAlive, rng: random.Random, turns: TurnBodies) -> None:
        said, _ = self.notes.some_word(rng)
        asked_at = time.monotonic()
        if rng.random() < 0.3:
            reply = connection.turn(turns.next(f"Who is the keeper of {said}?"))[1]
            self._judge_turn(reply, asked_at)
        else:
            reply = json.loads(connection.post(_SEARCH, search_body(said))[1])
            if "error" in reply:
                self._wrong(f"a search was refused: {reply['error']['code']}, {reply['error']['message']}")
            self._count("search")
            self._judge(found_in(reply), asked_at, "a search")

    def _judge_turn(self, reply: dict[str, Any], asked_at: float) -> None:
        up_since = self.stage.up_since or asked_at
        told = f"{reply.get('status')} {reply.get('reason') or ''}".strip()
        self._count(f"turn {told}")
        if "error" in reply:
            self._wrong(f"a turn was refused: {reply['error']['code']}")
        elif not _is_well(reply) and asked_at - up_since > _WITHIN_S:
            self._wrong(f"a turn ended as {told}, {asked_at - up_since:.1f} s after the start")
        self._judge(set(_WORD.findall(reply.get("prependContext") or "")), asked_at - _WITHIN_S, "a turn")

    def _judge(self, words: set[str], moment: float, who: str) -> None:
        for said in words:
            if self.notes.died_before(said, moment):
                self._wrong(f"{who} was told {said}, which no note says any more")

    def _broken(self, number: int, error: OSError) -> None:
        time.sleep(_GRACE_S)
        if (
            self.stage.number == number
            and self.stage.up_since is not None
            and not self.stage.is_over.is_set()
        ):
            self._wrong(f"a connection broke while the daemon was up: {type(error).__name__}")

    def _count(self, what: str) -> None:
        with self.lock:
            self.asked[what] += 1

    def _wrong(self, what: str) -> None:
        with self.lock:
            self.wrong.append(what)


def _is_well(reply: dict[str, Any]) -> bool:
    """Whether a turn ended as it may; what a passage merely resembles would go to a model, and here is none."""
    return reply["status"] in {"ok", "empty", "skipped"} or reply["reason"] == "no_model"


def search_body(said: str) -> bytes:
    """Return a search for a word, as the owner."""
    return json.dumps({"v": 1, "query": f"keeper of {said}", "agentId": "main", "maxResults": 6}).encode()


def found_in(reply: dict[str, Any]) -> set[str]:
    """Return the words of the notes that a search has found."""
    return {said for hit in reply.get("hits", ()) for said in _WORD.findall(hit["text"])}
