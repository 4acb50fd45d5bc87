"""Names of providers, what each needs, and which stay on this machine."""

import pytest

from recall_sidecar.errors import SettingsError
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.llm.providers import (
    PROVIDERS,
    Obstacle,
    Route,
    is_local,
    merge_providers,
    route,
    takes_tools,
)
from recall_sidecar.settings import ModelSettings, ProviderSettings

NONE: dict[str, ProviderSettings] = {}


def ref(name: str) -> ModelRef:
    provider, _, model = name.partition("/")
    return ModelRef(provider, model)


def found(name: str, **settings: ProviderSettings) -> Route:
    way = route(ref(name), settings)
    assert isinstance(way, Route), way
    return way


@pytest.mark.parametrize(
    ("name", "litellm_name"),
    [
        pytest.param("openai/gpt-5-mini", "openai/gpt-5-mini", id="OpenAI keeps its name"),
        pytest.param("google/gemini-2.5-flash", "gemini/gemini-2.5-flash", id="google is gemini"),
        pytest.param("google-gemini/gemini-2.5-flash", "gemini/gemini-2.5-flash", id="so is google-gemini"),
        pytest.param("ollama/qwen3:8b", "ollama_chat/qwen3:8b", id="Ollama by its chat interface"),
        pytest.param(
            "groq/openai/gpt-oss-20b", "groq/openai/gpt-oss-20b", id="a slash in the model's name stays"
        ),
        pytest.param(
            "openrouter/anthropic/claude-haiku-4-5", "openrouter/anthropic/claude-haiku-4-5", id="openrouter"
        ),
        pytest.param("cerebras/gpt-oss-120b", "cerebras/gpt-oss-120b", id="cerebras"),
        pytest.param("together/x", "together_ai/x", id="together"),
        pytest.param("fireworks/x", "fireworks_ai/x", id="fireworks"),
        pytest.param("qwen/qwen-plus", "dashscope/qwen-plus", id="qwen is dashscope"),
        pytest.param("kimi/kimi-k2", "moonshot/kimi-k2", id="kimi is moonshot"),
        pytest.param("z.ai/glm-4.6", "zai/glm-4.6", id="z.ai is zai"),
        pytest.param("lmstudio/x", "hosted_vllm/x", id="LM Studio as a plain server"),
        pytest.param("llama.cpp/x", "hosted_vllm/x", id="llama.cpp too"),
        pytest.param("OpenAI/gpt-5-mini", "openai/gpt-5-mini", id="letter case of the provider is ignored"),
    ],
)
def test_a_provider_of_openclaw_has_its_name_in_litellm(name: str, litellm_name: str) -> None:
    way = found(name)

    assert f"{way.provider.prefix}/{way.model}" == litellm_name


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        pytest.param(
            "acme/x", "acme is not a known provider: set model.providers.acme.api_base", id="unknown"
        ),
        pytest.param("my.box/x", 'model.providers."my.box".api_base', id="a name TOML wants quoted"),
        pytest.param(
            "custom/x", "custom has no address: set model.providers.custom.api_base", id="no address"
        ),
        pytest.param("openai-codex/gpt-5", "signs in as a person", id="login only"),
        pytest.param("github-copilot/x", "signs in as a person", id="login only too"),
        pytest.param("amazon-bedrock/x", "OpenAI-compatible gateway", id="needs several credentials"),
    ],
)
def test_a_provider_that_cannot_be_reached_says_what_to_do(name: str, remedy: str) -> None:
    obstacle = route(ref(name), NONE)

    assert isinstance(obstacle, Obstacle)
    assert remedy in obstacle.reason


def test_an_unknown_kind_names_the_known_ones() -> None:
    obstacle = route(ref("acme/x"), {"acme": ProviderSettings(kind="opanai")})

    assert isinstance(obstacle, Obstacle)
    assert "known kinds: anthropic, cerebras" in obstacle.reason


def test_a_name_of_ones_own_with_an_address_is_a_plain_compatible_server() -> None:
    way = found("acme/m", acme=ProviderSettings(api_base="https://llm.acme.test/v1/"))

    assert (way.kind, way.api_base, way.needs_key) == ("compatible", "https://llm.acme.test/v1", False)


def test_a_kind_makes_a_name_of_ones_own_behave_like_that_provider() -> None:
    way = found("acme/m", acme=ProviderSettings(kind="openai", api_base="https://llm.acme.test/v1"))

    assert way.provider is PROVIDERS["openai"]
    assert way.needs_key


