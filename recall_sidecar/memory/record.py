"""What refreshes of the index have come to, for those who ask how the memory is."""

from dataclasses import replace
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.memory.figures import Figures
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.places import WHOLE, Places
from recall_sidecar.memory.port import IndexProgress, IndexReport, MemoryStatus
from recall_sidecar.memory.reading import Reading
from recall_sidecar.memory.seen import Seen

__all__ = ["Record"]


class Record:
    """The last refresh, the one that is being made, and what all of them have seen.

    Attributes:
        seen: What was seen of the folders beside what the index keeps.
        figures: How much the index holds.
        note: What happened to the index itself, empty when nothing did.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._status = MemoryStatus(ready=False)
        self._progress: Reading | None = None
        self.seen = Seen()
        self.figures = Figures()
        self.note = ""

    def opened(self, files: int, passages: int) -> None:
        """Take note of what an earlier run left; an empty index has nothing to say before a refresh."""
        self._status = MemoryStatus(ready=passages > 0, files=files, passages=passages)

    def begun_anew(self, kept: Path | None) -> None:
        """Take note that the index was; `kept` is where the damaged one is, None when it was not there any more."""
        if kept is None:
            self.note = "The index file was taken away or replaced, and everything was read anew."
        else:
            self.note = f"The index was damaged; it is kept as {kept.name} and was built anew."

    def begun(self) -> Reading:
        """Return what a refresh that begins tells its progress to."""
        self._progress = Reading(self._clock.monotonic())
        return self._progress

    def failed(self, error: Exception) -> None:
        """Take note of a refresh that could not be made."""
        self._status = replace(self._status, problems=(str(error),))

    def ended(self) -> None:
        """Take note that no refresh is being made, whatever became of it."""
        self._progress = None

    def done(
        self, report: IndexReport, seen: Seen, folders: tuple[Folder, ...], places: Places | None
    ) -> IndexReport:
        """Take note of a refresh of `places`, or of everything, and return the report with all problems there are."""
        keys = {folder.key for folder in folders}
        self.seen.take_over(seen, {key: {WHOLE} for key in keys} if places is None else places, keys)
        began = self._clock.monotonic() if self._progress is None else self._progress.began
        report = replace(
            report,
            problems=self.seen.lines((folder.key, folder.name, folder.root) for folder in folders),
            elapsed_ms=(self._clock.monotonic() - began) * 1000,
        )
        self._status = MemoryStatus(
            ready=True,
            files=report.files,
            passages=report.passages,
            refreshed_at=self._clock.now(),
            problems=report.problems,
            detail=""
            if any(not each.holds_talk for each in folders)
            else "No folder is configured; name one in [[memory.folders]].",
        )
        return report

    def status(self, folders: tuple[Folder, ...], *problems: str) -> MemoryStatus:
        """Return the state of the memory; `problems` are those of other parts, empty ones none."""
        return replace(
            self._status,
            problems=tuple(filter(None, (self.note, *self._status.problems, *problems))),
            bytes_on_disk=self.figures.bytes_on_disk,
            folders=tuple(self.figures.folder(folder, self.seen) for folder in folders),
            reading=self._reading(),
        )

    def _reading(self) -> IndexProgress | None:
        now = self._progress
        if now is None:
            return None
        elapsed_ms = (self._clock.monotonic() - now.began) * 1000
        return IndexProgress(now.folder, now.files, now.files_of, now.passages, elapsed_ms)
