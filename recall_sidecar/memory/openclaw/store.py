"""An OpenClaw gateway as a store beside the folders: which agents have it asked, and what becomes of what it finds."""

from collections.abc import Callable, Mapping
from functools import partial

from recall_sidecar.deadline import Clock
from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.beside.port import Brought, Measured
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.openclaw.gateway import Found, Gateway
from recall_sidecar.memory.openclaw.passages import file_origin, measured, names_file
from recall_sidecar.memory.port import ReadResult, SearchQuery, Viewer
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.settings import GatewayMemorySettings

__all__ = ["OpenClawStore"]


class OpenClawStore:
    """A `Store`; `settings_of` gives the `[memory.openclaw]` table of an agent, `folders_of` the folders of a viewer's."""

    label = "OpenClaw"
    # Whether it runs is seen when it is asked.
    state = ""

    def __init__(
        self,
        settings: GatewayMemorySettings,
        *,
        settings_of: Callable[[str], GatewayMemorySettings],
        folders_of: Callable[[Viewer], tuple[Folder, ...]],
        environment: Mapping[str, str],
        clock: Clock,
    ) -> None:
        self._gateway = Gateway(settings, environment, clock)
        self._settings_of = settings_of
        self._folders_of = folders_of

    @property
    def problems(self) -> tuple[str, ...]:
        """What the gateway fails in."""
        return self._gateway.problems

    @property
    def changes(self) -> int:
        """See `Gateway.changes`."""
        return self._gateway.changes

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else may read what it is asked."""
        return False

    def is_asked_for(self, agent_id: str) -> bool:
        """Return whether the gateway has the agent and is asked at all."""
        settings = self._settings_of(agent_id)
        return settings.enabled and bool({"*", agent_id} & {*settings.agents})

    def names(self, path: str) -> bool:
        """Return whether `path` may be a file of the gateway's workspace."""
        return names_file(path)

    async def search(self, query: SearchQuery) -> Brought:
        """Ask the gateway's tools."""
        settings = self._settings_of(query.viewer.agent_id)
        found = await self._gateway.search(query.text, query.viewer, settings, query.patience_s)
        most = settings.max_hits * len(settings.search_tools)
        return Brought(
            found.problems, partial(self._measured, found, query, most) if found.findings else None
        )

    async def read(self, path: str, viewer: Viewer, *, from_line: int, lines: int) -> ReadResult | None:
        """Return lines of a file of the gateway's workspace."""
        settings = self._settings_of(viewer.agent_id)
        read = await self._gateway.read(path, viewer, from_line=from_line, lines=lines, settings=settings)
        if read is None:
            return None
        text, following = read
        origin = file_origin(path, self._folders_of(viewer))
        # Of the text, empty lines at its ends are gone.
        last = from_line + text.count("\n") if following is None else following - 1
        return ReadResult(path, from_line, last, text, origin, following)

    async def warm(self) -> None:
        """Do nothing: a gateway runs by itself, and is met by the first search."""

    async def aclose(self) -> None:
        """End what is going on."""
        await self._gateway.aclose()

    def _measured(
        self, found: Found, query: SearchQuery, most: int, yardstick: Yardstick, min_score: float
    ) -> Measured:
        return measured(
            found.findings,
            ask(query.text, query.now.astimezone().date()),
            query.viewer,
            self._folders_of(query.viewer),
            yardstick,
            min_score=min_score,
            max_hits=most,
        )
