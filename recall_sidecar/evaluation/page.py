"""A run as one HTML page that loads nothing and runs nothing: a strict policy says so, and every text is escaped. Pure."""

import base64
import hashlib
import html
from collections.abc import Iterable, Iterator
from typing import Final

from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import Figure, Measured
from recall_sidecar.evaluation.plots import latency_plot, recall_plot, roc_plot
from recall_sidecar.evaluation.rows import Row, rows
from recall_sidecar.evaluation.words import bounds, shown

__all__ = ["as_html"]

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2330; --quiet: #667085; --paper: #fff; --card: #f6f7f9; --line: #dfe3e8;
  --main: #2b62c4; --good: #18794e; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --quiet: #9aa3b2; --paper: #14171c; --card: #1c2027;
  --line: #2f353f; --main: #7aa7f7; --good: #5bc08c; --bad: #f97066; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1160px; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
p { margin: .3rem 0; } .quiet { color: var(--quiet); }
.cards, .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .75rem; margin: 1.2rem 0; }
.plots { grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); }
.card, figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1rem; margin: 0; }
.card b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; } .card span { color: var(--quiet); font-size: .85rem; }
figcaption { font-weight: 600; margin-bottom: .3rem; } svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--quiet); font-size: 11px; } svg text.strong { fill: var(--ink); font-weight: 600; }
svg text.on-bar { fill: var(--ink); } svg text.now-text { fill: var(--bad); }
.grid { stroke: var(--line); fill: none; } .even { stroke: var(--quiet); stroke-dasharray: 4 4; opacity: .6; }
.curve { stroke: var(--main); stroke-width: 2.5; fill: none; } .now { fill: var(--bad); } .bar { fill: var(--main); opacity: .75; }
.whisker { stroke: var(--ink); stroke-width: 1.5; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; } th { color: var(--quiet); font-weight: 500; font-size: .85rem; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } code { font-size: .9em; }
details { border: 1px solid var(--line); border-radius: 10px; padding: .5rem .9rem; margin: .5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; } details p, li { overflow-wrap: anywhere; }
.fault { color: var(--bad); } .good { color: var(--good); }
"""
_CARDS: Final = (
    "recall@5",
    "right",
    "auroc",
    "false_alarms",
    "unsupported",
    "repeats",
    "attacks",
    "leaks",
    "p95_ms",
)
_MOST_HITS: Final = 6


def as_html(measured: Measured, about: About) -> str:
    """Return the page."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>Recall, measured</title><style>{_STYLE}</style></head><body>",
            *_head(measured, about),
            *_cards(measured),
            f'<div class="plots">{roc_plot(measured)}{recall_plot(measured)}{latency_plot(measured)}</div>',
            *_figures(measured),
            *_wrong(measured, about),
            "</body></html>",
            "",
        ]
    )


def _head(measured: Measured, about: About) -> Iterator[str]:
    ended = ", ".join(f"{html.escape(name)} {count}" for name, count in measured.outcomes)
    yield "<h1>Recall, measured</h1>"
    yield f"<p>{len(measured.judged)} cases of <code>{html.escape(about.place)}</code></p>"
    yield f'<p class="quiet">Memory: {html.escape(about.memory)}. Model: {html.escape(about.model)}.</p>'
    yield f'<p class="quiet">{html.escape(about.when)}, recall-sidecar {html.escape(about.version)}. Turns ended: {ended}.</p>'


def _cards(measured: Measured) -> Iterator[str]:
    yield '<div class="cards">'
    for figure in map(measured.figure, _CARDS):
        if figure.value is not None:
            yield f'<div class="card"><b>{shown(figure)}</b><span>{html.escape(figure.label)}</span></div>'
    yield "</div>"


def _figures(measured: Measured) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    heads = '<th>figure</th><th class="number">value</th><th>95 %</th><th class="number">cases</th><th>better</th><th></th>'
    yield f"<table><tr>{heads}</tr>"
    yield from map(_figure, measured.figures)
    yield "</table>"
    if measured.roc:
        yield f'<p class="quiet">The need for memory is told by: {html.escape(measured.scored_by)}.</p>'


def _figure(figure: Figure) -> str:
    better = "higher" if figure.more_is_better else "lower"
    return (
        f'<tr><td><code>{html.escape(figure.name)}</code></td><td class="number">{shown(figure)}</td>'
        f'<td class="quiet">{bounds(figure)}</td><td class="number">{figure.of}</td><td class="quiet">{better}</td>'
        f"<td>{html.escape(figure.label)}</td></tr>"
    )


def _wrong(measured: Measured, about: About) -> Iterator[str]:
    wrong = [each for each in measured.judged if each.faults]
    yield f"<h2>What went wrong: {len(wrong)} of {len(measured.judged)}</h2>"
    if not wrong:
        yield '<p class="good">Nothing.</p>'
    for row, judged in zip(rows(wrong, about.mask), wrong, strict=False):
        yield from _case(row, judged.faults)


def _case(row: Row, faults: Iterable[str]) -> Iterator[str]:
    yield f'<details><summary>{html.escape(row.message)} <span class="fault">{html.escape(", ".join(faults))}</span></summary>'
    yield f'<p class="quiet">{html.escape(row.id)}, ended {html.escape(row.ended)}</p>'
    yield f"<p>Expected: {html.escape(row.expected)}</p><ol>"
    for hit in row.hits[:_MOST_HITS]:
        marks = "".join(
            f' <span class="{kind}">{word}</span>'
            for word, kind, is_so in (("expected", "good", hit.expected), ("told", "quiet", hit.used))
            if is_so
        )
        yield f"<li><code>{html.escape(hit.place)}</code> {hit.score:.2f}{marks}</li>"
    yield "</ol></details>"
