"""`LiteLLMClient`: a `ModelClient` whose calls run in the model worker.

It finds the way to the model and its key, words the call, and turns frames into chunks and failures into our errors.
It retries nothing and chooses no other model: a second try would be paid from the turn's own time.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from recall_sidecar.errors import ModelError, ModelRefused, ModelUnreachable
from recall_sidecar.llm import calls, keys
from recall_sidecar.llm.embedding_calls import (
    EMBEDDING_PROVIDERS,
    EmbeddingRequest,
    embedding_arguments,
)
from recall_sidecar.llm.embedding_replies import Embeddings, embeddings_of
from recall_sidecar.llm.failures import Failure, error_for
from recall_sidecar.llm.frames import FrameError
from recall_sidecar.llm.port import (
    Finished,
    ModelChunk,
    ModelRef,
    ModelRequest,
    ModelState,
    TextDelta,
    ToolCall,
    ToolCalls,
    Usage,
)
from recall_sidecar.llm.providers import PROVIDERS, Obstacle, Provider, Route, is_local, route, takes_tools
from recall_sidecar.llm.supervisor import Frames, Timing, WorkerSupervisor
from recall_sidecar.settings import ProviderSettings

__all__ = ["LiteLLMClient"]


class LiteLLMClient:
    """The model behind the sub-agent; whoever makes one starts and closes it.

    `providers` is what `merge_providers` gives for the base settings and every agent; `environment` is where keys are
    looked up. `on_lost` is called each time the worker is lost: what was measured of a model until then may have been
    the worker's doing.
    """

    def __init__(
        self,
        providers: Mapping[str, ProviderSettings],
        environment: Mapping[str, str],
        *,
        timing: Timing | None = None,
        on_lost: Callable[[], object] = lambda: None,
    ) -> None:
        self._providers = dict(providers)
        self._environment = environment
        self._supervisor = WorkerSupervisor(environment, timing, on_lost=on_lost)

    def __repr__(self) -> str:
        return f"LiteLLMClient(state={self.state!r}, providers={sorted(self._providers)})"

    async def start(self) -> None:
        """Start the worker and return at once; `state` says when it is ready."""
        self._supervisor.start()

    async def aclose(self) -> None:
        """End the worker and every call, within two seconds."""
        await self._supervisor.aclose()

    def reconfigure(self, providers: Mapping[str, ProviderSettings]) -> None:
        """Use other provider tables from the next call on; calls that run are left alone."""
        self._providers = dict(providers)

    @property
    def state(self) -> ModelState:
        """Whether a call can be made now."""
        return self._supervisor.state

    def obstacle(self, model: ModelRef) -> str | None:
        """Return why `model` cannot be reached and what to do, None when it can."""
        return self._obstacle(route(model, self._providers))

    def obstacle_to_embedding(self, model: ModelRef) -> str | None:
        """Return the same of an embedding model."""
        return self._obstacle(route(model, self._providers, EMBEDDING_PROVIDERS))

    def _obstacle(self, found: Route | Obstacle) -> str | None:
        if isinstance(found, Obstacle):
            return found.reason
        if found.needs_key and not keys.has_key(found, self._environment):
            return f"{found.name} needs a key: set {keys.key_name(found)}"
        return None

    def can_reach(self, model: ModelRef) -> bool:
        """Whether the provider of `model` is known and has what it needs: a base URL, a key where one is required."""
        return self.obstacle(model) is None

    def is_local(self, model: ModelRef) -> bool:
        """Whether calls to `model` stay on this machine."""
        return is_local(model, self._providers)

    def takes_tools(self, model: ModelRef) -> bool:
        """Whether tools of a request are passed on to `model`; otherwise they are left out of the call."""
        found = route(model, self._providers)
        return isinstance(found, Route) and takes_tools(found)

    def describe(self) -> dict[str, Any]:
        """Return the worker's condition for status and `doctor`; no key and no text is in it."""
        supervisor = self._supervisor
        return {
            "state": supervisor.state,
            "pid": supervisor.pid,
            "starts": supervisor.starts,
            "ready_after_s": supervisor.ready_after_s,
            "open_calls": supervisor.open_calls,
            "last_failure": supervisor.last_failure,
            "providers": sorted(self._providers),
        }

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[ModelChunk]]:
        """Run one call and yield its reply as it arrives; the last chunk is `Finished`."""
        way = self._way(request.model)
        key = await self._key(way)
        arguments = calls.arguments_for(request, way)
        try:
            opened = self._supervisor.open_call(arguments, key)
        except (ConnectionError, FrameError) as error:
            raise ModelUnreachable(str(error), model=way.model, provider=way.name) from error
        with opened as queue:
            yield _chunks(queue, way)

    async def embed(self, request: EmbeddingRequest) -> Embeddings:
        """Return a vector for each text of `request`; a caller that leaves ends the call.

        Raises:
            ModelError: There are none, or not one for each text.
        """
        way = self._way(request.model, EMBEDDING_PROVIDERS)
        key = await self._key(way)
        try:
            opened = self._supervisor.open_call(embedding_arguments(request, way), key, kind="embed")
        except (ConnectionError, FrameError) as error:
            raise ModelUnreachable(str(error), model=way.model, provider=way.name) from error
        with opened as queue:
            frame = await queue.get()
        if frame["type"] == "done":
            return embeddings_of(frame, len(request.texts), way)
        raise _failure(frame, way, "memory.embedding.model")

    def _way(self, model: ModelRef, kinds: Mapping[str, Provider] = PROVIDERS) -> Route:
        found = route(model, self._providers, kinds)
        if isinstance(found, Obstacle):
            raise ModelRefused(found.reason, model=model.model, provider=model.provider)
        return found

    async def _key(self, way: Route) -> str | None:
        if way.key_file:
            return await asyncio.to_thread(keys.key_of, way, self._environment)
        return keys.key_of(way, self._environment)


async def _chunks(queue: Frames, way: Route) -> AsyncIterator[ModelChunk]:
    while True:
        chunk = _read(await queue.get(), way)
        yield chunk
        if isinstance(chunk, Finished):
            return


def _read(frame: Mapping[str, Any], way: Route) -> ModelChunk:
    """Return the chunk a frame stands for.

    Raises:
        ModelError: It tells of a failure.
    """
    match frame:
        case {"type": "text", "text": str(text)}:
            return TextDelta(text)
        case {"type": "calls", "calls": list(made)}:
            return ToolCalls(tuple(ToolCall(c["id"], c["name"], c["arguments"]) for c in made))
        case {"type": "done", "reason": str(reason), "usage": dict(usage)}:
            return Finished(reason, Usage(**usage))
        case _:
            raise _failure(frame, way)


def _failure(frame: Mapping[str, Any], way: Route, setting: str = "model.name") -> ModelError:
    """Return the error that a frame stands for; `setting` is where the model is named."""
    if frame["type"] != "error":
        message = f"{way.name}/{way.model}: the model worker ended during the call; it is being restarted"
        return ModelUnreachable(message, model=way.model, provider=way.name)
    failure = Failure(frame["kind"], frame["error"], frame["status"])
    error = error_for(
        failure, model=way.model, provider=way.name, key_name=keys.key_name(way), setting=setting
    )
    error.status, error.retry_after_s = frame["status"] or 0, frame["retry_after"]
    return error
