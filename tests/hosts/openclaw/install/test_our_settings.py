"""Our settings beside an OpenClaw configuration."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import SettingsError
from recall_sidecar.hosts.openclaw.install.our_settings import (
    OurSettings,
    our_settings,
    wanted_by,
    write_settings,
)
from recall_sidecar.hosts.openclaw.install.plan import ENTRY, wanted_keys
from recall_sidecar.hosts.openclaw.plugin_settings import PluginSettings
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import DaemonNote
from recall_sidecar.settings.openclaw import Translation

TRANSLATED: dict[str, Any] = {
    "recall": {"timeout_ms": 9000},
    "memory": {"folders": [{"path": "/w", "agents": ["main"]}]},
}


def ours(paths: Paths, **environment: str) -> OurSettings:
    return our_settings(paths, environment, Translation(TRANSLATED, ()), "/c.json")


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_without_a_file_the_translation_becomes_one(paths: Paths) -> None:
    found = ours(paths)

    write_settings(found)

    assert tomllib.loads(paths.config_file.read_text()) == TRANSLATED
    assert (found.timeout_ms, found.recalls, found.gateway_tools) == (9000, True, ())


def test_a_file_that_exists_is_never_written(paths: Paths) -> None:
    write(paths.config_file, "[recall]\ntimeout_ms = 4000\n")

    found = ours(paths)
    write_settings(found)

    assert paths.config_file.read_text() == "[recall]\ntimeout_ms = 4000\n"
    assert found.to_write is None
    assert found.timeout_ms == 4000
    assert tomllib.loads(found.missing) == {"memory": TRANSLATED["memory"]}


def test_a_file_that_says_everything_lacks_nothing(paths: Paths) -> None:
    write_settings(ours(paths))

    assert ours(paths).missing == ""


def test_a_file_that_came_to_be_meanwhile_is_left_alone(paths: Paths) -> None:
    found = ours(paths)
    write(paths.config_file, "# mine\n")

    write_settings(found)

    assert paths.config_file.read_text() == "# mine\n"


def test_settings_that_cannot_be_used_stop_it(paths: Paths) -> None:
    write(paths.config_file, "[gate]\nenabled = 1\n")

    with pytest.raises(SettingsError, match=r"gate\.enabled"):
        ours(paths)


def test_what_is_switched_off_already_stays_off_and_is_known(paths: Paths) -> None:
    write(paths.overrides_file, "[gate]\nenabled = false\n")

    assert ours(paths).recalls is False


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        pytest.param("", False, id="no model"),
        pytest.param('[model]\nname = "openai/gpt-5-mini"\n', False, id="one of our own"),
        pytest.param('[model]\nname = "host"\n', True, id="the host's"),
        pytest.param('[model]\nname = "mock/m"\nfallback = "host"\n', True, id="the host's in another's place"),
        pytest.param('[agents.work.model]\nname = "host"\n', True, id="the host's for one agent"),
    ],
)  # fmt: skip
def test_it_is_known_whether_the_hosts_model_is_asked(paths: Paths, text: str, asks: bool) -> None:
    write(paths.config_file, text)

    found = ours(paths)

    assert found.asks_host_model is asks
    assert wanted_by(paths, found, None, None).asks_host_model is asks


@pytest.mark.parametrize(
    ("environment", "url"),
    [
        pytest.param({}, "http://127.0.0.1:23517", id="the port of the settings"),
        pytest.param({"RECALL_SIDECAR_SERVER__PORT": "1234"}, "http://127.0.0.1:1234", id="one that is set"),
        pytest.param(
            {"RECALL_SIDECAR_SERVER__PORT": "0"}, None, id="any free one is not known before it is taken"
        ),
        pytest.param({"RECALL_SIDECAR_SERVER__TCP": "false"}, None, id="no TCP"),
    ],
)
def test_the_plugin_is_told_where_the_daemon_will_listen(
    paths: Paths, environment: dict[str, str], url: str | None
) -> None:
    wanted = wanted_by(paths, ours(paths, **environment), None, None)

    assert (wanted.socket_path, wanted.token_file) == (str(paths.socket_file), str(paths.token_file))
    assert (wanted.url, wanted.timeout_ms, wanted.command) == (url, 9000, None)


@pytest.mark.parametrize("timeout_ms", ["250", "600000"])
def test_the_plugin_accepts_what_it_is_told(paths: Paths, timeout_ms: str) -> None:
    found = ours(paths, RECALL_SIDECAR_RECALL__TIMEOUT_MS=timeout_ms)

    keys = wanted_keys({}, wanted_by(paths, found, None, Path("/bin/recall-sidecar")))

    settings = {path[-1]: value for path, value in keys.items() if path[:-1] == (*ENTRY, "config")}
    assert len(settings) == 5
    assert PluginSettings.model_validate(settings).timeout_ms == min(int(timeout_ms), 120_000)


@pytest.mark.parametrize(
    ("port", "url"),
    [pytest.param(99, "http://127.0.0.1:99", id="with TCP"), pytest.param(None, None, id="without")],
)
def test_a_daemon_that_runs_knows_better(paths: Paths, port: int | None, url: str | None) -> None:
    running = DaemonNote(1, port, "/run/other.sock", "0.1.0", datetime.now(UTC))

    wanted = wanted_by(paths, ours(paths), running, Path("/bin/recall-sidecar"))

    assert (wanted.socket_path, wanted.url, wanted.command) == ("/run/other.sock", url, "/bin/recall-sidecar")
