"""The switches of the page are the commands'."""

import pytest

from tests.server.fakes import House, Served

SESSION = "agent:main:direct:1"


async def test_every_switch_is_shown_with_what_it_does(daemon: Served, house: House) -> None:
    house.finish_turn(SESSION)

    _, answer = await daemon.get("/v1/page/switches")

    assert [switch["name"] for switch in answer["switches"]] == ["memory", "verbose", "trace"]
    assert answer["memory"] is True
    assert answer["sessions"] == [{"sessionKey": SESSION, "memory": True, "verbose": False, "trace": "off"}]


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({"switch": "memory", "value": "off"}, "/active-memory off --global"),
        ({"switch": "memory", "value": "on", "sessionKey": SESSION}, "/active-memory on"),
        ({"switch": "verbose", "value": "on", "sessionKey": SESSION}, "/verbose on"),
        ({"switch": "trace", "value": "raw", "sessionKey": SESSION}, "/trace raw"),
    ],
)
async def test_a_switch_is_thrown_by_its_command(
    daemon: Served, house: House, body: dict[str, str], command: str
) -> None:
    status, answer = await daemon.post("/v1/page/switches", body)

    (request,) = house.desk.commands
    assert (status, answer["text"]) == (200, "Active memory is on.")
    assert (request.text, request.session_key, request.admin) == (command, body.get("sessionKey"), True)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"switch": "trace", "value": "on"}, "sessionKey"),
        ({"switch": "verbose", "value": "raw", "sessionKey": SESSION}, "value"),
        ({"switch": "memory", "value": "status", "sessionKey": SESSION}, "value"),
        ({"switch": "remember", "value": "on", "sessionKey": SESSION}, "switch"),
    ],
)
async def test_what_is_no_switch_is_refused(
    daemon: Served, house: House, body: dict[str, str], field: str
) -> None:
    status, refused = await daemon.post("/v1/page/switches", body)

    assert (status, refused["error"]["field"]) == (400, field)
    assert house.desk.commands == []
