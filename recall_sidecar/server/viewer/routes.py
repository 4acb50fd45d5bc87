"""The routes that sign a browser in, and those that the trace page asks."""

from typing import Final

from recall_sidecar.server.guard import SIGN_IN
from recall_sidecar.server.openapi import Parameter, Route
from recall_sidecar.server.viewer import figures, page_replies, sign_in, switches, turns

__all__ = ["ROUTES"]


def _filter(name: str, description: str) -> Parameter:
    return Parameter(name, "query", {"type": "string"}, description, required=False)


_ID: Final = Parameter("id", "path", {"type": "string"}, "The turn's id, or the beginning of only one.")
ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "POST",
        "/v1/sign-in/code",
        sign_in.new_code,
        "Make a code that signs one browser in",
        {200: sign_in.CodeReply},
    ),
    Route(
        "GET", "/v1/sign-in", sign_in.state, "Say what became of the newest code", {200: sign_in.SignInState}
    ),
    Route(
        "POST",
        SIGN_IN,
        sign_in.redeem,
        "Turn a code into the key of a page",
        {200: sign_in.KeyReply},
        sign_in.CodeBody,
    ),
    Route(
        "POST", "/v1/page/sign-out", sign_in.sign_out, "End the key of this page", {200: sign_in.SignOutReply}
    ),
    Route(
        "GET",
        "/v1/page/turns",
        turns.rows,
        "List turns, newest first, from memory and from disk",
        {200: page_replies.RowsReply},
        parameters=(
            _filter("status", "Only turns that ended so."),
            _filter("agent", "Only turns of this agent."),
            _filter("session", "Only turns of this session key."),
            _filter("text", "Only turns with these words in their line."),
            _filter("before", "Only turns older than the one of this id."),
        ),
    ),
    Route(
        "GET",
        "/v1/page/stream",
        turns.follow,
        "Follow the lines of turns as they finish",
        {200: None},
        media_type="text/event-stream",
        parameters=(
            _filter("after", "The last turn that is known: those that finished behind it come first."),
        ),
    ),
    Route(
        "GET",
        "/v1/page/turns/{id}",
        turns.show,
        "Show one turn, from memory or from disk",
        {200: page_replies.TurnReply},
        parameters=(_ID,),
    ),
    Route(
        "POST",
        "/v1/page/turns/{id}/replay",
        turns.replay,
        "Run a turn again as things are now, and say what is different; nothing of it is kept",
        {200: page_replies.ReplayReply},
        parameters=(_ID,),
    ),
    Route(
        "GET",
        "/v1/page/overview",
        figures.overview,
        "Sum up the turns of the last hours",
        {200: page_replies.OverviewReply},
        parameters=(
            Parameter(
                "hours",
                "query",
                {"type": "integer", "minimum": 1, "maximum": 744, "default": 24},
                "How many hours.",
                required=False,
            ),
        ),
    ),
    Route(
        "GET",
        "/v1/page/switches",
        switches.show,
        "Show every switch and how it stands",
        {200: page_replies.SwitchesReply},
    ),
    Route(
        "POST",
        "/v1/page/switches",
        switches.throw,
        "Throw a switch, of one session or of all",
        {200: page_replies.ThrownReply},
        page_replies.SwitchBody,
    ),
)
