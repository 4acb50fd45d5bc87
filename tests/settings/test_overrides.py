"""What the program remembers of the settings."""

import os
import signal
import stat
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from filelock import FileLock

from recall_sidecar.errors import SettingsError
from recall_sidecar.paths import Paths
from recall_sidecar.settings import overrides
from recall_sidecar.settings.load import load
from recall_sidecar.settings.overrides import set_override


def remembered(paths: Paths) -> dict[str, object]:
    return tomllib.loads(paths.overrides_file.read_text(encoding="utf-8"))


def test_an_override_wins_over_the_users_file_and_leaves_it_alone(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text("[gate]\nenabled = true # mine\n", encoding="utf-8")

    set_override(paths, "gate.enabled", value=False)

    assert load(paths, {}).base.gate.enabled is False
    assert paths.config_file.read_text(encoding="utf-8") == "[gate]\nenabled = true # mine\n"


def test_the_file_and_its_folder_are_for_the_owner_alone(paths: Paths) -> None:
    set_override(paths, "gate.enabled", value=False)

    assert stat.S_IMODE(paths.overrides_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(paths.state_dir.stat().st_mode) == 0o700


def test_overrides_add_up(paths: Paths) -> None:
    set_override(paths, "gate.enabled", value=False)
    set_override(paths, "agents.work.query.mode", "full")
    set_override(paths, "gate.owners", ["a"])

    assert remembered(paths) == {
        "gate": {"enabled": False, "owners": ["a"]},
        "agents": {"work": {"query": {"mode": "full"}}},
    }


def write_config(paths: Paths, text: str) -> None:
    paths.config_dir.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("text", ["", "[gate]\nenabled = true\n"], ids=["by default", "in the user's file"])
def test_what_holds_without_an_override_needs_none(paths: Paths, text: str) -> None:
    write_config(paths, text)
    set_override(paths, "gate.owners", ["a"])
    set_override(paths, "gate.enabled", value=False)

    set_override(paths, "gate.enabled", value=True)

    assert remembered(paths) == {"gate": {"owners": ["a"]}}
    write_config(paths, "[gate]\nenabled = false\n")
    assert load(paths, {}).base.gate.enabled is False


def test_what_the_users_file_denies_is_remembered(paths: Paths) -> None:
    write_config(paths, "[gate]\nenabled = false\n")

    set_override(paths, "gate.enabled", value=True)

    assert remembered(paths) == {"gate": {"enabled": True}}


def test_an_agents_value_is_remembered_while_another_override_would_win(paths: Paths) -> None:
    set_override(paths, "gate.enabled", value=False)

    set_override(paths, "agents.work.gate.enabled", value=True)
    set_override(paths, "agents.play.gate.enabled", value=False)

    assert remembered(paths) == {"gate": {"enabled": False}, "agents": {"work": {"gate": {"enabled": True}}}}


@pytest.mark.parametrize(
    "text", ["[gate\n", "[gate]\nenabled = 7\n"], ids=["no TOML", "a value that is not allowed"]
)
def test_a_users_file_that_says_nothing_usable_denies_everything(paths: Paths, text: str) -> None:
    write_config(paths, text)

    set_override(paths, "gate.enabled", value=True)

    assert remembered(paths) == {"gate": {"enabled": True}}


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        pytest.param("gate.enabld", True, "did you mean enabled", id="an unknown key"),
        pytest.param("gate", {}, "is a table; name one of its keys", id="a table"),
        pytest.param("gate.enabled", "no", "must be true or false", id="a value that is not allowed"),
        pytest.param("agents.work.server.port", 1, "cannot be set for one agent", id="not for one agent"),
    ],
)
def test_what_is_not_allowed_is_refused_and_nothing_is_written(
    paths: Paths, key: str, value: object, message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        set_override(paths, key, value)

    assert not paths.overrides_file.exists()


def test_a_damaged_file_is_refused_and_kept(paths: Paths) -> None:
    paths.state_dir.mkdir(parents=True)
    paths.overrides_file.write_text("[gate\n", encoding="utf-8")

    with pytest.raises(SettingsError, match="is not TOML"):
        set_override(paths, "gate.enabled", value=False)

    assert paths.overrides_file.read_text(encoding="utf-8") == "[gate\n"


def test_a_disk_that_refuses_is_named(paths: Paths) -> None:
    paths.state_dir.parent.mkdir(parents=True)
    paths.state_dir.write_text("in the way", encoding="utf-8")

    with pytest.raises(SettingsError, match="cannot be written"):
        set_override(paths, "gate.enabled", value=False)


def test_a_lock_that_is_held_for_too_long_is_named(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overrides, "_LOCK_TIMEOUT_S", 0.0)
    paths.state_dir.mkdir(parents=True)

    with (
        FileLock(paths.overrides_file.with_name("overrides.toml.lock")),
        pytest.raises(SettingsError, match="another process"),
    ):
        set_override(paths, "gate.enabled", value=False)


def test_a_link_in_the_place_of_the_new_copy_is_not_followed(paths: Paths, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    paths.state_dir.mkdir(parents=True)
    paths.overrides_file.with_name("overrides.toml.new").symlink_to(victim)

    set_override(paths, "gate.enabled", value=False)

    assert remembered(paths) == {"gate": {"enabled": False}}
    assert victim.read_text(encoding="utf-8") == "precious"


def test_writers_at_the_same_time_lose_nothing(paths: Paths) -> None:
    keys = [f"agents.a{number}.gate.enabled" for number in range(12)]

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda key: set_override(paths, key, value=False), keys))

    agents = remembered(paths)["agents"]
    assert isinstance(agents, dict)
    assert len(agents) == 12


WRITER = """
import sys
from pathlib import Path
from recall_sidecar.paths import Paths
from recall_sidecar.settings.overrides import set_override

paths = Paths.below(Path(sys.argv[1]))
set_override(paths, "gate.main_key", "start")
print("ready", flush=True)
turn = 0
while True:
    turn += 1
    set_override(paths, "gate.owners", ["owner"] * (turn % 500))
"""


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(paths: Paths) -> None:
    for pause in (0, 50, 500, 2000, 5000):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(paths.config_dir.parent)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            # Work of a different length each time, so that the kill falls into a different step.
            for _ in range(pause):
                os.stat(paths.state_dir)  # noqa: PTH116 -- only to spend a moment
            writer.send_signal(signal.SIGKILL)

        assert load(paths, {}).base.gate.main_key == "start"
        set_override(paths, "gate.enabled", value=False)
        assert load(paths, {}).base.gate.enabled is False
