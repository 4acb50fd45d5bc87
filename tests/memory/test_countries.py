"""Which names are of countries and continents."""

import pytest

from recall_sidecar.memory.countries import is_country
from recall_sidecar.memory.facts import fact


@pytest.mark.parametrize(
    "name", ["Germany", "New Zealand", "the United Kingdom", "Europe", "Österreich", "日本", "Испания"]
)
def test_it_is_one(name: str) -> None:
    assert is_country(fact(f"Anna lives in {name}", "").value)


@pytest.mark.parametrize("name", ["Berlin", "New York", "Zealand Street", "上海", "Berlin in Germany"])
def test_it_is_none(name: str) -> None:
    assert not is_country(fact(f"Anna lives in {name}", "").value)
    assert not is_country(frozenset())
