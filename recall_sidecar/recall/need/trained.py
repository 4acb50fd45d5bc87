"""Read the weights that `benchmarks.judgement.train_need` wrote, with the record of their training, from beside this file."""

import json
from functools import cache
from importlib.resources import files

from recall_sidecar.recall.need.weights import Weights, parse

__all__ = ["trained"]

_FILE = "weights.json"


@cache
def trained() -> Weights:
    """Return the weights that ship. Blocks on the disk the first time."""
    return parse(json.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8")))
