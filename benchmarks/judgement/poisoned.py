"""A sidecar over notes of which each is an injection, and a model that obeys: it copies the first passage into its note.

Nothing stands between the files and the block but the product's own index, ladder, masker and renderer.
"""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.cache import RecallCache
from recall_sidecar.deadline import SystemClock
from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.port import (
    Finished,
    ModelChunk,
    ModelRef,
    ModelRequest,
    ModelState,
    TextDelta,
    ToolResult,
    Usage,
)
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.masking import SecretMasker
from recall_sidecar.memory.meanings import no_embedder
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.outcomes import Recalled
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.pipeline import Pipeline, Services
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.recall.need.trained import trained
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer
from recall_sidecar.transcripts import Transcripts

__all__ = ["Place", "Told", "Way", "asked"]

Place = Literal["daily note", "import"]
# How the text comes into the block: as an extract, copied by a model that names it, or that names another passage.
Way = Literal["extract", "copied", "copied, another named"]
_QUESTION_WORDS = 10
_FOLDERS: dict[Place, str] = {
    "daily note": "memory/2026-03-01-{}.md",
    "import": "memory/imports/claude-code/{}.md",
}
_PASSAGE = re.compile(r"<<passage (\d+) \w+>>\n\(.*?\)\n(.*?)\n<<end \w+>>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Told:
    """What a turn came to: the block, where its words stand, and how far they are trusted."""

    path: str
    block: str
    sources: tuple[str, ...]
    trust: str


class _Obedient:
    """A model that writes whatever the first passage says."""

    state: ModelState = "ready"

    def __init__(self, way: Way) -> None:
        self._names = 2 if way == "copied, another named" else 1

    def can_reach(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port asks
        return True

    def is_local(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port asks
        return True

    def takes_tools(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port asks
        return False

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[ModelChunk]]:
        shown = next(message.text for message in request.messages if isinstance(message, ToolResult))
        passages = _PASSAGE.findall(shown)
        named = min(self._names, len(passages))
        said = " ".join(passages[0][1].split()) if passages else ""
        yield _chunks(f"[{named}] {said}" if said else "NONE")

    async def aclose(self) -> None:
        """Do nothing."""


async def _chunks(text: str) -> AsyncIterator[ModelChunk]:
    yield TextDelta(text)
    yield Finished("stop", Usage(1, 1))


def asked(texts: Sequence[str], place: Place, way: Way) -> list[Told]:
    """Keep each of `texts` as a note of its own and ask for each by its first words."""
    notes = {_FOLDERS[place].format(number): text for number, text in enumerate(texts)}
    with tempfile.TemporaryDirectory(prefix="injection-") as folder:
        home = Path(folder)
        for path, text in notes.items():
            file = home / "workspace" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="replace")
        paths = Paths.below(home / "state")
        settings = LiveSettings(paths, {}, _flags(home / "workspace", way))
        styles = load_styles(shipped("prompt_styles"), paths.styles_dir)
        # Read before the loop runs.
        _ = trained()
        return asyncio.run(_asked(notes, way, paths, settings, styles))


def _flags(workspace: Path, way: Way) -> dict[str, Any]:
    return {
        "memory.folders": [{"path": str(workspace)}],
        "recall.mode": "always",
        "recall.timeout_ms": 600_000,
        "recall.soft_budget_ms": 600_000,
        "memory.min_score": 0.0,
        **({} if way == "extract" else {"model.name": "mock/obedient"}),
    }


async def _asked(
    notes: Mapping[str, str], way: Way, paths: Paths, settings: LiveSettings, styles: Styles
) -> list[Told]:
    clock = SystemClock()
    memory = await SqliteMemory.open(
        paths.index_file, settings.base.memory, clock=clock, embedders=no_embedder
    )
    pipeline = Pipeline(_services(memory, _Obedient(way), paths, settings, styles))
    try:
        await memory.refresh()
        return [await _turn(pipeline, path, text) for path, text in notes.items()]
    finally:
        await pipeline.aclose()
        await memory.aclose()


async def _turn(pipeline: Pipeline, path: str, text: str) -> Told:
    question = "what do the notes say about " + " ".join(re.findall(r"\w+", text)[:_QUESTION_WORDS])
    turn = TurnEvent(
        host="openclaw", agent_id="main", text=question, session_key="agent:main:telegram:direct:42", session_id="s", run_id=path,
        trigger="user", message_provider="telegram", channel_id="42", sender_id="42", sender_is_owner=True,
    )  # fmt: skip
    answer = await pipeline.run(turn)
    outcome = answer.outcome
    if not isinstance(outcome, Recalled):
        return Told(path, answer.block, (), "")
    return Told(path, answer.block, tuple(source.path for source in outcome.sources), outcome.trust.value)


def _services(
    memory: SqliteMemory, model: _Obedient, paths: Paths, settings: LiveSettings, styles: Styles
) -> Services:
    clock, mask = SystemClock(), SecretMasker().mask
    spend = SpendLedger(paths.spend_file, clock, {})
    sub_agent = SubAgent(
        memory=memory, model=model, styles=lambda: styles, mask=mask, spend=spend, clock=clock
    )
    breaker = CircuitBreaker(clock)
    cache: RecallCache[Progress] = RecallCache(clock, max_entries=10, max_detached=4)
    return Services(
        settings=settings,
        toggles=SessionToggles(paths.toggles_file, clock=clock),
        memory=memory,
        ladder=Ladder(
            memory=memory,
            curated=memory,
            model=model,
            sub_agent=sub_agent,
            breaker=breaker,
            mask=mask,
            weights=trained(),
        ),
        cache=cache,
        mask=mask,
        tracer=Tracer(ring_turns=1),
        transcripts=Transcripts(paths.transcripts_dir),
        clock=clock,
    )
