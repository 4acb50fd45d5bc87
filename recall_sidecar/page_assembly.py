"""Builds what stands behind the trace page from the parts of a daemon."""

from recall_sidecar.commands import Commands
from recall_sidecar.history import TraceHistory
from recall_sidecar.page import Page
from recall_sidecar.pipeline import Pipeline
from recall_sidecar.rerun import Rerun
from recall_sidecar.switchboard import Switchboard
from recall_sidecar.turn_archive import TurnArchive
from recall_sidecar.turn_services import Services

__all__ = ["page_over"]


def page_over(turns: Services, history: TraceHistory, pipeline: Pipeline, commands: Commands) -> Page:
    """Return what the page asks; it keeps nothing of its own."""
    return Page(
        archive=TurnArchive(turns.tracer, history),
        switchboard=Switchboard(
            toggles=turns.toggles,
            tracer=turns.tracer,
            commands=commands,
            is_on=lambda: turns.settings.base.gate.enabled,
        ),
        rerun=Rerun(turns.tracer, pipeline),
    )
