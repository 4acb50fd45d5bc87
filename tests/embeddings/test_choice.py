"""The settings name the embedder, wherever its model is."""

from pathlib import Path

from recall_sidecar.embeddings.choice import EmbedderChoice
from recall_sidecar.embeddings.remote import RemoteEmbedder
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.embedding.apart import Apart
from recall_sidecar.settings import EmbeddingSettings, ModelSettings
from recall_sidecar.testing import FakeClock


def choice(folder: Path) -> EmbedderChoice:
    clock = FakeClock()
    return EmbedderChoice(
        LiteLLMClient({}, {}),
        mask=str,
        spend=SpendLedger(folder / "spend.json", clock, {}),
        limits=ModelSettings,
        clock=clock,
        downloads=folder,
        environment={},
    )


async def test_models_that_run_here_and_elsewhere_are_made(tmp_path: Path) -> None:
    make = choice(tmp_path)
    make.ask_again()

    assert isinstance(make(EmbeddingSettings()), Apart)
    assert make(EmbeddingSettings(model="off")) is None
    assert isinstance(make(EmbeddingSettings(model="ollama/bge-m3")), RemoteEmbedder)


async def test_a_service_is_asked_again_when_settings_have_changed(tmp_path: Path) -> None:
    make = choice(tmp_path)
    remote = make(EmbeddingSettings(model="openai/m"))
    assert isinstance(remote, RemoteEmbedder)
    remote._service.rejected("it says no")

    make.ask_again()

    assert remote._service._rest.failures == 0
