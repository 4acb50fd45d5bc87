"""Notes that change all the time, searches all the time, and a daemon that is killed every few seconds: is anything lost?

`python -m benchmarks.soak` runs for three minutes (`--seconds`), prints figures, and ends with 1 when a file was lost, a
hit was stale, a request failed while the daemon was up, or its event loop stood still. `--json` prints one JSON object.
The gap of an empty loop in the same time says what the machine alone does to one: a longer one of ours counts as wrong
only when it is also the longer of the two.
"""

import argparse
import contextlib
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks import processes
from benchmarks.figures import Figures
from benchmarks.rows import Row, table
from benchmarks.soak_notes import Notes
from benchmarks.soak_searchers import Searchers, Stage, found_in, search_body
from benchmarks.ticking import gaps
from recall_sidecar.paths import Paths

__all__ = ["Soak", "main", "soak"]

_SEARCHERS = 8
_KILL_AFTER_S = (2.0, 6.0)
# A busy machine takes longer to catch up; what is not right by then never will be.
_SETTLES_WITHIN_S = 60.0
_LOOK_EVERY_S = 1.0
_GAP_MS = 50.0
_LAST_GONE = 300
_BETWEEN_CHANGES_S = 0.1
_SETTINGS = """\
[server]
port = 0

[model]
use_turn_model = false

[memory.embedding]
model = "{embedding}"

[[memory.folders]]
path = "{notes}"
layout = "plain"
"""


@dataclass
class Soak:
    """What a run came to."""

    searchers: Searchers
    kills: int = 0
    lost: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    damage: list[str] = field(default_factory=list)
    gap_ms: float = 0.0
    bare_gap_ms: float = 0.0
    long_gaps: int = 0
    long_bare_gaps: int = 0

    @property
    def faults(self) -> list[str]:
        """Everything that must not have been."""
        stood_still = self.gap_ms > max(_GAP_MS, self.bare_gap_ms)
        gap = [f"the event loop stood still for {self.gap_ms:.0f} ms"] if stood_still else []
        return [*self.searchers.wrong, *self.lost, *self.stale, *self.damage, *gap]

    def rows(self) -> Iterator[Row]:
        """Yield the figures."""
        notes, late = self.searchers.notes, self.searchers.late_ms
        yield Row("changes", "changes of notes", notes.changes, "")
        yield Row("kills", "kill -9 and start", self.kills, "")
        yield Row("requests", "requests answered", sum(self.searchers.asked.values()), "")
        yield Row("wrong_answers", "wrong answers while the daemon was up", len(self.searchers.wrong), "", 0)
        yield Row("lost", "notes lost after settling", len(self.lost), "", 0, note=f"of {len(notes.live)}")
        yield Row(
            "stale",
            "stale hits after settling",
            len(self.stale),
            "",
            0,
            note=f"of {min(len(notes.died), _LAST_GONE)}",
        )
        yield Row("damage", "faults of the index file", len(self.damage), "", 0)
        if late:
            figures = Figures.of(late)
            yield Row("fresh_p50_ms", "change to hit, p50", figures.p50, "ms", 300, figures)
            yield Row("fresh_max_ms", "change to hit, longest", figures.largest, "ms", 2000)
        note = f"over {_GAP_MS:.0f} ms: {self.long_gaps}, empty loop {self.long_bare_gaps}"
        yield Row("loop_gap_max_ms", "longest event-loop gap", self.gap_ms, "ms", _GAP_MS, note=note)
        yield Row("loop_gap_bare_ms", "the same in an empty loop", self.bare_gap_ms, "ms")


def soak(folder: Path, *, seconds: float, embedding: str, seed: int) -> Soak:
    """Run it in `folder`."""
    home = folder / "home"
    notes = Notes(folder / "notes", seed)
    (home / "config").mkdir(parents=True)
    settings = _SETTINGS.format(embedding=embedding, notes=notes.folder)
    (home / "config" / "config.toml").write_text(settings, encoding="utf-8")
    searchers = Searchers(notes, Stage())
    run = Soak(searchers)
    with processes.idle_loop(folder / "bare.gaps"), ThreadPoolExecutor(_SEARCHERS + 2) as pool:
        work = [pool.submit(searchers.search, seed + number) for number in range(_SEARCHERS)]
        until = time.monotonic() + seconds
        work.append(pool.submit(_write, notes, searchers, until, pool))
        try:
            _kill_again_and_again(run, home, folder, until, random.Random(seed))  # noqa: S311
        finally:
            searchers.stage.is_over.set()
        for each in work:
            each.result()
    reports = sorted(folder.glob("*.gaps"))
    ours = [gap for report in reports if report.stem != "bare" for _, gap in gaps(report)]
    run.gap_ms, run.long_gaps = max(ours, default=10.0), sum(gap > _GAP_MS for gap in ours)
    bare = [gap for _, gap in gaps(folder / "bare.gaps")]
    run.bare_gap_ms, run.long_bare_gaps = max(bare, default=10.0), sum(gap > _GAP_MS for gap in bare)
    run.damage.extend(_damage(Paths.below(home).index_file))
    return run


