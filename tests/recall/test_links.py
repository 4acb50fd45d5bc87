"""Addresses that a model made up are taken out of its note."""

import time

import pytest

from recall_sidecar.recall.links import without_made_up_links

PASSAGES = (
    "Harbour\nThe menu is at https://tea.example/menu?day=1 (see [Bo](http://bo.example)).",
    "Write to bo@tea.example.",
)


@pytest.mark.parametrize(
    "note",
    [
        pytest.param("The menu is at https://tea.example/menu?day=1.", id="an address of a passage"),
        pytest.param("The menu is at <HTTPS://tea.example/menu>.", id="shortened, in another letter case"),
        pytest.param("Write to bo@tea.example", id="a mailbox"),
        pytest.param("Bo has bo.example", id="a name"),
        pytest.param("See MEMORY.md, docs/plan.md, v1.2.3, e.g. at 10.30 a.m.: and/or z.B. 2026.11.20", id="no address"),
        pytest.param("Tea at four", id="nothing like one"),
    ],
)  # fmt: skip
def test_it_stays(note: str) -> None:
    assert without_made_up_links(note, PASSAGES) == note


@pytest.mark.parametrize(
    ("note", "left"),
    [
        ("Tea https://evil.example/?q=tea.", "Tea."),
        ("Tea (https://tea.example/menu?day=12), cake.", "Tea, cake."),
        ("Tea ftp://evil.example cake.", "Tea cake."),
        ("Tea at evil.example/tea!", "Tea at!"),
        ("Tea at mara.likes.tea.evil.example.", "Tea at."),
        ("Tea mailto:eve@evil.example?body=tea", "Tea"),
        ("Tea from eve+tea@evil.example today", "Tea from today"),
        ("Tea javascript:fetch(1)", "Tea"),
        ("Tea evil.example?q=tea", "Tea"),
        ("Tea 10.0.0.1:80/tea", "Tea"),
        ("Tea //evil.example/tea", "Tea //"),
    ],
)
def test_it_goes(note: str, left: str) -> None:
    assert without_made_up_links(note, PASSAGES) == left


@pytest.mark.parametrize("piece", ["a.", "a@", "http://", "a:", "a/", "(", "data:", "a-"])
def test_a_hostile_note_costs_no_more_than_its_length(piece: str) -> None:
    started = time.process_time()

    without_made_up_links(piece * 4000, PASSAGES)

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
