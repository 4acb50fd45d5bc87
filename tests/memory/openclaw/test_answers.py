"""What is asked of the gateway's tools, and what is taken from their answers."""

import json
from datetime import date
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.block import render
from recall_sidecar.memory.openclaw.answers import (
    MAX_TEXT_CHARS,
    Answer,
    Finding,
    arguments,
    read_answer,
    read_lines,
)
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.gateway import SearchTool
from tests.memory.openclaw.scripted import body, entry

NOON = 1_796_112_261_689
TRANSCRIPT = "sessions/main/c07aeabb.jsonl"


def found(**fields: object) -> Finding | None:
    """Return what is taken from one result of `memory_search`."""
    answer = read_answer("memory_search", body(results=[entry("memory/2026-11-30.md", "tea", **fields)]))
    assert answer is not None
    return next(iter(answer.findings), None)


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("memory_search", {"query": "tea", "maxResults": 20}),
        ("memory_recall", {"query": "tea", "limit": 20}),
        ("lcm_grep", {"pattern": "tea", "mode": "full_text", "limit": 20}),
    ],
)
def test_each_tool_is_asked_in_its_own_words(tool: SearchTool, expected: dict[str, object]) -> None:
    assert arguments(tool, "tea") == expected


def test_a_file_of_the_workspace_is_found_with_its_day() -> None:
    assert found() == Finding("file", "memory/2026-11-30.md", 1, 3, "tea", day=date(2026, 11, 30))


@pytest.mark.parametrize(
    ("fields", "projects"),
    [
        pytest.param({}, frozenset(), id="of no project"),
        pytest.param({"projectKey": None}, frozenset(), id="of none in other words"),
        pytest.param({"projectKey": "a; b"}, frozenset("ab"), id="as the gateway says"),
        pytest.param(
            {"snippet": "x <!-- project: c -->", "projectKey": "a"}, frozenset("ac"), id="as it says itself"
        ),
        pytest.param({"projectKey": ""}, None, id="of a key that is none"),
        pytest.param({"projectKey": ["a"]}, None, id="of what is no key"),
        pytest.param({"snippet": "x <!-- project: -->"}, None, id="of a comment that cannot be read"),
    ],
)
def test_a_finding_may_belong_to_projects(fields: dict[str, Any], projects: frozenset[str] | None) -> None:
    finding = found(**fields)

    assert finding is not None
    assert finding.projects == projects


def test_a_transcript_is_known_by_its_source_and_dated_by_when_it_was_seen() -> None:
    seen = {"originClass": "agent", "sessionKind": "interactive", "observedAt": NOON}

    finding = found(path=TRANSCRIPT, source="sessions", provenance=seen)

    assert finding == Finding("transcript", TRANSCRIPT, 1, 3, "tea", Origin.AGENT, day=date(2026, 12, 1))


def test_a_path_alone_makes_a_transcript() -> None:
    finding = found(path=TRANSCRIPT)

    assert finding is not None
    assert (finding.kind, finding.day) == ("transcript", None)


@pytest.mark.parametrize(
    ("provenance", "expected"),
    [
        pytest.param({}, Origin.OWNER, id="none says nothing"),
        pytest.param("odd", Origin.OWNER, id="one that is no object says nothing"),
        pytest.param({"originClass": "owner"}, Origin.OWNER, id="the owner's"),
        pytest.param({"originClass": "agent", "sessionKind": "unknown"}, Origin.AGENT, id="an agent's"),
        pytest.param({"originClass": "untrusted"}, Origin.UNTRUSTED, id="untrusted"),
        pytest.param({"originClass": "system"}, Origin.SYSTEM, id="a program's"),
        pytest.param({"originClass": "system", "sessionKind": "cron"}, Origin.SYSTEM, id="a program's job"),
        pytest.param({"originClass": "new word"}, Origin.UNTRUSTED, id="a word that is not known"),
        pytest.param({"originClass": "owner", "sessionKind": "cron"}, Origin.UNTRUSTED, id="a job's session"),
    ],
)
def test_provenance_bounds_the_trust(provenance: object, expected: Origin) -> None:
    finding = found(provenance=provenance)

    assert finding is not None
    assert finding.origin is expected


@pytest.mark.parametrize("at", [True, "soon", -1, 1e300, None])
def test_a_moment_that_is_none_gives_no_day(at: object) -> None:
    finding = found(path=TRANSCRIPT, provenance={"originClass": "agent", "observedAt": at})

    assert finding is not None
    assert finding.day is None


