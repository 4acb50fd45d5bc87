"""The routes that write memory and take out of it; only the full token opens them."""

from collections.abc import Sequence

from aiohttp import web

from recall_sidecar.dialects.wire import agent_of
from recall_sidecar.errors import RequestRefused
from recall_sidecar.memory.edits import Found, ToForget, ToRemember
from recall_sidecar.server import edits
from recall_sidecar.server.payload import model_response, read_object
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import MEMORY_SLOTS
from recall_sidecar.server.wire import parse

__all__ = ["forget", "remember"]


async def remember(request: web.Request) -> web.Response:
    """Write an entry into the agent's curated file, and say where it stands."""
    services = request.app[SERVICES]
    body = parse(edits.RememberBody, await read_object(request))
    if services.mask(body.text) != body.text and not body.force:
        raise RequestRefused(
            "the text holds what looks like a secret, and notes are read by models",
            field="text",
            remedy="Leave it out, or send force: true (--force) to write it all the same.",
            status=409,
        )
    wanted = ToRemember(body.text, tuple(body.triggers), body.importance, body.date, body.file)
    with request.app[MEMORY_SLOTS].take():
        written = await services.editor.remember(wanted, agent_of(body.agent_id, None))
    return model_response(edits.RememberReply.of(written))


async def forget(request: web.Request) -> web.Response:
    """Say what would be forgotten, and with `apply` forget it for good."""
    services = request.app[SERVICES]
    body = parse(edits.ForgetBody, await read_object(request))
    wanted = ToForget(body.path, body.from_line, body.to_line, body.session)
    if bool(body.path) is bool(body.session):
        message = "one of path and session is needed"
        raise RequestRefused(message, field="path", remedy="Name what to forget: a path, or a session.")
    with request.app[MEMORY_SLOTS].take():
        found = await services.editor.find(wanted, agent_of(body.agent_id, None))
        _check(found, body)
        turns = await services.editor.forget(found, body.session) if body.apply else 0
    shown = tuple(edits.Forgettable.of(each, services.mask(each.text)) for each in found)
    return model_response(edits.ForgetReply(found=shown, done=body.apply, turns=turns))


def _check(found: Sequence[Found], body: edits.ForgetBody) -> None:
    if not found:
        raise RequestRefused(
            "there is no such memory",
            field="session" if body.session else "path",
            remedy="Use path and lines as a search result names them, or the session key as a trace names it.",
            status=404,
        )
    if (
        body.apply
        and not body.delete_file
        and any(each.is_whole and each.folder is not None for each in found)
    ):
        raise RequestRefused(
            "this would delete the whole file",
            field="deleteFile",
            remedy="Name lines, or send deleteFile: true (--delete-file).",
            status=409,
        )
