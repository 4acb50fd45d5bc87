from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.annotations import NO_ANNOTATION, Annotation
from recall_sidecar.memory.chunks import ENOUGH_CHARS, MAX_CHARS, Chunk, cut, day_of_path
from recall_sidecar.memory.lines import numbered
from recall_sidecar.memory.projects import keyed


def chunks(text: str, path: str = "memory/notes.md") -> list[Chunk]:
    return list(cut(numbered(text), path))


def test_short_entries_of_a_section_stay_together() -> None:
    (only,) = chunks("- tea\n- coffee\n\nA paragraph.\n")

    assert (only.from_line, only.to_line) == (1, 4)
    assert only.text == "- tea\n- coffee\n\nA paragraph."


def test_a_passage_never_crosses_a_heading() -> None:
    found = chunks("# House\n\n## Kitchen\nGreen.\n\n## Garden\nRoses.\n")

    assert [(c.from_line, c.to_line, c.text, c.heading) for c in found] == [
        (1, 1, "# House", "House"),
        (3, 4, "## Kitchen\nGreen.", "House > Kitchen"),
        (6, 7, "## Garden\nRoses.", "House > Garden"),
    ]


def test_a_passage_ends_once_it_has_enough() -> None:
    entry = "- " + "word " * 30
    found = chunks("\n".join([entry] * 12))

    assert len(found) > 1
    assert all(ENOUGH_CHARS <= len(c.text) <= MAX_CHARS for c in found[:-1])


def test_an_entry_with_its_further_lines_stays_whole() -> None:
    entry = "- " + "word " * 30 + "\n  and more " + "word " * 30
    found = chunks("\n".join([entry] * 5))

    assert all(c.text.startswith("- ") and "and more" in c.text.splitlines()[-1] for c in found)


def test_a_fenced_block_is_one_block_and_its_comments_are_no_headings() -> None:
    found = chunks("````sh\n# not a heading\n\n```\n- not an entry\n````\n\n# Heading\n")

    assert [c.heading for c in found] == ["", "Heading"]
    assert found[0].text.count("\n") == 5


def test_a_fence_that_never_ends_keeps_its_text() -> None:
    (only,) = chunks("~~~\n# text\n")

    assert "# text" in only.text


def test_a_block_that_is_too_long_is_cut_between_lines() -> None:
    lines = [f"line {number} " + "x" * 90 for number in range(40)]
    found = chunks("\n".join(lines))

    assert [c.text for c in found] == ["\n".join(lines[c.from_line - 1 : c.to_line]) for c in found]
    assert all(len(c.text) <= MAX_CHARS for c in found)


def test_a_huge_line_becomes_passages_that_say_where_they_stand() -> None:
    text = "start\n" + "lorem ipsum " * 2000 + "needle"
    found = chunks(text)
    lines = numbered(text)

    last = found[-1]
    assert "needle" in last.text
    assert "needle" in lines[last.to_line - 1]
    assert all(len(c.text) <= MAX_CHARS for c in found)


def test_front_matter_is_not_text() -> None:
    (only,) = chunks("---\ntitle: x\n---\nBody.\n")

    assert (only.from_line, only.text) == (4, "Body.")


@pytest.mark.parametrize("text", ["---\nno end\n", "--- \n" + "a\n" * 300 + "---\n"])
def test_a_rule_at_the_top_is_not_front_matter(text: str) -> None:
    assert chunks(text)[0].from_line == 1


def test_annotations_are_kept_out_of_the_text() -> None:
    (only,) = chunks("- Keep it local. <!-- trigger: setup, safety --> <!-- importance: 9 -->\n")

    assert only.text == "- Keep it local."


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("a <!-- never closed", id="never closed"),
        pytest.param("a --> c", id="an arrow"),
    ],
)
def test_what_is_no_annotation_stays_text(line: str) -> None:
    assert "".join(c.text for c in chunks(line)).replace("\n", "") == line


def test_lines_made_of_spaces_or_comment_marks_are_cut_in_no_time() -> None:
    assert chunks(" " * 400_000) == []
    assert len(chunks("<!--" * 100_000)) > 100


def test_a_line_that_is_only_an_annotation_leaves_no_passage() -> None:
    assert chunks("<!-- importance: 3 -->\n") == []


@pytest.mark.parametrize("text", ["", "\n\n", " \n\t\n"])
def test_an_empty_note_has_no_passage(text: str) -> None:
    assert chunks(text) == []


@pytest.mark.parametrize(
    ("path", "day"),
    [
        pytest.param("memory/2026-11-30.md", date(2026, 11, 30), id="dated note"),
        pytest.param("memory/2026-11-30-trip.md", date(2026, 11, 30), id="dated note with a slug"),
        pytest.param("memory/2026-11-30/trip.md", date(2026, 11, 30), id="dated folder"),
        pytest.param("memory/2026/11/30.md", date(2026, 11, 30), id="one folder a part"),
        pytest.param("memory/2026-13-40.md", None, id="no such day"),
        pytest.param("memory/plans.md", None, id="no day"),
        pytest.param("memory/12026-11-305.md", None, id="a longer number"),
    ],
)
def test_a_note_is_about_the_day_in_its_path(path: str, day: date | None) -> None:
    assert day_of_path(path) == day
    assert chunks("text", path)[0].date == day


def test_a_heading_that_is_a_day_dates_what_is_below_it() -> None:
    found = chunks(
        "Before.\n# 2026-01-02\nOne.\n## Evening\nTwo.\n# 2026年3月4日\nThree.\n", "memory/2025-05-05.md"
    )

    assert [c.date for c in found] == [
        date(2025, 5, 5), date(2026, 1, 2), date(2026, 1, 2), date(2026, 3, 4),
    ]  # fmt: skip


