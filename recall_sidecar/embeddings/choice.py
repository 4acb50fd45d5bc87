"""The embedder that settings name, wherever its model is."""

from collections.abc import Callable, Mapping
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.embeddings.remote import RemoteEmbedder
from recall_sidecar.embeddings.service import EmbeddingClient, EmbeddingService
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.embedding import Embedder
from recall_sidecar.memory.embedding.choice import is_local, local_embedder
from recall_sidecar.settings import EmbeddingSettings, ModelSettings

__all__ = ["EmbedderChoice"]


class EmbedderChoice:
    """Makes embedders; see `EmbeddingService` and `local_embedder` for what it is given."""

    def __init__(
        self,
        client: EmbeddingClient,
        *,
        mask: Callable[[str], str],
        spend: SpendLedger,
        limits: Callable[[], ModelSettings],
        clock: Clock,
        downloads: Path,
        environment: Mapping[str, str],
    ) -> None:
        self._client = client
        self._mask = mask
        self._spend = spend
        self._limits = limits
        self._clock = clock
        self._downloads = downloads
        self._environment = environment
        self._service: EmbeddingService | None = None

    def __call__(self, settings: EmbeddingSettings) -> Embedder | None:
        """Return the embedder, not loaded yet; None when words alone shall decide. For the event loop."""
        self._service = None
        if is_local(settings):
            return local_embedder(settings, self._downloads, self._environment, self._clock)
        self._service = EmbeddingService(
            settings,
            self._client,
            mask=self._mask,
            spend=self._spend,
            limits=self._limits,
            clock=self._clock,
        )
        return RemoteEmbedder(self._service, settings.dimensions)

    def ask_again(self) -> None:
        """Have a service that was refused asked again at once: what it was refused for may have been mended."""
        if self._service is not None:
            self._service.ask_again()
