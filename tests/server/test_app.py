"""The application and its runner."""

import io

import pytest

from recall_sidecar.server.app import application, runner
from recall_sidecar.server.routes import ROUTES
from recall_sidecar.server.viewer.files import FILE_ROUTES
from recall_sidecar.settings.tables import ServerSettings
from tests.server.fakes import FULL, House, Served


def test_the_application_has_the_routes_of_the_table(house: House) -> None:
    app = application(house.services())

    assert {(route.method, route.resource.canonical) for route in app.router.routes() if route.resource} == {
        *((route.method, route.path) for route in ROUTES),
        *(("GET", path) for path, _ in FILE_ROUTES),
    }


@pytest.mark.parametrize(("extra", "status"), [(0, 200), (1, 413)], ids=["at the limit", "one byte more"])
async def test_the_largest_body_is_the_settings(
    daemon: Served, house: House, extra: int, status: int
) -> None:
    body = b"{}".ljust(house.limits.max_body_bytes + extra)
    headers = FULL | {"Content-Type": "application/json"}

    async with daemon.session.post(
        daemon.url("/v1/hooks/agent_end"), data=io.BytesIO(body), headers=headers
    ) as response:
        assert response.status == status


def test_a_stop_takes_no_longer_than_the_settings_say() -> None:
    house = House(limits=ServerSettings(shutdown_ms=3000))

    served = runner(application(house.services()))

    assert served._shutdown_timeout * 2 == 3.0
