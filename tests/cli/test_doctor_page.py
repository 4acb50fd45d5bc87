"""The page on troubleshooting says what `doctor` says, in its own words."""

import re

import pytest

from tests.sources import ROOT

PAGE = (ROOT / "docs" / "troubleshooting.md").read_text("utf-8")
SECTION = PAGE.partition("## What `doctor` finds")[2].partition("\n## ")[0]
SAID = re.findall(r"(?m)^\| `([^`]+)` \|", SECTION)
FILES = (
    *(ROOT / "recall_sidecar" / "cli").glob("doctor*.py"),
    ROOT / "recall_sidecar" / "history_store.py",
    ROOT / "recall_sidecar" / "llm" / "failures.py",
)
SOURCES = "".join(file.read_text("utf-8") for file in FILES)


def test_there_is_much_to_find() -> None:
    assert len(SAID) > 25


@pytest.mark.parametrize("said", SAID)
def test_the_page_quotes_the_program(said: str) -> None:
    # What stands for a value is left out, and so is where a line of the source is broken.
    parts = [part.strip(" ,()") for part in re.split("…|40[14]|RECALL_HOOK_TOKEN", said)]

    assert [part for part in parts if part and part not in SOURCES] == []
