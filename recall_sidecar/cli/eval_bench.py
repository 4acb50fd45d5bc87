"""Where cases are measured: the daemon's parts within this process, with the user's settings."""

import contextlib
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, TextIO

from recall_sidecar import __version__
from recall_sidecar.cli.door import Daemon, await_model, local
from recall_sidecar.cli.index import Show, await_vectors
from recall_sidecar.cross_check import masker_of, trees_of
from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import Measured, measure
from recall_sidecar.evaluation.folder import Suite
from recall_sidecar.evaluation.progress import Progress
from recall_sidecar.evaluation.talk import put
from recall_sidecar.paths import Paths
from recall_sidecar.settings import ModelSettings
from recall_sidecar.settings.load import load, process_environment
from recall_sidecar.settings.resolve import LoadedSettings

__all__ = ["Bench", "LocalBench", "Run", "flags_of", "most_calls"]

_NAMES = ("name", "primary", "fallback")
_WITHOUT_MODEL = "none, extracts answer"


@dataclass(frozen=True, slots=True)
class Run:
    """What is about to be measured: the cases, the settings that win over the user's, and the calls it may cost."""

    suite: Suite
    flags: dict[str, Any]
    most_calls: int
    about: About


class Bench(Protocol):
    """Where cases are measured."""

    @property
    def own_cases(self) -> Path:
        """The file of the cases that were kept with `/recall wrong`."""

    def prepared(self, suite: Suite, *, model: str | None, no_model: bool) -> Run:
        """Return how the cases would be measured; raises `SettingsError`."""

    def measured(self, run: Run, screen: TextIO) -> Measured:
        """Measure."""


class LocalBench:
    """The bench of this user's installation."""

    def __init__(self, paths: Paths | None = None) -> None:
        self._paths = paths or local().paths

    @property
    def own_cases(self) -> Path:
        """The file of the cases that were kept with `/recall wrong`."""
        return self._paths.cases_file

    def prepared(self, suite: Suite, *, model: str | None, no_model: bool) -> Run:
        """Return how the cases would be measured.

        Raises:
            SettingsError: The settings, or the model that is named, cannot be used.
        """
        environment = process_environment()
        agents = tuple(load(self._paths, environment).agents)
        flags = flags_of(suite, agents, model="" if no_model else model)
        loaded = load(self._paths, environment, flags)
        calls = most_calls(suite, loaded)
        about = About(
            place=str(self.own_cases.name if suite.place is None else suite.place),
            when=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
            version=__version__,
            model=_model_words(loaded) if calls else _WITHOUT_MODEL,
            memory="the notes beside the cases" if suite.notes else "your own",
            mask=masker_of(loaded.base).mask,
        )
        return Run(suite, flags, calls, about)

    def measured(self, run: Run, screen: TextIO) -> Measured:
        """Measure."""
        with self._daemon(run) as daemon:
            daemon.post("/v1/memory/refresh", {"v": 1})
            await_vectors(daemon, _shown_on(screen))
            if run.most_calls:
                await_model(daemon)
            # The first search reads what later ones have at hand; it is no turn of anybody.
            daemon.post("/v1/memory/search", {"v": 1, "query": "memory"})
            progress = Progress(len(run.suite.cases), screen)
            judged = []
            for each in put(daemon, run.suite.cases, uuid.uuid4().hex[:12]):
                judged.append(each)
                progress.advance("cases")
            progress.end()
        return measure(judged)

    @contextlib.contextmanager
    def _daemon(self, run: Run) -> Iterator[Daemon]:
        from recall_sidecar.in_process import in_process

        with contextlib.ExitStack() as stack:
            memory = None
            if run.suite.notes:
                memory = Paths.below(
                    Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="recall-eval-")))
                )
            opened: AbstractContextManager[Daemon] = in_process(self._paths, run.flags, memory=memory)
            yield stack.enter_context(opened)


def flags_of(suite: Suite, agents: tuple[str, ...], *, model: str | None) -> dict[str, Any]:
    """Return the settings of a run that win over the user's; `model` is None when the user's holds, empty for none."""
    flags: dict[str, Any] = {"trace.history": False, "trace.persist_transcripts": False}
    if suite.notes:
        flags |= {"memory.folders": suite.memory(), "memory.mcp": []}
    for table in ("", *(f"agents.{name}." for name in agents)):
        if suite.notes:
            flags |= {f"{table}memory.openclaw.enabled": False, f"{table}memory.capture.enabled": False}
        if model:
            flags[f"{table}model.name"] = model
        elif model is not None:
            flags |= {f"{table}model.{name}": "" for name in _NAMES}
    return flags


def most_calls(suite: Suite, loaded: LoadedSettings) -> int:
    """Return how many model calls the cases make at most."""
    trees = [loaded.for_agent(case.agent) for case in suite.cases]
    return sum(
        1 + tree.recall.max_tool_rounds
        for tree in trees
        if tree.recall.mode != "off" and _may_call(tree.model)
    )


def _shown_on(screen: TextIO) -> Show | None:
    def show(text: str) -> None:
        print(text, end="", file=screen, flush=True)

    return show if screen.isatty() else None


def _may_call(model: ModelSettings) -> bool:
    """Return whether turns that name no model may ask one; a host that lends its own is not here."""
    return any(
        name and name.partition("/")[0] != "host" for name in (model.name, model.primary, model.fallback)
    )


def _model_words(loaded: LoadedSettings) -> str:
    named = [tree.model.name or tree.model.primary or tree.model.fallback for tree in trees_of(loaded)]
    return ", ".join(dict.fromkeys(filter(None, named)))
