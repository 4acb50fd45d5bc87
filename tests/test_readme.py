"""The two READMEs say the same, and show what really happens."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.cli.demo import TURNS
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths
from tests.pages import README, README_ZH, ROOT, Page

NOTES = "# 2026-11-12\n\n- Moved the piano tuning to 4 December at 14:30.\n"
LANGUAGES = ("sh", "toml", "json", "text")


def remember(paths: Paths, folder: Path) -> None:
    """Make `folder` the memory of the installation, with no model to ask."""
    paths.config_dir.mkdir(parents=True)
    settings = f"[model]\nuse_turn_model = false\n[[memory.folders]]\npath = {json.dumps(str(folder))}\n"
    paths.config_file.write_text(settings, "utf-8")


def answer(paths: Paths, body: dict[str, Any]) -> dict[str, Any]:
    """Send a turn to a daemon made of the real parts, once its index is up to date."""
    with in_process(paths) as daemon:
        daemon.post("/v1/memory/refresh", {})
        return daemon.post("/v1/hooks/before_prompt_build", body)


def turns_in(page: Page) -> list[dict[str, Any]]:
    return [json.loads(block) for block in page.blocks("json") if '"event"' in block]


def test_both_have_the_same_headings_in_number_and_level() -> None:
    levels = [re.findall(r"(?m)^(#+) ", page.prose) for page in (README, README_ZH)]

    assert levels[0] == levels[1]
    assert len(levels[0]) > 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_have_the_same_number_of_blocks(language: str) -> None:
    assert len(README.blocks(language)) == len(README_ZH.blocks(language)) > 0


def test_both_show_the_same_files() -> None:
    assert README.blocks("json") == README_ZH.blocks("json")
    assert [tomllib.loads(block) for block in README.blocks("toml")] == [
        tomllib.loads(block) for block in README_ZH.blocks("toml")
    ]


def test_both_link_to_the_same_pages() -> None:
    of_each_other = {"README.md", "README.zh-CN.md"}

    assert set(README.links) - of_each_other == set(README_ZH.links) - of_each_other


def test_both_list_the_same_rows() -> None:
    first, rows = (
        [re.findall(pattern, page.text) for page in (README, README_ZH)]
        for pattern in (r"(?m)^\| `([\w-]+)` \|", r"(?m)^\| ")
    )

    assert first[0] == first[1]
    assert len(rows[0]) == len(rows[1])


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in (README, README_ZH)])
def test_the_block_that_is_shown_is_what_the_demo_gets(page: Page, paths: Paths) -> None:
    shown = next(block for block in page.blocks("text") if "<active_memory_plugin>" in block)
    (text,) = [turn.text for turn in TURNS if turn.text in shown]
    remember(paths, ROOT / "config" / "examples" / "workspace")

    got = answer(
        paths,
        {
            "host": "openclaw",
            "event": {"currentUserMessage": text},
            "ctx": {"sessionKey": "agent:main:telegram:direct:42", "trigger": "user", "channelId": "42"},
        },
    )

    assert got["prependContext"] in shown


@pytest.mark.parametrize("page", [README, Page(ROOT / "docs" / "hosts.md")], ids=lambda page: str(page.name))
def test_the_turn_of_a_program_of_ones_own_is_recalled(page: Page, paths: Paths, tmp_path: Path) -> None:
    (turn,) = turns_in(page)
    notes = tmp_path / "notes"
    (notes / "memory").mkdir(parents=True)
    (notes / "memory" / "2026-11-12.md").write_text(NOTES, "utf-8")
    remember(paths, notes)

    got = answer(paths, turn)

    assert (got["status"], got["reason"], got["trust"]) == ("ok", "no_model", "agent")
    assert "4 December at 14:30" in got["prependContext"]


def test_the_answer_that_is_shown_has_the_form_of_an_answer(paths: Paths, tmp_path: Path) -> None:
    page = Page(ROOT / "docs" / "hosts.md")
    (turn,) = turns_in(page)
    (shown,) = [json.loads(block) for block in page.blocks("json") if '"prependContext"' in block]
    notes = tmp_path / "notes"
    (notes / "memory").mkdir(parents=True)
    (notes / "memory" / "2026-11-12.md").write_text(NOTES, "utf-8")
    remember(paths, notes)

    got = answer(paths, turn)

    assert {**got, "traceId": ""} == {**shown, "traceId": ""}


@pytest.mark.parametrize("host", ["claude-code", "codex"])
def test_a_hook_snippet_calls_its_own_host_s_route(host: str) -> None:
    hooks = [json.loads(block)["hooks"] for block in README.blocks("json") if '"hooks"' in block]

    handlers = [entry["hooks"][0] for hook in hooks for entry in hook["UserPromptSubmit"]]

    called = [handler.get("url") or handler["command"] for handler in handlers]
    assert [f"/v1/hooks/{host}" in call for call in called].count(True) == 1


def test_the_claude_code_snippet_may_read_the_variable_it_sends() -> None:
    (handler,) = [
        json.loads(block)["hooks"]["UserPromptSubmit"][0]["hooks"][0]
        for block in README.blocks("json")
        if '"http"' in block
    ]

    sent = re.findall(r"\$(\w+)", handler["headers"]["Authorization"])

    assert sent == handler["allowedEnvVars"]
