"""docs/metrics.md names every metric, its kind and its labels, and no other."""

import re

from tests.metrics.scraped import scrape
from tests.server.fakes import Served
from tests.sources import ROOT

ROW = re.compile(r"^\| `(recall_sidecar_\w+)` \| (\w+) \|([^|]*)\| .+ \|$", re.MULTILINE)


async def test_the_page_and_a_scrape_name_the_same(daemon: Served) -> None:
    page = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")

    families = await scrape(daemon)

    told = {name: (kind, set(re.findall(r"`(\w+)`", labels))) for name, kind, labels in ROW.findall(page)}
    exposed = {
        f"{family.name}_total" if family.type == "counter" else family.name: (
            family.type,
            {label for sample in family.samples for label in sample.labels} - {"le"},
        )
        for family in families
    }
    assert all(family.samples for family in families)
    assert told == exposed
