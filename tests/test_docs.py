"""What the program knows, the documentation names: settings, reasons, routes, commands; and its links lead somewhere."""

import re
from pathlib import Path
from typing import get_args

import pytest

from recall_sidecar.cli.main import COMMANDS
from recall_sidecar.commands import CommandName
from recall_sidecar.outcomes import SkipReason, StepName, UnavailableReason
from recall_sidecar.server.routes import ROUTES
from recall_sidecar.settings.document import sections
from recall_sidecar.settings.keys import join
from tests.sources import ROOT, tracked

DOCS = ROOT / "docs"
PAGES = sorted(path for path in tracked() if path.suffix == ".md")
STATUS_WORDS = ("ok", "empty", "timeout", "timeout_partial", "skipped", "unavailable", "failed")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# What a heading loses on its way to an anchor.
NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")


def _page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def _missing(words: tuple[str, ...], page: str) -> list[str]:
    return [word for word in words if f"`{word}`" not in page]


def test_every_setting_is_documented() -> None:
    page = _page("settings.md")

    keys = [(*section.path, name) for section in sections() for name, _ in section.fields()]
    missing = [key for key in keys if f"`{join(key)}`" not in page and f"`{key[-1]}`" not in page]

    assert len(keys) > 50
    assert missing == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(tuple(SkipReason), id="why a turn is skipped"),
        pytest.param(tuple(UnavailableReason), id="why recall could not run"),
        pytest.param(STATUS_WORDS, id="the words for an outcome"),
        pytest.param(get_args(StepName), id="the steps of a turn"),
    ],
)
def test_every_word_of_a_trace_is_documented(words: tuple[str, ...]) -> None:
    assert _missing(words, _page("trace.md")) == []


def test_every_route_is_documented() -> None:
    page = _page("http.md")

    # Routes of one folder may stand on one line, which then says the folder once.
    missing = [
        path
        for path in (route.path for route in ROUTES)
        if path not in page and f"`{path.rpartition('/')[2]}`" not in page
    ]

    assert missing == []


def test_every_command_of_the_program_is_documented() -> None:
    page = _page("cli.md")

    assert [entry.name for entry in COMMANDS if f"## `{entry.name}`" not in page] == []


def test_every_chat_command_is_documented() -> None:
    page = _page("commands.md")

    assert [name for name in get_args(CommandName) if f"`/{name} " not in page] == []


@pytest.mark.parametrize("page", [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in PAGES])
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        place, _, anchor = link.partition("#")
        if "://" in place or place.startswith("mailto:"):
            continue
        target = page.parent / place if place else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            broken.append(link)

    assert broken == []


def _anchors(page: Path) -> set[str]:
    """Return the anchors of the page's headings, as the usual renderers make them."""
    headings = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    return {NOT_IN_ANCHOR.sub("", heading.lower()).strip().replace(" ", "-") for heading in headings}
