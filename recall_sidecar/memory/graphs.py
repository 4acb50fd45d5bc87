"""The graphs of an index: one for each scope of passages that is large enough, grown in the background and kept in files.

A scope is what one viewer sees whole or not at all (a folder's private passages, its shared ones), so a graph holds nothing
that another viewer must not meet. A file says in its name which vectors it holds. Whether it belongs to the index beside it
is asked of some of its vectors; if in doubt it is thrown away, for all that it holds stands in the index.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from glob import escape
from hashlib import sha256
from pathlib import Path

from recall_sidecar.memory.graph import PARTIAL, Graph
from recall_sidecar.memory.loose import Loose

__all__ = ["GRAPH_FROM", "Graphs"]

# Where comparing one by one begins to take longer than everything else in a search; see docs/performance.md.
GRAPH_FROM = 4096
# A graph is written anew each time it has grown, so a large one grows by more at a time.
_GROWTH = 0.05
_SAMPLE = 32
_SAME = 0.98
_BREATH_S = 0.002
_log = logging.getLogger("recall_sidecar")
# Returns the vectors with these serials that the index has.
_Stored = Callable[[Sequence[int]], Mapping[int, bytes]]


class Graphs:
    """Without an `index_file` there are none. One caller at a time; `settle`, `close` and `join` from anywhere."""

    def __init__(
        self, index_file: Path | None, model: str, dimension: int, graph_from: int = GRAPH_FROM
    ) -> None:
        self._file = index_file
        self._space = sha256(f"{model}:{dimension}".encode()).hexdigest()[:8]
        self._dimension = dimension
        self._from = graph_from
        self._graphs: dict[int, Graph] = {}
        self._cancelled = threading.Event()
        self._is_closed = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="memory-graphs")
        self._work: Future[None] | None = None
        self._looked_at: tuple[Loose, ...] = ()

    @property
    def marks(self) -> dict[int, int]:
        """The serial up to which each scope's vectors are in its graph."""
        return {scope: graph.mark for scope, graph in self._graphs.items()}

    def load(self, stored: _Stored) -> dict[int, int]:
        """Take over the graphs in files that belong to the index, and return their marks."""
        for file in self._kept(f"*{PARTIAL}"):
            file.unlink(missing_ok=True)
        for scope, mark, file in sorted(self._files(), key=lambda each: each[1]):
            try:
                graph = Graph.load(file, self._dimension, mark)
            except OSError:
                file.unlink(missing_ok=True)
                continue
            if _belongs(graph, stored):
                self._graphs[scope] = graph
            else:
                file.unlink(missing_ok=True)
        return self.marks

    def grown(self, loose: tuple[Loose, ...]) -> Mapping[int, Graph]:
        """Return the graph of each scope; where enough lies `loose`, a graph begins to take it up."""
        is_busy = self._work is not None and not self._work.done()
        if self._file is not None and not self._is_closed and not is_busy and loose != self._looked_at:
            self._looked_at = loose
            scope = self._due(loose)
            if scope is not None:
                graph = self._graphs.get(scope) or Graph(self._dimension)
                self._graphs = {**self._graphs, scope: graph}
                self._work = self._pool.submit(self._grow, scope, graph, loose, self._cancelled)
        return self._graphs

    def forget(self) -> None:
        """Begin without any; the files go too, also those of other models."""
        self._cancelled.set()
        self.settle()
        self._cancelled = threading.Event()
        self._graphs, self._looked_at = {}, ()
        for file in self._kept("*"):
            file.unlink(missing_ok=True)

    def settle(self) -> None:
        """Wait until what is done in the background is done."""
        if self._work is not None:
            self._work.result()

    def close(self) -> None:
        """Give up what is done in the background."""
        self._is_closed = True
        self._cancelled.set()
        self._pool.shutdown(wait=False)

    def join(self) -> None:
        """Wait until the thread has ended, after `close`."""
        self._pool.shutdown(wait=True)

    def _due(self, loose: Sequence[Loose]) -> int | None:
        """Return the scope of which most lies loose, when that is enough for a graph to take it up."""
        import numpy as np  # noqa: PLC0415 - a memory without vectors never needs it

        if sum(map(len, loose)) < self._from:
            return None
        scopes, counts = np.unique(np.concatenate([block.scopes for block in loose]), return_counts=True)
        most = int(counts.argmax())
        scope = int(scopes[most])
        size = len(self._graphs[scope]) if scope in self._graphs else 0
        return scope if counts[most] >= max(self._from, _GROWTH * size) else None

    def _grow(self, scope: int, graph: Graph, loose: Sequence[Loose], cancelled: threading.Event) -> None:
        for block in loose:
            rows = block.of_scope(scope, graph.mark)
            if not graph.add(rows.serials, rows.matrix, lambda: cancelled.wait(_BREATH_S)):
                return
        self._save(scope, graph)

    def _save(self, scope: int, graph: Graph) -> None:
        assert self._file is not None  # noqa: S101 - without a file nothing grows
        former = [file for of_scope, _, file in self._files() if of_scope == scope]
        file = self._file.with_name(f"{self._file.name}.near-{scope}-{graph.mark}-{self._space}")
        try:
            graph.save(file)
        except OSError as error:
            # It is built again after the next start.
            _log.warning("memory_graph_not_kept", extra={"reason": error.strerror or str(error)})
            return
        for old in former:
            if old != file:
                old.unlink(missing_ok=True)

    def _files(self) -> Iterator[tuple[int, int, Path]]:
        """Yield scope, mark and file of each graph of this model that was kept."""
        for file in self._kept(f"*-*-{self._space}"):
            scope, mark = file.name.rsplit(".near-", 1)[1].split("-")[:2]
            if scope.isdecimal() and mark.isdecimal():
                yield int(scope), int(mark), file

    def _kept(self, pattern: str) -> list[Path]:
        if self._file is None:
            return []
        return list(self._file.parent.glob(f"{escape(self._file.name)}.near-{pattern}"))


def _belongs(graph: Graph, stored: _Stored) -> bool:
    """Return whether the index still has most of some of the graph's vectors, and just as the graph has them."""
    import numpy as np  # noqa: PLC0415

    serials = graph.some_serials(_SAMPLE)
    known = stored(serials.tolist())
    if 2 * len(known) < len(serials) or not known:
        return False
    ours = graph.vectors(np.array([*known], np.int64))
    theirs = np.frombuffer(b"".join(known.values()), np.float32).reshape(ours.shape)
    cosines = (ours * theirs).sum(axis=1) / np.linalg.norm(ours, axis=1) / np.linalg.norm(theirs, axis=1)
    return bool((cosines > _SAME).all())
