"""Changes to a configuration: computed, put in place and taken back, key by key. Values in, values out."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

__all__ = [
    "ABSENT",
    "Absent",
    "Change",
    "KeyPath",
    "applied",
    "differing",
    "leaves",
    "merged",
    "patch_of",
    "pruned",
    "taken_back",
    "value_at",
]

KeyPath: TypeAlias = tuple[str, ...]


class Absent(Enum):
    """That a key is not there, which is not the same as `null`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Change:
    """One key, its value before and after; `ABSENT` where it is not there."""

    path: KeyPath
    before: Any
    after: Any


def value_at(tree: object, path: KeyPath) -> Any:  # noqa: ANN401 -- JSON
    """Return the value at `path`, `ABSENT` when there is none."""
    for part in path:
        if not isinstance(tree, Mapping) or part not in tree:
            return ABSENT
        tree = tree[part]
    return tree


def differing(tree: Mapping[str, Any], wanted: Mapping[KeyPath, Any]) -> tuple[Change, ...]:
    """Return what has to change so that every key of `wanted` has its value."""
    found = ((path, value_at(tree, path), after) for path, after in wanted.items())
    return tuple(Change(path, before, after) for path, before, after in found if not _same(before, after))


def leaves(change: Change) -> Iterator[Change]:
    """Yield the change of an object as those of the keys within it that differ; any other change as it is."""
    before, after = ({} if value is ABSENT else value for value in (change.before, change.after))
    if not (isinstance(before, Mapping) and isinstance(after, Mapping) and (before or after)):
        yield change
        return
    for key in dict.fromkeys((*before, *after)):
        below = Change((*change.path, key), before.get(key, ABSENT), after.get(key, ABSENT))
        if not _same(below.before, below.after):
            yield from leaves(below)


def merged(earlier: Sequence[Change], later: Sequence[Change]) -> tuple[Change, ...]:
    """Return both as one: of a key that changed twice, the first value before and the last one after."""
    kept = {change.path: change for change in earlier}
    for change in later:
        first = kept.get(change.path, change)
        kept[change.path] = Change(change.path, first.before, change.after)
    return tuple(kept.values())


def taken_back(made: Sequence[Change], now: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return the changes that restore what was there before, for the keys alone whose value is still ours."""
    still_ours = (change for change in made if _same(value_at(now, change.path), change.after))
    return tuple(
        Change(change.path, change.after, change.before)
        for change in still_ours
        if not _same(change.after, change.before)
    )


def applied(tree: Mapping[str, Any], changes: Sequence[Change]) -> dict[str, Any]:
    """Return `tree` with the changes made, as OpenClaw merges a patch."""
    return _patched(tree, patch_of(changes))


def pruned(tree: Mapping[str, Any]) -> dict[str, Any]:
    """Return `tree` without objects that hold nothing."""
    below = {key: pruned(value) if isinstance(value, Mapping) else value for key, value in tree.items()}
    return {key: value for key, value in below.items() if value != {}}


def patch_of(changes: Sequence[Change]) -> dict[str, Any]:
    """Return the changes as a merge patch, in which `null` takes a key away."""
    patch: dict[str, Any] = {}
    for change in changes:
        at = patch
        for part in change.path[:-1]:
            below = at.get(part)
            if not isinstance(below, dict):
                below = at[part] = {}
            at = below
        at[change.path[-1]] = _replacing(change.before, change.after)
    return patch


def _replacing(before: object, after: object) -> Any:  # noqa: ANN401 -- JSON
    """Return what makes `after` of `before` where objects are merged."""
    if after is ABSENT:
        return None
    if not isinstance(after, Mapping):
        return deepcopy(after)
    there = before if isinstance(before, Mapping) else {}
    gone = {key: None for key in there if key not in after}
    return {**gone, **{key: _replacing(there.get(key, ABSENT), value) for key, value in after.items()}}


def _patched(tree: object, patch: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(tree) if isinstance(tree, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            result[key] = _patched(result.get(key), value)
        else:
            result[key] = deepcopy(value)
    return result


def _same(one: object, other: object) -> bool:
    """Whether two JSON values are equal; `true` is not `1`."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other
