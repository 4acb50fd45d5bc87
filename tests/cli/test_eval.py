"""`eval` measures a folder of cases, writes reports, holds limits, and asks before a model costs something."""

import io
import json
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import pytest

from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.eval import execute
from recall_sidecar.cli.eval_bench import Run
from recall_sidecar.errors import CasesRefused
from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import Measured, measure
from recall_sidecar.evaluation.folder import Suite
from tests.cli.conftest import Parse
from tests.evaluation.turns import judged

NOBODY = Terminal(lambda: False, lambda _: "")


@dataclass
class Bench:
    """A bench on which each case is told oolong tea; `prepared_with` is what it was prepared for."""

    own_cases: Path
    most_calls: int = 0
    prepared_with: list[tuple[int, str | None, bool]] = field(default_factory=list)
    runs: int = 0

    def prepared(self, suite: Suite, *, model: str | None, no_model: bool) -> Run:
        self.prepared_with.append((len(suite.cases), model, no_model))
        about = About("cases", "2026-12-01 16:00 UTC", "0.1.0", "openai/gpt-5-mini", "your own", str)
        return Run(suite, {}, self.most_calls, about)

    def measured(self, run: Run, screen: TextIO) -> Measured:
        self.runs += 1
        return measure([judged(case.model_dump()) for case in run.suite.cases])


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "own.jsonl")


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "a.jsonl").write_text('{"message": "tea?", "expect": [{"text": "oolong"}]}', encoding="utf-8")
    return folder


@pytest.fixture
def measured(parse: Parse, bench: Bench, cases: Path) -> Callable[..., int]:
    """Return a way to measure the cases with these flags."""

    def _measured(*words: str, terminal: Terminal = NOBODY) -> int:
        return execute(parse("eval", str(cases), *words), bench, terminal, io.StringIO())

    return _measured


def test_the_figures_are_shown(measured: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert measured() == 0

    shown = capsys.readouterr().out
    assert "recall@5                100.0%" in shown
    assert "Nothing went wrong." in shown


def test_json_holds_everything(measured: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert measured("--json") == 0

    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["recall@5"]["value"] == 1.0


def test_reports_are_written_for_this_user_alone(measured: Callable[..., int], tmp_path: Path) -> None:
    page, notes = tmp_path / "r.html", tmp_path / "r.md"

    assert measured("--html", str(page), "--markdown", str(notes)) == 0

    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert notes.read_text(encoding="utf-8").startswith("# Recall, measured")
    assert {stat.S_IMODE(file.stat().st_mode) for file in (page, notes)} == {0o600}


def test_a_limit_that_is_missed_fails(
    measured: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert measured("--fail-under", "recall@5=0.8", "--fail-over", "failed=0") == 0
    assert measured("--fail-under", "recall@5=1.1", "--fail-over", "leaks=0") == 1

    assert capsys.readouterr().err == (
        "recall@5 is 100.0%, under the limit of 1.1.\nleaks could not be measured: no case is made for it.\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--fail-under", "recall=1"), "no figure is called recall"),
        (("--html", "/no/such/folder/r.html"), "cannot be written; name a file in a folder that exists"),
        (("--markdown", "/"), "cannot be written"),
        (("--model", "a/b", "--no-model"), "--model and --no-model contradict each other"),
    ],
)
def test_flags_that_cannot_be_used(measured: Callable[..., int], words: tuple[str, ...], told: str) -> None:
    with pytest.raises(CasesRefused, match=told):
        measured(*words)


@pytest.mark.parametrize(
    ("words", "answer", "code", "runs"),
    [
        pytest.param((), None, 2, 0, id="nobody can be asked"),
        pytest.param(("--yes",), None, 0, 1, id="it is said before"),
        pytest.param((), "y", 0, 1, id="yes"),
        pytest.param((), "\n", 0, 0, id="no"),
    ],
)
def test_calls_are_named_before_they_are_made(
    measured: Callable[..., int],
    bench: Bench,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    answer: str | None,
    code: int,
    runs: int,
) -> None:
    bench.most_calls = 2
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return answer or ""

    assert measured(*words, terminal=Terminal(lambda: answer is not None, ask)) == code

    assert bench.runs == runs
    told = "".join(asked) + capsys.readouterr().err
    assert ("1 cases are put to openai/gpt-5-mini: at most 2 calls." in told) is ("--yes" not in words)


@pytest.mark.parametrize(
    ("words", "prepared"),
    [((), (1, None, False)), (("--model", "a/b"), (1, "a/b", False)), (("--no-model",), (1, None, True))],
)
def test_the_model_is_as_it_is_said(
    measured: Callable[..., int],
    bench: Bench,
    words: tuple[str, ...],
    prepared: Any,  # noqa: ANN401
) -> None:
    assert measured(*words) == 0
    assert bench.prepared_with == [prepared]


def test_without_a_folder_the_users_own_cases_are_measured(parse: Parse, bench: Bench) -> None:
    with pytest.raises(CasesRefused, match="no case was kept with /recall wrong yet"):
        execute(parse("eval"), bench, NOBODY, io.StringIO())
    bench.own_cases.write_text('{"message": "tea?"}\n{"message": "tea?"}', encoding="utf-8")

    assert execute(parse("eval"), bench, NOBODY, io.StringIO()) == 0
    assert bench.prepared_with[0][0] == 2


def test_an_example_is_written_into_a_new_folder(
    parse: Parse, bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("eval", "--init", str(tmp_path / "example"))

    assert execute(parse(*words), bench, NOBODY, io.StringIO()) == 0

    assert (tmp_path / "example" / "notes" / "MEMORY.md").is_file()
    assert "Measure with: recall-sidecar eval" in capsys.readouterr().out
    with pytest.raises(CasesRefused, match="exists already; name a new folder"):
        execute(parse(*words), bench, NOBODY, io.StringIO())
