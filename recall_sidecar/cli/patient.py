"""The installation that `doctor` examines, and how to reach each part of it."""

import asyncio
import contextlib
import importlib.metadata
import importlib.util
import json
import re
import shutil
import site
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from recall_sidecar.cli import doctor_memory, doctor_service
from recall_sidecar.cli.door import Daemon, LocalDoor
from recall_sidecar.cli.finding import Finding
from recall_sidecar.deadline import SystemClock
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.memory.health import Health, has_full_text, look_at, sqlite_version
from recall_sidecar.paths import Paths
from recall_sidecar.settings import EmbeddingSettings, Settings

if TYPE_CHECKING:
    from recall_sidecar.llm.client import LiteLLMClient

__all__ = ["Patient", "this_machine"]

T = TypeVar("T")
# A turn may take minutes; what is asked here is answered at once, or the daemon hangs.
_DAEMON_WITHIN_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """An installation as `doctor` examines it; what touches the machine is handed in.

    `load` returns the settings of everyone and of each agent that has its own, or raises `SettingsError` or
    `PromptStyleError`, as a start would. `probe` and `probe_embedding` call models and tell what came of it.
    """

    paths: Paths
    home: Path
    environment: Mapping[str, str]
    now: Callable[[], datetime]
    moments: Callable[[], Iterable[tuple[str, datetime]]]
    free_bytes: Callable[[Path], int]
    load: Callable[[], tuple[Settings, ...]]
    sources: Callable[[], str]
    find_daemon: Callable[[], Daemon | None]
    program_of: Callable[[int], str | None]
    claim_port: Callable[[int], None]
    is_daemon: Callable[[int], bool]
    full_text: Callable[[], tuple[bool, str]]
    index_health: Callable[[Path], Health]
    obstacle: Callable[[tuple[Settings, ...], ModelRef], str | None]
    probe: Callable[[tuple[Settings, ...], tuple[ModelRef, ...]], list[Finding]]
    obstacle_to_embedding: Callable[[tuple[Settings, ...], ModelRef], str | None]
    probe_embedding: Callable[[tuple[Settings, ...], EmbeddingSettings], Finding]
    find_program: Callable[[str], str | None]
    has_package: Callable[[str], bool]
    litellm_version: Callable[[], str | None]
    startup_folders: Callable[[], tuple[Path, ...]]
    owned_startup_files: Callable[[], frozenset[str]]


def this_machine(door: LocalDoor) -> Patient:
    """Return this user's installation."""
    from recall_sidecar.settings.load import process_environment

    environment = process_environment()
    return Patient(
        paths=door.paths,
        home=Path.home(),
        environment=environment,
        now=SystemClock().now,
        moments=lambda: _moments(door.paths),
        free_bytes=lambda place: shutil.disk_usage(place).free,
        load=lambda: _load(door.paths),
        sources=lambda: _sources(door.paths),
        find_daemon=lambda: _find_daemon(door.paths),
        program_of=_program_of,
        claim_port=_claim_port,
        is_daemon=_is_daemon,
        full_text=_full_text,
        index_health=look_at,
        obstacle=_obstacle,
        probe=_probe,
        obstacle_to_embedding=_obstacle_to_embedding,
        probe_embedding=_probe_embedding,
        find_program=shutil.which,
        has_package=lambda name: importlib.util.find_spec(name) is not None,
        litellm_version=_litellm_version,
        startup_folders=lambda: tuple(Path(folder) for folder in site.getsitepackages()),
        owned_startup_files=lambda: _owned(importlib.metadata.distributions()),
    )


def _litellm_version() -> str | None:
    try:
        # The metadata alone: importing it takes seconds, and a poisoned release would run.
        return importlib.metadata.version("litellm")
    except importlib.metadata.PackageNotFoundError:
        return None


def _owned(distributions: Iterable[importlib.metadata.Distribution]) -> frozenset[str]:
    return frozenset(
        file.name for package in distributions for file in package.files or () if file.suffix == ".pth"
    )


def _moments(paths: Paths) -> Iterator[tuple[str, datetime]]:
    """Yield what has happened already: the program was made, and its files were written."""
    for file in (Path(__file__), paths.config_file, paths.pid_file, paths.log_file, paths.index_file):
        with contextlib.suppress(OSError):
            yield str(file), datetime.fromtimestamp(file.stat().st_mtime, UTC)


def _find_daemon(paths: Paths) -> Daemon | None:
    from recall_sidecar.client import DaemonClient

    return DaemonClient.find(paths, timeout_s=_DAEMON_WITHIN_S)


def _program_of(pid: int) -> str | None:
    """Return a process's command line, None when there is none or the system does not tell."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").replace("\0", " ")
    except OSError:
        return None


def _is_daemon(port: int) -> bool:
    """Return whether a daemon like ours answers on a port; it is sent nothing but the question."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection("127.0.0.1", port, timeout=2.0)
    try:
        connection.request("GET", f"/v1/proof?nonce={'x' * 16}")
        answer = json.loads(connection.getresponse().read(4096))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and "hookProof" in answer


# Each of these parts is imported only when `doctor` gets to it: some take long to import.


def _load(paths: Paths) -> tuple[Settings, ...]:
    from recall_sidecar.cross_check import cross_check, trees_of
    from recall_sidecar.settings.load import load, process_environment

    loaded = load(paths, process_environment())
    _ = cross_check(paths, loaded)
    return trees_of(loaded)


def _sources(paths: Paths) -> str:
    """Return in words how many keys come from where."""
    from recall_sidecar.settings.load import load, process_environment

    loaded = load(paths, process_environment())
    places = Counter(re.split(r"[: ]", source, maxsplit=1)[0] for source in loaded.sources.values())
    told = ", ".join(f"{count} from {place}" for place, count in sorted(places.items()))
    return (
        f"of your own keys {told} ({paths.config_file})"
        if told
        else f"none of your own in {paths.config_file}"
    )


def _full_text() -> tuple[bool, str]:
    return has_full_text(), sqlite_version()


def _claim_port(port: int) -> None:
    from recall_sidecar.listening import bind_tcp

    bind_tcp(port).close()


def _client(trees: tuple[Settings, ...]) -> "LiteLLMClient":
    from recall_sidecar.llm.client import LiteLLMClient
    from recall_sidecar.llm.providers import merge_providers
    from recall_sidecar.settings.load import process_environment

    return LiteLLMClient(merge_providers(tree.model for tree in trees), process_environment())


def _obstacle(trees: tuple[Settings, ...], model: ModelRef) -> str | None:
    return _client(trees).obstacle(model)


def _obstacle_to_embedding(trees: tuple[Settings, ...], model: ModelRef) -> str | None:
    return _client(trees).obstacle_to_embedding(model)


def _probe(trees: tuple[Settings, ...], models: tuple[ModelRef, ...]) -> list[Finding]:
    return asyncio.run(_called(_client(trees), lambda client: doctor_service.probe(client, models)))


def _probe_embedding(trees: tuple[Settings, ...], settings: EmbeddingSettings) -> Finding:
    return asyncio.run(
        _called(_client(trees), lambda client: doctor_memory.probe_embedding(client, settings))
    )


async def _called(client: "LiteLLMClient", call: "Callable[[LiteLLMClient], Coroutine[Any, Any, T]]") -> T:
    try:
        await client.start()
        return await call(client)
    finally:
        await client.aclose()
