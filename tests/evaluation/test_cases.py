"""Cases are read line by line, every key is checked, and a problem says where it is and what to write."""

import json
from typing import Any

import pytest

from recall_sidecar.evaluation.cases import Case, Passage, Said, read_jsonl, read_toml

WHOLE: dict[str, Any] = {
    "id": "tea",
    "message": "Which tea do I like?",
    "before": [{"role": "user", "text": "hello"}, {"role": "assistant", "text": "hi"}],
    "agent": "work",
    "chat": "drinks",
    "kind": "group",
    "lifetime": "session",
    "compacted": True,
    "reply": "Oolong.",
    "expect": [{"path": "MEMORY.md", "lines": [3, 4]}, {"text": "oolong"}, {"words": "tea oolong"}],
    "unwanted": [{"path": "memory/old.md"}],
    "secrets": ["hunter2-hunter2"],
    "canaries": ["pirate-bank"],
    "session": "agent:main:telegram:direct:42",
    "said": "The user likes coffee.",
    "note": "asked in spring",
}


def test_a_case_has_every_key_that_is_documented() -> None:
    (case,), problems = read_jsonl(json.dumps(WHOLE), "a.jsonl")

    assert problems == []
    assert set(WHOLE) == set(Case.model_fields)
    assert case.before[0] == Said(role="user", text="hello")
    assert case.passages == (
        Passage(path="MEMORY.md", lines=(3, 4)),
        Passage(text="oolong"),
        Passage(words="tea oolong"),
    )


def test_toml_holds_the_same() -> None:
    text = '# mine\n[[case]]\nmessage = "tea?"\nexpect = [{ path = "A.md" }]\n\n[[case]]\nmessage = "bow?"\nexpect = "nothing"\n'

    cases, problems = read_toml(text, "a.toml")

    assert problems == []
    assert [(case.id, case.is_worthy) for case in cases] == [("a.toml:2", True), ("a.toml:6", False)]


@pytest.mark.parametrize(
    ("expect", "is_worthy", "passages"),
    [
        pytest.param({}, None, 0, id="nothing is said"),
        pytest.param({"expect": "nothing"}, False, 0, id="nothing"),
        pytest.param({"expect": []}, False, 0, id="no passage"),
        pytest.param({"expect": "something"}, True, 0, id="something"),
        pytest.param({"expect": [{"text": "oolong"}]}, True, 1, id="a passage"),
    ],
)
def test_what_is_expected(expect: dict[str, Any], is_worthy: bool | None, passages: int) -> None:
    case = Case.model_validate({"message": "tea?", **expect})

    assert (case.is_worthy, len(case.passages)) == (is_worthy, passages)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        pytest.param({"mesage": "x", "message": "x"}, "mesage is no key of a case; did you mean message?", id="a slip"),
        pytest.param({"message": "x", "zzz": 1}, "zzz is no key of a case; the keys are id, message", id="an unknown key"),
        pytest.param({"message": "x", "list": 1}, "list is no key of a case", id="a key that is called as a tag"),
        pytest.param({"message": "\ud83d"}, "message: must be a valid string", id="half a sign"),
        pytest.param({}, "message: is missing; give it", id="no message"),
        pytest.param({"message": ""}, "message: is too short", id="an empty message"),
        pytest.param({"message": 7}, "message: must be a valid string", id="a number"),
        pytest.param({"message": "x", "agent": "A B"}, "agent: is no agent's id", id="an agent"),
        pytest.param({"message": "x", "kind": "dm"}, "kind: must be 'direct' or 'group'", id="a kind of chat"),
        pytest.param({"message": "x", "expect": "all"}, "expect: must be 'nothing' or 'something'", id="a word"),
        pytest.param({"message": "x", "expect": 3}, "expect: must be a valid tuple", id="a number of passages"),
        pytest.param(
            {"message": "x", "expect": [{"pth": "a"}]}, "expect, item 1: pth is no key of a case; did you mean path?",
            id="a key of a passage",
        ),
        pytest.param({"message": "x", "expect": [{}]}, "expect, item 1: names no passage: give path", id="an empty passage"),
        pytest.param(
            {"message": "x", "unwanted": [{"text": "a", "lines": [1, 2]}]}, "unwanted, item 1: has lines of no file",
            id="lines of no file",
        ),
        pytest.param(
            {"message": "x", "before": [{"role": "user", "txt": "a"}]}, "before, item 1: txt is no key of a case; did you mean text?",
            id="a key of a message",
        ),
        pytest.param({"message": "x", "secrets": ["abc"]}, "secrets, item 1: is too short", id="a short secret"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(row: dict[str, Any], told: str) -> None:
    cases, problems = read_jsonl(f"\n{json.dumps(row)}\n", "a.jsonl")

    assert cases == []
    assert any(problem.startswith(f"a.jsonl:2: {told}") for problem in problems), problems


@pytest.mark.parametrize("secret", ["hunter2", "sk-abcdef"])
def test_a_problem_repeats_no_value(secret: str) -> None:
    rows = [{"message": [secret]}, {"message": "x", "kind": secret}, {"message": "x", "secrets": secret}]

    _, problems = read_jsonl("\n".join(map(json.dumps, rows)), "a.jsonl")

    assert len(problems) == 3
    assert secret not in " ".join(problems)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("{]", "a.jsonl:1: is no JSON object at column 2", id="no JSON"),
        pytest.param('{"message": "a"', "a.jsonl:1: is no JSON object at column 16", id="a line too short"),
        pytest.param("[" * 100_000, "a.jsonl:1: is no JSON object at column 1", id="a nest"),
        pytest.param('"a"', 'a.jsonl:1: is no object; a case is written {"message": …}', id="no object"),
    ],
)
def test_a_line_that_is_no_case(text: str, told: str) -> None:
    cases, (problem,) = read_jsonl(text, "a.jsonl")

    assert cases == []
    assert problem.startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("a = ", "b.toml:1: is no TOML from here on", id="no TOML"),
        pytest.param("[case]\nmessage = 'a'", "b.toml: case must be written [[case]]", id="a single table"),
        pytest.param("cases = 1\n[[case]]\nmessage = 'a'", "b.toml: cases is no key of a case; did you mean case?; put it", id="a key on top"),
        pytest.param("[[case]]\nmessage = 'a'\n[[case]]\nnone = 1\nmessage = 'b'", "b.toml:3: none is no key", id="the second case"),
        pytest.param("[[case]]\nmessage = '''\n[[case]]\n'''\nnone = 1", "b.toml, case 1: none is no key", id="a header in a text"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_toml(text: str, told: str) -> None:
    _, problems = read_toml(text, "b.toml")

    assert problems[0].startswith(told), problems
