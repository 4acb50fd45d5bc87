"""What holds for every table."""

import pytest
from pydantic import ValidationError

from recall_sidecar.settings.table import Names, Table


class Sample(Table):
    """A table."""

    number: int = 1
    names: Names = ()


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"number": "1"}, id="text is no number"),
        pytest.param({"number": True}, id="a flag is no number"),
        pytest.param({"names": [1]}, id="a number is no text"),
        pytest.param({"names": "ab"}, id="text is no list"),
        pytest.param({"other": 1}, id="unknown keys are refused"),
    ],
)
def test_values_are_taken_as_they_are_or_not_at_all(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Sample.model_validate(values)


def test_a_list_becomes_a_tuple() -> None:
    assert Sample.model_validate({"names": ["a", "b"]}).names == ("a", "b")
