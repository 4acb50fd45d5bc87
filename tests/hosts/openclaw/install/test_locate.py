"""Where OpenClaw's configuration is found."""

from pathlib import Path

import pytest

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.locate import extensions_folder, locate
from recall_sidecar.hosts.openclaw.install.openclaw_cli import OpenClaw
from tests.hosts.openclaw.install.desk import Desk


def made(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{}")
    return file


def test_the_file_that_is_named_goes_first(tmp_path: Path) -> None:
    named = made(tmp_path / "named.json")

    assert locate(named, {"OPENCLAW_CONFIG_PATH": str(made(tmp_path / "other.json"))}, None) == named


def test_openclaws_own_variables_go_next(tmp_path: Path) -> None:
    config, state = made(tmp_path / "c.json"), made(tmp_path / "state" / "openclaw.json")
    environment = {"OPENCLAW_STATE_DIR": str(state.parent), "HOME": str(tmp_path)}

    assert locate(None, environment, None) == state
    assert locate(None, environment | {"OPENCLAW_CONFIG_PATH": "~/c.json"}, None) == config


def test_then_its_command_is_asked(desk: Desk) -> None:
    environment = dict(desk.environment)
    openclaw = OpenClaw.find(environment)
    del environment["OPENCLAW_STATE_DIR"]

    assert locate(None, environment, openclaw) == desk.config_file


def test_at_last_it_is_where_it_is_by_default(tmp_path: Path) -> None:
    file = made(tmp_path / ".openclaw" / "openclaw.json")

    assert locate(None, {"HOME": str(tmp_path)}, None) == file


def test_a_configuration_that_is_not_there_is_a_sentence_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(RecallSidecarError, match="set OpenClaw up first"):
        locate(None, {"HOME": str(tmp_path)}, None)


def test_copies_of_plugins_lie_in_the_state_folder(tmp_path: Path) -> None:
    assert extensions_folder({"HOME": "/h"}) == Path("/h/.openclaw/extensions")
    assert extensions_folder({"HOME": "/h", "OPENCLAW_STATE_DIR": "~/s"}) == Path("/h/s/extensions")
    assert extensions_folder({"OPENCLAW_HOME": "/o", "HOME": "/h"}) == Path("/o/.openclaw/extensions")
