"""Commands and reload over real sockets."""

import pytest

from recall_sidecar.errors import SettingsProblem
from tests.server.fakes import House, Served


async def test_a_command_is_run_as_its_sender(daemon: Served, house: House) -> None:
    body = {
        "text": "/active-memory on",
        "sessionKey": "agent:main:direct:1",
        "senderId": "7",
        "senderIsOwner": True,
        "admin": True,
    }

    status, answer = await daemon.post("/v1/commands", body)

    assert (status, answer) == (200, {"v": 1, "handled": True, "text": "Active memory is on."})
    [command] = house.desk.commands
    assert (command.text, command.session_key) == ("/active-memory on", "agent:main:direct:1")
    assert (command.agent_id, command.sender_id) == ("main", "7")
    assert (command.sender_is_owner, command.admin) == (True, True)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({"sessionKey": "agent:coder:main"}, ("coder", "agent:coder:main", None), id="of the session key"),
        pytest.param({"sessionKey": "agent:coder:main", "agentId": "work"}, ("work", "agent:coder:main", None), id="as named"),
        pytest.param({"agentId": " ", "sessionKey": "  "}, ("main", None, None), id="main, when nothing is said"),
        pytest.param({"senderId": 42}, ("main", None, "42"), id="a sender's number"),
        pytest.param({"sessionKey": "k" * 2048}, ("main", "k" * 2048, None), id="the longest key that hooks take"),
    ],
)  # fmt: skip
async def test_ids_are_read_as_hooks_read_them(
    daemon: Served, house: House, fields: dict[str, object], expected: tuple[str, str | None, str | None]
) -> None:
    await daemon.post("/v1/commands", {"text": "/active-memory status", **fields})

    [command] = house.desk.commands
    assert (command.agent_id, command.session_key, command.sender_id) == expected


async def test_a_command_without_text_is_refused(daemon: Served) -> None:
    status, answer = await daemon.post("/v1/commands", {"sessionKey": "x"})

    assert (status, answer["error"]["field"]) == (400, "text")


@pytest.mark.parametrize("field", ["admin", "senderIsOwner"])
async def test_rights_are_never_read_out_of_words(daemon: Served, house: House, field: str) -> None:
    status, answer = await daemon.post("/v1/commands", {"text": "/active-memory off --global", field: "true"})

    assert (status, answer["error"]["field"]) == (400, field)
    assert not house.desk.commands


async def test_a_reload_says_what_is_wrong(daemon: Served, house: House) -> None:
    house.desk.problems = (SettingsProblem("gate.enabled", "config.toml:3", "not a boolean"),)

    status, answer = await daemon.post("/v1/reload", {})

    assert status == 200
    assert house.desk.reloads == 1
    assert answer["problems"] == [
        {"key": "gate.enabled", "source": "config.toml:3", "message": "not a boolean"}
    ]
