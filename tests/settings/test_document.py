"""The documentation is what the code says."""

import re
import tomllib
from pathlib import Path

import pytest

from recall_sidecar.llm import order
from recall_sidecar.paths import shipped
from recall_sidecar.settings.document import (
    BEGIN,
    END,
    between_markers,
    default_file,
    reference,
    rewrite,
    toml_value,
)
from recall_sidecar.settings.load import load_file
from recall_sidecar.settings.resolve import DEFAULT, Layer, resolve
from recall_sidecar.settings.tables import Settings

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "config" / "examples").glob("*.toml"))


def test_the_default_file_is_what_the_code_writes() -> None:
    assert (shipped("config") / "config.default.toml").read_text(encoding="utf-8") == default_file()


def test_the_pages_hold_what_the_code_writes() -> None:
    pages = [
        page
        for page in (ROOT / "docs" / "settings.md", ROOT / "README.md", ROOT / "README.zh-CN.md")
        if page.exists()
    ]

    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert text == between_markers(text, reference())


def test_the_default_file_sets_nothing() -> None:
    loaded = resolve([Layer("file", tomllib.loads(default_file()))])

    assert loaded.base == Settings()
    assert loaded.agents == {}


def test_the_default_file_shows_every_default() -> None:
    uncommented = re.sub(r"^# (?=[a-z_]+ = )", "", default_file(), flags=re.MULTILINE)

    loaded = resolve([Layer("file", tomllib.loads(uncommented))])

    assert loaded.base == Settings()
    assert loaded.source("privacy.secret_patterns") != DEFAULT


def test_the_examples_in_the_default_file_are_valid() -> None:
    uncommented = re.sub(r"^## ", "", default_file(), flags=re.MULTILINE)

    loaded = resolve([Layer("file", tomllib.loads(uncommented))])

    assert loaded.base.memory.folders[0].rules[0].paths == "memory/imports/**"
    assert loaded.base.model.providers["NAME"].kind == "openai"
    assert loaded.for_agent("work").query.mode == "full"


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in EXAMPLES])
def test_every_example_loads_without_problems(file: Path) -> None:
    assert load_file(file).base != Settings()


def test_the_example_without_a_model_recalls_and_has_none_to_ask() -> None:
    settings = load_file(ROOT / "config" / "examples" / "no-model.toml").base

    chosen, _ = order.choose(
        ("openai", "gpt-5-mini"), settings.model, can_reach=lambda _: True, is_local=lambda _: False
    )

    assert chosen is None
    assert settings.recall.mode == "auto"


def test_there_are_the_five_examples() -> None:
    assert [file.stem for file in EXAMPLES] == [
        "every-host",
        "no-model",
        "ollama",
        "openclaw",
        "several-agents",
    ]


def test_text_goes_between_the_markers_and_nowhere_else() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"

    assert between_markers(page, "new\n") == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert between_markers(between_markers(page, "x\n"), "new\n") == between_markers(page, "new\n")


def test_rewriting_brings_the_files_up_to_date_and_makes_no_new_pages(tmp_path: Path) -> None:
    for name in ("config", "docs"):
        (tmp_path / name).mkdir()
    page = tmp_path / "docs" / "settings.md"
    page.write_text(f"{BEGIN}{END}", encoding="utf-8")

    rewrite(tmp_path)

    assert (tmp_path / "config" / "config.default.toml").read_text(encoding="utf-8") == default_file()
    assert page.read_text(encoding="utf-8") == between_markers(f"{BEGIN}{END}", reference())
    assert not (tmp_path / "README.md").exists()


@pytest.mark.parametrize("page", ["no markers", f"only {BEGIN}", f"only {END}"])
def test_a_page_without_both_markers_stays_as_it_is(page: str) -> None:
    assert between_markers(page, "new") == page


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(True, id="a flag"),
        pytest.param('say "hi"\n\x1b', id="text with quotes and controls"),
        pytest.param(["a", 1.5], id="a list"),
        pytest.param([{"path": "/a", "agents": ["x"]}, {}], id="a list of tables"),
        pytest.param({"a.b": {"c": [1]}}, id="a table"),
    ],
)
def test_a_value_is_spelled_as_toml(value: object) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}") == {"x": value}
