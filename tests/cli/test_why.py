"""`why` explains a turn, or tries a message, and says where the fact was lost."""

import json
from typing import Any

import pytest

from recall_sidecar.cli.why import execute
from recall_sidecar.trace_json import to_json
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor
from tests.turns import TRACE_ID, turn

Capture = pytest.CaptureFixture[str]
VERDICT = {
    "step": "below_cut", "line": "MEMORY.md:3-4 came 9th: raise memory.max_hits (now 6).", "what": "", "do": "",
    "place": "MEMORY.md:3-4", "rank": 9, "score": 0.41, "bestPlace": "tea.md:1", "bestScore": 0.82, "byMeaning": False,
}  # fmt: skip


def explained(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 -- any field of the answer
    answer = {
        "v": 1,
        "told": "The model read 6 passages.",
        "verdict": VERDICT,
        "replayed": False,
        "trace": to_json(turn()),
    }
    return {**answer, **changes}


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon({"/v1/why": explained()})


def test_a_turn_is_explained_with_what_it_lost(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    assert execute(parse("why", "01KBA", "--expect", "she drinks oolong"), door) == 0

    assert daemon.asked == [("/v1/why", {"v": 1, "expect": "she drinks oolong", "trace": "01KBA"})]
    assert capsys.readouterr().out.splitlines() == [
        "below cut: MEMORY.md:3-4 came 9th: raise memory.max_hits (now 6).",
        "It stands at MEMORY.md:3-4, rank 9 with 0.41; first is tea.md:1 with 0.82.",
        f"Turn {TRACE_ID}: The model read 6 passages.",
        f"All of it: recall-sidecar trace show {TRACE_ID}",
    ]


def test_without_a_turn_the_last_one_is_explained(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/traces?limit=1&session=agent%3Amain%3Amain"] = {"traces": [to_json(turn())]}
    daemon.answers["/v1/why"] = explained(verdict=None)

    execute(parse("why", "--session", "agent:main:main"), door)

    assert daemon.asked[-1] == ("/v1/why", {"v": 1, "expect": "", "trace": TRACE_ID})
    assert capsys.readouterr().out.startswith(f"Turn {TRACE_ID}: The model read 6 passages.")


def test_without_any_turn_it_says_what_to_try(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/traces?limit=1"] = {"traces": []}

    assert execute(parse("why"), door) == 1

    assert "Try a message" in capsys.readouterr().err


def test_a_message_is_tried_as_its_sender_in_its_chat(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/why"] = explained(replayed=True, verdict={**VERDICT, "rank": 0})

    execute(parse("why", "which tea?", "--session", "agent:main:telegram:group:9", "--sender", "42"), door)

    ((_, body),) = daemon.asked
    assert body is not None
    assert body["turn"]["event"]["currentUserMessage"] == "which tea?"
    context = body["turn"]["ctx"]
    assert (context["sessionKey"], context["senderId"], context["senderIsOwner"]) == (
        "agent:main:telegram:group:9",
        "42",
        None,
    )
    shown = capsys.readouterr().out.splitlines()
    assert shown[1:] == ["It stands at MEMORY.md:3-4.", "Asked now: The model read 6 passages."]


def test_a_fact_that_stands_nowhere_has_no_place(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/why"] = explained(verdict={**VERDICT, "rank": 0, "place": ""})

    execute(parse("why", TRACE_ID, "--expect", "x"), door)

    assert "It stands" not in capsys.readouterr().out


def test_a_passage_that_only_means_it_is_called_so(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    daemon.answers["/v1/why"] = explained(verdict={**VERDICT, "byMeaning": True})

    execute(parse("why", TRACE_ID, "--expect", "x"), door)

    assert "No passage has these words; MEMORY.md:3-4 is nearest in meaning" in capsys.readouterr().out


def test_json_is_the_whole_answer(door: TableDoor, parse: Parse, capsys: Capture) -> None:
    execute(parse("why", TRACE_ID, "--json"), door)

    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(explained()))


def test_without_a_daemon_it_is_asked_within_this_process(door: TableDoor, parse: Parse) -> None:
    door.daemon = None
    door.own.answers["/v1/why"] = explained()

    assert execute(parse("why", TRACE_ID), door) == 0
    assert door.opened == door.closed == 1
