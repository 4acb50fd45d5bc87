"""A session that was switched off stays off: over restarts, crashes, damaged files and other processes."""

import asyncio
import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_sidecar import toggles
from recall_sidecar.testing import FakeClock
from recall_sidecar.toggles import SessionToggles

KEY = "agent:main:telegram:direct:42"

# Switches sessions off one by one and says so after each, as fast as it can.
WRITER = """
import asyncio, sys
from pathlib import Path
from recall_sidecar.toggles import SessionToggles

async def main(path, prefix, count):
    toggles = SessionToggles(Path(path))
    for number in range(int(count)):
        await toggles.set_off(f"{prefix}{number}", True)
        print(f"{prefix}{number}", flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "session-toggles.json"


async def _open(path: Path, **options: int) -> SessionToggles:
    opened = SessionToggles(path, clock=FakeClock(), **options)
    await opened.refresh()
    return opened


def _put(path: Path, content: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def _write_many(path: Path, prefix: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), prefix, str(count)], stdout=subprocess.PIPE, text=True
    )


async def test_every_session_is_on_until_it_is_switched_off(path: Path) -> None:
    switches = await _open(path)

    assert not switches.is_off(KEY)
    assert not path.exists()


async def test_a_session_that_was_switched_off_is_off_and_others_are_not(path: Path) -> None:
    switches = await _open(path)

    await switches.set_off(KEY, True)

    assert switches.is_off(KEY)
    assert not switches.is_off("agent:main:main")


async def test_the_choice_is_there_after_a_restart(path: Path) -> None:
    await (await _open(path)).set_off(KEY, True)

    assert (await _open(path)).is_off(KEY)


def test_loaded_switches_hold_from_the_first_turn_on(path: Path) -> None:
    _put(path, {"sessions": {KEY: {"disabled": True}}})

    assert SessionToggles.load(path).is_off(KEY)


def test_a_damaged_file_is_moved_aside_when_it_is_loaded_too(path: Path) -> None:
    _put(path, "damage")

    assert SessionToggles.load(path).warning is not None


async def test_a_session_can_be_switched_on_again(path: Path) -> None:
    switches = await _open(path)
    await switches.set_off(KEY, True)

    await switches.set_off(KEY, False)

    assert not switches.is_off(KEY)
    assert not (await _open(path)).is_off(KEY)


async def test_the_file_has_the_form_openclaw_reads(path: Path) -> None:
    await (await _open(path)).set_off(KEY, True)

    assert json.loads(path.read_text())["sessions"] == {KEY: {"disabled": True, "updatedAt": 1796029200000}}


async def test_a_file_of_openclaw_is_read_as_it_is(path: Path) -> None:
    _put(
        path, {"sessions": {KEY: {"disabled": True, "updatedAt": 1}, "other": {"disabled": False}, "odd": 3}}
    )

    switches = await _open(path)

    assert [key for key in (KEY, "other", "odd") if switches.is_off(key)] == [KEY]


async def test_fields_we_do_not_know_are_kept(path: Path) -> None:
    _put(path, {"version": 3, "sessions": {KEY: {"disabled": True, "by": "owner"}}})

    await (await _open(path)).set_off(KEY, False)

    kept = json.loads(path.read_text())
    assert kept["version"] == 3
    assert kept["sessions"][KEY]["by"] == "owner"


async def test_letter_case_and_outer_space_of_a_key_do_not_matter(path: Path) -> None:
    _put(path, {"sessions": {"Agent:Main:Main": {"disabled": True}}})
    switches = await _open(path)
    assert switches.is_off(" agent:main:main ")

    await switches.set_off("agent:main:MAIN", False)

    assert not switches.is_off("Agent:Main:Main")
    assert list(json.loads(path.read_text())["sessions"]) == ["agent:main:MAIN"]


async def test_a_key_that_is_no_valid_text_can_be_switched_off(path: Path) -> None:
    switches = await _open(path)

    await switches.set_off("agent:\ud800", True)

    assert switches.is_off("agent:\ud800")


async def test_only_the_owner_of_the_account_can_read_the_file(path: Path) -> None:
    await (await _open(path)).set_off(KEY, True)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_verbose_and_trace_are_kept_per_session(path: Path) -> None:
    switches = await _open(path)

    await switches.set_verbose(KEY, shown=True)
    await switches.set_trace(KEY, "raw")

    again = await _open(path)
    assert (again.verbose(KEY), again.trace_level(KEY)) == (True, "raw")
    assert (again.verbose("other"), again.trace_level("other")) == (False, "off")
    assert json.loads(path.read_text()).get("sessions", {}) == {}


async def test_verbose_and_trace_can_be_turned_off_again(path: Path) -> None:
    switches = await _open(path)
    await switches.set_verbose(KEY, shown=True)
    await switches.set_trace(KEY, "on")

    await switches.set_verbose(KEY, shown=False)
    await switches.set_trace(KEY, "off")

    assert (switches.verbose(KEY), switches.trace_level(KEY)) == (False, "off")


async def test_odd_display_entries_count_as_off(path: Path) -> None:
    _put(path, {"display": {"a": {"trace": ["raw"], "verbose": "yes"}, "b": 1}})

    switches = await _open(path)

    assert [(switches.verbose(key), switches.trace_level(key)) for key in "ab"] == [(False, "off")] * 2


async def test_a_change_of_another_process_is_picked_up(path: Path) -> None:
    ours = await _open(path)
    await (await _open(path)).set_off(KEY, True)

    await ours.refresh()

    assert ours.is_off(KEY)


async def test_writing_keeps_what_another_process_wrote_meanwhile(path: Path) -> None:
    ours = await _open(path)
    await (await _open(path)).set_off("theirs", True)

    await ours.set_off("ours", True)

    assert ours.is_off("theirs")
    assert {"ours", "theirs"} == set(json.loads(path.read_text())["sessions"])


async def test_an_unchanged_file_is_not_read_again(path: Path) -> None:
    switches = await _open(path)
    await switches.set_off(KEY, True)
    path.chmod(0)

    await switches.refresh()

    assert switches.is_off(KEY)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param('{"sessions": {"a": {"disab', id="half a file"),
        pytest.param("", id="an empty file"),
        pytest.param("[]", id="a list"),
        pytest.param({"sessions": []}, id="sessions that are a list"),
        pytest.param({"display": 3}, id="display that is a number"),
    ],
)
async def test_a_damaged_file_is_moved_aside_with_a_warning(
    path: Path, content: object, caplog: pytest.LogCaptureFixture
) -> None:
    _put(path, content)
    damaged = path.read_bytes()

    switches = await _open(path)

    aside = path.with_name("session-toggles.json.damaged-1")
    assert aside.read_bytes() == damaged
    assert switches.warning is not None
    assert aside.name in switches.warning
    assert [record.getMessage() for record in caplog.records] == ["toggles_damaged"]


async def test_sessions_known_to_be_off_stay_off_when_the_file_is_damaged(path: Path) -> None:
    switches = await _open(path)
    await switches.set_off(KEY, True)
    _put(path, "damage")

    await switches.refresh()

    assert switches.is_off(KEY)
    assert (await _open(path)).is_off(KEY)


async def test_a_second_damaged_file_does_not_replace_the_first(path: Path) -> None:
    for content in ("first", "second"):
        _put(path, content)
        await _open(path)

    kept = sorted(file.read_text() for file in path.parent.glob("*.damaged-*"))
    assert kept == ["first", "second"]


async def test_writing_over_a_damaged_file_loses_neither(path: Path) -> None:
    switches = await _open(path)
    _put(path, "damage")

    await switches.set_off(KEY, True)

    assert (await _open(path)).is_off(KEY)
    assert path.with_name("session-toggles.json.damaged-1").read_text() == "damage"


async def test_a_lock_that_is_never_freed_is_an_error_and_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toggles, "_LOCK_TIMEOUT_S", 0.01)
    switches = await _open(path)
    path.parent.mkdir()

    with FileLock(f"{path}.lock"), pytest.raises(TimeoutError):
        await switches.set_off(KEY, True)

    assert not switches.is_off(KEY)


async def test_entries_are_bounded_and_the_oldest_that_say_on_go_first(path: Path) -> None:
    _put(
        path,
        {
            "sessions": {
                "old-off": {"disabled": True, "updatedAt": 1},
                "new-on": {"disabled": False, "updatedAt": 9},
                "old-on": {"disabled": False, "updatedAt": 2},
                "odd-on": {"updatedAt": "never"},
            }
        },
    )
    switches = await _open(path, max_entries=3)

    await switches.set_off(KEY, True)

    assert set(json.loads(path.read_text())["sessions"]) == {"old-off", "new-on", KEY}


async def test_a_session_that_is_off_is_never_forgotten(path: Path) -> None:
    switches = await _open(path, max_entries=2)

    for number in range(4):
        await switches.set_off(f"s{number}", True)

    assert [switches.is_off(f"s{number}") for number in range(4)] == [True] * 4


async def test_many_changes_at_once_are_all_kept(path: Path) -> None:
    switches = await _open(path)

    await asyncio.gather(*(switches.set_off(f"s{number}", True) for number in range(20)))

    assert len(json.loads(path.read_text())["sessions"]) == 20


def test_two_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    writers = [_write_many(path, prefix, 40) for prefix in ("a", "b")]

    for writer in writers:
        writer.communicate(timeout=60)

    expected = {f"{prefix}{number}" for prefix in "ab" for number in range(40)}
    assert set(json.loads(path.read_text())["sessions"]) == expected


def test_a_writer_killed_at_any_moment_leaves_every_finished_change_readable(path: Path) -> None:
    for round_number in range(6):
        prefix = f"r{round_number}-"
        writer = _write_many(path, prefix, 100_000)
        assert writer.stdout is not None
        said = [writer.stdout.readline().strip() for _ in range(3 + 5 * round_number)]

        writer.kill()
        rest, _ = writer.communicate(timeout=60)

        said += rest.split()
        on_disk = asyncio.run(_off_among(path, said))
        assert on_disk == said
    assert list(path.parent.glob("*.damaged*")) == []


async def _off_among(path: Path, keys: list[str]) -> list[str]:
    switches = await _open(path)
    return [key for key in keys if switches.is_off(key)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abAB"), st.booleans()), max_size=8))
def test_the_last_word_on_a_session_holds(tmp_path: Path, words: list[tuple[str, bool]]) -> None:
    path = tmp_path / "session-toggles.json"
    path.unlink(missing_ok=True)

    async def play() -> SessionToggles:
        switches = await _open(path)
        for key, off in words:
            await switches.set_off(key, off)
        return await _open(path)

    switches = asyncio.run(play())

    last = {key.lower(): off for key, off in words}
    assert {key: switches.is_off(key) for key in last} == last


async def test_sessions_with_a_switch_that_was_thrown_are_known(path: Path) -> None:
    toggles = await _open(path)
    await toggles.set_off("A", True)
    await toggles.set_off("B", False)
    await toggles.set_verbose("C", shown=True)
    await toggles.set_trace("D", "raw")
    await toggles.set_trace("E", "off")

    assert toggles.set_sessions() == {"a", "c", "d"}
