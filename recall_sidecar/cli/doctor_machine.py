"""What `doctor` looks at on this machine: the program, its packages, its files and its port."""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from shlex import quote

from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.memory.beneath import Entry, Problem, walk
from recall_sidecar.memory.elsewhere import elsewhere
from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.paths import HOME_VARIABLE, Paths
from recall_sidecar.recall.tools import MEMORY_GET, MEMORY_SEARCH, unknown_tools
from recall_sidecar.settings import FolderSettings, Settings

__all__ = [
    "check_agents",
    "check_elsewhere",
    "check_folders",
    "check_homes",
    "check_litellm",
    "check_port",
    "check_startup_files",
    "check_tools",
]

# Hosts that are agents of their own, by the name that lists know them by.
_TERMINAL_HOSTS = ("claude-code", "codex", "gemini")
# Releases that carried malware; one of them planted the start-up file of the name below.
_POISONED = frozenset({"1.82.7", "1.82.8"})
_POISONED_START = "litellm_init.pth"
_ROTATE = "uninstall it, treat every key and password on this machine as stolen, and install the locked packages again"


def check_litellm(version: str | None) -> Finding:
    """Look at the installed litellm."""
    if version is None:
        return Finding(
            "error",
            "litellm",
            "not installed, so no model can be asked",
            "install recall-sidecar again",
            code=1,
        )
    if version in _POISONED:
        return Finding("error", "litellm", f"{version} is a release with malware in it", _ROTATE, code=1)
    return Finding("ok", "litellm", version)


def check_startup_files(folders: Iterable[Path], owned: frozenset[str]) -> Iterator[Finding]:
    """Look for `.pth` files that run code at every start of Python and belong to no installed package.

    Args:
        folders: Where Python looks for them.
        owned: Names that installed packages declare.
    """
    stray = False
    for file in sorted(file for folder in folders for file in folder.glob("*.pth")):
        if file.name == _POISONED_START:
            stray = True
            yield Finding(
                "error",
                "start-up files",
                f"{file} is the work of a litellm release with malware",
                _ROTATE,
                code=1,
            )
        elif file.name not in owned and _runs_code(file):
            stray = True
            yield Finding(
                "warning",
                "start-up files",
                f"{file} runs code at every start of Python and belongs to no installed package",
                "read it, and delete it unless you know what it is for",
            )
    if not stray:
        yield Finding("ok", "start-up files", "none that is not a package's own")


def check_folders(folders: Iterable[FolderSettings], config_file: Path) -> Iterator[Finding]:
    """Look whether each folder of memory is there and can be read, with all files in it."""
    looked_at = named([(str(Path(folder.path).expanduser()), folder) for folder in folders])
    for folder in looked_at:
        yield from _folder(folder, config_file)
    if not looked_at:
        yield Finding(
            "warning",
            "memory",
            "no folder is set, so there is nothing to recall",
            f'add [[memory.folders]] with path = "~/.openclaw/workspace" to {config_file}, or: recall-sidecar config import-openclaw FILE',
        )


def check_elsewhere(home: Path, folders: Iterable[FolderSettings]) -> Iterator[Finding]:
    """Name memory of other programs that is not read; whether it shall be is for its owner to say."""
    for place in elsewhere(home, folders):
        yield Finding("ok", "memory elsewhere", str(place))


def check_agents(settings: Settings) -> Iterator[Finding]:
    """Look for hosts in a terminal that lists of agents leave out, as they do after an import from OpenClaw."""
    folders = settings.memory.folders
    if not folders:
        return
    may_recall = {*settings.gate.agents}
    have_memory = {agent for folder in folders for agent in folder.agents}
    out = [host for host in _TERMINAL_HOSTS if not ({"*", host} & may_recall and {"*", host} & have_memory)]
    if out:
        yield Finding(
            "ok",
            "agents",
            f"lists leave out {', '.join(out)}; if you use it, add it to gate.agents and to agents of its [[memory.folders]]",
        )


def check_tools(allowed: Iterable[str]) -> Iterator[Finding]:
    """Look for tools that settings allow and that do not exist here: the model is not offered them."""
    if missing := unknown_tools(allowed):
        yield Finding(
            "warning",
            "tools",
            f"recall.tools_allow names {', '.join(missing)}, which this program does not have",
            f"name {MEMORY_SEARCH.name} and {MEMORY_GET.name} instead",
        )


def check_homes(paths: Paths) -> Iterator[Finding]:
    """Look for a file where one of the program's folders should be."""
    homes = (paths.config_dir, paths.state_dir, paths.runtime_dir)
    standing = (next(place for place in (home, *home.parents) if place.exists()) for home in homes)
    for place in dict.fromkeys(place for place in standing if not place.is_dir()):
        yield Finding(
            "error",
            "folders",
            f"{place} is a file, so the program has no folder of its own there",
            f"move it away, or set {HOME_VARIABLE} to a folder",
            code=1,
        )


def check_port(
    port: int, claim: Callable[[int], None], is_daemon: Callable[[int], bool], config_file: Path
) -> Finding:
    """Look whether the port can be had.

    Args:
        port: What settings name.
        claim: Takes it and gives it back, or raises a sentence that says who has it.
        is_daemon: Whether a daemon of ours, of another installation then, answers there.
        config_file: Where the settings stand.
    """
    try:
        claim(port)
    except (RecallSidecarError, OSError) as error:
        remedy = f"stop that program, or set server.port in {config_file} and in your hosts"
        fact = str(error).partition(";")[0]
        if is_daemon(port):
            fact += ": the daemon of another installation, of another user or another RECALL_SIDECAR_HOME"
        return Finding("error", "port", fact, remedy, code=1)
    return Finding("ok", "port", f"{port} on 127.0.0.1 is free")


def _folder(folder: Folder, config_file: Path) -> Iterator[Finding]:
    root = Path(folder.root)
    if not root.is_dir():
        remedy = f"correct its path in [[memory.folders]] of {config_file}, or: mkdir -p {quote(str(root))}"
        yield Finding("error", "memory", f"{root} is not a folder", remedy, code=1)
        return
    found = list(walk(folder.root, folder.enters, folder.holds))
    if unreadable := next((each for each in found if isinstance(each, Problem) and not each.path), None):
        fact = f"{root} cannot be read ({unreadable.reason})"
        yield Finding("error", "memory", fact, f"chmod u+rx {quote(str(root))}", code=1)
        return
    files = [each for each in found if isinstance(each, Entry)]
    layout = folder.settings.layout
    if not files:
        remedy = f"check path, layout and only in [[memory.folders]] of {config_file}; docs/memory.md says what each layout reads"
        yield Finding("warning", "memory", f"{root} has no file that layout {layout} reads", remedy)
        return
    yield Finding(
        "ok", "memory", f"{root} has {len(files)} file{'s' if len(files) > 1 else ''} (layout {layout})"
    )
    closed = [root / each.path for each in files if not _can_be_opened(root / each.path)]
    if closed:
        more = f" and {len(closed) - 1} more" if len(closed) > 1 else ""
        fact = f"{closed[0]}{more} cannot be read by this user, so it is not recalled"
        yield Finding("error", "memory", fact, f"chmod u+r {quote(str(closed[0]))}", code=1)


def _can_be_opened(file: Path) -> bool:
    try:
        os.close(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK))
    except PermissionError:
        return False
    except OSError:
        # Gone meanwhile, or something that only reading tells.
        return True
    return True


def _runs_code(file: Path) -> bool:
    try:
        lines = file.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return True
    # virtualenv and uv put this one line into every environment they make.
    return any(line.startswith(("import ", "import\t")) for line in lines if line != "import _virtualenv")
