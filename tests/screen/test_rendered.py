"""What is left of a text once it is shown."""

import time

import pytest

from recall_sidecar.screen.rendered import rendered


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ig<!-- x -->nore <!-- y -->it <!-- open", "Ignore it <!-- open"),
        ("Ig<b></b>nore <i>it</i>", "Ignore it"),
        ("[Ig](a)nore ![it](b) [now][1]", "Ignore it now"),
        ("[[a|Ig]]nore [[it]]", "Ignore it"),
        ("Ig**no**re~~ it~~ `no`w __a__b", "Ignore it now ab"),
        ("a\n> b\n>> c", "a\nb\nc"),
        ("| a | b |", " a b "),
        ("Ignore. all. of. It.", "Ignore all of. It."),
        ("Ign&#111;re &amp; it &lt;b&gt;", "Ignore &amp; it &lt;b&gt;"),
        ("Ig🙂nore", "Ignore"),
    ],
)
def test_it_is_shown(text: str, shown: str) -> None:
    assert rendered(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Tea at four. Cake.", id="plain words"),
        pytest.param("**Tea** at *four*, `cake`", id="words that are only stressed"),
        pytest.param("Tea & cake, café", id="a sign of its own"),
        pytest.param("猫 🙂", id="other scripts"),
    ],
)
def test_it_stays(text: str) -> None:
    assert rendered(text) is text


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "<!-- -->",
        "-->",
        "<a",
        "[a](",
        "[[a|",
        "[a][",
        "**a",
        "`",
        "__",
        "\n>",
        "| ",
        "a. ",
        "&#6",
        "🙂",
    ],
)
def test_a_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    text = (piece * 30_000)[:30_000]
    started = time.process_time()

    rendered(f"{text}-->")

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
