"""The installation that is measured: settings, notes, provider, and the daemon that has them."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import processes
from benchmarks.corpus import write_notes
from benchmarks.processes import Daemon
from benchmarks.wire import KeptAlive

__all__ = ["ANSWERING", "HANGING", "NO_MODEL", "PIECES", "House", "build_home", "house"]

# Three agents, since a turn's agent decides which model it gets.
ANSWERING, NO_MODEL, HANGING = "main", "plain", "hanging"
_SHORT = ("we", "go", "to", "it", "at", "an", "in", "on", "by", "up")
# Sixty of them, and less than the longest note, so that none is cut off.
PIECES = ("[1] ", *(f"{_SHORT[number % 10]} " for number in range(58)), "end.")
_FIRST_TOKEN_S = 0.3
_BETWEEN_S = 0.005

_SETTINGS = """\
[gate]
agents = ["*"]

[cache]
ttl_ms = 120000

# The model's words are made up, and verifying would leave them out.
[recall]
verify = false
mode = "always"

[model]
name = "bench/answers"
max_calls_per_hour = 0

[model.providers.bench]
api_base = "http://127.0.0.1:{port}/v1"

# Vectors for that many passages take minutes; what a question's own takes is measured apart.
[memory.embedding]
model = "off"

[[memory.folders]]
path = "{notes}"
name = "notes"

[agents.plain.model]
name = ""
use_turn_model = false

[agents.hanging.model]
name = ""

[agents.hanging.recall]
extract = false
"""


@dataclass(frozen=True, slots=True)
class House:
    """What the measurements of one run share."""

    home: Path
    echo: KeptAlive
    provider_port: int
    daemon: Daemon
    ours: KeptAlive


def script() -> list[dict[str, Any]]:
    """Return what the provider does: hang for one kind of model, answer in pieces for the rest."""
    said: list[dict[str, Any]] = [step for piece in PIECES for step in ({"say": piece}, {"wait": _BETWEEN_S})]
    return [
        {"when": '"hangs-', "steps": [{"hang": True}], "repeat": True},
        {"steps": [{"wait": _FIRST_TOKEN_S}, *said], "repeat": True},
    ]


def build_home(home: Path, *, passages: int, provider_port: int) -> Path:
    """Write settings and notes into `home`, and return it."""
    notes = home / "notes"
    write_notes(notes, passages=passages, chars=1000)
    config = home / "config"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(_SETTINGS.format(port=provider_port, notes=notes), encoding="utf-8")
    return home


@contextlib.contextmanager
def house(
    folder: Path, *, passages: int, needs_model: bool, said: list[dict[str, Any]] | None = None
) -> Iterator[House]:
    """Start everything, wait until the notes are read and, if it is needed, the model can be called.

    `said` is what the provider does, `script()` where it is left out.
    """
    with processes.provider(folder, script() if said is None else said) as port, processes.echo() as echo:
        home = build_home(folder / "home", passages=passages, provider_port=port)
        with processes.daemon(home) as running:
            running.wait_until_ready("memory", *(["model"] if needs_model else []))
            with running.connect() as ours:
                yield House(home, echo, port, running, ours)
