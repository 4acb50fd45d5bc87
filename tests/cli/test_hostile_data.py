"""Whatever stands in memories, messages, names and errors: no command lets it drive the terminal."""

import argparse
import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_sidecar.cli import command, forget, index, recall, remember, search, status, top, trace, why
from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.door import Door
from recall_sidecar.cli.main import build_parser, main
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.paths import Paths
from recall_sidecar.trace_json import to_json
from tests.cli import (
    test_index,
    test_index_status,
    test_remember,
    test_search,
    test_status,
    test_top_figures,
    test_why,
)
from tests.cli.installation import TableDaemon, TableDoor
from tests.turns import TRACE_ID, turn

# What a terminal would act on: controls but the line end, and what changes the order or hides.
DRIVES = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff\ud800-\udfff]")
SEQUENCES = (
    "\x1b]0;owned\x07",
    "\x1b[2J",
    "\x9b31m",
    "\x90q\x9c",
    "\u202e",
    "\u2066",
    "\r\n",
    "\x1b",
    "\x08",
    "\x1b]8;;http://e\x1b\\",
    "\ud800",
)
EVIL = st.lists(st.one_of(st.sampled_from(SEQUENCES), st.text(max_size=5)), max_size=6).map("".join)
# What programs read, not people; a date that is none is refused as another version's.
READ = {"startedAt", "refreshedAt", "date"}

FORGET = {"v": 1, "found": [{"file": "/n/a", "path": "a.md", "fromLine": 1, "toLine": 2, "text": "x", "whole": True, "captured": False}], "done": True, "turns": 1}  # fmt: skip
SEARCHED = {
    **test_search.FOUND, "warning": "old", "leftOut": [{"reason": "weak", "hit": test_search.HIT}],
    "hits": [{**test_search.HIT, "supersededBy": "b.md:1", "details": {"lexical": "tea"}}],
}  # fmt: skip
ANSWERED = {"status": "ok", "traceId": TRACE_ID, "prependContext": "block", "statusLine": "line"}
TRACE = {"trace": to_json(turn(session_key="s", detail="why"))}

Show = Callable[[argparse.Namespace, Door], int]
CASES: dict[str, tuple[Show, list[str], dict[str, Any]]] = {
    "trace": (trace.execute, ["trace"], {"/v1/traces?limit=20": {"traces": [TRACE["trace"]]}}),
    "trace show": (trace.execute, ["trace", "show", TRACE_ID], {f"/v1/traces/{TRACE_ID}": TRACE}),
    "trace --json": (trace.execute, ["trace", "show", TRACE_ID, "--json"], {f"/v1/traces/{TRACE_ID}": TRACE}),
    "trace export": (trace.execute, ["trace", "export", "--text"], {"/v1/traces?limit=1000": {"traces": [TRACE["trace"]]}}),
    "search": (search.execute, ["search", "tea", "--explain"], {"/v1/memory/search": SEARCHED}),
    "recall": (
        recall.execute, ["recall", "tea?"], {"/v1/hooks/before_prompt_build": ANSWERED, f"/v1/traces/{TRACE_ID}": TRACE},
    ),
    "why": (why.execute, ["why", TRACE_ID, "--expect", "x"], {"/v1/why": test_why.explained()}),
    "status": (status.execute, ["status"], {"/v1/status": {**test_status.STATE, "settingsProblems": [{"key": "a", "source": "b", "message": "c"}]}}),
    "index": (
        lambda words, door: index.execute(words, door, None), ["index"],
        {"/v1/memory/refresh": {**test_index.REPORT, "problems": ["a.md: bad"]}},
    ),
    "index status": (
        lambda words, door: index.execute(words, door, None), ["index", "status"], {"/v1/status": {"memory": test_index_status.MEMORY}},
    ),
    "remember": (remember.execute, ["remember", "tea"], {"/v1/memory/remember": test_remember.WRITTEN}),
    "forget": (
        lambda words, door: forget.execute(words, door, Terminal(lambda: False, input)), ["forget", "a.md:1", "--yes"],
        {"/v1/memory/forget": FORGET},
    ),
    "forget words": (
        lambda words, door: forget.execute(words, door, Terminal(lambda: False, input)), ["forget", "my tea"],
        {"/v1/memory/search": SEARCHED},
    ),
    "top": (
        lambda words, door: top.execute(words, door, io.StringIO(), lambda _: True), ["top", "--once"],
        {"/v1/status": test_top_figures.STATE, "/v1/traces?limit=200": {"traces": test_top_figures.TURNS}},
    ),
    "command": (command.execute, ["command", "/recall why"], {"/v1/commands": {"handled": True, "text": "x"}}),
}  # fmt: skip


