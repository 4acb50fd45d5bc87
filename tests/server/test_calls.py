"""Counting hook calls."""

from datetime import UTC, datetime

from recall_sidecar.server.calls import HookCalls

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def test_made_up_host_names_do_not_fill_the_memory() -> None:
    calls = HookCalls()

    for number in range(1000):
        calls.count(f"host-{number}", "turn", at=NOW)

    assert calls.total == 1000
    assert len(calls.events) <= 201
    assert calls.events["other", "turn"] == 800


def test_a_known_host_still_counts_when_the_table_is_full() -> None:
    calls = HookCalls()
    for number in range(300):
        calls.count(f"host-{number}", "turn", at=NOW)

    calls.count("host-0", "turn", at=NOW)

    assert calls.events["host-0", "turn"] == 2


def test_turns_are_told_from_notices_and_from_our_own_command_line() -> None:
    calls = HookCalls()
    for host, event in (("openclaw", "turn"), ("openclaw", "agent_end"), ("cli", "turn")):
        calls.count(host, event, at=NOW)

    assert (calls.turns, calls.total) == (1, 2)


def test_the_plugins_version_is_that_of_openclaws_last_turn() -> None:
    calls = HookCalls()
    for host, version in (("openclaw", "0.0.9"), ("openclaw", "0.1.0"), ("openclaw", None), ("other", "7")):
        calls.came_from(host, version)

    assert calls.plugin_version == "0.1.0"


def test_a_host_name_is_cut() -> None:
    calls = HookCalls()

    calls.count("x" * 10_000, "turn", at=NOW)

    assert list(calls.events) == [("x" * 64, "turn")]