def test_the_citation_that_is_glued_to_a_snippet_is_taken_off() -> None:
    finding = found(snippet="tea\n\nSource: MEMORY.md#L1-L3", citation="MEMORY.md#L1-L3")

    assert finding is not None
    assert finding.text == "tea"


def test_a_block_of_ours_that_was_stored_is_taken_out() -> None:
    finding = found(snippet=f"{render('old note', form='openclaw')}\n\ntea")

    assert finding is not None
    assert finding.text == "tea"


@pytest.mark.parametrize(("said", "taken"), [(0.5, 0.5), (2, 0.0), (-1, 0.0), ("0.5", 0.0), (True, 0.0)])
def test_a_similarity_is_a_share(said: object, taken: float) -> None:
    finding = found(vectorScore=said)

    assert finding is not None
    assert finding.similarity == taken


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"snippet": " \n"}, id="no text"),
        pytest.param({"snippet": 5}, id="text that is none"),
        pytest.param({"path": ""}, id="no path"),
        pytest.param({"path": "a" * 401}, id="a path without end"),
        pytest.param({"path": "a\ud800.md"}, id="a path that cannot be encoded"),
        pytest.param({"startLine": 0}, id="a line before the first"),
        pytest.param({"startLine": 4}, id="lines that run backwards"),
    ],
)
def test_an_odd_result_is_left_out(fields: dict[str, Any]) -> None:
    assert found(**fields) is None


def test_texts_and_lists_are_bounded() -> None:
    answer = read_answer("memory_search", body(results=[entry("MEMORY.md", "t" * 100_000)] * 500))

    assert answer is not None
    assert (len(answer.findings), len(answer.findings[0].text)) == (20, MAX_TEXT_CHARS)


def test_lancedb_memories_are_entries_with_a_similarity() -> None:
    memories = [{"id": "a1", "text": "likes tea", "category": "preference", "score": 0.61}, {"id": "a2"}]

    answer = read_answer("memory_recall", body(count=2, memories=memories))

    expected = Finding("entry", "memory_recall/a1", 1, 1, "likes tea", Origin.AGENT, 0.61)
    assert answer == Answer((expected,))


def test_lancedb_without_a_memory_is_an_answer_too() -> None:
    assert read_answer("memory_recall", body(count=0)) == Answer(())


def test_lossless_claw_lists_its_findings_as_text() -> None:
    text = (
        "## LCM Grep Results\n**Total matches:** 3\n\n### Messages\n\n"
        "- [msg#12] (user, 2026-11-30T09:00:00.000Z): likes tea\n"
        "- [sum_ab] (leaf, some day): likes oolong\n"
        "- [broken\n"
    )

    answer = read_answer(
        "lcm_grep", {"ok": True, "result": {"content": [{"type": "text", "text": text}], "details": {}}}
    )

    day = date(2026, 11, 30)
    assert answer == Answer(
        (
            Finding("entry", "lcm/msg#12", 1, 1, "likes tea", Origin.AGENT, day=day),
            Finding("entry", "lcm/sum_ab", 1, 1, "likes oolong", Origin.AGENT),
        )
    )


def test_a_result_without_details_is_read_from_its_text() -> None:
    text = json.dumps({"results": [entry("MEMORY.md", "tea")]})

    answer = read_answer("memory_search", {"ok": True, "result": {"content": [{"text": text}]}})

    assert answer is not None
    assert [finding.path for finding in answer.findings] == ["MEMORY.md"]


def test_a_tool_that_cannot_search_now_says_so() -> None:
    answer = read_answer("memory_search", body(results=[], unavailable=True))

    assert answer == Answer((), is_usable=False)


@pytest.mark.parametrize("tool", ["memory_search", "memory_recall", "lcm_grep"])
@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(None, id="nothing"),
        pytest.param({"ok": True, "result": {"details": {}}}, id="details that say nothing"),
        pytest.param([], id="a list"),
        pytest.param({"ok": True}, id="no result"),
        pytest.param({"ok": False, "result": {"details": {"results": [], "count": 0}}}, id="not ok"),
        pytest.param({"ok": True, "result": {"details": []}}, id="details that are a list"),
        pytest.param({"ok": True, "result": {"content": "text"}}, id="content that is text"),
    ],
)
def test_an_answer_of_another_shape_is_none(tool: SearchTool, answer: object) -> None:
    assert read_answer(tool, answer) is None


