"""Measure our memory search beside OpenClaw's own, over the same files, each through its HTTP route.

`python -m benchmarks.openclaw_search` prints a table, `--json` one JSON object, `--docs` also writes the table into
docs/openclaw-benchmark.md. Both search by words, as OpenClaw does without an embedding service; ours is measured
with its meanings too, as it comes. It needs the gateway that `make openclaw` installs.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.gateways.lookups import SIZES, Looked, lookups
from benchmarks.gateways.progress import Progress
from benchmarks.rows import Row, table
from tests.openclaw.packages import Packages

PAGE = Path(__file__).parents[1] / "docs" / "openclaw-benchmark.md"
_TABLE = re.compile(r"(?<=<!-- search -->\n).*?(?=<!-- end of search -->)", re.DOTALL)
# Five times faster.
_GOAL = 0.2


async def measure(folder: Path, sizes: Sequence[int], rounds: int, say: Progress) -> list[Looked]:
    """Measure every size, each with a gateway and daemons of its own, in `folder`."""
    return [await lookups(folder / f"{size}", size, rounds, say) for size in sizes]


def rows(measured: Sequence[Looked]) -> list[Row]:
    """Return the figures beside their goals."""
    found: list[Row] = []
    for looked in measured:
        peer = looked.peer
        for name, ours in looked.ours.items():
            goal = _GOAL if name == "words" else None
            label = f"{looked.files} files, {name}, time beside theirs"
            found.append(
                Row(
                    f"ratio_{name}_{looked.files}", label, ours.figures.p50 / peer.figures.p50, "×", goal,
                    ours.figures, peer.figures,
                )
            )  # fmt: skip
            missed = float(max(peer.right - ours.right, 0))
            note = f"right fact: ours {ours.right}, theirs {peer.right} of {looked.facts}"
            found.append(
                Row(f"missed_{name}_{looked.files}", f"{looked.files} files, {name}, facts behind theirs", missed, "", 0.0, note=note)
            )  # fmt: skip
    return found


def markdown(measured: Sequence[Looked]) -> str:
    """Return the table for the page."""
    lines = [
        "| files | | OpenClaw's `memory_search` | ours, words alone | ours, as it comes |",
        "|---|---|---|---|---|",
    ]
    for looked in measured:
        every = (looked.peer, *(looked.ours[name] for name in ("words", "meanings")))
        p50 = looked.peer.figures.p50
        times = (
            f"{each.figures.p50:.1f} ms (p95 {each.figures.p95:.1f})"
            + (f", × {each.figures.p50 / p50:.2f}" if each is not looked.peer else "")
            for each in every
        )
        right = (f"{each.right} of {looked.facts}" for each in every)
        lines += [
            f"| {looked.files:,} | time, p50 | {' | '.join(times)} |",
            f"| | right fact found | {' | '.join(right)} |",
        ]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and return 0 when every goal is met, 1 when not (`--json` always returns 0)."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.openclaw_search",
        description="Measure our memory search beside OpenClaw's own.",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else on stdout"
    )
    parser.add_argument(
        "--docs", action="store_true", help="also write the table into docs/openclaw-benchmark.md"
    )
    parser.add_argument(
        "--files", type=int, action="append", help=f"how many files; again for more ({SIZES})"
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each question is asked (5)")
    arguments = parser.parse_args(argv)
    if not Packages.discover().are_there:
        parser.exit(2, "The OpenClaw gateway is not installed. Run: make openclaw\n")
    say = Progress()
    with tempfile.TemporaryDirectory(prefix="recall-bench-") as name:
        measured = asyncio.run(measure(Path(name), arguments.files or SIZES, max(arguments.rounds, 1), say))
    say.end()
    if arguments.docs:
        text = PAGE.read_text("utf-8")
        PAGE.write_text(_TABLE.sub(lambda _: f"{markdown(measured)}\n", text), "utf-8")
    if arguments.json:
        print(json.dumps({key: value for looked in measured for key, value in looked.flat().items()}))
        return 0
    found = rows(measured)
    print(table(found))
    return 0 if all(row.is_met is not False for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
