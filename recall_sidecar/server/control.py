"""The routes that operate the daemon: chat commands and reload."""

from aiohttp import web

from recall_sidecar.commands import CommandRequest
from recall_sidecar.dialects.wire import agent_of, given
from recall_sidecar.server import replies, wire
from recall_sidecar.server.payload import model_response, read_object
from recall_sidecar.server.services import SERVICES

__all__ = ["command", "reload"]


async def command(request: web.Request) -> web.Response:
    """Run a chat command as its sender."""
    body = wire.parse(wire.CommandBody, await read_object(request))
    reply = await request.app[SERVICES].commands.run(
        CommandRequest(
            text=body.text,
            agent_id=agent_of(body.agent_id, body.session_key),
            session_key=given(body.session_key),
            sender_id=given(body.sender_id),
            sender_is_owner=body.sender_is_owner,
            admin=body.admin,
        )
    )
    return model_response(replies.CommandAnswer(handled=reply.handled, text=reply.text))


async def reload(request: web.Request) -> web.Response:
    """Read the settings anew and say what is wrong with them; then the old ones stay in force."""
    problems = await request.app[SERVICES].reload()
    return model_response(
        replies.ReloadReply(problems=tuple(replies.Problem.of(problem) for problem in problems))
    )
