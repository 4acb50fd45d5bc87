"""One embedding model on another machine: masks what goes there, counts what it costs, lets it rest when it fails.

`embed` belongs to the event loop; whoever checked what it gave says so with `accepted` or `rejected`, from any thread. Both entrances, passages and questions, share one rest, so that neither knocks while the other has
just been turned away; time-outs of questions, which have little time, keep only questions away.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import ModelError, ModelRefused, ModelReplyInvalid
from recall_sidecar.llm.embedding_calls import EmbeddingRequest, Purpose
from recall_sidecar.llm.embedding_replies import Embeddings
from recall_sidecar.llm.port import ModelRef, ModelState
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.rest import Rest
from recall_sidecar.settings import EmbeddingSettings, ModelSettings

__all__ = ["EmbeddingClient", "EmbeddingService", "TextRefused"]

# Statuses that may be about the texts: a bad, a too large and an unprocessable request.
_OF_TEXTS = frozenset({400, 413, 422})
_PATIENT_S = 60.0
# How long passages wait for the model worker, which takes seconds to start; questions do not wait.
_WORKER_WITHIN_S = 60.0
_LOOK_EVERY_S = 0.1
_log = logging.getLogger("recall_sidecar")


class TextRefused(EmbeddingFailed):
    """The texts themselves may be what is refused, for example because one is too long; fewer or shorter ones may not be."""


class EmbeddingClient(Protocol):
    """What is asked of the model client."""

    @property
    def state(self) -> ModelState:
        """Whether a call can be made now."""

    async def embed(self, request: EmbeddingRequest) -> Embeddings:
        """Return a vector for each text; raises `ModelError`."""


class EmbeddingService:
    """The model that `settings` name, reached through `client`.

    `limits` gives the table with the spending limits, `mask` takes secrets out of a text.
    """

    def __init__(
        self,
        settings: EmbeddingSettings,
        client: EmbeddingClient,
        *,
        mask: Callable[[str], str],
        spend: SpendLedger,
        limits: Callable[[], ModelSettings],
        clock: Clock,
    ) -> None:
        provider, _, model = settings.model.partition("/")
        self.name = settings.model
        self._model = ModelRef(provider, model)
        self._settings = settings
        self._client = client
        self._mask = mask
        self._spend = spend
        self._limits = limits
        self._clock = clock
        self._rest = Rest()
        self._questions_rest = Rest()
        self._reason = ""

    async def embed(self, texts: Sequence[str], purpose: Purpose, *, is_patient: bool) -> tuple[bytes, ...]:
        """Return what the service gives for each text; who `is_patient` also waits for the model worker to start.

        Raises:
            TextRefused: The caller tries fewer or shorter ones, or says `rejected`.
            EmbeddingFailed: There are none, or the service is left alone at present.
        """
        self._admit(is_patient=is_patient)
        if is_patient:
            await self._worker_is_ready()
        if (limit := self._spend.admit_embedding(self._limits())) is not None:
            message = f"{self.name} is not asked: {limit}."
            raise EmbeddingFailed(message)
        # In a thread: 64 passages take longer than the loop may stand still.
        masked = await asyncio.to_thread(lambda: tuple(map(self._mask, texts)))
        request = EmbeddingRequest(self._model, masked, purpose, self._settings.dimensions)
        within_s = _PATIENT_S if is_patient else self._settings.query_timeout_ms / 1000
        try:
            async with asyncio.timeout(within_s):
                made = await self._client.embed(request)
        except TimeoutError as error:
            what = f"{self.name} gave no answer within {within_s:g} s"
            raise self._failed(error, what, self._rest if is_patient else self._questions_rest) from error
        except ModelError as error:
            if error.status in _OF_TEXTS:
                raise TextRefused(str(error)) from error
            raise self._failed(error, str(error), self._rest) from error
        self._spend.record(made.usage)
        return made.vectors

    def accepted(self, *, is_patient: bool) -> None:
        """Note that the service works: only once its vectors are known to be of use, or paid rubbish would never end."""
        self._rest.answered()
        if not is_patient:
            self._questions_rest.answered()

    def rejected(self, reason: str) -> EmbeddingFailed:
        """Let the service rest whose vectors turned out to be of no use, and return the error that says why."""
        return self._failed(ModelReplyInvalid(reason), reason, self._rest)

    def ask_again(self) -> None:
        """End every rest: what the service was refused for may have been mended."""
        self._rest.answered()
        self._questions_rest.answered()

    def _admit(self, *, is_patient: bool) -> None:
        now = self._clock.monotonic()
        left_s = self._rest.left_s(now)
        if not is_patient:
            left_s = max(left_s, self._questions_rest.left_s(now))
        if left_s:
            # Without the seconds: the same failure is one line in the log, not one every time somebody looks.
            raise EmbeddingFailed(self._reason)

    async def _worker_is_ready(self) -> None:
        try:
            async with asyncio.timeout(_WORKER_WITHIN_S):
                # The state has no event to wait for; this is once, after a start.
                while self._client.state in {"off", "warming"}:  # noqa: ASYNC110
                    await asyncio.sleep(_LOOK_EVERY_S)
        except TimeoutError:
            message = f"{self.name} is not asked: the model worker does not get ready."
            raise EmbeddingFailed(message) from None

    def _failed(self, error: Exception, what: str, rest: Rest) -> EmbeddingFailed:
        rest_s = rest.failed(
            self._clock.monotonic(),
            refused=isinstance(error, ModelRefused | ModelReplyInvalid),
            retry_after_s=getattr(error, "retry_after_s", 0.0),
        )
        self._reason = (
            f"{what.removesuffix('.')}; words decide alone, and the service is left alone for {rest_s:g} s."
        )
        _log.warning(
            "embedding_failed",
            extra={"model": self.name, "error": type(error).__name__, "rest_s": rest_s},
        )
        return EmbeddingFailed(self._reason)
