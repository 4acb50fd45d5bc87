"""The screen of `top` fits the terminal, and nothing in a name drives it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.cli.top_figures import figures
from recall_sidecar.cli.top_screen import LEAST_COLUMNS, screen, waiting
from tests.cli.test_top_figures import STATE, TURNS

SHOWN = figures(STATE, TURNS, {**STATE, "uptimeMs": 8_000, "outcomes": []})


def test_the_screen_of_a_wide_terminal() -> None:
    assert screen(SHOWN, columns=80, rows=24, installed="0.1.0") == [
        "recall-sidecar 0.1.0, up 10s",
        "turns   10, 5.0/s, 3 in flight",
        "time    p50 300ms, p95 400ms of the last 4",
        "cache   0% of the last, 6 kept",
        "model   ready; breaker: a/b open",
        "24 h    4 calls, 100 tokens, $0.5000",
        "memory  40 passages in 3 files",
        "",
        "      8  ####################  ok  openclaw",
        "      2  #####                 skipped (chat_type)  openclaw",
    ]


def test_a_narrow_terminal_has_no_bars_and_cut_lines() -> None:
    lines = screen(SHOWN, columns=30, rows=24, installed="0.2.0")

    assert max(map(len, lines)) <= 30
    assert lines[0].endswith("…")
    assert "#" not in "".join(lines)


def test_the_version_that_is_installed_is_told_when_another_runs() -> None:
    assert "(installed: 0.2.0; restart it)" in screen(SHOWN, columns=80, rows=24, installed="0.2.0")[0]


def test_a_low_terminal_shows_what_fits() -> None:
    assert len(screen(SHOWN, columns=80, rows=3, installed="0.1.0")) == 3
    assert len(screen(SHOWN, columns=80, rows=0, installed="0.1.0")) == 1


def test_before_the_first_turn_it_says_what_is_waited_for() -> None:
    lines = screen(figures({}, []), columns=80, rows=24, installed="0.1.0")

    assert lines[-1] == "no turn yet: when a host calls, it shows here"
    assert "time    p50 -, p95 - of the last 0" in lines


@given(name=st.text(), columns=st.integers(0, 200))
def test_no_name_drives_the_terminal_or_breaks_a_line(name: str, columns: int) -> None:
    shown = replace(
        SHOWN, version=name, model=name, breakers=((name, name),), outcomes=((1, name, name, name),)
    )

    for line in (
        *screen(shown, columns=columns, rows=50, installed="0.1.0"),
        *waiting(name, columns=columns),
    ):
        assert line.isprintable() or not any(each < " " or "\x7f" <= each <= "\x9f" for each in line)
        assert len(line) <= max(columns, LEAST_COLUMNS)
