"""How eager the need step is: by setting, else by prompt style."""

from typing import Literal

import pytest

from recall_sidecar.recall.need.eagerness import eagerness
from recall_sidecar.settings import RecallSettings
from recall_sidecar.settings.tables import Eagerness, QueryMode


@pytest.mark.parametrize(
    ("style", "mode", "expected"),
    [
        pytest.param("auto", "message", "frugal", id="a message alone is strict"),
        pytest.param("auto", "recent", "balanced", id="recent turns are balanced"),
        pytest.param("auto", "full", "balanced", id="the whole conversation is contextual"),
        pytest.param("strict", "full", "frugal", id="strict"),
        pytest.param("precision-heavy", "recent", "frugal", id="precision-heavy"),
        pytest.param("recall-heavy", "message", "eager", id="recall-heavy"),
        pytest.param("preference-only", "message", "balanced", id="preference-only"),
        pytest.param("my-own", "message", "balanced", id="a style of the user's own"),
    ],
)
def test_it_goes_by_the_prompt_style(style: str, mode: QueryMode, expected: Eagerness) -> None:
    assert eagerness(RecallSettings(prompt_style=style), mode) == expected


@pytest.mark.parametrize("choice", ["eager", "balanced", "frugal"])
def test_a_setting_goes_before_the_style(choice: Literal["eager", "balanced", "frugal"]) -> None:
    assert eagerness(RecallSettings(prompt_style="strict", eagerness=choice), "message") == choice
