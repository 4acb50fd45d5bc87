"""Entries say to which projects they belong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.lines import LONG_LINE_CHARS, numbered
from recall_sidecar.memory.projects import (
    EVERYWHERE,
    Keyed,
    active,
    is_hidden,
    keyed,
    projects_of,
    scope_key,
    seen_by,
)

REPO = "github.com/owner/repo"


@pytest.mark.parametrize(
    ("entry", "projects"),
    [
        pytest.param("- x", EVERYWHERE, id="no comment"),
        pytest.param("- x <!-- project: a -->", {"a"}, id="a comment"),
        pytest.param("- x <!--PROJECT:a--> y", {"a"}, id="in any case and place"),
        pytest.param("- x <!-- project: a; b;c -->", {"a", "b", "c"}, id="several keys"),
        pytest.param("- x <!-- project: a --> <!-- project: b -->", {"a", "b"}, id="several comments"),
        pytest.param("- x\n  more <!-- project: a\n-->", {"a"}, id="over lines"),
        pytest.param("- x <!-- project: GitHub.com/Owner/Repo -->", {"github.com/Owner/Repo"}, id="a host"),
        pytest.param("- x <!-- project: path:/Srv/App -->", {"path:/Srv/App"}, id="a path"),
        pytest.param("- x <!-- project: /Srv -->", {"/Srv"}, id="no host before the slash"),
        pytest.param("- x <!-- project: App -->", {"App"}, id="neither host nor path"),
        pytest.param("- x <!-- project: \ufeffa\ufeff -->", {"a"}, id="a byte-order mark"),
        pytest.param("- x <!-- project: -->", None, id="no key"),
        pytest.param("- x <!-- project: a; -->", None, id="an empty key beside one"),
        pytest.param("- x <!-- project: a", None, id="never closed"),
        pytest.param("- x <!-- project: a <!-- project: b -->", None, id="one within the other"),
        pytest.param("- x <!-- project: a\nb -->", None, id="a key over two lines"),
        pytest.param(f"- x <!-- project: {'a' * 1025} -->", None, id="a key too long"),
        pytest.param("- x <!-- project: " + ";".join("abcdefghijklmnopq") + " -->", None, id="too many keys"),
        pytest.param("- x <!-- projects: a -->", EVERYWHERE, id="another word"),
    ],
)
def test_an_entry_belongs_to_what_its_comments_name(entry: str, projects: set[str] | None) -> None:
    assert projects_of(entry) == projects


@pytest.mark.parametrize(
    ("keys", "projects"),
    [
        pytest.param([], set(), id="none"),
        pytest.param([" GitHub.com/A/b "], {"github.com/A/b"}, id="as entries name them"),
        pytest.param(["a", "", "b\n", "<c>"], {"a", "b"}, id="without those that no entry can name"),
    ],
)
def test_a_turn_is_about_the_keys_of_its_host(keys: list[str], projects: set[str]) -> None:
    assert active(keys) == projects


def test_an_entry_goes_on_to_the_next_entry_or_heading() -> None:
    found = keyed(
        "- a\n  more <!-- project: p -->\n\n  and more\n- b\n# H <!-- project: q -->\ntext\n* c\n- d\n"
    )

    p, q = frozenset("p"), frozenset("q")
    assert found.lines == (p, p, p, p, EVERYWHERE, q, q, q, EVERYWHERE)


def test_a_text_without_projects_says_nothing_of_its_lines() -> None:
    assert keyed("- a\n- b <!-- trigger: x -->\n") == Keyed()
    assert keyed("").within(1, 1) == EVERYWHERE


def test_lines_together_belong_to_all_of_their_projects() -> None:
    found = keyed("- a <!-- project: p -->\n- b\n- c <!-- project: q -->\n- d <!-- project:\n")

    assert found.within(1, 2) == frozenset("p")
    assert found.within(1, 3) == frozenset("pq")
    assert found.within(3, 4) is None


@pytest.mark.parametrize(
    ("projects", "about", "hidden"),
    [
        pytest.param({"p"}, {"p"}, False, id="of the turn's project"),
        pytest.param({"p"}, {"p", "x"}, False, id="of one of them"),
        pytest.param({"p"}, set(), True, id="of a turn without projects"),
        pytest.param(set(), set(), False, id="of no project"),
        pytest.param({"p", "q"}, {"p"}, True, id="of one project more"),
        pytest.param(None, {"p", "q"}, True, id="of nobody knows what"),
    ],
)
def test_an_entry_is_kept_from_turns_about_something_else(
    projects: set[str] | None, about: set[str], hidden: bool
) -> None:
    own = None if projects is None else frozenset(projects)

    assert is_hidden(own, frozenset(about)) is hidden


def test_a_long_line_belongs_together_however_it_is_counted() -> None:
    text = "- a\n- " + "word - " * LONG_LINE_CHARS + "<!-- project: p -->\n- b"

    found = keyed(text)

    assert len(found.lines) == len(numbered(text))
    assert found.within(2, len(found.lines) - 1) == frozenset("p")
    assert found.lines[0] == found.lines[-1] == EVERYWHERE


@given(st.text("- #a\n\r\u2028<!>project:;"))
def test_lines_are_counted_as_everywhere(text: str) -> None:
    text += "<!-- project: p -->"

    assert len(keyed(text).lines) == len(numbered(text))


def test_no_key_can_be_written_so_that_it_is_another_two() -> None:
    keys = [
        scope_key("f", frozenset(projects))
        for projects in ([], ["a", "b"], ["a,b"], ['a", "b'], ["a\0b"], ["ab"], [REPO])
    ]

    assert len({*keys, scope_key('f", "a', frozenset(["b"]))}) == len(keys) + 1
    assert scope_key("f", frozenset(["b", "a"])) == scope_key("f", frozenset(["a", "b"]))


@pytest.mark.parametrize(
    ("about", "seen"),
    [
        pytest.param(set(), "- a\n\n\n- c", id="no project"),
        pytest.param({"p"}, "- a\n- b\n  more <!-- project: p -->\n- c", id="its project"),
    ],
)
def test_what_a_text_shows_of_other_projects_is_emptied(about: set[str], seen: str) -> None:
    text = "- a\n- b\n  more <!-- project: p -->\n- c"

    assert seen_by(frozenset(about), text) == seen
    assert seen_by(frozenset(about), "- a\n") == "- a\n"
