"""What the pages tell people to write works; that they name everything is held by test_docs.py."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from recall_sidecar.cli.main import COMMANDS, Entry, build_parser
from recall_sidecar.outcomes import SkipReason, UnavailableReason
from recall_sidecar.prompts import PromptStyle
from recall_sidecar.server.openapi import document
from recall_sidecar.server.routes import ROUTES
from recall_sidecar.settings.load import load_file
from tests.pages import README, ROOT, pages

ALL = pages()
PATHS = set(document(ROUTES)["paths"])


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def blocks(language: str) -> list[object]:
    return [
        pytest.param(block, id=f"{page.name} {number}")
        for page in ALL
        for number, block in enumerate(page.blocks(language), 1)
    ]


def commands() -> list[object]:
    """Return every line of shell that runs our command."""
    lines = [
        (page.name, line)
        for page in ALL
        for block in page.blocks("sh")
        for line in block.splitlines()
        if line.startswith("recall-sidecar ")
    ]
    return [pytest.param(line, id=f"{name}: {line}") for name, line in dict.fromkeys(lines)]


@pytest.mark.parametrize("block", blocks("toml"))
def test_a_block_of_toml_is_a_file_that_loads(block: str, tmp_path: Path) -> None:
    table = tomllib.loads(block)
    file = tmp_path / "config.toml"
    file.write_text(block, "utf-8")

    if "instructions" in table:
        assert PromptStyle.model_validate(table).name == table["name"]
    else:
        assert load_file(file).sources


@pytest.mark.parametrize("block", blocks("json"))
def test_a_block_of_json_is_json(block: str) -> None:
    assert isinstance(json.loads(block), dict)


@pytest.mark.parametrize("line", commands())
def test_a_command_is_understood(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]

    assert build_parser([words[0]]).parse_args(words) is not None


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))

    named = {name for page in ALL for name in re.findall(r"(?m)(?:^|`)make ([a-z-]+)", page.text)}

    assert named
    assert named <= targets


def test_the_index_lists_every_page() -> None:
    index = text_of("README.md")

    missing = [path.name for path in (ROOT / "docs").glob("*.md") if f"({path.name})" not in index]

    assert missing == ["README.md"]


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.name) for entry in COMMANDS])
def test_every_command_is_in_the_readme(entry: Entry) -> None:
    assert f"| `{entry.name}` |" in README.text


@pytest.mark.parametrize("reason", [*SkipReason, *UnavailableReason])
def test_every_reason_has_its_remedy(reason: SkipReason | UnavailableReason) -> None:
    assert f"| `{reason.value}` |" in text_of("troubleshooting.md")


@pytest.mark.parametrize("style", sorted(path.stem for path in (ROOT / "prompt_styles").glob("*.toml")))
def test_every_prompt_style_is_described(style: str) -> None:
    assert f"| `{style}` |" in text_of("prompt-styles.md")


def test_a_hook_calls_a_route_that_exists() -> None:
    called = re.findall(r"(?:localhost|127\.0\.0\.1:23517)(/v1/[\w/-]+)", "".join(page.text for page in ALL))

    assert called
    assert set(called) <= PATHS
