"""What a route is, and the OpenAPI 3.1 document that is made from a table of routes.

`python -m recall_sidecar.server.openapi` writes it to `docs/openapi.json`; a test holds the two equal.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from aiohttp.typedefs import Handler
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from recall_sidecar import __version__
from recall_sidecar.server import replies
from recall_sidecar.server.guard import HOOKS, OPEN

__all__ = ["Mode", "Parameter", "Route", "document", "main"]

_REF = "#/components/schemas/{model}"
Mode = Literal["validation", "serialization"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the query string or in the path, with its JSON schema."""

    name: str
    place: Literal["query", "path"]
    schema: dict[str, object]
    description: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Route:
    """One method at one path; `replies` maps each status it answers on a good day to the body's model.

    None in the place of a model is a stream of server-sent events, or a document of another standard.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Handler
    summary: str
    replies: dict[int, type[BaseModel] | None]
    body: type[BaseModel] | None = None
    parameters: tuple[Parameter, ...] = ()
    media_type: str = "application/json"


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """Return the document of `routes`."""
    refs, schemas = _schemas(routes)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "recall-sidecar",
            "version": __version__,
            "description": (
                "A local daemon that an agent host calls before each reply to put the right memory before the prompt. "
                "It listens on a Unix socket (no token) and on 127.0.0.1 (bearer token). "
                "Web pages are refused: a request may carry neither Origin nor another Host than this daemon's."
            ),
        },
        "servers": [{"url": "http://127.0.0.1:23517"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {
                "Failure": {
                    "description": "The request could not be served",
                    "content": {"application/json": {"schema": refs[replies.ErrorReply, "serialization"]}},
                }
            },
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The full token opens every route, the hook token those below /v1/hooks/ and /v1/model-replies/ only.",
                }
            },
        },
    }


def _schemas(routes: Sequence[Route]) -> tuple[dict[tuple[type[BaseModel], Mode], Any], dict[str, Any]]:
    wanted: dict[tuple[type[BaseModel], Mode], None] = {(replies.ErrorReply, "serialization"): None}
    for route in routes:
        if route.body is not None:
            wanted[route.body, "validation"] = None
        wanted |= {(model, "serialization"): None for model in route.replies.values() if model is not None}
    refs, definitions = models_json_schema(list(wanted), ref_template=_REF)
    return {key: refs[key] for key in wanted}, definitions["$defs"]


def _operation(route: Route, refs: dict[tuple[type[BaseModel], Mode], Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(route),
        "summary": route.summary,
        "tags": ["hooks" if route.path.startswith(HOOKS) else "daemon"],
        "responses": {
            str(status): _reply(status, route.media_type, refs[model, "serialization"] if model else None)
            for status, model in route.replies.items()
        }
        | {"default": {"$ref": "#/components/responses/Failure"}},
    }
    if route.path in OPEN:
        operation["security"] = []
    if route.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in route.parameters]
    if route.body is not None:
        schema = refs[route.body, "validation"]
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _reply(status: int, media_type: str, schema: dict[str, Any] | None) -> dict[str, Any]:
    fallback = {"type": "object" if media_type == "application/json" else "string"}
    description = "Answered" if status < 400 else "Not ready"
    return {"description": description, "content": {media_type: {"schema": schema or fallback}}}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required,
        "schema": parameter.schema,
        "description": parameter.description,
    }


def _operation_id(route: Route) -> str:
    words = route.path.replace("{", "by_").replace("}", "").replace("-", "_").replace(".", "_")
    return f"{route.method.lower()}{words.replace('/', '_')}"


def main(target: Path) -> None:
    """Write the document to `target`."""
    from recall_sidecar.server.routes import ROUTES  # noqa: PLC0415 -- the routes serve this document, so they import us

    target.write_text(json.dumps(document(ROUTES), indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/openapi.json"))
