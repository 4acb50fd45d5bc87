"""Cases are measured with the user's settings, on notes of their own or on the user's memory."""

import gc
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.cli.eval_bench import LocalBench, flags_of, most_calls
from recall_sidecar.errors import SettingsError
from recall_sidecar.evaluation.cases import Case
from recall_sidecar.evaluation.folder import Suite, read_cases
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.settings.resolve import Layer, LoadedSettings, resolve

TEA = Case.model_validate({"id": "a", "message": "which tea does Mara like?", "expect": [{"text": "oolong"}]})


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


def _loaded(**tables: Any) -> LoadedSettings:  # noqa: ANN401
    return resolve([Layer("file", tables)])


@pytest.mark.parametrize(
    ("tables", "calls"),
    [
        pytest.param({}, 0, id="no model"),
        pytest.param({"model": {"name": "openai/gpt-5-mini"}}, 4, id="a search again for each"),
        pytest.param({"model": {"fallback": "a/b"}, "recall": {"max_tool_rounds": 0}}, 2, id="one call each"),
        pytest.param({"model": {"name": "host"}}, 0, id="a host's model, which nobody lends"),
        pytest.param({"model": {"name": "a/b"}, "recall": {"mode": "off"}}, 0, id="no sub-agent"),
        pytest.param({"agents": {"work": {"model": {"name": "a/b"}}}}, 2, id="one agent's model"),
    ],
)
def test_the_calls_that_cases_make_at_most(tables: dict[str, Any], calls: int) -> None:
    suite = Suite((TEA, TEA.model_copy(update={"agent": "work"})))

    assert most_calls(suite, _loaded(**tables)) == calls


@pytest.mark.parametrize(
    ("notes", "model", "flags"),
    [
        pytest.param((), None, {}, id="as it is set"),
        pytest.param((), "a/b", {"model.name": "a/b", "agents.work.model.name": "a/b"}, id="a model for everyone"),
        pytest.param(
            (), "",
            {f"{table}model.{name}": "" for table in ("", "agents.work.") for name in ("name", "primary", "fallback")},
            id="no model",
        ),
        pytest.param(
            (Path("/n/notes"),), None,
            {
                "memory.folders": [{"path": "/n/notes", "name": "notes"}], "memory.mcp": [],
                "memory.openclaw.enabled": False, "memory.capture.enabled": False,
                "agents.work.memory.openclaw.enabled": False, "agents.work.memory.capture.enabled": False,
            },
            id="notes of their own",
        ),
    ],
)  # fmt: skip
def test_what_wins_over_the_users_settings(
    notes: tuple[Path, ...], model: str | None, flags: dict[str, Any]
) -> None:
    always = {"trace.history": False, "trace.persist_transcripts": False}

    assert flags_of(Suite((TEA,), notes), ("work",), model=model) == always | flags


def test_the_users_own_memory_is_asked_and_left_as_it_is(paths: Paths, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "MEMORY.md").write_text("# Drinks\n\nMara likes oolong tea in the morning.\n", encoding="utf-8")
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text(
        f'[trace]\nhistory = true\n[[memory.folders]]\npath = "{notes}"\n', encoding="utf-8"
    )
    bench = LocalBench(paths)

    run = bench.prepared(Suite((TEA,)), model=None, no_model=False)
    measured = bench.measured(run, io.StringIO())

    assert (run.most_calls, run.about.model, run.about.memory) == (0, "none, extracts answer", "your own")
    assert measured.figure("right").value == 1.0
    assert not paths.history_file.exists()
    assert not paths.conversations_dir.exists()


def test_the_example_is_measured_on_its_notes(paths: Paths) -> None:
    bench = LocalBench(paths)
    suite = read_cases(shipped("config") / "examples" / "cases")

    measured = bench.measured(bench.prepared(suite, model=None, no_model=True), io.StringIO())

    assert measured.figure("recall@5").value == 1.0
    assert (measured.figure("leaks").value, measured.figure("leaks").of) == (0.0, 1)
    assert measured.figure("failed").value == 0.0
    assert not paths.index_file.exists()


def test_a_model_is_named_as_it_will_be_asked(paths: Paths) -> None:
    bench = LocalBench(paths)

    run = bench.prepared(Suite((TEA,)), model="ollama/qwen3:4b", no_model=False)

    assert (run.most_calls, run.about.model) == (2, "ollama/qwen3:4b")
    with pytest.raises(SettingsError, match="must be provider/model"):
        bench.prepared(Suite((TEA,)), model="qwen3", no_model=False)
