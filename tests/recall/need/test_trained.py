"""The weights that ship fit the signs, and say how they came about."""

import json
from importlib.resources import files

import pytest

from recall_sidecar.recall.need import trained as module
from recall_sidecar.recall.need.signs import signs_of
from recall_sidecar.recall.need.trained import trained
from tests.recall.need.test_signs import FOUND, Asked

MEASURED_ONLY = {"locomo", "prefeval", "prefeval-lmsys-turns"}


def test_every_weight_has_its_sign() -> None:
    assert trained().signs.keys() == signs_of(Asked("And hers?", "And hers?"), FOUND).keys()


def test_the_more_eager_the_lower_the_threshold() -> None:
    thresholds = trained().thresholds

    assert 0 < thresholds["eager"] < thresholds["balanced"] < thresholds["frugal"] < 1


def test_the_record_names_no_set_that_may_only_be_measured() -> None:
    training = json.loads(files(module.__package__).joinpath("weights.json").read_text("utf-8"))["training"]

    assert not MEASURED_ONLY & (training["rows"].keys() | training["licences"].keys())
    assert training["date"]


def test_more_evidence_never_speaks_against_memory() -> None:
    assert trained().signs["hit_mass"][0] > 0


@pytest.mark.parametrize("sign", ["code", "task", "numbers"])
def test_work_on_the_message_itself_speaks_against_memory(sign: str) -> None:
    assert trained().signs[sign][0] < 0
