"""The plugin is taken out: what is still ours becomes what it was, later changes stay."""

from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change, value_at
from recall_sidecar.hosts.openclaw.install.openclaw_cli import InstalledPlugin
from recall_sidecar.hosts.openclaw.install.plan import ALLOW, ENTRY
from recall_sidecar.hosts.openclaw.install.receipt import Receipt
from recall_sidecar.hosts.openclaw.install.removal import keys_after, plan_uninstall, uninstall
from recall_sidecar.hosts.openclaw.install.snippet import PATHS
from recall_sidecar.hosts.openclaw.install.survey import find_gateway
from tests.hosts.openclaw.install.desk import CONFIG, Desk
from tests.hosts.openclaw.install.test_installation import put_in

BUNDLED = ("plugins", "entries", "active-memory", "enabled")
MADE = Receipt(
    "/c.json",
    "/b.json",
    (
        Change((*ENTRY, "enabled"), ABSENT, True),
        Change((*ENTRY, "config", "socketPath"), ABSENT, "/s"),
        Change(ALLOW, ["x"], ["x", "recall-sidecar"]),
        Change(BUNDLED, True, False),
    ),
)


def tree(entry: object, *, bundled: bool = False, **plugins: object) -> dict[str, Any]:
    return {
        "plugins": {"entries": {"recall-sidecar": entry, "active-memory": {"enabled": bundled}}, **plugins}
    }


OURS = {"enabled": True, "config": {"socketPath": "/s"}}


@pytest.mark.parametrize(
    ("config", "receipt", "installed", "keys"),
    [
        pytest.param(tree(OURS), MADE, True, {BUNDLED: True, ENTRY: ABSENT}, id="all is as we left it"),
        pytest.param(
            tree(OURS, bundled=True), MADE, True, {ENTRY: ABSENT}, id="the bundled plugin is on again"
        ),
        pytest.param(
            tree({**OURS, "config": {"socketPath": "/s", "lendModel": False}}),
            MADE,
            True,
            {BUNDLED: True, ENTRY: {"enabled": False, "config": {"lendModel": False}}},
            id="a setting that the user added stays, switched off",
        ),
        pytest.param(
            tree({**OURS, "config": {"socketPath": "/mine"}}),
            MADE,
            True,
            {BUNDLED: True, ENTRY: {"enabled": False, "config": {"socketPath": "/mine"}}},
            id="so does one that the user changed",
        ),
        pytest.param(
            tree(OURS, allow=["x", "y", "recall-sidecar"]),
            MADE,
            True,
            {BUNDLED: True, ALLOW: ["x", "y"], ENTRY: ABSENT},
            id="we go off a list that others joined meanwhile",
        ),
        pytest.param(
            tree(OURS, allow=["x"]),
            MADE,
            True,
            {BUNDLED: True, ENTRY: ABSENT},
            id="or from which we were taken",
        ),
        pytest.param(
            tree(OURS), None, True, {ENTRY: ABSENT}, id="without a receipt the entry goes with the plugin"
        ),
        pytest.param(
            tree({"enabled": False}), None, False, {ENTRY: ABSENT}, id="a mark of a plugin that is gone goes"
        ),
        pytest.param(
            tree({"enabled": False, "config": {"lendModel": False}}),
            None,
            False,
            {ENTRY: {"enabled": False, "config": {"lendModel": False}}},
            id="what the user added stays, the second time too",
        ),
        pytest.param({}, None, False, {ENTRY: ABSENT}, id="nothing is there"),
    ],
)
def test_each_key_becomes_what_it_should_be(
    config: dict[str, Any], receipt: Receipt | None, installed: bool, keys: dict[tuple[str, ...], object]
) -> None:
    plugin = InstalledPlugin("0.1.0", Path("/copy"), is_tracked=True) if installed else None

    assert keys_after(config, receipt, plugin) == keys


def test_a_folder_that_the_plugin_is_loaded_from_by_hand_is_named_no_more() -> None:
    config = tree(OURS, load={"paths": ["/other", "/lib/plugin"]})

    keys = keys_after(config, None, InstalledPlugin("0.1.0", Path("/lib/plugin"), is_tracked=False))

    assert keys == {PATHS: ["/other"], ENTRY: ABSENT}


def take_out(desk: Desk) -> None:
    gateway = find_gateway(desk.machine, None)
    assert gateway.openclaw is not None
    uninstall(plan_uninstall(gateway, desk.machine), desk.machine, gateway.openclaw, lambda _: None)


def is_done(desk: Desk) -> bool:
    return plan_uninstall(find_gateway(desk.machine, None), desk.machine).is_done