@pytest.mark.parametrize(
    ("name", "settings", "needed", "variables"),
    [
        pytest.param("openai/m", ProviderSettings(), True, ("OPENAI_API_KEY",), id="the usual variable"),
        pytest.param("openai/m", ProviderSettings(api_key_env="WORK"), True, ("WORK",), id="a named one instead"),
        pytest.param("openai/m", ProviderSettings(api_base="http://127.0.0.1:1/v1"), False, (), id="none on this machine, where the service's is not read"),
        pytest.param("openai/m", ProviderSettings(api_base="https://gate.test/v1"), True, ("OPENAI_API_KEY",), id="the usual one for a gateway under the service's name"),
        pytest.param("gemini/m", ProviderSettings(api_base="https://gate.test"), True, ("GEMINI_API_KEY", "GOOGLE_API_KEY"), id="or under an alias of it"),
        pytest.param("acme/m", ProviderSettings(kind="openai", api_base="https://acme.test/v1"), True, (), id="the service's is not read for somebody else"),
        pytest.param("work/m", ProviderSettings(kind="openai"), True, ("OPENAI_API_KEY",), id="a second name for the service itself"),
        pytest.param("box/m", ProviderSettings(kind="openai", api_base="http://127.0.0.1:1/v1", api_key_env="BOX"), True, ("BOX",), id="a named one on this machine"),
        pytest.param("ollama/m", ProviderSettings(), False, ("OLLAMA_API_KEY",), id="Ollama needs none"),
        pytest.param("box/m", ProviderSettings(kind="ollama", api_base="http://127.0.0.1:1"), False, ("OLLAMA_API_KEY",), id="or on another port"),
        pytest.param("ollama/m", ProviderSettings(api_key_env="OLLAMA"), True, ("OLLAMA",), id="unless one is named"),
    ],
)  # fmt: skip
def test_whether_a_key_is_needed_and_where_it_is_expected(
    name: str, settings: ProviderSettings, needed: bool, variables: tuple[str, ...]
) -> None:
    way = found(name, **{name.split("/", maxsplit=1)[0]: settings})

    assert (way.needs_key, way.key_env) == (needed, variables)


@pytest.mark.parametrize(
    ("name", "base", "local"),
    [
        pytest.param("ollama/qwen3:8b", "", True, id="Ollama's own address"),
        pytest.param("ollama/gpt-oss:120b-cloud", "", False, id="Ollama's cloud models leave"),
        pytest.param("ollama/qwen3:8b", "https://gpu.example.test", False, id="Ollama elsewhere"),
        pytest.param("lmstudio/x", "", True, id="LM Studio"),
        pytest.param("openai/x", "", False, id="a cloud provider"),
        pytest.param("openai/x", "http://localhost:8000/v1", True, id="its kind on this machine"),
        pytest.param("openai/x", "http://[::1]:8000/v1", True, id="by IPv6"),
        pytest.param(
            "openai/x", "https://127.0.0.1.example.test/v1", False, id="a name that looks like here"
        ),
        pytest.param("openai/x", "https://localhost.example.test/v1", False, id="another one"),
        pytest.param("nobody/x", "", False, id="no way there"),
    ],
)
def test_whether_a_call_stays_on_this_machine(name: str, base: str, local: bool) -> None:
    settings = {name.split("/", maxsplit=1)[0]: ProviderSettings(api_base=base)} if base else NONE

    assert is_local(ref(name), settings) is local


@pytest.mark.parametrize(
    ("name", "takes"),
    [
        pytest.param("openai/gpt-5-mini", True, id="a service"),
        pytest.param("ollama/qwen3:8b", True, id="a model of Ollama that has them"),
        pytest.param("ollama/gemma3:4b", False, id="one that has none"),
        pytest.param("ollama/Qwen3:8b", True, id="in any letter case"),
        pytest.param("vllm/qwen3", False, id="vLLM"),
        pytest.param("lmstudio/qwen3", False, id="LM Studio"),
        pytest.param("sglang/qwen3", False, id="SGLang"),
        pytest.param("llamacpp/qwen3", False, id="llama.cpp"),
        pytest.param("huggingface/qwen3", False, id="Hugging Face"),
    ],
)
def test_whether_a_model_is_offered_tools(name: str, takes: bool) -> None:
    assert takes_tools(found(name)) is takes


def test_the_providers_of_all_agents_are_put_together() -> None:
    one = ModelSettings(providers={"a": ProviderSettings(api_base="https://a.test")})
    two = ModelSettings(providers={**one.providers, "b": ProviderSettings(api_base="https://b.test")})

    assert merge_providers([one, two]) == two.providers


def test_a_provider_defined_twice_and_differently_is_refused() -> None:
    one = ModelSettings(providers={"a": ProviderSettings(api_base="https://a.test")})
    two = ModelSettings(providers={"a": ProviderSettings(api_base="https://b.test")})

    with pytest.raises(SettingsError, match=r"model\.providers\.a \(agents\): defined twice"):
        merge_providers([one, two, two])


def test_models_of_another_sort_have_providers_of_their_own() -> None:
    embedding = {"openai": PROVIDERS["openai"]}

    known = route(ModelRef("openai", "m"), {}, embedding)
    chats_alone = route(ModelRef("anthropic", "m"), {}, embedding)

    assert isinstance(known, Route)
    assert chats_alone == Obstacle(
        "anthropic has no embedding models that are known here; name another provider"
    )
