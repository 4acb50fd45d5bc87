"""The dashboard asks for metrics and labels that there are, and for every one of them."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from tests.metrics.scraped import labels_of, scrape
from tests.server.fakes import Served
from tests.sources import ROOT

DASHBOARD: dict[str, Any] = json.loads(
    (ROOT / "config" / "grafana-dashboard.json").read_text(encoding="utf-8")
)
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = [(panel["title"], target["expr"]) for panel in PANELS for target in panel["targets"]]
SERIES = re.compile(r"\b(recall_sidecar_\w+)(?:\{([^}]*)\})?")
# The names of labels in `by (…)` and in the legend's `{{…}}`.
GROUPED = re.compile(r"\bby \(([^)]*)\)")
MATCHED = re.compile(r"(\w+)\s*(?:=~|!=|!~|=)")


@pytest.mark.parametrize(
    ("title", "query"), [pytest.param(*each, id=" ".join(each)[:60]) for each in QUERIES]
)
async def test_each_query_names_what_is_there(daemon: Served, title: str, query: str) -> None:
    labels = labels_of(await scrape(daemon))

    asked = SERIES.findall(query)
    grouped = {label.strip() for group in GROUPED.findall(query) for label in group.split(",")}

    assert asked, title
    for name, matchers in asked:
        assert name in labels
        assert {*MATCHED.findall(matchers), *grouped} <= labels[name]


def test_each_legend_names_a_label_of_its_query() -> None:
    for panel in PANELS:
        for target in panel["targets"]:
            shown = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            grouped = {
                label.strip() for group in GROUPED.findall(target["expr"]) for label in group.split(",")
            }
            # A query that groups nothing shows the series' own labels.
            assert shown <= (grouped or {"version"}), panel["title"]


async def test_every_metric_is_drawn(daemon: Served) -> None:
    families = await scrape(daemon)

    text = " ".join(query for _, query in QUERIES)

    assert [family.name for family in families if family.name not in text] == []


def test_it_takes_the_prometheus_that_is_chosen_and_nothing_from_elsewhere() -> None:
    text = json.dumps(DASHBOARD)

    assert {panel["datasource"]["uid"] for panel in PANELS} == {"${datasource}"}
    assert [variable["type"] for variable in DASHBOARD["templating"]["list"]] == ["datasource"]
    assert "http" not in text


def test_no_panel_lies_on_another() -> None:
    places = [
        (p["gridPos"]["x"], p["gridPos"]["y"], p["gridPos"]["w"], p["gridPos"]["h"])
        for p in DASHBOARD["panels"]
    ]
    cells = [(x + i, y + j) for x, y, w, h in places for i in range(w) for j in range(h)]

    assert len(cells) == len(set(cells))
    assert all(x + w <= 24 for x, _, w, _ in places)
    ids = sorted(panel["id"] for panel in DASHBOARD["panels"])
    assert all(one < other for one, other in pairwise(ids))