def test_installing_and_taking_back_leaves_the_configuration_as_it_was(desk: Desk) -> None:
    put_in(desk)

    take_out(desk)

    assert desk.config == CONFIG
    assert not desk.copy.exists()
    assert is_done(desk)


def test_what_was_allowed_for_lending_is_taken_back(desk: Desk) -> None:
    desk.write_config({**CONFIG, "agents": {"entries": {"main": {}, "work": {}}}})
    desk.paths.config_dir.mkdir(parents=True)
    desk.paths.config_file.write_text('[model]\nname = "host"\n')
    before = desk.config
    put_in(desk)
    assert value_at(desk.config, (*ENTRY, "llm")) == {"allowAgentIdOverride": True}

    take_out(desk)

    assert desk.config == before


def test_taking_back_twice_is_harmless(desk: Desk) -> None:
    put_in(desk)
    take_out(desk)

    take_out(desk)

    assert desk.config == CONFIG


def test_two_commands_do_it(desk: Desk) -> None:
    put_in(desk)
    take_out(desk)

    assert desk.changing_calls[2:] == ["plugins uninstall", "config patch"]


def test_what_was_changed_later_stays(desk: Desk) -> None:
    put_in(desk)
    config = desk.config
    config["update"] = {"checkOnStart": False}
    config["plugins"]["entries"]["active-memory"]["config"]["mode"] = "always"
    config["plugins"]["entries"]["recall-sidecar"]["config"]["lendModel"] = False
    desk.write_config(config)

    take_out(desk)

    after = desk.config
    assert after["update"] == {"checkOnStart": False}
    assert value_at(after, BUNDLED) is True
    assert value_at(after, (*BUNDLED[:-1], "config", "mode")) == "always"
    assert value_at(after, ENTRY) == {"enabled": False, "config": {"lendModel": False}}
    assert is_done(desk)


@pytest.mark.parametrize("failing", ["plugins uninstall", "config patch"])
def test_a_step_that_fails_can_be_repeated(desk: Desk, failing: str) -> None:
    put_in(desk)
    desk.variables["FAKE_FAILS"] = failing
    with pytest.raises(RecallSidecarError, match="Run this again"):
        take_out(desk)

    del desk.variables["FAKE_FAILS"]
    take_out(desk)

    assert desk.config == CONFIG


def test_settings_that_the_user_added_outlive_a_removal_that_stopped(desk: Desk) -> None:
    put_in(desk)
    config = desk.config
    config["plugins"]["entries"]["recall-sidecar"]["config"]["lendModel"] = False
    desk.write_config(config)
    desk.variables["FAKE_FAILS"] = "config patch"
    with pytest.raises(RecallSidecarError):
        take_out(desk)
    assert value_at(desk.config, ENTRY) == {"enabled": False}

    del desk.variables["FAKE_FAILS"]
    take_out(desk)

    assert value_at(desk.config, ENTRY) == {"enabled": False, "config": {"lendModel": False}}


def test_plugins_that_stand_in_a_file_of_their_own_are_taken_back_there(desk: Desk) -> None:
    file = desk.include_plugins()
    before = desk.config, file.read_text()
    put_in(desk)
    during = file.read_text()

    take_out(desk)

    assert "recall-sidecar" in during
    assert (desk.config, file.read_text()) == before
    assert not desk.copy.exists()
    copies = {copy.name.partition("-")[0] for copy in desk.machine.receipts.folder.iterdir()}
    assert copies == {"openclaw", "plugins"}


def test_an_installation_that_stopped_half_way_is_taken_back(desk: Desk) -> None:
    desk.variables["FAKE_FAILS"] = "config patch"
    with pytest.raises(RecallSidecarError):
        put_in(desk)
    del desk.variables["FAKE_FAILS"]

    take_out(desk)

    assert desk.config == CONFIG
    assert not desk.copy.exists()


def test_a_plugin_that_is_loaded_from_a_folder_only_loses_its_entry(desk: Desk) -> None:
    put_in(desk)
    (desk.state / "installs.json").write_text("{}")
    assert find_gateway(desk.machine, None).plugin() is None

    take_out(desk)

    assert "plugins uninstall" not in desk.changing_calls
    assert value_at(desk.config, ENTRY) is ABSENT
    assert value_at(desk.config, BUNDLED) is True


def test_a_copy_that_no_entry_speaks_of_is_found(desk: Desk) -> None:
    put_in(desk)
    desk.write_config(CONFIG)

    found = plan_uninstall(find_gateway(desk.machine, None), desk.machine)

    assert found.installed is not None
    take_out(desk)
    assert not desk.copy.exists()
