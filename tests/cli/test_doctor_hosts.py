"""What `doctor` says of the hosts on this machine."""

import json
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar import private
from recall_sidecar.cli.doctor_hosts import Ours, check_hook_token, check_hosts
from recall_sidecar.cli.finding import Finding
from recall_sidecar.paths import Paths

HOOKS = {"allowConversationAccess": True}


@pytest.fixture
def user(tmp_path: Path) -> Path:
    folder = tmp_path / "user"
    folder.mkdir()
    return folder


def _examine(user: Path, paths: Paths, port: int | None = 23517) -> list[Finding]:
    return list(check_hosts(user, {"HOME": str(user)}, Ours(paths, port, "0.1.0")))


def _openclaw(user: Path, config: dict[str, Any], plugin: str | None = "0.1.0") -> Path:
    file = user / ".openclaw" / "openclaw.json"
    file.parent.mkdir()
    file.write_text(json.dumps(config))
    if plugin is not None:
        folder = file.parent / "extensions" / "recall-sidecar"
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(
            plugin if plugin.startswith("{") else json.dumps({"version": plugin})
        )
    return file


def _entry(**entry: object) -> dict[str, Any]:
    return {"plugins": {"entries": {"recall-sidecar": {"enabled": True, "hooks": HOOKS, **entry}}}}


def test_a_machine_without_hosts_has_nothing_to_say(user: Path, paths: Paths) -> None:
    assert _examine(user, paths) == []


@pytest.mark.parametrize(
    ("config", "plugin", "level", "says"),
    [
        pytest.param(_entry(), "0.1.0", "ok", "plugin 0.1.0, switched on", id="all is well"),
        pytest.param({}, None, "warning", "does not name our plugin", id="no plugin"),
        pytest.param(
            {"plugins": {"entries": {"recall-sidecar": 1}}}, None, "warning", "does not name", id="no entry"
        ),
        pytest.param(
            _entry(), "0.0.9", "warning", "its plugin is 0.0.9, this program 0.1.0", id="an old plugin"
        ),
        pytest.param(_entry(), None, "error", "its files are not in", id="an entry without its plugin"),
        pytest.param(_entry(), "{", "error", "its files are not in", id="a plugin that is damaged"),
        pytest.param(
            _entry(), '{"version": 1}', "error", "its files are not in", id="a version that is none"
        ),
        pytest.param(_entry(enabled=False), "0.1.0", "warning", "switched off", id="switched off"),
        pytest.param(
            _entry(hooks={}),
            "0.1.0",
            "error",
            "allowConversationAccess, so it is never",
            id="not allowed to see",
        ),
        pytest.param(
            _entry(hooks={**HOOKS, "allowPromptInjection": False}),
            "0.1.0",
            "error",
            "allowPromptInjection, so what it recalls is dropped",
            id="not allowed to say",
        ),
    ],
)
def test_openclaw(
    config: dict[str, Any], plugin: str | None, level: str, says: str, user: Path, paths: Paths
) -> None:
    _openclaw(user, config, plugin)

    (finding,) = _examine(user, paths)

    assert (finding.level, finding.topic) == (level, "OpenClaw")
    assert says in finding.fact
    assert ("recall-sidecar install openclaw" in finding.remedy) == (level != "ok" and "off" not in says)


def test_a_plugin_that_is_loaded_from_its_own_folder_has_no_copy(user: Path, paths: Paths) -> None:
    config = _entry()
    config["plugins"]["load"] = {"paths": ["/plugin"]}
    _openclaw(user, config, None)

    (finding,) = _examine(user, paths)

    assert finding.fact.startswith("plugin from a folder of its own")


def test_a_configuration_that_cannot_be_read_is_told(user: Path, paths: Paths) -> None:
    _openclaw(user, {}).write_text("{")

    (finding,) = _examine(user, paths)

    assert (finding.level, finding.topic) == ("warning", "OpenClaw")


@pytest.mark.parametrize(
    ("place", "hook", "level", "says"),
    [
        pytest.param(".claude/settings.json", "", "ok", "has no hook of ours", id="no hook"),
        pytest.param(".claude/settings.json", "http://127.0.0.1:23517/v1/hooks/claude-code", "ok", "calls the daemon's", id="a hook"),
        pytest.param(".claude/settings.json", "http://127.0.0.1:9/v1/hooks/claude-code", "error", "calls port 9, and the daemon listens on 23517", id="another port"),
        pytest.param(".codex/hooks.json", "curl --unix-socket SOCKET http://localhost/v1/hooks/codex", "ok", "calls the daemon's", id="a socket"),
        pytest.param(".codex/hooks.json", 'curl --unix-socket "SOCKET" http://localhost/v1/hooks/codex', "ok", "calls the daemon's", id="a socket in quotes"),
        pytest.param(".codex/hooks.json", 'curl --unix-socket "$DIR/x" http://localhost/v1/hooks/codex', "ok", "calls the daemon's", id="a socket of the shell's"),
        pytest.param(".gemini/settings.json", "curl --unix-socket /old.sock http://localhost/v1/hooks/gemini", "error", "calls the socket /old.sock", id="another socket"),
    ],
)  # fmt: skip
def test_hooks_in_terminals(place: str, hook: str, level: str, says: str, user: Path, paths: Paths) -> None:
    file = user / place
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": hook.replace("SOCKET", str(paths.socket_file))}))

    (finding,) = _examine(user, paths)

    assert finding.level == level
    assert says in finding.fact
    assert (str(file) in finding.remedy) == (level == "error")


def test_a_hook_that_calls_a_port_is_told_when_there_is_none(user: Path, paths: Paths) -> None:
    (user / ".claude").mkdir()
    (user / ".claude" / "settings.json").write_text("http://127.0.0.1:23517/v1/hooks/claude-code")

    (finding,) = _examine(user, paths, port=None)

    assert finding.fact.endswith("the daemon has no port")


def test_a_host_without_settings_has_no_hook(user: Path, paths: Paths) -> None:
    (user / ".codex").mkdir()

    (finding,) = _examine(user, paths)

    assert (finding.level, finding.topic) == ("ok", "Codex")


def test_settings_of_a_host_that_cannot_be_read_are_told(user: Path, paths: Paths) -> None:
    (user / ".codex").mkdir()
    (user / ".codex" / "hooks.json").write_bytes(b"\xff\xfe")

    (finding,) = _examine(user, paths)

    assert (finding.level, "cannot be read" in finding.fact) == ("warning", True)


def test_a_token_of_this_shell_is_compared_and_never_shown(paths: Paths) -> None:
    private.make_folder(paths.state_dir)
    assert list(check_hook_token({"RECALL_HOOK_TOKEN": "old"}, paths)) == []
    private.write_new_file(paths.hook_token_file, "x" * 43)

    (finding,) = check_hook_token({"RECALL_HOOK_TOKEN": "old-secret"}, paths)

    assert (finding.level, "old-secret" in str(finding), "x" * 43 in str(finding)) == ("error", False, False)
    assert list(check_hook_token({}, paths)) == []
    assert list(check_hook_token({"RECALL_HOOK_TOKEN": "x" * 43}, paths)) == []