@given(st.text(alphabet="ab \n#-`~<!>\r", max_size=400) | st.text(max_size=200))
def test_every_passage_is_bounded_in_order_and_within_the_note(text: str) -> None:
    found = chunks(text)
    lines = numbered(text)

    for chunk in found:
        assert chunk.text.strip()
        assert len(chunk.text) <= MAX_CHARS
        assert 1 <= chunk.from_line <= chunk.to_line <= len(lines)
    assert all(before.to_line <= after.from_line for before, after in pairwise(found))


ANNOTATED = "# Rules\n- Keep it local. <!-- trigger: setup --> <!-- importance: 9 -->\n- Tea.\n- Jam.\n- Oats. <!-- importance: 2 -->\n"


def test_an_annotated_entry_of_a_curated_file_is_a_passage_of_its_own_with_its_heading() -> None:
    found = list(cut(numbered(ANNOTATED), "MEMORY.md", curated=True))

    assert [(c.text, c.annotation) for c in found] == [
        ("# Rules\n- Keep it local.", Annotation(("setup",), 9)),
        ("- Tea.\n- Jam.", NO_ANNOTATION),
        ("- Oats.", Annotation((), 2)),
    ]


def test_elsewhere_annotations_count_for_nothing() -> None:
    (only,) = cut(numbered(ANNOTATED), "memory/2026-11-30.md")

    assert (only.text, only.annotation) == (
        "# Rules\n- Keep it local.\n- Tea.\n- Jam.\n- Oats.",
        NO_ANNOTATION,
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# Rules <!-- trigger: setup -->\nBody.\n", id="a heading"),
        pytest.param("```\n- x <!-- trigger: setup -->\n```\n", id="an example in a fence"),
        pytest.param("- x\n\n<!-- trigger: setup -->\n\n- y\n", id="a comment between entries"),
    ],
)
def test_what_is_no_entry_has_no_annotation(text: str) -> None:
    found = list(cut(numbered(text), "MEMORY.md", curated=True))

    assert {c.annotation for c in found} == {NO_ANNOTATION}
    assert "trigger" not in "".join(c.text for c in found)


def test_a_line_with_nothing_but_a_comment_does_not_break_its_entry() -> None:
    (only,) = cut(numbered("- Keep it\n  <!-- trigger: setup -->\n  local.\n"), "MEMORY.md", curated=True)

    assert (only.from_line, only.to_line, only.annotation.triggers) == (1, 3, ("setup",))
    assert only.text == "- Keep it\n\n  local."


def test_a_blank_line_between_long_lines_of_a_fence_is_no_passage() -> None:
    long = "x" * MAX_CHARS

    assert [c.text for c in chunks(f"```\n{long}\n\n{long}\n```\n")] == ["```", long, long, "```"]


def of_projects(text: str) -> list[tuple[str, set[str]]]:
    found = cut(numbered(text), "MEMORY.md", curated=True, keyed=keyed(text))
    return [(chunk.text, {"?"} if chunk.projects is None else set(chunk.projects)) for chunk in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "- a\n- b <!-- project: p -->\n- c <!-- project: p -->\n- d\n",
            [("- a", set()), ("- b\n- c", {"p"}), ("- d", set())],
            id="entries of a project stand together",
        ),
        pytest.param(
            "# H\n- b <!-- project: p -->\n",
            [("# H\n- b", {"p"})],
            id="a heading stands with the entry below it",
        ),
        pytest.param(
            "- a\n  - deep\n\n  more <!-- project: p -->\n- b\n",
            [("- a\n  - deep\n\n  more", {"p"}), ("- b", set())],
            id="an entry with all that belongs to it",
        ),
        pytest.param(
            "# H <!-- project: p -->\n- a\n## I\n- b <!-- project: q -->\n# J\n- c\n",
            [("# H\n- a", {"p"}), ("## I\n- b", {"p", "q"}), ("# J\n- c", set())],
            id="a heading gives its projects to all below",
        ),
        pytest.param(
            "- a <!-- project: -->\n- b\n",
            [("- a", {"?"}), ("- b", set())],
            id="an entry that cannot be read",
        ),
        pytest.param(
            "# H <!-- project: -->\n- a\n", [("# H\n- a", {"?"})], id="and all below such a heading"
        ),
        pytest.param(
            "- a <!-- project: p -->\n- b <!-- project: q; p -->\n",
            [("- a", {"p"}), ("- b", {"p", "q"})],
            id="no two of different projects",
        ),
    ],
)
def test_a_passage_belongs_to_the_projects_of_its_entry(
    text: str, expected: list[tuple[str, set[str]]]
) -> None:
    assert of_projects(text) == expected


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        pytest.param("Words.", "Gearbox (box)", id="over a note without headings"),
        pytest.param("## Oil\nWords.", "Gearbox (box) > Oil", id="over its headings"),
        pytest.param("# gearbox\nWords.", "Gearbox (box)", id="a first heading that repeats it"),
        pytest.param("# gearbox\n## Oil\nWords.", "Gearbox (box) > Oil", id="and what stands below it"),
    ],
)
def test_a_title_stands_over_all_headings(text: str, heading: str) -> None:
    assert [chunk.heading for chunk in cut(numbered(text), "a.md", title="Gearbox (box)")][-1] == heading


def test_the_day_of_the_note_counts_where_neither_path_nor_heading_names_one() -> None:
    day = date(2026, 11, 2)

    assert [chunk.date for chunk in cut(numbered("x\n# 2026-11-03\ny"), "a.md", day=day)] == [
        day,
        date(2026, 11, 3),
    ]
    assert [chunk.date for chunk in cut(numbered("x"), "2026-11-01.md", day=day)] == [date(2026, 11, 1)]
