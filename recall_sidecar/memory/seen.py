"""What passes over the folders have seen and the index does not keep, by the folder's key."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from recall_sidecar.masking import without_secrets
from recall_sidecar.memory.places import Places, covers

__all__ = ["Seen"]


@dataclass(frozen=True, slots=True)
class Seen:
    """Folders that were walked, files that may change again unseen, and what could not be read, with the reason.

    Attributes:
        entered: Paths of folders below each configured folder, `""` the folder itself.
        unsettled: Files that had been changed a moment before they were read.
        problems: Reasons by path.
    """

    entered: dict[str, set[str]] = field(default_factory=dict)
    unsettled: dict[str, set[str]] = field(default_factory=dict)
    problems: dict[str, dict[str, str]] = field(default_factory=dict)

    def take_over(self, later: "Seen", looked_at: Places, keys: Collection[str]) -> None:
        """Put what a pass over the places `looked_at` has seen in the place of what was known of them.

        Folders other than `keys` are forgotten.
        """
        for key, places in looked_at.items():
            for mine, theirs in ((self.entered, later.entered), (self.unsettled, later.unsettled)):
                kept = {path for path in mine.get(key, ()) if not covers(places, path)}
                mine[key] = kept | theirs.get(key, set())
            told = {path: why for path, why in self.problems.get(key, {}).items() if not covers(places, path)}
            self.problems[key] = told | later.problems.get(key, {})
        for kind in (self.entered, self.unsettled, self.problems):
            for gone in [key for key in kind if key not in keys]:
                del kind[gone]

    def lines(self, named: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
        """Return a sentence for each problem of the folders given as (key, name, root); file names may hold secrets."""
        return tuple(
            without_secrets(f"{name}/{path}: {reason}" if path else f"{root}: {reason}")
            for key, name, root in named
            for path, reason in sorted(self.problems.get(key, {}).items())
        )
