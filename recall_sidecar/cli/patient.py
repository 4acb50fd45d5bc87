"""The installation that `doctor` examines, and how to reach each part of it."""

import asyncio
import importlib.metadata
import site
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from recall_sidecar.cli import doctor_service
from recall_sidecar.cli.door import Daemon, LocalDoor
from recall_sidecar.cli.finding import Finding
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.paths import Paths
from recall_sidecar.settings import Settings

__all__ = ["Patient", "this_machine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """An installation as `doctor` examines it; what touches the machine is handed in.

    `load` returns the settings of everyone and of each agent that has its own, or raises `SettingsError` or
    `PromptStyleError`, as a start would. `probe` calls models and tells what came of it.
    """

    paths: Paths
    home: Path
    load: Callable[[], tuple[Settings, ...]]
    find_daemon: Callable[[], Daemon | None]
    claim_port: Callable[[int], None]
    obstacle: Callable[[tuple[Settings, ...], ModelRef], str | None]
    probe: Callable[[tuple[Settings, ...], tuple[ModelRef, ...]], list[Finding]]
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


def _obstacle(trees: tuple[Settings, ...], model: ModelRef) -> str | None:
    from recall_sidecar.llm.client import LiteLLMClient
    from recall_sidecar.llm.providers import merge_providers
    from recall_sidecar.settings.load import process_environment

    providers = merge_providers(tree.model for tree in trees)
    return LiteLLMClient(providers, process_environment()).obstacle(model)


def _probe(trees: tuple[Settings, ...], models: tuple[ModelRef, ...]) -> list[Finding]:
    from recall_sidecar.llm.client import LiteLLMClient
    from recall_sidecar.llm.providers import merge_providers
    from recall_sidecar.settings.load import process_environment

    async def call_each() -> list[Finding]:
        client = LiteLLMClient(merge_providers(tree.model for tree in trees), process_environment())
        try:
            await client.start()
            return await doctor_service.probe(client, models)
        finally:
            await client.aclose()

    return asyncio.run(call_each())
