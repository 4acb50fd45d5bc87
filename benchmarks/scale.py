"""How much is measured: the whole, or enough to see that everything works."""

from dataclasses import dataclass

__all__ = ["FULL", "QUICK", "Scale"]


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers of turns, passages and starts; `waits_for_model` is whether the loop is watched until the model is there."""

    warm_up: int
    skips: int
    hits: int
    misses: int
    extracts: int
    model_calls: int
    timeouts: int
    passages: int
    loop_passages: int
    load_s: float
    waits_for_model: bool
    starts: int


FULL = Scale(
    warm_up=100,
    skips=2000,
    hits=1500,
    misses=400,
    extracts=400,
    model_calls=100,
    timeouts=500,
    passages=10_000,
    # Passages have at most 1,200 characters, so 20 MB are more of them.
    loop_passages=20_000,
    load_s=10.0,
    waits_for_model=True,
    starts=5,
)
QUICK = Scale(
    warm_up=10,
    skips=60,
    hits=30,
    misses=20,
    extracts=20,
    model_calls=3,
    timeouts=20,
    passages=500,
    loop_passages=500,
    load_s=0.5,
    waits_for_model=False,
    starts=1,
)
