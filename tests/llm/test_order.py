"""Which model a turn is judged by."""

import pytest

from recall_sidecar.llm.order import choose, may_ask_host, needs_worker
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.settings import ModelSettings

LOCAL = ("ollama", "qwen3:8b")
REMOTE = ("openai", "gpt-5")


def lent(turn: tuple[str, str] | None, **settings: object) -> str | None:
    """Return what is chosen in a turn whose host lends its model and where nothing else can be reached."""
    model, _ = choose(
        turn,
        ModelSettings.model_validate(settings),
        can_reach=lambda _model: False,
        is_local=lambda model: model.provider == "ollama",
        lends=True,
    )
    return None if model is None else str(model)


def chosen(
    turn: tuple[str, str] | None, unreachable: tuple[str, ...] = (), **settings: object
) -> tuple[ModelRef | None, str]:
    return choose(
        turn,
        ModelSettings.model_validate(settings),
        can_reach=lambda model: str(model) not in unreachable,
        is_local=lambda model: model.provider == "ollama",
    )


@pytest.mark.parametrize(
    ("turn", "settings", "unreachable", "model"),
    [
        pytest.param(None, {}, (), None, id="nothing named is no model"),
        pytest.param(("", ""), {}, (), None, id="a host that says nothing"),
        pytest.param(("openai", ""), {}, (), None, id="half a model is none"),
        pytest.param(REMOTE, {"name": "groq/a"}, (), ("groq/a", "name"), id="a name comes first"),
        pytest.param(REMOTE, {"primary": "groq/p"}, (), ("openai/gpt-5", "turn"), id="then the turn's own"),
        pytest.param(REMOTE, {"use_turn_model": False, "primary": "groq/p"}, (), ("groq/p", "primary"), id="unless it is switched off"),
        pytest.param(None, {"primary": "groq/p", "fallback": "xai/f"}, (), ("groq/p", "primary"), id="then the primary"),
        pytest.param(REMOTE, {"primary": "groq/p"}, ("openai/gpt-5",), ("groq/p", "primary"), id="passing over what cannot be reached"),
        pytest.param(None, {"fallback": "xai/f"}, (), ("xai/f", "fallback"), id="last the fallback"),
        pytest.param(REMOTE, {"fallback": "xai/f"}, ("openai/gpt-5",), ("xai/f", "fallback"), id="a fallback for the turn's own"),
        pytest.param(REMOTE, {"name": "groq/a", "primary": "xai/p"}, ("groq/a",), None, id="a name is not replaced by turn or primary"),
        pytest.param(REMOTE, {"name": "groq/a", "fallback": "xai/f"}, ("groq/a",), ("xai/f", "fallback"), id="only by the fallback"),
        pytest.param(REMOTE, {"name": "groq/a", "fallback": "xai/f"}, ("groq/a", "xai/f"), None, id="which may fail too"),
        pytest.param(LOCAL, {}, (), ("ollama/qwen3:8b", "turn"), id="a local turn stays here"),
        pytest.param(LOCAL, {"primary": "groq/p", "fallback": "xai/f"}, ("ollama/qwen3:8b",), None, id="a local turn never leaves by primary or fallback"),
        pytest.param(LOCAL, {"fallback": "ollama/small"}, ("ollama/qwen3:8b",), ("ollama/small", "fallback"), id="a local fallback is fine"),
        pytest.param(LOCAL, {"use_turn_model": False, "primary": "groq/p"}, (), None, id="nor when the turn's model is not used"),
        pytest.param(LOCAL, {"name": "groq/a"}, (), ("groq/a", "name"), id="a name is a choice made on purpose"),
        pytest.param(LOCAL, {"name": "groq/a", "fallback": "xai/f"}, ("groq/a",), None, id="its fallback is not"),
        pytest.param(REMOTE, {"name": "ollama/a", "fallback": "xai/f"}, ("ollama/a",), None, id="a local name is not replaced by a remote fallback"),
        pytest.param(None, {"primary": "ollama/p", "fallback": "xai/f"}, ("ollama/p",), None, id="nor a local primary"),
        pytest.param(REMOTE, {"name": "host"}, (), None, id="a host that lends nothing"),
        pytest.param(REMOTE, {"name": "host", "fallback": "xai/f"}, (), ("xai/f", "fallback"), id="the fallback for a host that lends nothing"),
        pytest.param(LOCAL, {"name": "host", "fallback": "xai/f"}, (), None, id="unless the turn is local"),
        pytest.param(REMOTE, {"name": "host/ollama/a", "fallback": "xai/f"}, (), None, id="or the model the host was to run"),
    ],
)  # fmt: skip
def test_the_first_that_may_be_used_is_used(
    turn: tuple[str, str] | None,
    settings: dict[str, object],
    unreachable: tuple[str, ...],
    model: tuple[str, str] | None,
) -> None:
    found, _ = chosen(turn, unreachable, **settings)

    assert (found and (str(found), found.origin)) == model


