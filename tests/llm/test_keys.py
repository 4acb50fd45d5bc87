"""Where keys come from, and that they go nowhere else."""

from pathlib import Path

import pytest

from recall_sidecar.errors import ModelRefused
from recall_sidecar.llm import keys
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.llm.providers import Route, route
from recall_sidecar.settings import ProviderSettings


def way(provider: str = "openai", **settings: str) -> Route:
    found = route(ModelRef(provider, "m"), {provider: ProviderSettings.model_validate(settings)})
    assert isinstance(found, Route)
    return found


def key_file(folder: Path, text: str = "sk-file\n", mode: int = 0o600) -> str:
    file = folder / "key"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return str(file)


@pytest.mark.parametrize(
    ("provider", "environment", "key"),
    [
        pytest.param("openai", {"OPENAI_API_KEY": "sk-1"}, "sk-1", id="the usual variable"),
        pytest.param("google", {"GOOGLE_API_KEY": "b"}, "b", id="the second of two"),
        pytest.param("google", {"GEMINI_API_KEY": "a", "GOOGLE_API_KEY": "b"}, "a", id="the first of two"),
        pytest.param("ollama", {}, None, id="none where none is needed"),
        pytest.param("ollama", {"OLLAMA_API_KEY": " "}, None, id="blank is none"),
    ],
)
def test_a_key_comes_from_the_variable(provider: str, environment: dict[str, str], key: str | None) -> None:
    assert keys.key_of(way(provider), environment) == key
    assert keys.has_key(way(provider), environment) is (key is not None)


@pytest.mark.parametrize("kind", ["openai", "anthropic", "google", "mistral", "groq"])
def test_a_server_on_this_machine_that_speaks_as_a_service_gets_a_word_instead_of_the_users_key(
    kind: str,
) -> None:
    usual = {"OPENAI_API_KEY": "sk-1", "ANTHROPIC_API_KEY": "sk-2", "GEMINI_API_KEY": "sk-3"}
    local = way("box", kind=kind, api_base="http://127.0.0.1:9/v1")

    assert keys.key_of(local, usual) == keys.NO_KEY
    assert not keys.has_key(local, usual)
    assert keys.key_name(local) == "model.providers.box.api_key_env"


def test_a_name_of_ones_own_elsewhere_asks_for_a_key_of_its_own() -> None:
    acme = way("acme.ai", kind="openai", api_base="https://acme.test/v1")

    with pytest.raises(ModelRefused, match=r'no key: set model\.providers\."acme\.ai"\.api_key_env'):
        keys.key_of(acme, {"OPENAI_API_KEY": "sk-1"})


def test_a_missing_key_is_refused_with_the_variable_to_set() -> None:
    with pytest.raises(ModelRefused, match="no key: set GEMINI_API_KEY or GOOGLE_API_KEY"):
        keys.key_of(way("google"), {"OPENAI_API_KEY": "other"})


def test_a_key_file_comes_before_the_variable(tmp_path: Path) -> None:
    file = key_file(tmp_path)

    assert keys.key_of(way(api_key_file=file), {"OPENAI_API_KEY": "sk-1"}) == "sk-file"
    assert keys.has_key(way(api_key_file=file), {})
    assert keys.key_name(way(api_key_file=file)) == file


@pytest.mark.parametrize(
    ("text", "mode", "problem"),
    [
        pytest.param("sk", 0o640, "chmod 600", id="others may read it"),
        pytest.param("sk", 0o602, "chmod 600", id="others may write it"),
        pytest.param("", 0o600, "hold the key and nothing else", id="empty"),
        pytest.param("KEY=sk 1", 0o600, "hold the key and nothing else", id="more than a key"),
    ],
)
def test_a_key_file_that_is_not_right_is_refused_without_its_content(
    tmp_path: Path, text: str, mode: int, problem: str
) -> None:
    with pytest.raises(ModelRefused, match=problem) as refused:
        keys.key_of(way(api_key_file=key_file(tmp_path, text, mode)), {})

    assert "sk 1" not in str(refused.value)


@pytest.mark.parametrize("name", ["absent", "."], ids=["absent", "a folder"])
def test_a_key_file_that_cannot_be_read_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelRefused, match="cannot be read"):
        keys.key_of(way(api_key_file=str(tmp_path / name)), {})
