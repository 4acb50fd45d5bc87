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

__all__ = ["Origin", "choose"]

Origin = Literal["name", "turn", "primary", "fallback"]


def choose(
    turn_model: tuple[str, str] | None,
    settings: ModelSettings,
    *,
    can_reach: Callable[[ModelRef], bool],
    is_local: Callable[[ModelRef], bool],
) -> tuple[ModelRef | None, str]:
    """Choose the model of a turn.

    Args:
        turn_model: Provider and model that answer the turn, as far as the host says so.
        settings: The `[model]` table of the agent.
        can_reach: Whether a model's provider is known and has what it needs.
        is_local: Whether calls to a model stay on this machine.

    Returns:
        The model, or None, and in words which entries were passed over and why.
    """
    own = ModelRef(*turn_model, origin="turn") if turn_model and all(turn_model) else None
    stay_here = own is not None and is_local(own)
    passed: list[str] = []
    for model in _candidates(own, settings):
        stands_in = model.origin in {"primary", "fallback"}
        if not can_reach(model):
            passed.append(f"{model.origin} {model} cannot be reached")
        elif stands_in and stay_here and not is_local(model):
            passed.append(f"{model.origin} {model} is not on this machine, and what it would stand in for is")
        else:
            return model, "; ".join([*passed, f"{model.origin} {model}"])
        stay_here = stay_here or is_local(model)
    return None, "; ".join(passed) or "no model is named: set model.name, for example openai/gpt-5-mini"


def _candidates(own: ModelRef | None, settings: ModelSettings) -> list[ModelRef]:
    if settings.name:
        named = [_ref(settings.name, "name"), _ref(settings.fallback, "fallback")]
    else:
        turn = own if settings.use_turn_model else None
        named = [turn, _ref(settings.primary, "primary"), _ref(settings.fallback, "fallback")]
    return [model for model in named if model is not None]


def _ref(text: str, origin: Origin) -> ModelRef | None:
    provider, _, model = text.partition("/")
    return ModelRef(provider, model, origin) if provider and model else None
