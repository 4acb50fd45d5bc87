"""Cases are put to a daemon as turns of a host, each chat a conversation of its own."""

from dataclasses import dataclass, field
from typing import Any

from recall_sidecar.evaluation.cases import Case
from recall_sidecar.evaluation.talk import put
from tests.evaluation.turns import trace

TURN = "/v1/hooks/before_prompt_build"


@dataclass
class Told:
    """A daemon that tells the same each time; `asked` is what it was asked."""

    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def get(self, path: str) -> dict[str, Any]:
        assert path == "/v1/traces/T"
        return {"trace": trace()}

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append((path, body))
        return {"traceId": "T", "prependContext": trace()["block"]} if path == TURN else {}

    def events(self) -> list[dict[str, Any]]:
        return [body for path, body in self.asked if path == TURN]

    def said(self) -> list[list[str]]:
        return [[each["content"] for each in event["event"]["messages"]] for event in self.events()]


def test_each_case_is_a_chat_of_its_own_and_ends() -> None:
    daemon = Told()
    cases = [Case(id="a", message="one", kind="group", agent="work"), Case(id="b", message="two")]

    assert [each.case.id for each in put(daemon, cases, "run")] == ["a", "b"]

    contexts = [event["ctx"] for event in daemon.events()]
    assert [each["sessionKey"] for each in contexts] == [
        "agent:work:eval:group:run-0",
        "agent:main:eval:direct:run-1",
    ]
    assert len({each["runId"] for each in contexts}) == 2
    assert [path for path, _ in daemon.asked] == [TURN, "/v1/hooks/agent_end"] * 2
    assert daemon.asked[1][1]["event"] == {}


def test_a_chat_goes_on_with_what_was_said() -> None:
    daemon = Told()
    cases = [
        Case.model_validate(
            {"message": "one", "chat": "c", "reply": "yes", "before": [{"role": "user", "text": "zero"}]}
        ),
        Case(message="two", chat="c"),
    ]

    first, second = put(daemon, cases, "run")

    assert daemon.said() == [["zero"], ["zero", "one", "yes"]]
    assert (first.repeats, second.repeats) == (False, False)


def test_a_block_that_stays_is_visible_until_the_host_compacts() -> None:
    daemon = Told()
    cases = [
        Case(message="one", chat="c", lifetime="session"),
        Case(message="two", chat="c", lifetime="session"),
        Case(message="three", chat="c", lifetime="session", compacted=True),
    ]

    found = list(put(daemon, cases, "run"))

    assert [each.repeats for each in found] == [None, True, None]
    assert daemon.said()[1] == [f"{trace()['block']}\n\none"]
    assert daemon.said()[2] == []
    assert [path for path, _ in daemon.asked].count("/v1/hooks/before_compaction") == 1
    assert {event["blockLifetime"] for event in daemon.events()} == {"session"}
