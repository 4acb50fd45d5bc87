"""Keep the index in step with the folders: by events where the system tells of changes, by looking where it does not.

Only what an event names is read. What events miss, a walk over everything finds, every few minutes. A folder that comes,
goes or is another one in its place is noticed by a look at the folder itself, once an interval. Conversations are not
listened for: who keeps one says so (`heed`).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.agenda import EVERYTHING_EVERY_S, Agenda
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.places import WHOLE, placed
from recall_sidecar.memory.port import FolderStatus, MemoryStatus
from recall_sidecar.memory.roots import Root, look_at
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.memory.watch import Watch
from recall_sidecar.settings import MemorySettings

__all__ = ["Follower"]

# Far longer than a disk takes to wake up.
_ANSWERS_WITHIN_S = 10.0


class Follower:
    """Calls `due` when there is something to do, and does it in `catch_up`; end it with `aclose`."""

    def __init__(self, clock: Clock, due: Callable[[], object]) -> None:
        self._clock = clock
        self._due = due
        self._agenda = Agenda()
        self._watch = Watch(self._heard)
        self._settings: MemorySettings | None = None
        self._roots: Mapping[str, Root] = {}
        self._rooted: tuple[tuple[str, Folder], ...] = ()
        # Absolute paths of folders whose events are told.
        self._watched: set[str] = set()
        self._problem = ""
        self._try_again_at = 0.0
        self._looking_since: float | None = None

    async def catch_up(self, memory: SqliteMemory, settings: MemorySettings) -> None:
        """Bring the index up to date with what has changed, and see to it that further changes are noticed.

        Raises:
            MemoryStoreError: The index cannot be written; the next call tries again.
        """
        folders = {folder.key: folder for folder in await memory.look(memory.folders)}
        await self._look(memory, {key: each for key, each in folders.items() if not each.holds_talk})
        is_changed = settings != self._settings
        if is_changed or memory.is_damaged:
            self._agenda.add(dict.fromkeys(folders, (WHOLE,)))
        polled = {key for key, folder in folders.items() if self._is_polled(folder)}
        places = self._agenda.take(folders, polled, settings.refresh_ms / 1000, self._clock.monotonic())
        if places or is_changed:
            try:
                await memory.refresh(places=places)
            except MemoryStoreError:
                self._agenda.put_back(places)
                raise
            self._settings = settings
        # Somebody else may have had everything read meanwhile, as `recall-sidecar index` does.
        self._agenda.seen(memory.seen.unsettled, self._clock.monotonic())
        await self._listen(memory, folders, settings, anew=is_changed)

    def heed(self, places: Mapping[str, Collection[str]]) -> None:
        """Have these places looked at now, by the folder's key, which may be a new one."""
        self._agenda.add(places)
        self._due()

    def described(self, status: MemoryStatus) -> MemoryStatus:
        """Return `status` with how the changes of each folder are noticed, and whether one keeps everything waiting."""
        by_place = {(folder.root, folder.name): folder for _, folder in self._rooted}
        waited_s = 0.0 if self._looking_since is None else self._clock.monotonic() - self._looking_since
        silent = f"A memory folder has not answered for {waited_s:.0f} s; no change is noticed until it does."
        return replace(
            status,
            problems=(*status.problems, silent) if waited_s > _ANSWERS_WITHIN_S else status.problems,
            folders=tuple(
                replace(each, watching=self._watching(by_place.get((each.path, each.name)), each))
                for each in status.folders
            ),
        )

    async def aclose(self) -> None:
        """Stop listening."""
        await self._watch.aclose()

    async def _look(self, memory: SqliteMemory, folders: Mapping[str, Folder]) -> None:
        """See whether the folders are still the same; one that is not is read anew, and its events asked for again."""
        before = self._roots
        self._looking_since = self._clock.monotonic()
        try:
            self._roots, outdated = await memory.look(
                lambda: (
                    look_at(tuple(folders.values()), before),
                    [key for key, folder in folders.items() if memory.is_outdated(folder)],
                )
            )
        finally:
            self._looking_since = None
        pairs = [
            (path, folder) for key, folder in folders.items() for path in {folder.root, self._roots[key].real}
        ]
        self._rooted = tuple((path, folder) for path, folder in pairs if path)
        self._agenda.add(dict.fromkeys(outdated, (WHOLE,)))
        for key, root in self._roots.items():
            if key in before and before[key].identity != root.identity:
                self._agenda.add({key: (WHOLE,)})
                within = f"{folders[key].root.rstrip('/')}/"
                self._watched = {path for path in self._watched if not f"{path}/".startswith(within)}

    async def _listen(
        self, memory: SqliteMemory, folders: Mapping[str, Folder], settings: MemorySettings, *, anew: bool
    ) -> None:
        wanted = {
            f"{folder.root.rstrip('/')}/{path}" if path else folder.root
            for key, folder in folders.items()
            if settings.watch
            and key in self._roots
            and self._roots[key].identity
            and not self._roots[key].silent
            for path in memory.seen.entered.get(key, ())
        }
        added = wanted - self._watched
        if anew:
            self._try_again_at = 0.0
        if not (added or (anew and wanted != self._watched)) or self._clock.monotonic() < self._try_again_at:
            return
        self._problem = await self._watch.over(wanted)
        if self._problem:
            self._watched = set()
            self._try_again_at = self._clock.monotonic() + EVERYTHING_EVERY_S
        else:
            self._watched = wanted
            # What happened there before somebody listened is looked for once more.
            self._heard(added, is_told=False)

    def _heard(self, paths: Collection[str], *, is_told: bool = True) -> None:
        """Take note of changes. A watched folder that an event names may have gone, and the watch with it."""
        if is_told:
            self._watched.difference_update(paths)
        if places := placed(self._rooted, paths):
            self._agenda.add(places)
            self._due()

    def _is_polled(self, folder: Folder) -> bool:
        root = self._roots.get(folder.key)
        return root is not None and root.identity is not None and folder.root not in self._watched

    def _watching(self, folder: Folder | None, status: FolderStatus) -> str:
        root = self._roots.get(folder.key) if folder is not None else None
        if root is None or self._settings is None:
            return ""
        if root.identity is None:
            return "waiting: it is not there"
        if status.path in self._watched:
            return "events"
        if not self._settings.watch:
            return "polling: memory.watch is off"
        if root.silent:
            return f"polling: {root.silent} does not tell of changes"
        return f"polling: {self._problem or 'events are being asked for'}"