@pytest.mark.parametrize("text", ["no JSON", "[]", "[" * 100_000])
def test_a_text_that_is_no_object_is_none(text: str) -> None:
    assert read_answer("memory_search", {"ok": True, "result": {"content": [{"text": text}]}}) is None


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        pytest.param({"status": "ok", "text": "tea"}, ("tea", None), id="a whole file"),
        pytest.param(
            {
                "text": "tea\n\n[More content available. Use from=5 to continue.]",
                "truncated": True,
                "nextFrom": 5,
            },
            ("tea", 5),
            id="a part, without the remark that more follows",
        ),
        pytest.param({"text": "tea", "truncated": True, "nextFrom": 2}, ("tea", None), id="a step back"),
        pytest.param({"text": "tea", "truncated": True}, ("tea", None), id="a part without a next line"),
        pytest.param({"status": "not_found", "text": ""}, None, id="no such file"),
        pytest.param(
            {"status": "error", "text": "", "code": "MEMORY_PATH_NOT_ALLOWED"}, None, id="not allowed"
        ),
        pytest.param({"text": 5}, None, id="text that is none"),
    ],
)
def test_lines_are_read(details: dict[str, Any], expected: tuple[str, int | None] | None) -> None:
    assert read_lines(body(**details), 3) == expected


LONG = "x" * (MAX_TEXT_CHARS // 4 - 1)


@pytest.mark.parametrize(
    ("text", "gateway", "kept", "following"),
    [
        pytest.param("\n".join([LONG] * 4), {}, 4, None, id="what just fits"),
        pytest.param("\n".join([LONG] * 9), {}, 4, 7, id="lines that are too many"),
        pytest.param(
            "\n".join([LONG] * 9), {"truncated": True, "nextFrom": 12}, 4, 7, id="cut by the gateway too"
        ),
        pytest.param("\n\n" + "\n".join([LONG] * 9), {}, 3, 8, id="empty lines count"),
        pytest.param(f"{LONG * 5}\ntea", {}, 1, 4, id="a line that is too long alone"),
        pytest.param(LONG * 5, {}, 1, None, id="a line that is too long alone, and the last"),
    ],
)
def test_reading_can_go_on_where_our_own_limit_cut(
    text: str, gateway: dict[str, Any], kept: int, following: int | None
) -> None:
    read = read_lines(body(status="ok", text=text, **gateway), 3)

    assert read is not None
    assert (read[0].count("\n") + 1, read[1]) == (kept, following)
    assert len(read[0]) <= MAX_TEXT_CHARS


@given(st.lists(st.text(alphabet="ab \n", max_size=3000), max_size=9))
def test_nothing_is_lost_between_one_reading_and_the_next(lines: list[str]) -> None:
    """A line longer than the limit apart, of which the beginning is read."""
    file = "\n".join(lines).split("\n")
    words: list[str] = []
    line: int | None = 1
    while line is not None:
        read = read_lines(body(status="ok", text="\n".join(file[line - 1 :])), line)
        text, line = read or ("", None)
        words.append(text)

    assert "".join("\n".join(words).split()) == "".join("\n".join(file).split())


ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([10**30, 10**400]),
        st.floats(),
        st.text(max_size=5),
        st.just("\ud800"),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(
    field=st.sampled_from(
        ["path", "snippet", "startLine", "endLine", "source", "corpus", "citation", "vectorScore"]
    ),
    value=ODD,
)
def test_no_value_of_a_result_raises_or_cannot_be_written_down(field: str, value: object) -> None:
    finding = found(**{field: value})

    assert finding is None or orjson.dumps(finding, default=str)


@given(field=st.sampled_from(["originClass", "sessionKind", "observedAt"]), value=ODD)
def test_no_value_of_a_provenance_raises(field: str, value: object) -> None:
    finding = found(provenance={"originClass": "owner", field: value})

    assert finding is not None
    assert orjson.dumps(finding, default=str)


@pytest.mark.parametrize("fields", [{"source": "wiki"}, {"corpus": "wiki"}], ids=["source", "corpus"])
def test_what_is_neither_a_file_nor_a_transcript_is_not_trusted_for_its_path(fields: dict[str, str]) -> None:
    """A page of the wiki may have any name, that of the owner's own file too."""
    finding = found(path="MEMORY.md", **fields)

    assert finding is not None
    assert finding.origin is Origin.AGENT
