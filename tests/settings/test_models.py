"""Models and providers."""

import pytest
from pydantic import ValidationError

from recall_sidecar.settings.models import ModelSettings, ProviderSettings


@pytest.mark.parametrize(
    "base",
    [
        "",
        "https://api.example/v1",
        "http://localhost:8000",
        "http://127.0.0.1:11434/v1",
        "http://127.8.9.1",
        "http://[::1]:80/",
    ],
)
def test_an_address_is_encrypted_or_on_this_machine(base: str) -> None:
    assert ProviderSettings(api_base=base).api_base == base


@pytest.mark.parametrize(
    ("base", "message"),
    [
        pytest.param("http://api.example/v1", "https://", id="plain http to elsewhere"),
        pytest.param("http://127.0.0.1.evil.example/", "https://", id="a name that looks like this machine"),
        pytest.param("http://localhost.evil.example", "https://", id="another"),
        pytest.param("http://[::1]evil.example", "https://", id="and another"),
        pytest.param("http://localhost@evil.example", "user", id="a user that looks like this machine"),
        pytest.param("ftp://x", "https://", id="another protocol"),
        pytest.param("https://", "https://", id="nothing behind it"),
        pytest.param("https://me:hunter2@api.example", "password", id="a password"),
        pytest.param("https://api.example/v1?key=hunter2", "query", id="a query"),
        pytest.param("https://api.example/v1#hunter2", "query", id="a fragment"),
    ],
)
def test_an_unsafe_address_is_refused_and_not_repeated(base: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message) as caught:
        ProviderSettings(api_base=base)

    assert "hunter2" not in caught.value.errors()[0]["msg"]


@pytest.mark.parametrize("name", ["my_key", "sk-live-1", "AIzaSyabc", "1KEY"])
def test_a_key_in_the_place_of_its_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        ProviderSettings(api_key_env=name)


@pytest.mark.parametrize(("file", "fine"), [("/run/key", True), ("~/key", True), ("", True), ("key", False)])
def test_a_key_file_says_where_it_is(file: str, fine: bool) -> None:
    if fine:
        assert ProviderSettings(api_key_file=file).api_key_file == file
    else:
        with pytest.raises(ValidationError, match="begins with"):
            ProviderSettings(api_key_file=file)


def test_a_request_body_takes_what_json_takes() -> None:
    body = {"a": [1, {"b": None}]}

    assert ProviderSettings(extra_body=body).extra_body == body  # type: ignore[arg-type]


@pytest.mark.parametrize("model", ["gpt-5", "/x", "a/", "a b/c", "a/b c", "host/", "host/gpt-5", "Host"])
def test_a_model_names_its_provider(model: str) -> None:
    with pytest.raises(ValidationError, match="must be provider/model"):
        ModelSettings(name=model)


@pytest.mark.parametrize("model", ["host", "host/openai/gpt-5-mini", "host/openrouter/meta/llama:free"])
def test_a_model_may_be_the_hosts(model: str) -> None:
    assert ModelSettings(name=model, primary=model, fallback=model).name == model


def test_no_provider_may_be_called_host() -> None:
    assert "hosted" in ModelSettings(providers={"hosted": ProviderSettings()}).providers
    with pytest.raises(ValidationError, match="stands for the model that a host lends"):
        ModelSettings(providers={"host": ProviderSettings()})


def test_a_model_may_have_slashes_and_colons() -> None:
    assert ModelSettings(name="openrouter/meta/llama:free").name == "openrouter/meta/llama:free"


def test_a_provider_is_named_as_before_the_slash() -> None:
    with pytest.raises(ValidationError):
        ModelSettings(providers={"a b": ProviderSettings()})
