"""Front matter is read as text, within bounds, and a slip in it loses nothing."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.layouts.front_matter import fields, title_and_day


def note(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "Words."])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(note("title: Tea"), {"title": ("Tea",)}, id="a value"),
        pytest.param(note("Tags: [a, b]"), {"tags": ("a", "b")}, id="a list in a line, the key in any case"),
        pytest.param(note("tags:", "  - a", "  - b"), {"tags": ("a", "b")}, id="a list below"),
        pytest.param(note("draft: no", "n: 010"), {"draft": ("no",), "n": ("010",)}, id="values stay text"),
        pytest.param(note("a: >", "  two", "  lines"), {"a": ("two lines",)}, id="a folded text"),
        pytest.param(note("a: {b: c}", "d: [[e]]", "f:"), {"a": (), "d": (), "f": ()}, id="deeper is left"),
        pytest.param(note("title: Tea: a story"), {"title": ("Tea: a story",)}, id="no YAML: a colon"),
        pytest.param(
            note("title: Tea", "tags: [a"), {"title": ("Tea",), "tags": ("[a",)}, id="no YAML: a bracket"
        ),
        pytest.param(note("a: *b"), {"a": ("*b",)}, id="no YAML: what it points to is not there"),
        pytest.param(note("just words"), {}, id="no mapping"),
        pytest.param(note(), {}, id="empty"),
        pytest.param(note("? [a]", ": b"), {}, id="a key that is no text"),
        pytest.param(note("a: !!python/object:os.system x"), {"a": ("x",)}, id="nothing but text is made"),
        pytest.param("Words.\n---\na: b\n---", {}, id="not at the beginning"),
        pytest.param("---\na: b\nWords.", {}, id="never closed"),
        pytest.param("----\na: b\n---", {}, id="a longer rule"),
        pytest.param("---\n" + "a: b\n" * 300 + "---", {}, id="too long"),
        pytest.param("---\na: b\n...\n", {"a": ("b",)}, id="closed with dots"),
    ],
)
def test_the_values_of_each_key_are_text(text: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert fields(text) == expected


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param("a: " + "[" * 5000, id="deep"),
        pytest.param("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]", id="references to references"),
        pytest.param("a: \x07", id="a control character"),
    ],
)
def test_hostile_front_matter_costs_nothing(inside: str) -> None:
    assert all(len(values) <= 24 for values in fields(f"---\n{inside}\n---\n").values())


@given(st.text(alphabet="-a:[]{}&*!|>'\"#,\n \t?%@"))
def test_any_front_matter_can_be_read(inside: str) -> None:
    fields(f"---\n{inside}\n---\n")


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        pytest.param([], "Name", id="the file's name"),
        pytest.param(["title: Tea"], "Tea", id="its own"),
        pytest.param(["name: tea", "description: how to"], "tea (how to)", id="a name with a description"),
        pytest.param(["aliases: Box, Gear"], "Name (Box, Gear)", id="aliases with commas"),
        pytest.param(["alias: name"], "Name", id="an alias that says the same"),
        pytest.param(["tags: a, '#b'"], "Name #a #b", id="tags with commas"),
        pytest.param(["tags: [a, a]", "keywords: c"], "Name #a #c", id="each once"),
        pytest.param(["title: Tea, coffee"], "Tea, coffee", id="a comma in a title"),
    ],
)
def test_a_note_is_found_by_title_other_names_and_tags(lines: list[str], title: str) -> None:
    assert title_and_day(note(*lines), "Name")[0] == title


@pytest.mark.parametrize(
    ("lines", "day"),
    [
        pytest.param(["date: 2026-11-30"], date(2026, 11, 30), id="a day"),
        pytest.param(["created: 2026-11-30T10:00:00Z"], date(2026, 11, 30), id="a moment"),
        pytest.param(
            ["created: 2026-01-01", "date: 2026-11-30"], date(2026, 11, 30), id="what it is about first"
        ),
        pytest.param(["date: soon", "created: 2026-01-01"], date(2026, 1, 1), id="no day, then the next"),
        pytest.param(["date: 2026-02-31"], None, id="no such day"),
        pytest.param(["title: 2026-02-03"], None, id="a title is none"),
    ],
)
def test_the_day_is_what_the_note_says_it_is_about(lines: list[str], day: date | None) -> None:
    assert title_and_day(note(*lines))[1] == day
