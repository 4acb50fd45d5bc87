"""`recall-sidecar demo`: a real daemon over sample notes, four turns, and what became of each.

Everything lives in a temporary folder that is removed afterwards: the user's own settings and notes are not touched.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recall_sidecar.cli.output import say
from recall_sidecar.errors import RecallSidecarError

__all__ = ["EPILOG", "HELP", "NAME", "TURNS", "DemoTurn", "add_arguments", "run"]

NAME = "demo"
HELP = """\
Show the main job on sample notes: start a daemon in a temporary folder, send it four turns as OpenClaw would, and print
what it puts before each prompt and why. No key and no network are needed."""
EPILOG = """\
examples:
  recall-sidecar demo
  recall-sidecar demo --model openai/gpt-5-mini       let a model judge, with the key in OPENAI_API_KEY
  recall-sidecar demo --model ollama/qwen3:4b         a model on this machine
"""
_START_S = 20.0
_WARM_S = 60.0


@dataclass(frozen=True, slots=True)
class DemoTurn:
    """One turn of the demo: what it shows, what the user says, and how it differs from a direct chat."""

    title: str
    text: str
    context: Mapping[str, Any] = field(default_factory=dict)


TURNS = (
    DemoTurn("Memory helps", "When should I be at the station for Copenhagen, and which seat did I book?"),
    DemoTurn("用中文提问", "家里的猫可以吃什么罐头？"),
    DemoTurn("Nothing relevant", "Explain how a violin bow makes a string vibrate."),
    DemoTurn(
        "A group chat, which may not see private memory",
        "Which medicine is Mara allergic to?",
        {"sessionKey": "agent:main:telegram:group:-100200300", "chatId": "-100200300"},
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "--model",
        metavar="PROVIDER/MODEL",
        help="model that judges the hits (default: none, extracts answer)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the demo and return its exit code."""
    with tempfile.TemporaryDirectory(prefix="recall-demo-") as folder:
        home = Path(folder)
        notes = _set_up(home, arguments.model)
        say("The notes that memory is made of:\n")
        for note in notes:
            say(f"--- {note.relative_to(home / 'workspace')}\n{note.read_text(encoding='utf-8').strip()}\n")
        with _daemon(home, wants_model=bool(arguments.model)) as daemon:
            for number, turn in enumerate(TURNS, 1):
                _show(daemon, number, turn)
    say(_CLOSING if arguments.model else f"{_CLOSING}\n{_WITH_MODEL}")
    return 0


_CLOSING = """\
That was a real daemon over real files. For your own notes:
  recall-sidecar config import-openclaw ~/.openclaw/openclaw.json --write     or write [[memory.folders]] yourself
  recall-sidecar doctor
  recall-sidecar serve"""
_WITH_MODEL = """\
Without a model the best sentences answer as they stand. To let a model judge and summarise them:
  make demo MODEL=openai/gpt-5-mini     (or any provider/model; its key in the environment)"""


def _set_up(home: Path, model: str | None) -> list[Path]:
    """Write notes and settings into `home`; return the notes."""
    from recall_sidecar.paths import Paths, shipped

    paths = Paths.below(home)
    workspace = home / "workspace"
    shutil.copytree(shipped("config") / "examples" / "workspace", workspace)
    paths.config_dir.mkdir(parents=True)
    chosen = f'name = "{model}"\n' if model else ""
    paths.config_file.write_text(
        f'[server]\ntcp = false\n\n[model]\n{chosen}use_turn_model = false\n\n[[memory.folders]]\npath = "{workspace}"\n',
        encoding="utf-8",
    )
    return sorted(workspace.rglob("*.md"))


@contextmanager
def _daemon(home: Path, *, wants_model: bool) -> Iterator[Any]:
    """Run a daemon on `home` as a process of its own and give a client to it once it is ready."""
    from recall_sidecar.client import DaemonClient
    from recall_sidecar.paths import HOME_VARIABLE, Paths
    from recall_sidecar.settings.load import process_environment

    log = home / "daemon.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "recall_sidecar", "serve"],
            env={**process_environment(), HOME_VARIABLE: str(home)},
            stdout=output,
            stderr=output,
        )
        try:
            paths = Paths.below(home)
            yield _until(
                lambda: _ready(DaemonClient.find(paths)), process, log, _WARM_S if wants_model else _START_S
            )
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _ready(daemon: Any) -> Any:  # noqa: ANN401 -- a DaemonClient, imported only when it is needed
    return daemon if daemon is not None and daemon.get("/readyz", also=(503,)).get("ready") else None


def _until(look: Any, process: "subprocess.Popen[bytes]", log: Path, seconds: float) -> Any:  # noqa: ANN401
    """Return what `look` finds, in so many seconds at most."""
    give_up = time.monotonic() + seconds
    sys.stderr.write("Starting the daemon ")
    while time.monotonic() < give_up and process.poll() is None:
        if (found := look()) is not None:
            sys.stderr.write("\n")
            return found
        sys.stderr.write(".")
        sys.stderr.flush()
        time.sleep(0.1)
    message = (
        f"the demo's daemon did not get ready: {log.read_text(encoding='utf-8', errors='replace').strip()}"
    )
    raise RecallSidecarError(message)


def _show(daemon: Any, number: int, turn: DemoTurn) -> None:  # noqa: ANN401
    from recall_sidecar.trace_json import from_json
    from recall_sidecar.trace_report import explain

    answer = daemon.post("/v1/hooks/before_prompt_build", _event(number, turn))
    trace = from_json(daemon.get(f"/v1/traces/{answer['traceId']}")["trace"])
    say(f"{'=' * 100}\n{number}. {turn.title}\n\n   user: {turn.text}\n")
    say(
        f"What goes before the prompt:\n\n{answer['prependContext'] or '(nothing)'}\n\n{answer['statusLine']}\n\n{explain(trace)}\n"
    )


def _event(number: int, turn: DemoTurn) -> dict[str, Any]:
    """Return the turn as OpenClaw's `before_prompt_build` hook reports it."""
    return {
        "v": 1,
        "host": "openclaw",
        "blockLifetime": "turn",
        "event": {"prompt": turn.text, "currentUserMessage": turn.text, "messages": []},
        "ctx": {
            "agentId": "main",
            "sessionKey": "agent:main:telegram:direct:42",
            "sessionId": "demo",
            "runId": f"demo-{number}",
            "trigger": "user",
            "messageProvider": "telegram",
            "channelId": "42",
            "senderId": "42",
            "inputProvenance": {"kind": "external_user"},
            **turn.context,
        },
    }
