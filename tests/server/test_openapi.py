"""The OpenAPI document says what the handlers do."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from openapi_spec_validator import validate

from recall_sidecar.server import openapi
from recall_sidecar.server.app import application
from recall_sidecar.server.guard import PAGE, PAGE_FILES
from recall_sidecar.server.openapi import Route
from recall_sidecar.server.routes import ROUTES
from recall_sidecar.server.viewer.keys import PAGE_KEYS
from tests.server.fakes import ORDER, House, Served, prompt_body, turn_body

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"
BODIES: dict[str, dict[str, Any]] = {
    "/v1/commands": {"text": "/active-memory status"},
    "/v1/memory/search": {"query": "green tea"},
    "/v1/memory/get": {"path": "MEMORY.md"},
    "/v1/memory/refresh": {"rebuild": False},
    "/v1/memory/remember": {"text": "green tea"},
    "/v1/memory/forget": {"session": "agent:main:main"},
    "/v1/reload": {},
    "/v1/why": {
        "turn": {"event": {"currentUserMessage": "which tea?"}, "ctx": {"agentId": "main"}},
        "expect": "oolong",
    },
    "/v1/model-replies/{ticket}": {"text": "NONE"},
    "/v1/page/switches": {"switch": "memory", "value": "off", "sessionKey": "agent:main:direct:1"},
    "/v1/sign-in/key": {"code": ""},
}


def test_the_committed_document_is_current(tmp_path: Path) -> None:
    fresh = tmp_path / "openapi.json"
    openapi.main(fresh)

    assert COMMITTED.read_text("utf-8") == fresh.read_text("utf-8"), (
        "run: python -m recall_sidecar.server.openapi"
    )


def test_the_command_of_the_docs_writes_the_document(tmp_path: Path) -> None:
    target = tmp_path / "openapi.json"

    subprocess.run([sys.executable, "-m", "recall_sidecar.server.openapi", str(target)], check=True)

    assert target.read_text("utf-8") == COMMITTED.read_text("utf-8")


def test_the_document_is_openapi() -> None:
    validate(openapi.document(ROUTES))


def test_the_document_has_every_route_and_no_other(house: House) -> None:
    served = {
        (route.method, route.resource.canonical)
        for route in application(house.services()).router.routes()
        if route.resource is not None and not route.resource.canonical.startswith(PAGE_FILES)
    } - {("GET", PAGE)}
    described = {
        (method.upper(), path)
        for path, operations in openapi.document(ROUTES)["paths"].items()
        for method in operations
    }

    assert described == served


def test_operations_have_names_of_their_own() -> None:
    operations = [op for path in openapi.document(ROUTES)["paths"].values() for op in path.values()]

    assert len({op["operationId"] for op in operations}) == len(operations)


def schema_of(route: Route, status: int) -> dict[str, Any]:
    """Return the schema of one answer, with the document's components so that references resolve."""
    document = openapi.document(ROUTES)
    responses = document["paths"][route.path][route.method.lower()]["responses"]
    answer = responses.get(str(status)) or document["components"]["responses"]["Failure"]
    return {**answer["content"]["application/json"]["schema"], "components": document["components"]}


def request_for(route: Route, trace_id: str, ticket: str) -> tuple[str, dict[str, Any] | None]:
    path = route.path.replace("{id}", trace_id).replace("{ticket}", ticket)
    path += "?nonce=" + "n" * 32 if route.path == "/v1/proof" else ""
    if route.method == "GET":
        return path, None
    return path, BODIES.get(route.path, turn_body() | prompt_body(route.path.rpartition("/")[2]))


@pytest.mark.parametrize(
    "route", [pytest.param(r, id=r.path) for r in ROUTES if r.media_type == "application/json"]
)
async def test_what_a_route_answers_is_what_the_document_says(
    daemon: Served, house: House, route: Route
) -> None:
    house.memory.add("green tea")
    trace = house.finish_turn()
    house.pipeline.orders = [ORDER]
    _, wanted = await daemon.post("/v1/hooks/before_prompt_build", turn_body(lends=["model"]))
    path, body = request_for(route, trace.trace_id, wanted["ticket"])
    if body is not None and "code" in body:
        body["code"] = daemon.app[PAGE_KEYS].new_code()

    status, answer = await (daemon.get(path) if body is None else daemon.post(path, body))

    assert status == 200
    jsonschema.validate(answer, schema_of(route, status))


@pytest.mark.parametrize(
    "route", [pytest.param(r, id=r.path) for r in ROUTES if r.media_type == "application/json"]
)
async def test_a_refusal_is_what_the_document_says(daemon: Served, route: Route) -> None:
    async with daemon.session.request(
        route.method, daemon.url(route.path), headers={"Origin": "x"}
    ) as response:
        answer = await response.json()

    jsonschema.validate(answer, schema_of(route, response.status))


async def test_a_prompt_for_the_hosts_model_is_what_the_document_says(daemon: Served, house: House) -> None:
    house.pipeline.orders = [ORDER]
    route = next(route for route in ROUTES if route.path == "/v1/hooks/before_prompt_build")

    status, answer = await daemon.post(route.path, turn_body(lends=["model"]))

    assert answer["status"] == "model_wanted"
    jsonschema.validate(answer, schema_of(route, status))


async def test_a_daemon_that_is_not_ready_answers_what_the_document_says(daemon: Served) -> None:
    daemon.services.instance.stopping.set()
    route = next(route for route in ROUTES if route.path == "/readyz")

    status, answer = await daemon.get("/readyz")

    assert status == 503
    jsonschema.validate(answer, schema_of(route, status))


async def test_the_daemon_serves_the_document(daemon: Served) -> None:
    _, answer = await daemon.get("/openapi.json")

    assert answer == json.loads(COMMITTED.read_text("utf-8"))