def test_the_reason_names_what_was_passed_over() -> None:
    _, why = chosen(REMOTE, ("openai/gpt-5",), primary="groq/p")

    assert why == "turn openai/gpt-5 cannot be reached; primary groq/p"


def test_without_any_model_the_reason_says_what_to_set() -> None:
    _, why = chosen(None)

    assert "set model.name" in why


def test_a_remote_model_is_refused_in_words_when_a_local_one_was_meant() -> None:
    _, why = chosen(LOCAL, ("ollama/qwen3:8b",), fallback="xai/f")

    assert "fallback xai/f is not on this machine" in why


@pytest.mark.parametrize(
    ("turn", "settings", "model"),
    [
        pytest.param(None, {"name": "host"}, "host", id="the host's own"),
        pytest.param(LOCAL, {"name": "host/groq/a"}, "host/groq/a", id="the one that is named"),
        pytest.param(REMOTE, {"primary": "host"}, "host", id="for a turn's own that cannot be reached"),
        pytest.param(LOCAL, {"primary": "host"}, "host", id="which goes where a local turn goes"),
        pytest.param(LOCAL, {"primary": "host/ollama/b"}, "host/ollama/b", id="another local one"),
        pytest.param(LOCAL, {"primary": "host/groq/b"}, None, id="a local turn does not leave through its host"),
        pytest.param(None, {"name": "ollama/a", "fallback": "host"}, None, id="nobody knows where this turn goes"),
        pytest.param(REMOTE, {"name": "groq/a", "fallback": "host"}, "host", id="the host as the last"),
    ],
)  # fmt: skip
def test_a_host_that_lends_its_model_can_be_asked(
    turn: tuple[str, str] | None, settings: dict[str, object], model: str | None
) -> None:
    assert lent(turn, **settings) == model


@pytest.mark.parametrize(
    ("settings", "worker", "host"),
    [
        pytest.param({}, True, False, id="the turn's own may be one of ours"),
        pytest.param({"use_turn_model": False}, False, False, id="none at all"),
        pytest.param({"name": "groq/a"}, True, False, id="ours"),
        pytest.param({"name": "host"}, False, True, id="the host's alone"),
        pytest.param({"name": "host/groq/a"}, False, True, id="one of the host's"),
        pytest.param({"name": "host", "fallback": "xai/f"}, True, True, id="ours behind the host's"),
        pytest.param({"primary": "host"}, True, True, id="the host's behind the turn's own"),
        pytest.param({"use_turn_model": False, "primary": "host"}, False, True, id="the host's as the primary"),
    ],
)  # fmt: skip
def test_settings_say_who_may_be_needed(settings: dict[str, object], worker: bool, host: bool) -> None:
    table = ModelSettings.model_validate(settings)

    assert (needs_worker(table), may_ask_host(table)) == (worker, host)


def test_a_host_that_lends_nothing_is_passed_over_with_what_to_do() -> None:
    _, why = chosen(REMOTE, name="host")

    assert why.startswith("name host is not lent by this turn's host")
    assert "lendModel" in why
    assert "model.fallback" in why
