"""An installation for commands to work on: a daemon that answers from a table, and where it keeps its files."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.paths import Paths

Answer = dict[str, Any] | RecallSidecarError | Callable[[dict[str, Any]], dict[str, Any]]


@dataclass
class TableDaemon:
    """Answers each path from `answers`; `asked` is what it was asked, with the body or None."""

    answers: dict[str, Answer] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    asked: list[tuple[str, dict[str, Any] | None]] = field(default_factory=list)

    def get(self, path: str) -> dict[str, Any]:
        return self._answer(path, None)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return self._answer(path, body)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        self.asked.append((path, None))
        yield from self.events

    def _answer(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        self.asked.append((path, body))
        answer = self.answers[path]
        if isinstance(answer, RecallSidecarError):
            raise answer
        return answer(body or {}) if callable(answer) else answer


@dataclass
class TableDoor:
    """An installation whose daemon runs, does not, or is started within the process."""

    paths: Paths
    daemon: TableDaemon | None = None
    own: TableDaemon = field(default_factory=TableDaemon)
    opened: int = 0
    closed: int = 0

    def running(self) -> TableDaemon | None:
        return self.daemon

    def in_process(self) -> AbstractContextManager[TableDaemon]:
        return self._in_process()

    @contextmanager
    def _in_process(self) -> Iterator[TableDaemon]:
        self.opened += 1
        for path in ("/v1/memory/refresh", "/v1/status"):
            self.own.answers.setdefault(path, {})
        try:
            yield self.own
        finally:
            self.closed += 1
