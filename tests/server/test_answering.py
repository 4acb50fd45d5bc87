"""Every field of an answer arrives in the dialect that writes it."""

from typing import Any

import orjson

from recall_sidecar.outcomes import NothingRelevant
from recall_sidecar.server.answering import answer_response
from tests.server.fakes import FakeAnswer


class Dialect:
    """A language with one word."""

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []

    def write_answer(self, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 -- whatever is handed over
        self.written.append(fields)
        return {"said": "it"}


def test_an_answer_is_written_in_the_hosts_language() -> None:
    dialect = Dialect()
    answer = FakeAnswer(NothingRelevant("model"), block="<block/>")

    response = answer_response(dialect, answer)

    assert isinstance(response.body, bytes)
    assert (response.status, orjson.loads(response.body)) == (200, {"said": "it"})
    assert dialect.written == [
        {
            "outcome": answer.outcome,
            "trace_id": answer.trace_id,
            "block": "<block/>",
            "status_line": answer.status_line,
            "debug_line": answer.debug_line,
            "query_mode": answer.query_mode,
        }
    ]
