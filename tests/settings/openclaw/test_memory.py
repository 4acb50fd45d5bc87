"""Workspaces and memory search become folders."""

from typing import Any

import pytest

from recall_sidecar.settings.openclaw.draft import LEFT_OUT, Draft
from recall_sidecar.settings.openclaw.memory import memory
from recall_sidecar.settings.openclaw.roster import Agent

MAIN = Agent("main", "agents.entries.main", "/w/main", {})


def translated(config: dict[str, Any], *agents: Agent) -> Draft:
    draft = Draft()
    memory(config, agents or (MAIN,), draft)
    return draft


def folders(draft: Draft) -> list[tuple[str, list[str], str]]:
    return [
        (each["path"], each["agents"], each["layout"])
        for each in draft.tree.get("memory", {}).get("folders", [])
    ]


def test_each_workspace_is_a_folder_of_its_agent() -> None:
    draft = translated({}, MAIN, Agent("work", "agents.entries.work", "~/work", {}))

    assert folders(draft) == [("/w/main", ["main"], "openclaw"), ("~/work", ["work"], "openclaw")]


def test_agents_that_share_a_workspace_share_the_folder() -> None:
    draft = translated({}, MAIN, Agent("work", "agents.entries.work", "/w/main", {}))

    assert folders(draft) == [("/w/main", ["main", "work"], "openclaw")]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("/srv/notes", "/srv/notes", id="absolute"),
        pytest.param("~/notes", "~/notes", id="below the home folder"),
        pytest.param("notes/./deep", "/w/main/notes/deep", id="below the workspace"),
        pytest.param("../team", "/w/team", id="beside the workspace"),
        pytest.param("../../../../x", "/x", id="no further up than the root"),
        pytest.param({"path": "/srv/all"}, "/srv/all", id="as an object"),
    ],
)
def test_an_extra_path_is_a_plain_folder(path: object, expected: str) -> None:
    draft = translated({"memory": {"search": {"extraPaths": [path]}}})

    assert folders(draft)[1:] == [(expected, ["main"], "plain")]


def test_an_extra_path_of_everyone_is_one_folder_for_all() -> None:
    work = Agent("work", "agents.entries.work", "/w/work", {"memory": {"search": {"extraPaths": ["/own"]}}})

    draft = translated({"memory": {"search": {"extraPaths": ["/all", "/all"]}}}, MAIN, work)

    assert ("/all", ["main", "work"], "plain") in folders(draft)
    assert ("/own", ["work"], "plain") in folders(draft)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        pytest.param(
            {"path": "/x", "pattern": "{a,b}.md"}, "*, ** and ?", id="with a pattern of another kind"
        ),
        pytest.param("/x/notes (old).md", "*, ** and ?", id="a file whose name reads as one"),
        pytest.param(7, "no path", id="no path"),
        pytest.param("~other/x", "begin with /", id="another user's home folder"),
    ],
)
def test_an_extra_path_that_cannot_be_a_folder_is_left_out(path: object, why: str) -> None:
    draft = translated({"memory": {"search": {"extraPaths": [path]}}})

    assert len(folders(draft)) == 1
    assert any(each.did == LEFT_OUT and why in each.why for each in draft.notes)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param(
            {"path": "/x", "pattern": "runbooks/**/*.md"}, ("/x", ["runbooks/**/*.md"]), id="with a pattern"
        ),
        pytest.param(
            {"path": "../x", "pattern": "./a.md"}, ("/w/x", ["a.md"]), id="with a pattern from here"
        ),
        pytest.param("/x/notes.md", ("/x", ["notes.md"]), id="a file"),
        pytest.param("/notes.txt", ("/", ["notes.txt"]), id="a file at the top"),
    ],
)
def test_an_extra_path_may_name_some_files_of_a_folder(path: object, expected: tuple[str, list[str]]) -> None:
    draft = translated({"memory": {"search": {"extraPaths": [path, path]}}})

    _, *extra = draft.tree["memory"]["folders"]
    assert [(each["path"], each["only"], each["layout"]) for each in extra] == [(*expected, "plain")]


def test_some_files_of_a_workspace_do_not_open_the_rest_of_it() -> None:
    some = {"path": "/w/main", "pattern": "memory/team/*.md"}
    work = Agent("work", "agents.entries.work", "/w/work", {"memory": {"search": {"extraPaths": [some]}}})

    draft = translated({}, MAIN, work)

    assert folders(draft) == [
        ("/w/main", ["main"], "openclaw"),
        ("/w/work", ["work"], "openclaw"),
        ("/w/main", ["work"], "plain"),
    ]
    assert draft.tree["memory"]["folders"][2]["only"] == ["memory/team/*.md"]


def test_searches_by_their_older_name_are_carried_over() -> None:
    agent = Agent(
        "a", "agents.list[0]", "/w", {"memorySearch": {"extraPaths": ["/own"], "query": {"maxResults": 9}}}
    )

    draft = translated(
        {"agents": {"defaults": {"memorySearch": {"enabled": False, "extraPaths": ["/all"]}}},
         "memory": {"search": {"enabled": True}}},
        agent,
    )  # fmt: skip

    assert [path for path, _, _ in folders(draft)] == ["/w", "/all", "/own"]
    assert draft.tree["agents"] == {"a": {"memory": {"max_hits": 9}}}


def test_memory_switched_off_leaves_no_folder() -> None:
    draft = translated({"memory": {"search": {"enabled": False}}})

    assert draft.tree == {}
    assert draft.notes[0].why == "memory search is switched off for this agent"


def test_an_agent_may_switch_its_memory_on_again() -> None:
    agent = Agent("a", "agents.entries.a", "/w", {"memory": {"search": {"enabled": True}}})

    assert folders(translated({"memory": {"search": {"enabled": False}}}, agent)) == [
        ("/w", ["a"], "openclaw")
    ]


def test_the_number_of_results_is_carried_over_for_all_and_for_one() -> None:
    agent = Agent("a", "agents.entries.a", "/w", {"memory": {"search": {"query": {"maxResults": 9}}}})

    draft = translated({"memory": {"search": {"query": {"maxResults": 8, "minScore": 0.3}}}}, agent)

    assert draft.tree["memory"]["max_hits"] == 8
    assert draft.tree["agents"] == {"a": {"memory": {"max_hits": 9}}}
    assert any(each.key == "memory.search.query.minScore" and each.did == LEFT_OUT for each in draft.notes)


def test_what_has_no_counterpart_says_so() -> None:
    draft = translated({"memory": {"backend": "qmd", "search": {"provider": "openai"}}})

    assert {each.key for each in draft.notes if each.did == LEFT_OUT} == {
        "memory.backend",
        "memory.search.provider",
    }
