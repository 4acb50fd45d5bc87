"""How a turn ended, on its way out: an answer in the language of the host that asked."""

from typing import Any, Protocol

from aiohttp import web

from recall_sidecar.outcomes import RecallOutcome
from recall_sidecar.server.payload import json_response
from recall_sidecar.server.services import Answer

__all__ = ["AnswerWriter", "answer_response"]


class AnswerWriter(Protocol):
    """The half of a host's language that we speak."""

    def write_answer(
        self,
        *,
        outcome: RecallOutcome,
        trace_id: str,
        block: str,
        status_line: str,
        debug_line: str,
        query_mode: str,
    ) -> dict[str, Any]:
        """Return the host's JSON."""


def answer_response(dialect: AnswerWriter, answer: Answer) -> web.Response:
    """Return the answer to a turn."""
    return json_response(
        dialect.write_answer(
            outcome=answer.outcome,
            trace_id=answer.trace_id,
            block=answer.block,
            status_line=answer.status_line,
            debug_line=answer.debug_line,
            query_mode=answer.query_mode,
        )
    )
