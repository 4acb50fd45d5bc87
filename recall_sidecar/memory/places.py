"""Places beneath a memory folder: what an event names, and what is to be looked at because of it.

A place is a path below the folder, with forward slashes; `WHOLE` is all of it. What a place is now, a file, a folder or
nothing any more, only looking tells.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from recall_sidecar.memory.folders import Folder

__all__ = ["WHOLE", "Places", "covers", "grouped", "placed"]

WHOLE: Final = ""
# By the folder's key.
Places: TypeAlias = Mapping[str, Collection[str]]


def placed(rooted: Sequence[tuple[str, Folder]], paths: Iterable[str]) -> dict[str, set[str]]:
    """Return for each folder, given with a path it is known by, which of the absolute `paths` may matter to it, as places.

    A path may be a folder that was moved away, so a name that no note would have counts where notes may stand below it.
    """
    found: dict[str, set[str]] = {}
    for path in paths:
        for known_as, folder in rooted:
            root = known_as.rstrip("/")
            if path == root:
                found.setdefault(folder.key, set()).add(WHOLE)
            elif path.startswith(f"{root}/"):
                place = path[len(root) + 1 :]
                if folder.holds(place) or folder.enters(place):
                    found.setdefault(folder.key, set()).add(place)
    return found


def grouped(places: Collection[str]) -> dict[str, frozenset[str]]:
    """Return the names to look for by the folder they stand in; a place beneath another is looked at with it."""
    groups: dict[str, set[str]] = {}
    for place in places:
        if not any(above in places for above in _above(place)):
            parent, _, name = place.rpartition("/")
            groups.setdefault(parent, set()).add(name)
    return {parent: frozenset(names) for parent, names in groups.items()}


def covers(places: Collection[str], path: str) -> bool:
    """Return whether `path` is one of the places or stands beneath one."""
    return path in places or any(above in places for above in _above(path))


def _above(path: str) -> Iterable[str]:
    """Return the places that `path` is beneath, `WHOLE` first."""
    if path != WHOLE:
        parts = path.split("/")
        yield WHOLE
        for count in range(1, len(parts)):
            yield "/".join(parts[:count])
