"""Read lines of a memory file, as `memory_get` does: only files that the index would read, only for who may see them."""

from collections.abc import Callable, Iterator, Sequence

from recall_sidecar.graphemes import readable
from recall_sidecar.memory import documents
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.lines import numbered
from recall_sidecar.memory.port import ReadResult, Viewer
from recall_sidecar.memory.projects import Projects
from recall_sidecar.outcomes import Origin, lowest

__all__ = ["MAX_READ_CHARS", "MAX_READ_LINES", "places", "read"]

MAX_READ_LINES = 400
# Two of the longest lines that `numbered` lets stand, so that every read gets on by one at least.
MAX_READ_CHARS = 8000


def read(
    folders: Sequence[Folder],
    viewer: Viewer,
    path: str,
    *,
    from_line: int,
    lines: int,
    max_file_bytes: int,
    lowered: Callable[[Folder, str], Origin] = lambda folder, relative: folder.trust(relative).origin,
) -> ReadResult | None:
    """Return at most `lines` lines of the file that a hit calls `path`, and at most `MAX_READ_CHARS` characters.

    `folders` are memory of the viewer's agent. A plain path is looked for in each of them, in order; then `NAME/path` in the
    folder of that name. Lines count from 1; a smaller `from_line` means 1. `lowered` says how far a file is trusted, where
    that may be less than its folder's rules say.

    Raises:
        OSError: The file is there and cannot be read.
    """
    for folder, relative in places(folders, path):
        trust = folder.trust(relative)
        if not folder.holds(relative) or (viewer.chat == "shared" and trust.visibility == "private"):
            continue
        document = documents.read(folder.root, relative, max_bytes=max_file_bytes)
        if document is not None and document.is_text:
            shown = _shown(folder, relative, document.text, viewer.projects)
            origin = lowest((trust.origin, lowered(folder, relative)))
            return _window(path, shown, max(from_line, 1), max(lines, 1), origin)
    return None


def places(folders: Sequence[Folder], path: str) -> Iterator[tuple[Folder, str]]:
    """Yield where a file may stand that a hit calls `path`: a folder, and the path below it."""
    relative = path.removeprefix("./")
    parts = relative.split("/")
    if "\0" in relative or relative != readable(relative) or any(part in {"", ".", ".."} for part in parts):
        return
    for folder in folders:
        yield folder, relative
    name, _, rest = relative.partition("/")
    for folder in folders:
        if rest and folder.name == name:
            yield folder, rest


def _shown(folder: Folder, path: str, text: str, projects: Projects) -> list[str]:
    """Return the lines of a file; those of projects that are not the viewer's are empty, so that the others keep their numbers."""
    hidden = folder.hidden_lines(text, path, projects)
    return [
        "" if number in hidden else line for number, line in enumerate(numbered(folder.shown(text)), start=1)
    ]


def _window(path: str, all_lines: list[str], from_line: int, lines: int, origin: Origin) -> ReadResult:
    kept: list[str] = []
    chars = 0
    for line in all_lines[from_line - 1 :][: min(lines, MAX_READ_LINES)]:
        if chars + len(line) > MAX_READ_CHARS:
            break
        kept.append(line)
        chars += len(line) + 1
    to_line = from_line + len(kept) - 1
    more = to_line + 1 if kept and to_line < len(all_lines) else None
    return ReadResult(path, from_line, to_line, "\n".join(kept), origin, more)
