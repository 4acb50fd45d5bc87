"""A recall to start a test from: its ask, its hits, and where it stands."""

from datetime import UTC, datetime
from typing import Any, Literal

from recall_sidecar.deadline import Clock, Deadline
from recall_sidecar.events import TurnEvent
from recall_sidecar.memory.port import Hit, Passage, ScorePart, Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.query import Query
from recall_sidecar.recall.ask import Ask, Progress
from recall_sidecar.settings import Settings
from recall_sidecar.testing import FakeClock

__all__ = ["NOW", "ask", "hit", "progress"]

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


def ask(
    text: str = "which tea does Mara like?",
    *,
    settings: dict[str, dict[str, Any]] | None = None,
    clock: Clock | None = None,
    chat: Literal["private", "shared"] = "private",
    budget_ms: int = 15_000,
    soft_ms: int = 4_000,
    keep_prompts: bool = False,
    **turn: Any,  # noqa: ANN401 -- any field of the turn
) -> Ask:
    """Return what one recall is asked, in a direct chat unless told otherwise."""
    deadline = Deadline.start(
        clock or FakeClock(NOW), timeout_ms=budget_ms, host_budget_ms=None, soft_budget_ms=soft_ms
    )
    return Ask(
        TurnEvent(host="openclaw", agent_id="main", text=text, **turn),
        Query("recent", f"Latest user message:\n{text}", text, text),
        Viewer("main", chat),
        Settings.model_validate({"model": {"name": "mock/fast"}, **(settings or {})}),
        deadline,
        NOW,
        keep_prompts=keep_prompts,
    )


def hit(
    number: int,
    text: str = "Mara likes oolong tea.",
    *,
    path: str = "MEMORY.md",
    origin: Origin = Origin.OWNER,
) -> Hit:
    """Return a hit of that rank; its passage has the same number as its id."""
    return Hit(
        Passage(number, "notes", path, number, number, text, origin),
        0.6,
        number,
        (ScorePart("lexical", 0.6),),
    )


def progress(*hits: Hit) -> Progress:
    """Return how far a recall is that has found `hits`."""
    return Progress(conversation="Latest user message:\n…", search="which tea?", hits=hits)
