"""Obsidian's marks, as a reader sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.layouts.wiki import shown


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        pytest.param("See [[Ada]].", "See Ada.", id="a link"),
        pytest.param("[[People/Ada.md]]", "Ada", id="a link with its path"),
        pytest.param("[[Ada Lovelace|Ada]]", "Ada (Ada Lovelace)", id="an alias"),
        pytest.param("[[Ada|ada]]", "Ada", id="an alias that says the same"),
        pytest.param("[[Ada#Early life]]", "Ada > Early life", id="a heading"),
        pytest.param("[[Ada#A#B|x]]", "x (Ada > A > B)", id="a heading below one, with an alias"),
        pytest.param("[[Ada#^a1b2]]", "Ada", id="a block"),
        pytest.param("[[#Below]]", "Below", id="a heading of the note itself"),
        pytest.param("[[|x]]", "x", id="an alias of nothing"),
        pytest.param("![[Ada]]", "Ada", id="an embedded note"),
        pytest.param("a ![[photo.PNG|300]] b", "a  b", id="an embedded picture"),
        pytest.param("![[Ada|300]]", "Ada", id="the size of what is embedded"),
        pytest.param("[[photo.png]]", "photo.png", id="a link to a picture"),
        pytest.param("[[a]] and [[b]]", "a and b", id="two links"),
        pytest.param("[[open", "[[open", id="no link"),
        pytest.param("A fact. ^a1b2", "A fact.", id="a block id"),
        pytest.param("^a1b2", "", id="a block id alone"),
        pytest.param("2^10 is much", "2^10 is much", id="no block id"),
        pytest.param("> [!warning]- Hot tea\n> Burns.", "> Hot tea\n> Burns.", id="a callout"),
        pytest.param("> [!note]\n> x", "> \n> x", id="a callout without a title"),
        pytest.param("[!] x", "[!] x", id="no callout"),
        pytest.param("a %%hidden%% b", "a  b", id="a comment"),
        pytest.param("a %%x\ny\nz%% b", "a \n\n b", id="a comment over lines"),
        pytest.param("%%a%%b%%c", "abc", id="a comment never closed"),
        pytest.param("```\n[[x]] %%y%%\n```\n[[z]]", "```\n[[x]] %%y%%\n```\nz", id="code stays"),
        pytest.param("%%\n```\n%%\n[[z]]", "\n\n\nz", id="a fence in a comment"),
    ],
)
def test_a_reader_sees_words(text: str, seen: str) -> None:
    assert shown(text) == seen


@given(st.text(alphabet="[]|#^!%`~> \nab."))
def test_lines_keep_their_numbers(text: str) -> None:
    assert shown(text).count("\n") == text.count("\n")
