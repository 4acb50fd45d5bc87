"""Models and providers, without their keys."""

from typing import Any

import pytest

from recall_sidecar.settings.openclaw.draft import LEFT_OUT, Draft
from recall_sidecar.settings.openclaw.models import models
from recall_sidecar.settings.openclaw.roster import Agent

SECRET = "sk-do-not-copy-me"


def translated(config: dict[str, Any], *agents: Agent) -> Draft:
    draft = Draft()
    models(config, agents, draft)
    return draft


def provider(name: str, **settings: object) -> Draft:
    return translated({"models": {"providers": {name: settings}}})


@pytest.mark.parametrize(
    "model",
    [
        pytest.param("a/b", id="as text"),
        pytest.param({"primary": "a/b", "fallbacks": ["c/d"]}, id="as an object"),
    ],
)
def test_the_primary_model_is_carried_over(model: object) -> None:
    draft = translated(
        {"agents": {"defaults": {"model": model}}}, Agent("x", "agents.entries.x", "/w", {"model": "e/f"})
    )

    assert draft.tree == {"model": {"primary": "a/b"}, "agents": {"x": {"model": {"primary": "e/f"}}}}


def test_fallback_models_are_left_out_with_the_reason() -> None:
    draft = translated({"agents": {"defaults": {"model": {"primary": "a/b", "fallbacks": ["c/d"]}}}})

    assert (draft.notes[0].key, draft.notes[0].did) == ("agents.defaults.model.fallbacks", LEFT_OUT)


def test_an_object_without_fallbacks_has_nothing_to_leave_out() -> None:
    draft = translated({"agents": {"defaults": {"model": {"primary": "a/b"}}}})

    assert [each.key for each in draft.notes] == ["agents.defaults.model.primary"]


def test_an_alias_is_no_model() -> None:
    assert translated({"agents": {"defaults": {"model": "opus"}}}).tree == {}


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        pytest.param("mine", {"baseUrl": "https://m.example/v1"},
                     {"api_base": "https://m.example/v1", "kind": "openai"}, id="an address of one's own"),
        pytest.param("mine", {"baseUrl": "https://m.example", "api": "anthropic-messages"},
                     {"api_base": "https://m.example", "kind": "anthropic"}, id="another way of speaking"),
        pytest.param("ollama", {"baseUrl": "http://127.0.0.1:11434", "api": "ollama"},
                     {"api_base": "http://127.0.0.1:11434"}, id="a name that says how to speak"),
        pytest.param("groq", {"apiKey": "${MY_GROQ}"}, {"api_key_env": "MY_GROQ"}, id="a key by reference"),
        pytest.param("groq", {"apiKey": {"source": "env", "provider": "default", "id": "MY_GROQ"}},
                     {"api_key_env": "MY_GROQ"}, id="a key as a secret reference"),
        pytest.param("groq", {"apiKey": SECRET}, {"api_key_env": "GROQ_API_KEY"}, id="a key in clear"),
        pytest.param("9router", {"baseUrl": "https://9.example", "apiKey": SECRET},
                     {"api_base": "https://9.example", "kind": "openai", "api_key_env": "_9ROUTER_API_KEY"},
                     id="a name that begins with a digit"),
        pytest.param("groq", {"apiKey": {"source": "file", "id": "/groq"}}, {"api_key_env": "GROQ_API_KEY"},
                     id="a key in a file"),
        pytest.param("mine", {"baseUrl": "http://localhost:1/v1", "apiKey": SECRET},
                     {"api_base": "http://localhost:1/v1", "kind": "openai"}, id="a key for this machine"),
    ],
)  # fmt: skip
def test_a_provider_is_carried_over_without_its_key(
    name: str, settings: dict[str, Any], expected: dict[str, str]
) -> None:
    draft = provider(name, **settings)

    assert draft.tree == {"model": {"providers": {name: expected}}}
    assert SECRET not in str(draft.notes)


@pytest.mark.parametrize(
    ("name", "settings", "why"),
    [
        pytest.param("mine", {"baseUrl": "http://gpu-box.local/v1"}, "https://", id="plain http to another machine"),
        pytest.param("mine", {"baseUrl": f"https://me:{SECRET}@m.example"}, "password", id="a password in the address"),
        pytest.param("mine", {"baseUrl": f"https://m.example/v1?key={SECRET}"}, "query", id="a key in the address"),
        pytest.param("mine", {"baseUrl": "${BASE}"}, "https://", id="an address by reference"),
        pytest.param("mine", {"apiKey": SECRET}, "no baseUrl", id="no address"),
        pytest.param("mine", {"baseUrl": "https://m.example", "api": "bedrock-converse-stream"}, "its api",
                     id="a way of speaking that is unknown"),
    ],
)  # fmt: skip
def test_a_provider_that_cannot_be_called_safely_is_left_out_whole(
    name: str, settings: dict[str, Any], why: str
) -> None:
    draft = provider(name, **settings)

    assert draft.tree == {}
    assert any(each.did == LEFT_OUT and why in each.why for each in draft.notes)
    assert SECRET not in str(draft.notes)


def test_other_keys_are_named_but_not_shown() -> None:
    draft = provider("openai", headers={"X-Key": SECRET}, models=[])

    assert [each.key for each in draft.notes] == [
        "models.providers.openai.headers",
        "models.providers.openai.models",
    ]
    assert SECRET not in str(draft.notes)


def test_a_provider_that_is_no_object_has_nothing_to_carry_over() -> None:
    assert translated({"models": {"mode": "merge", "providers": {"openai": "x"}}}).tree == {}
