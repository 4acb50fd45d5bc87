"""The plugin's files: ours in the package, and whether a copy of them is current."""

from pathlib import Path

__all__ = ["are_equal", "plugin_folder"]


def plugin_folder() -> Path:
    """Return the folder of the plugin as it came with this program."""
    return Path(__file__).parents[1] / "plugin"


def are_equal(ours: Path, theirs: Path) -> bool:
    """Return whether both folders hold the same files, apart from what a package manager adds."""
    names = _names(ours)
    return names == _names(theirs) and all(
        (ours / name).read_bytes() == (theirs / name).read_bytes() for name in names
    )


def _names(folder: Path) -> set[Path]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {name for name in found if name.parts[0] != "node_modules" and not name.name.startswith(".")}
