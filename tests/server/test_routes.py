"""The table of routes."""

from typing import get_args

from recall_sidecar.events import NoticeKind
from recall_sidecar.server.border import QUIET
from recall_sidecar.server.guard import HOOKS, OPEN
from recall_sidecar.server.routes import ROUTES

PATHS = {route.path for route in ROUTES}


def test_a_route_stands_once() -> None:
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)


def test_every_notice_has_its_route() -> None:
    assert {f"{HOOKS}{kind}" for kind in get_args(NoticeKind)} <= PATHS


def test_what_needs_no_token_and_what_stays_quiet_are_routes() -> None:
    assert OPEN | QUIET <= PATHS


def test_a_route_says_what_it_does() -> None:
    assert all(route.summary for route in ROUTES)
