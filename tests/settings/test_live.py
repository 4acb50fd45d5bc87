"""Settings that follow their files while the daemon runs."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.paths import Paths
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.settings.resolve import LoadedSettings


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".fresh")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


@pytest.fixture
def live(paths: Paths) -> LiveSettings:
    write(paths.config_file, "[gate]\nmain_key = 'one'\n[agents.work.gate]\nenabled = false\n")
    return LiveSettings(paths, {"RECALL_SIDECAR_QUERY__MODE": "full"}, {"inject.max_summary_chars": 100})


def test_the_first_load_must_be_valid(paths: Paths) -> None:
    write(paths.config_file, "gate = 1")

    with pytest.raises(SettingsError, match="must be a table"):
        LiveSettings(paths, {})


async def test_a_change_is_swapped_in_whole(live: LiveSettings, paths: Paths) -> None:
    heard: list[LoadedSettings] = []
    live.on_change(heard.append)
    write(paths.config_file, "[gate]\nmain_key = 'two'\n[agents.home.gate]\nenabled = false\n")

    assert await live.poll()

    assert live.base.gate.main_key == "two"
    assert (live.for_agent("work").gate.enabled, live.for_agent("home").gate.enabled) == (True, False)
    assert (live.base.query.mode, live.base.inject.max_summary_chars) == ("full", 100)
    assert live.generation == 1
    assert heard == [live.loaded]
    assert live.problems == ()


async def test_nothing_is_read_while_nothing_changes(live: LiveSettings) -> None:
    before = live.loaded

    assert not await live.poll()

    assert live.loaded is before


async def test_a_bad_change_is_reported_once_and_the_old_settings_stay(
    live: LiveSettings, paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    write(paths.config_file, "[gate]\nmain_key = 2\n")

    with caplog.at_level(logging.WARNING):
        assert await live.poll()
        assert not await live.poll()

    assert live.base.gate.main_key == "one"
    assert live.generation == 0
    assert [str(problem) for problem in live.problems] == [
        "gate.main_key (config.toml:2): must be text in quotes"
    ]
    assert [record.message for record in caplog.records] == ["settings_kept"]


async def test_a_mended_file_clears_the_problems(live: LiveSettings, paths: Paths) -> None:
    write(paths.config_file, "[gate]\nmain_key = 2\n")
    await live.poll()
    write(paths.config_file, "[gate]\nmain_key = 'three'\n")

    assert await live.reload() == ()

    assert live.problems == ()
    assert live.base.gate.main_key == "three"


async def test_an_override_is_seen(live: LiveSettings, paths: Paths) -> None:
    write(paths.overrides_file, "[gate]\nenabled = false\n")

    assert await live.poll()

    assert live.base.gate.enabled is False
    assert live.loaded.source("gate.enabled") == "overrides.toml:2"


async def test_a_file_that_goes_away_means_the_defaults(live: LiveSettings, paths: Paths) -> None:
    paths.config_file.unlink()

    assert await live.poll()

    assert live.base.gate.main_key == "main"


async def test_an_edit_that_changes_no_setting_is_no_swap(live: LiveSettings, paths: Paths) -> None:
    heard: list[LoadedSettings] = []
    live.on_change(heard.append)
    text = paths.config_file.read_text(encoding="utf-8")
    write(paths.config_file, f"# a comment\n{text}")

    assert await live.poll()

    assert (live.generation, heard) == (0, [])
    assert live.loaded.source("gate.main_key") == "config.toml:3"


async def test_keys_of_the_server_wait_for_a_restart(live: LiveSettings, paths: Paths) -> None:
    write(
        paths.config_file,
        "[server]\nport = 4000\n[gate]\nmain_key = 'two'\n[agents.work.gate]\nenabled = false\n",
    )

    problems = await live.reload()

    assert [str(problem) for problem in problems] == [
        "server.port (config.toml:2): takes effect when the daemon is started again; until then it is 23517"
    ]
    assert live.problems == problems
    assert (live.base.server.port, live.for_agent("work").server.port) == (23517, 23517)
    assert live.base.gate.main_key == "two"


async def test_the_size_of_the_cache_waits_for_a_restart_and_its_lifetimes_do_not(
    live: LiveSettings, paths: Paths
) -> None:
    write(
        paths.config_file,
        "[cache]\nmax_entries = 7\nttl_ms = 2000\n[agents.work.cache]\nttl_ms = 3000\n",
    )

    problems = await live.reload()

    assert [str(problem) for problem in problems] == [
        "cache.max_entries (config.toml:2): takes effect when the daemon is started again; until then it is 1000"
    ]
    assert (live.base.cache.max_entries, live.for_agent("work").cache.max_entries) == (1000, 1000)
    assert (live.base.cache.ttl_ms, live.for_agent("work").cache.ttl_ms) == (2000, 3000)


async def test_a_file_of_the_same_size_and_time_but_another_inode_is_a_change(
    live: LiveSettings, paths: Paths
) -> None:
    before = paths.config_file.stat()
    write(paths.config_file, paths.config_file.read_text(encoding="utf-8").replace("one", "two"))
    os.utime(paths.config_file, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert await live.poll()

    assert live.base.gate.main_key == "two"


async def test_reloads_at_the_same_time_happen_one_after_the_other(live: LiveSettings, paths: Paths) -> None:
    write(paths.config_file, "[gate]\nmain_key = 'two'\n")

    results = await asyncio.gather(live.reload(), live.poll(), live.reload())

    assert tuple(results) == ((), False, ())
    assert live.generation == 1


async def test_a_change_that_a_check_refuses_is_reported_and_the_old_settings_stay(
    live: LiveSettings, paths: Paths
) -> None:
    def refuse(loaded: LoadedSettings) -> None:
        if loaded.base.gate.main_key == "two":
            raise SettingsError((SettingsProblem("gate.main_key", "config.toml:2", "is taken"),))

    live.must_pass(refuse)
    write(paths.config_file, "[gate]\nmain_key = 'two'\n")

    await live.poll()

    assert live.base.gate.main_key == "one"
    assert [problem.message for problem in live.problems] == ["is taken"]

    write(paths.config_file, "[gate]\nmain_key = 'three'\n")
    await live.poll()

    assert live.base.gate.main_key == "three"
    assert live.problems == ()
