"""The installation that `doctor` examines, and how to reach each part of it."""

import asyncio
import importlib.metadata
import importlib.util
import shutil
import site
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from recall_sidecar.cli import doctor_memory, doctor_service
from recall_sidecar.cli.door import Daemon, LocalDoor
from recall_sidecar.cli.finding import Finding
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.paths import Paths
from recall_sidecar.settings import EmbeddingSettings, Settings

if TYPE_CHECKING:
    from recall_sidecar.llm.client import LiteLLMClient

__all__ = ["Patient", "this_machine"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """An installation as `doctor` examines it; what touches the machine is handed in.

    `load` returns the settings of everyone and of each agent that has its own, or raises `SettingsError` or
    `PromptStyleError`, as a start would. `probe` and `probe_embedding` call models and tell what came of it.
    """

    paths: Paths
    home: Path
    load: Callable[[], tuple[Settings, ...]]
    find_daemon: Callable[[], Daemon | None]
    claim_port: Callable[[int], None]
    obstacle: Callable[[tuple[Settings, ...], ModelRef], str | None]
    probe: Callable[[tuple[Settings, ...], tuple[ModelRef, ...]], list[Finding]]
    obstacle_to_embedding: Callable[[tuple[Settings, ...], ModelRef], str | None]
    probe_embedding: Callable[[tuple[Settings, ...], EmbeddingSettings], Finding]
    find_program: Callable[[str], str | None]
    has_mcp_sdk: Callable[[], bool]
    litellm_version: Callable[[], str | None]
    startup_folders: Callable[[], tuple[Path, ...]]
    owned_startup_files: Callable[[], frozenset[str]]


def this_machine(door: LocalDoor) -> Patient:
    """Return this user's installation."""
    return Patient(
        paths=door.paths,
        home=Path.home(),
        load=lambda: _load(door.paths),
        find_daemon=door.running,
        claim_port=_claim_port,
        obstacle=_obstacle,
        probe=_probe,
        obstacle_to_embedding=_obstacle_to_embedding,
        probe_embedding=_probe_embedding,
        find_program=shutil.which,
        has_mcp_sdk=lambda: importlib.util.find_spec("mcp") is not None,
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


# Each of these parts is imported only when `doctor` gets to it: some take long to import.


def _load(paths: Paths) -> tuple[Settings, ...]:
    from recall_sidecar.cross_check import cross_check, trees_of
    from recall_sidecar.settings.load import load, process_environment

    loaded = load(paths, process_environment())
    _ = cross_check(paths, loaded)
    return trees_of(loaded)


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
