"""Measure our OpenClaw plugin beside the bundled active-memory, on two real gateways in one run.

`python -m benchmarks.openclaw` prints a table, `--json` one JSON object, `--docs` also writes the table into
docs/openclaw-benchmark.md, `--quick` measures a little of everything. It takes about twelve minutes and needs the
gateway that `make openclaw` installs. Figures of a busy machine are noise: trust ratios, and runs of a quiet hour.
"""

import argparse
import asyncio
import itertools
import json
import re
import sys
import tempfile
from pathlib import Path

from benchmarks.gateways import report
from benchmarks.gateways.progress import Progress
from benchmarks.gateways.results import Results
from benchmarks.gateways.rig import rig
from benchmarks.gateways.scale import FULL, QUICK, Scale
from benchmarks.gateways.schedule import compare, next_turns, without_daemon
from tests.openclaw.facts import FACTS
from tests.openclaw.packages import Packages

PAGE = Path(__file__).parents[1] / "docs" / "openclaw-benchmark.md"
_TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end -->)", re.DOTALL)


async def measure(folder: Path, scale: Scale, say: Progress) -> Results:
    """Run everything once, in `folder`."""
    say.stage("starting two gateways and the daemon")
    async with rig(folder) as at:
        facts = itertools.cycle(FACTS)
        compared = {ms: await compare(at, scale, ms, facts, say) for ms in scale.latencies_ms}
        await at.provider.set(latency_ms=0)
        peer = await next_turns(at.peer, scale.peer_pairs, scale, say)
        ours = await next_turns(at.ours, scale.pairs, scale, say)
        resident_mb = at.ours.resident_mb()
        down = await without_daemon(at.ours, scale, say)
    say.end()
    return Results(compared, ours, peer, down, resident_mb)


def write_page(page: Path, rows: list[report.Line]) -> None:
    """Put the table in the place of the one that stands between the page's marks."""
    table = report.markdown(rows)
    page.write_text(_TABLE.sub(lambda _: f"{table}\n", page.read_text("utf-8")), "utf-8")


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and return 0 when every goal is met, 1 when not (`--json` and `--quick` always return 0)."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.openclaw",
        description="Measure our OpenClaw plugin beside the bundled active-memory.",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else on stdout"
    )
    parser.add_argument(
        "--docs", action="store_true", help="also write the table into docs/openclaw-benchmark.md"
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure little: to see that it works, not how fast it is"
    )
    arguments = parser.parse_args(argv)
    if not Packages.discover().are_there:
        parser.exit(2, "The OpenClaw gateway is not installed. Run: make openclaw\n")
    with tempfile.TemporaryDirectory(prefix="recall-bench-") as name:
        results = asyncio.run(measure(Path(name), QUICK if arguments.quick else FULL, Progress()))
    rows = list(report.lines(results))
    if arguments.docs:
        write_page(PAGE, rows)
    if arguments.json:
        print(json.dumps(results.figures()))
        return 0
    print(report.text(rows))
    return 0 if arguments.quick or all(row.is_met is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
