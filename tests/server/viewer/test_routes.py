"""The page's routes are of the one table."""

from recall_sidecar.server import routes
from recall_sidecar.server.viewer.routes import ROUTES


def test_the_routes_of_the_page_are_of_the_one_table() -> None:
    assert [route.path for route in ROUTES if route not in routes.ROUTES] == []
    assert {route.path.split("/")[2] for route in ROUTES} == {"page", "sign-in"}
