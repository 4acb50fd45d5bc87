"""Everything an installation depends on is looked at, and nothing changed."""

from pathlib import Path

import pytest

from recall_sidecar.hosts.openclaw.install.plan import Copy
from recall_sidecar.hosts.openclaw.install.plugin_copy import plugin_folder
from recall_sidecar.hosts.openclaw.install.survey import Machine, find_gateway, survey
from tests.hosts.openclaw.install.desk import CONFIG, Desk


def test_this_users_machine_has_the_plugin_of_the_package(desk: Desk) -> None:
    machine = Machine.of(desk.environment, None)

    assert (machine.paths, machine.plugin) == (desk.paths, plugin_folder())


def test_a_first_look_finds_no_copy_and_plans_one(desk: Desk) -> None:
    found = survey(desk.machine, None)

    assert found.copy == Copy(None, is_current=False)
    assert found.plan.copies_plugin
    assert found.wanted.timeout_ms == 9000
    assert found.gateway.config == CONFIG
    assert f'path = "{desk.state / "workspace"}"' in (found.ours.to_write or "")


def test_looking_changes_nothing(desk: Desk) -> None:
    survey(desk.machine, None)

    assert desk.config == CONFIG
    assert desk.changing_calls == []
    assert not desk.paths.state_dir.exists()
    assert not desk.paths.config_file.exists()


def test_the_plugin_is_not_asked_for_where_no_entry_speaks_of_it(desk: Desk) -> None:
    survey(desk.machine, None)

    assert "plugins inspect" not in desk.calls


def test_a_named_configuration_is_the_one_that_openclaw_works_on(desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")

    gateway = find_gateway(desk.machine, other)

    assert gateway.openclaw is not None
    assert gateway.openclaw.config_file() == gateway.file == other


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [pytest.param("{}", True, id="JSON"), pytest.param("// a comment\n{}", False, id="JSON with comments")],
)
def test_comments_are_noticed(desk: Desk, text: str, is_plain: bool) -> None:
    desk.config_file.write_text(text)

    assert find_gateway(desk.machine, None).is_plain is is_plain


def test_why_nothing_may_be_written_is_known(desk: Desk) -> None:
    writable = find_gateway(desk.machine, None).why_not
    desk.write_config({"$include": "real.json"})
    (desk.state / "real.json").write_text("{}")
    included = find_gateway(desk.machine, None).why_not
    desk.variables["OPENCLAW_NIX_MODE"] = "1"

    assert writable is None
    assert "$include" in str(included)
    assert "Nix" in str(find_gateway(desk.machine, None).why_not)


def test_a_file_that_is_not_writable_is_noticed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # Permission bits do not stop the superuser, who may be running this.
    monkeypatch.setattr(
        "recall_sidecar.hosts.openclaw.install.survey.access", lambda path, _: path != desk.config_file
    )

    assert "not writable" in str(find_gateway(desk.machine, None).why_not)


def test_a_file_that_the_plugins_stand_in_is_written_too(desk: Desk) -> None:
    file = desk.include_plugins()

    gateway = find_gateway(desk.machine, None)

    assert gateway.why_not is None
    assert gateway.config == CONFIG
    assert gateway.files() == (desk.config_file, file)


def test_comments_are_seen_in_an_included_file_too(desk: Desk) -> None:
    file = desk.include_plugins()
    plain = survey(desk.machine, None).gateway.is_plain
    file.write_text(f"// mine\n{file.read_text()}")

    found = survey(desk.machine, None)

    assert plain
    assert not found.gateway.is_plain
    assert any("comments in the file go" in consent for consent in found.plan.consents)
