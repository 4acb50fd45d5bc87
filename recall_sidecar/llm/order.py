"""Which model a turn is judged by: chosen before the call, never changed after a failure.

Pure. With `[model] name` set the order is: name, fallback. Without it: the turn's own model, primary, fallback.
The first that can be reached is taken. A name that cannot be reached is therefore never replaced by a provider
that the user did not write down for this purpose. A model on another machine never stands in for one on this
machine: once the turn's own model, or an entry that had to be passed over, is local, `primary` and `fallback` count
only if they are local too. To send such turns out on purpose, set `model.name`. With nothing to choose there is no
model: none is built in.
"""

from collections.abc import Callable
from typing import Literal

from recall_sidecar.llm.port import ModelRef
from recall_sidecar.settings import ModelSettings

__all__ = ["Origin", "choose", "may_ask_host", "needs_worker"]

Origin = Literal["name", "turn", "primary", "fallback"]
_NOT_LENT = (
    "is not lent by this turn's host: OpenClaw's plugin lends it unless its lendModel is false; for other hosts set "
    "model.fallback"
)


def choose(
    turn_model: tuple[str, str] | None,
    settings: ModelSettings,
    *,
    can_reach: Callable[[ModelRef], bool],
    is_local: Callable[[ModelRef], bool],
    lends: bool = False,
) -> tuple[ModelRef | None, str]:
    """Choose the model of a turn.

    Args:
        turn_model: Provider and model that answer the turn, as far as the host says so.
        settings: The `[model]` table of the agent.
        can_reach: Whether a model's provider is known and has what it needs.
        is_local: Whether calls to a model stay on this machine.
        lends: Whether the turn's host lends its model.

    Returns:
        The model, or None, and in words which entries were passed over and why.
    """
    own = ModelRef(*turn_model, origin="turn") if turn_model and all(turn_model) else None

    def stays(model: ModelRef | None) -> bool:
        told = _told(model, own)
        return told is not None and is_local(told)

    stay_here = stays(own)
    passed: list[str] = []
    for model in _candidates(own, settings):
        stands_in = model.origin in {"primary", "fallback"}
        if model.is_lent and not lends:
            passed.append(f"{model.origin} {model} {_NOT_LENT}")
        elif not model.is_lent and not can_reach(model):
            passed.append(f"{model.origin} {model} cannot be reached")
        elif stands_in and stay_here and not stays(model):
            passed.append(f"{model.origin} {model} is not on this machine, and what it would stand in for is")
        else:
            return model, "; ".join([*passed, f"{model.origin} {model}"])
        stay_here = stay_here or stays(model)
    return None, "; ".join(passed) or "no model is named: set model.name, for example openai/gpt-5-mini"


def needs_worker(settings: ModelSettings) -> bool:
    """Return whether turns of these settings may need a model that we call ourselves."""
    if settings.use_turn_model and not settings.name:
        return True
    return any(not model.is_lent for model in _candidates(None, settings))


def may_ask_host(settings: ModelSettings) -> bool:
    """Return whether turns of these settings may need the model that their host lends."""
    return any(model.is_lent for model in _candidates(None, settings))


def _told(model: ModelRef | None, own: ModelRef | None) -> ModelRef | None:
    """Return the model that reads the text: the host's is the one it names, else the turn's own, as far as we know."""
    if model is None or not model.is_lent:
        return model
    provider, _, name = model.model.partition("/")
    return ModelRef(provider, name) if name else own


def _candidates(own: ModelRef | None, settings: ModelSettings) -> list[ModelRef]:
    if settings.name:
        named = [_ref(settings.name, "name"), _ref(settings.fallback, "fallback")]
    else:
        turn = own if settings.use_turn_model else None
        named = [turn, _ref(settings.primary, "primary"), _ref(settings.fallback, "fallback")]
    return [model for model in named if model is not None]


def _ref(text: str, origin: Origin) -> ModelRef | None:
    provider, _, model = text.partition("/")
    return ModelRef(provider, model, origin) if model or text == "host" else None
