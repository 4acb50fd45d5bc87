"""The plugin is put in, step by step; whatever fails, nothing is lost and it can be finished or taken back."""

from collections.abc import Callable

import pytest

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, value_at
from recall_sidecar.hosts.openclaw.install.installation import answer_of, install
from recall_sidecar.hosts.openclaw.install.survey import survey
from tests.hosts.openclaw.install.desk import CONFIG, Desk

BUNDLED = ("plugins", "entries", "active-memory", "enabled")
ENTRY = ("plugins", "entries", "recall-sidecar")


def put_in(desk: Desk, say: Callable[[str], None] = lambda _: None) -> None:
    found = survey(desk.machine, None)
    assert found.gateway.openclaw is not None
    install(found, desk.machine, found.gateway.openclaw, say)


def test_the_plugin_is_copied_and_set_up(desk: Desk) -> None:
    put_in(desk)

    assert (desk.copy / "index.js").exists()
    assert value_at(desk.config, (*ENTRY, "hooks")) == {"allowConversationAccess": True}
    assert value_at(desk.config, (*ENTRY, "config", "socketPath")) == str(desk.paths.socket_file)
    assert value_at(desk.config, BUNDLED) is False
    assert desk.config["plugins"]["allow"] == ["active-memory", "recall-sidecar"]
    assert survey(desk.machine, None).plan.is_done


def test_everything_else_in_the_configuration_stays(desk: Desk) -> None:
    put_in(desk)

    after = desk.config
    assert {key: after[key] for key in CONFIG if key != "plugins"} == {
        key: CONFIG[key] for key in CONFIG if key != "plugins"
    }
    assert value_at(after, (*BUNDLED[:-1], "config")) == value_at(CONFIG, (*BUNDLED[:-1], "config"))


def test_two_commands_do_it(desk: Desk) -> None:
    put_in(desk)

    assert desk.changing_calls == ["plugins install", "config patch"]


def test_what_was_there_is_kept(desk: Desk) -> None:
    before = desk.config_file.read_bytes()

    put_in(desk)

    receipt = desk.machine.receipts.read(desk.config_file)
    assert receipt is not None
    assert desk.folder.joinpath(receipt.backup).read_bytes() == before
    assert {change.path: change.before for change in receipt.changes}[BUNDLED] is True


def test_the_copy_of_each_file_that_is_written_is_named(desk: Desk) -> None:
    file, said = desk.include_plugins(), list[str]()
    before = file.read_bytes()

    put_in(desk, said.append)

    (copy,) = desk.machine.receipts.folder.glob("plugins-*.json")
    assert f"Kept a copy of {file}: {copy}" in said
    assert copy.read_bytes() == before


def test_another_version_is_brought_up_to_date_and_the_first_state_remembered(desk: Desk) -> None:
    put_in(desk)
    first = desk.machine.receipts.read(desk.config_file)
    desk.ship("0.2.0")

    put_in(desk)

    assert survey(desk.machine, None).copy.version == "0.2.0"
    assert desk.changing_calls == ["plugins install", "config patch", "plugins install"]
    assert desk.machine.receipts.read(desk.config_file) == first


def test_the_bundled_plugin_stays_on_until_ours_is_in(desk: Desk) -> None:
    desk.variables["FAKE_FAILS"] = "plugins install"

    with pytest.raises(RecallSidecarError, match="it is broken"):
        put_in(desk)

    assert desk.config == CONFIG


@pytest.mark.parametrize("failing", ["plugins install", "config patch"])
def test_a_step_that_fails_says_what_was_done_and_can_be_repeated(desk: Desk, failing: str) -> None:
    desk.variables["FAKE_FAILS"] = failing
    with pytest.raises(RecallSidecarError) as failed:
        put_in(desk)

    del desk.variables["FAKE_FAILS"]
    put_in(desk)

    said = str(failed.value)
    assert f"`openclaw {failing}` failed" in said
    assert f"* Wrote {desk.paths.config_file}" in said
    assert ("* Copied the plugin" in said) is (failing == "config patch")
    assert "Run this again to finish" in said
    assert "--uninstall" in said
    assert survey(desk.machine, None).plan.is_done
    receipt = desk.machine.receipts.read(desk.config_file)
    assert receipt is not None
    assert {change.path: change.before for change in receipt.changes}[*ENTRY, "enabled"] is ABSENT


def test_whoever_stops_it_half_way_is_told_what_was_done(desk: Desk) -> None:
    said: list[str] = []

    def say(text: str) -> None:
        said.append(text)
        if text.startswith("Copying"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put_in(desk, say)

    assert f"* Wrote {desk.paths.config_file}" in said[-1]
    assert "Run this again to finish" in said[-1]


def test_no_secret_of_the_configuration_leaves_it(desk: Desk) -> None:
    said: list[str] = []

    put_in(desk, said.append)

    receipt = next(desk.machine.receipts.folder.glob("receipt-*")).read_text()
    assert "SECRET" not in "\n".join(said) + receipt + desk.paths.config_file.read_text()


def test_a_configuration_that_changed_after_it_was_shown_is_not_written(desk: Desk) -> None:
    found = survey(desk.machine, None)
    desk.write_config({**CONFIG, "update": {}})
    assert found.gateway.openclaw is not None

    with pytest.raises(RecallSidecarError, match="changed meanwhile"):
        install(found, desk.machine, found.gateway.openclaw, lambda _: None)

    assert desk.changing_calls == []


def test_keys_that_do_not_come_out_as_asked_are_told(desk: Desk) -> None:
    program = desk.programs / "openclaw"
    program.write_text(program.read_text().replace("exec ", '[ "$2" = patch ] && exit 0\nexec '))

    with pytest.raises(RecallSidecarError, match=r"allowConversationAccess.* did not come out as asked"):
        put_in(desk)


def test_what_openclaw_says_of_the_gateway_is_passed_on() -> None:
    output = "WARNING - x\nInstalled plugin: y\nApplied in Gateway generation 3.\n"

    assert answer_of(output) == "Applied in Gateway generation 3."
    assert answer_of("Installed plugin: y") == ""