def _write(notes: Notes, searchers: Searchers, until: float, pool: ThreadPoolExecutor) -> None:
    following = None
    while time.monotonic() < until:
        said = notes.change()
        if said is not None and (following is None or following.done()):
            following = pool.submit(searchers.follow, said, time.monotonic())
        time.sleep(_BETWEEN_CHANGES_S * random.random())  # noqa: S311


def _kill_again_and_again(run: Soak, home: Path, folder: Path, until: float, rng: random.Random) -> None:
    stage = run.searchers.stage
    is_last = False
    while not is_last:
        lives_s = rng.uniform(*_KILL_AFTER_S)
        is_last = time.monotonic() + lives_s >= until
        with processes.daemon(home, ticks=folder / f"{run.kills:04}.gaps") as running:
            stage.rises(running.port, running.token)
            if is_last:
                time.sleep(max(until - time.monotonic(), 0) + _LOOK_EVERY_S)
                stage.is_over.set()
                _settle(run, running)
            else:
                time.sleep(lives_s)
            stage.falls()
            if not is_last:
                running.process.kill()
                running.process.wait()
                run.kills += 1
                _say(
                    f"{run.kills} kills, {run.searchers.notes.changes} changes, {len(run.searchers.wrong)} wrong"
                )


def _settle(run: Soak, running: processes.Daemon) -> None:
    """Give the memory time to catch up, and keep what it has wrong in the end."""
    ends = time.monotonic() + _SETTLES_WITHIN_S
    _check(run, running)
    while (run.lost or run.stale) and time.monotonic() < ends:
        time.sleep(_LOOK_EVERY_S)
        run.lost.clear()
        run.stale.clear()
        _check(run, running)


def _check(run: Soak, running: processes.Daemon) -> None:
    """Hold the memory against the notes, now that nobody changes them."""
    notes = run.searchers.notes
    with running.connect() as connection:
        for path, said in notes.live.items():
            hits = json.loads(connection.post("/v1/memory/search", search_body(said))[1])["hits"]
            if not any(hit["path"] == path and said in hit["text"].split() for hit in hits):
                run.lost.append(f"{path} is not found by {said}")
        # Asking for every one would take longer than the run; what went last is the likeliest to linger.
        for said in [*notes.died][-_LAST_GONE:]:
            reply = json.loads(connection.post("/v1/memory/search", search_body(said))[1])
            if said in found_in(reply):
                run.stale.append(f"{said} is found and no note says it")
        memory = json.loads(connection.get("/v1/status"))["memory"]
    if memory["files"] != len(notes.live):
        run.lost.append(f"the index has {memory['files']} files, and there are {len(notes.live)}")


def _damage(index_file: Path) -> list[str]:
    found = [f"a damaged index: {each.name}" for each in index_file.parent.glob("*.corrupt-*")]
    with contextlib.closing(sqlite3.connect(index_file)) as connection:
        (said,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.execute("INSERT INTO words(words) VALUES ('integrity-check')")
    return found if said == "ok" else [*found, f"integrity_check: {said}"]


def main(argv: list[str] | None = None) -> int:
    """Run, print, and return 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=180.0, help="how long notes change (default: 180)")
    parser.add_argument("--embedding", choices=("minilm", "off"), default="minilm", help="default: minilm")
    parser.add_argument(
        "--seed", type=int, default=int(time.monotonic()), help="of the changes and questions"
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else on stdout"
    )
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="recall-soak-") as name:
        run = soak(Path(name), seconds=arguments.seconds, embedding=arguments.embedding, seed=arguments.seed)
    rows = list(run.rows())
    if arguments.json:
        figures = {row.key: round(row.value, 3) for row in rows}
        print(json.dumps({**figures, "asked": dict(run.searchers.asked), "faults": run.faults[:50]}))
    else:
        print(table(rows))
        print("\n".join(f"  {count:7} {what}" for what, count in sorted(run.searchers.asked.items())))
        print("\n".join(f"! {fault}" for fault in run.faults[:50]))
    return 1 if run.faults else 0


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
