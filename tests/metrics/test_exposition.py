"""Families in the text formats of Prometheus and OpenMetrics."""

import subprocess
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_text

from recall_sidecar.metrics.exposition import expose
from recall_sidecar.metrics.family import counter, gauge, times
from recall_sidecar.metrics.times import Times


def _some_times() -> Times:
    each = Times()
    each.add(3.0)
    each.add(20_000.0)
    return each


FAMILIES = (
    counter("turns", "Turns.", ("host", "reason"), {("openclaw", ""): 2}),
    gauge("memory_files", "Files.", 3),
    gauge("looked", "Not known.", None),
    times("step_seconds", "Steps.", "step", {"gate": _some_times()}),
)


def test_text_is_what_a_plain_scraper_gets() -> None:
    body, content_type = expose(FAMILIES, "")

    assert content_type.startswith("text/plain")
    text = body.decode()
    assert 'recall_sidecar_turns_total{host="openclaw",reason=""} 2.0' in text
    assert "recall_sidecar_memory_files 3.0" in text
    assert 'recall_sidecar_step_seconds_bucket{le="0.0025",step="gate"} 0.0' in text
    assert 'recall_sidecar_step_seconds_bucket{le="0.005",step="gate"} 1.0' in text
    assert 'recall_sidecar_step_seconds_bucket{le="+Inf",step="gate"} 2.0' in text
    assert 'recall_sidecar_step_seconds_sum{step="gate"} 20.003' in text
    assert {family.name for family in read_text(text)} >= {"recall_sidecar_looked"}


def test_openmetrics_is_written_where_it_is_asked_for() -> None:
    body, content_type = expose(FAMILIES, "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")

    assert content_type.startswith("application/openmetrics-text")
    assert body.endswith(b"# EOF\n")
    read = read_openmetrics(body.decode())  # type: ignore[no-untyped-call]
    assert {family.name for family in read} == {family.name for family in FAMILIES}


def test_a_label_cannot_write_a_line_of_its_own() -> None:
    body, _ = expose([counter("turns", "Turns.", ("host",), {('"} 1\nevil 2',): 1})], "")

    assert not any(line.startswith("evil") for line in body.decode().splitlines())


def test_the_library_is_imported_when_somebody_scrapes() -> None:
    code = (
        "import sys; from recall_sidecar.metrics.exposition import expose; "
        "assert 'prometheus_client' not in sys.modules; expose([], ''); assert 'prometheus_client' in sys.modules"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