def spoiled(value: Any, evil: str, key: str = "") -> Any:  # noqa: ANN401 -- any JSON
    """Return `value` with `evil` behind each of its texts."""
    match value:
        case str():
            return value if key in READ else f"{value}{evil}"
        case dict():
            return {name: spoiled(inner, evil, name) for name, inner in value.items()}
        case list():
            return [spoiled(inner, evil, key) for inner in value]
        case _:
            return value


def printed(work: Callable[[], object]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        work()
    return out.getvalue()


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evil=EVIL)
def test_no_text_of_an_answer_drives_the_terminal(paths: Paths, name: str, evil: str) -> None:
    execute, words, answers = CASES[name]
    daemon = TableDaemon({path: spoiled(answer, evil) for path, answer in answers.items()})
    # What a host was answered is asked for by its id, which is the daemon's own.
    daemon.answers = {path: {**answer, "traceId": TRACE_ID} if "statusLine" in answer else answer for path, answer in daemon.answers.items() if isinstance(answer, dict)}  # fmt: skip

    shown = printed(lambda: execute(build_parser([words[0]]).parse_args(words), TableDoor(paths, daemon)))

    assert shown
    assert DRIVES.search(shown) is None


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evil=EVIL)
def test_no_turn_that_is_followed_drives_the_terminal(paths: Paths, evil: str) -> None:
    daemon = TableDaemon(events=[spoiled(TRACE["trace"], evil)])

    def follow() -> None:
        with contextlib.suppress(KeyboardInterrupt):
            trace.execute(
                build_parser(["trace"]).parse_args(["trace", "--follow"]),
                TableDoor(paths, daemon),
                _interrupt,
            )

    shown = printed(follow)

    assert TRACE_ID in shown
    assert DRIVES.search(shown) is None


def _interrupt(_seconds: float) -> None:
    raise KeyboardInterrupt


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(evil=EVIL)
def test_no_error_drives_the_terminal(evil: str) -> None:
    def fail(_arguments: argparse.Namespace) -> int:
        raise RecallSidecarError(f"the daemon said {evil}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(status, "run", fail)
        shown = printed(lambda: main(["status"]))

    assert shown.startswith("recall-sidecar: the daemon said")
    assert DRIVES.search(shown) is None


def test_nor_does_a_turn_of_the_history(paths: Paths) -> None:
    store = HistoryStore.open(paths.history_file)
    store.add(turn(session_key="".join(each for each in SEQUENCES if each != "\ud800")), keep_texts=True)
    store.close()

    shown = printed(lambda: trace.execute(build_parser(["trace"]).parse_args(["trace"]), TableDoor(paths)))

    assert shown.startswith(TRACE_ID)
    assert DRIVES.search(shown) is None


def test_every_command_that_prints_data_is_tried() -> None:
    tried = {words[0] for _, words, _ in CASES.values()}
    folder = Path(status.__file__).parent
    asking = {
        file.stem
        for file in folder.glob("*.py")
        if re.search(r"\.(?:get|post)\(\s*_?[A-Z\"f]", file.read_text("utf-8"))
    }

    # These ask the daemon and print sentences of their own, or have tests of theirs.
    own = {
        "demo",
        "open",
        "door",
        "doctor_hosts",
        "doctor_log",
        "doctor_state",
        "examination",
        "report_parts",
        "top_figures",
        "doctor_service",
        "patient",
        "progress",
        "following",
        "eval",
        "eval_bench",
        "index_status",
        "install",
    }
    assert asking - own <= tried
