"""Every search that the need step is learnt and measured with, from a folder that keeps them or made anew."""

import argparse
import json
from pathlib import Path
from typing import Final

from benchmarks.judgement.need_pairs import load, load_cases, puts
from benchmarks.judgement.need_rows import TRAINED_ON, Rows, rows_of
from benchmarks.judgement.need_search import Found, search
from benchmarks.quality.sets import found as sets_in

__all__ = ["add_options", "collected"]

_DATA: Final = Path(__file__).parents[3] / "shared" / "data"
_CASES: Final = Path(__file__).with_name("need_cases.jsonl")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare where sets, cases and searches are."""
    parser.add_argument("--data", type=Path, default=_DATA, help="folder of sets (default: ../shared/data)")
    parser.add_argument("--cases", type=Path, default=_CASES, help="the cases written for this project")
    parser.add_argument(
        "--cache",
        type=Path,
        default=Path(".need"),
        help="folder that keeps the searches, which take ten minutes",
    )


def collected(data: Path, cases: Path, cache: Path) -> Rows:
    """Return the rows of every search over the sets in `data` and the `cases`; those that `cache` lacks are made and kept."""
    sets = {folder.name: load(folder) for folder in sets_in(data)}
    written, idle_cases = load_cases(cases)
    with (data / "no_memory" / "texts.jsonl").open(encoding="utf-8") as lines:
        idle = [json.loads(line) for line in lines if line.strip()]
    lender = next((one for one in sets.values() if len(one.documents) > 1), None)
    documents = {
        (each.name, name): some for each in (*sets.values(), written) for name, some in each.documents.items()
    }
    found: list[Found] = []
    for one, messages in (*((one, idle) for one in sets.values()), (written, idle_cases)):
        folder = cache / one.name
        folder.mkdir(parents=True, exist_ok=True)
        found += search(documents, puts(one, lender, messages), folder)
    lent = frozenset() if lender is None or lender.name in TRAINED_ON else frozenset(lender.documents)
    return rows_of(found, lent)
