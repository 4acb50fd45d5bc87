"""Measure what recall costs a turn: time, tokens, and how much of the main model's prompt stays the same from turn to turn.

`python -m benchmarks.judgement.cost` runs the daemon beside a scripted provider (first token after 300 ms), has a
conversation at each host, and puts each block where that host puts it. Beside it stands the same conversation without recall, and
one with the block in the system prompt, where no host is asked to put it. `--json` prints one JSON object. `--data` is taken and
not needed: the notes are made up.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.bodies import TurnBodies, direct
from benchmarks.corpus import fact_question, unanswered_question
from benchmarks.figures import Figures
from benchmarks.house import ANSWERING, NO_MODEL, House, house
from benchmarks.judgement.placement import PLACES, Past, identical
from benchmarks.quality.progress import Progress

_PASSAGES: Final = 500
_CHARS_PER_TOKEN: Final = 4
# The main request of OpenClaw with no history is about so large, tool schemas included.
_SYSTEM_CHARS: Final = 132_000
_REPLY_CHARS: Final = 600
_FIRST_TOKEN_S: Final = 0.3
_BETWEEN_S: Final = 0.005
# Who is asked, what makes a turn of a question, and where the block goes.
_ASKED: Final = (
    ("openclaw", "openclaw", ANSWERING),
    ("openclaw, no model", "openclaw", NO_MODEL),
    ("claude-code", "claude-code", ""),
    ("codex", "codex", ""),
    ("gemini", "gemini", ""),
    ("system prompt", "openclaw", ANSWERING),
)


@dataclass(slots=True)
class Cost:
    """What the turns of one conversation cost."""

    waited_ms: list[float] = field(default_factory=list)
    recalled_ms: list[float] = field(default_factory=list)
    block_tokens: list[float] = field(default_factory=list)
    model_tokens: list[float] = field(default_factory=list)
    model_calls: int = 0
    same: list[float] = field(default_factory=list)
    same_without: list[float] = field(default_factory=list)
    new_tokens: list[float] = field(default_factory=list)
    new_tokens_without: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return the figures, per turn."""
        waited = Figures.of(self.waited_ms)
        return {
            "turns": len(self.waited_ms),
            "blocks": sum(tokens > 0 for tokens in self.block_tokens),
            "added_p50_ms": round(waited.p50, 1),
            "added_p95_ms": round(waited.p95, 1),
            "recalled_p50_ms": round(Figures.of(self.recalled_ms or [0.0]).p50, 1),
            "block_tokens": round(_mean(self.block_tokens), 1),
            "model_calls": self.model_calls,
            "model_tokens": round(_mean(self.model_tokens), 1),
            "identical": round(_mean(self.same), 4),
            "identical_without": round(_mean(self.same_without), 4),
            "new_tokens": round(_mean(self.new_tokens), 1),
            "new_tokens_without": round(_mean(self.new_tokens_without), 1),
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    options = _options(arguments)
    progress = Progress(len(_ASKED) * options.turns, sys.stderr)
    measured: dict[str, dict[str, Any]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="cost-") as temporary,
        house(Path(temporary), passages=_PASSAGES, needs_model=True, said=_replies()) as at,
    ):
        for number, (label, host, agent) in enumerate(_ASKED):
            ask = _asker(at, host, agent, session=number)
            measured[label] = _converse(ask, label.partition(",")[0], options, progress).as_json()
    progress.end()
    print(json.dumps(measured, indent=2) if options.json else "\n".join(_table(measured)))
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what recall costs a turn.")
    parser.add_argument("--data", type=Path, default=None, help="not needed: the notes are made up")
    parser.add_argument("--turns", type=int, default=40, help="turns of each conversation")
    parser.add_argument(
        "--system-chars", type=int, default=_SYSTEM_CHARS, help="of the main prompt before the history"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a turn got: how long it waited, its block, and the tokens of its model calls."""

    waited_ms: float
    block: str
    model_tokens: tuple[int, ...]


_Ask = Callable[[str, int], _Answer]


def _asker(at: House, host: str, agent: str, *, session: int) -> _Ask:
    """Return what has a turn at a host."""
    if host == "openclaw":
        bodies = TurnBodies(f"{direct(agent)}{session}", messages=6, chars=360)

        def ask_openclaw(text: str, _number: int) -> _Answer:
            waited, answer = at.ours.turn(bodies.next(text))
            return _Answer(waited, answer["prependContext"] or "", _model_tokens(at))

        return ask_openclaw

    def ask_terminal(text: str, number: int) -> _Answer:
        event = "BeforeAgent" if host == "gemini" else "UserPromptSubmit"
        hook = {"session_id": f"s-{session}", "hook_event_name": event, "prompt": text}
        names = {"prompt_id": f"p-{number}"} if host == "claude-code" else {"turn_id": f"p-{number}"}
        waited, raw = at.ours.post(f"/v1/hooks/{host}", json.dumps({**hook, **names}).encode())
        block = json.loads(raw).get("hookSpecificOutput", {}).get("additionalContext", "")
        return _Answer(waited, block, _model_tokens(at))

    return ask_terminal


def _model_tokens(at: House) -> tuple[int, ...]:
    """Return the tokens of each model call of the newest turn."""
    newest = json.loads(at.ours.get("/v1/traces?limit=1"))["traces"][0]
    trace = json.loads(at.ours.get(f"/v1/traces/{newest['traceId']}"))
    calls = trace.get("trace", trace)["modelCalls"]
    return tuple(call["inputTokens"] + call["outputTokens"] for call in calls)


def _converse(ask: _Ask, place: str, options: argparse.Namespace, progress: Progress) -> Cost:
    prompt, system = PLACES[place], "x" * options.system_chars
    cost, past, bare = Cost(), list[Past](), list[Past]()
    before, before_without = "", ""
    for number in range(options.turns):
        text = _said(number)
        answer = ask(text, number)
        now, now_without = prompt(system, past, answer.block, text), prompt(system, bare, "", text)
        cost.waited_ms.append(answer.waited_ms)
        if answer.block:
            cost.recalled_ms.append(answer.waited_ms)
        cost.block_tokens.append(len(answer.block) / _CHARS_PER_TOKEN)
        cost.model_tokens.append(float(sum(answer.model_tokens)))
        cost.model_calls += len(answer.model_tokens)
        if before:
            _compare(before, now, cost.same, cost.new_tokens)
            _compare(before_without, now_without, cost.same_without, cost.new_tokens_without)
        before, before_without = now, now_without
        reply = f"Reply {number}. " + "So it is. " * (_REPLY_CHARS // 10)
        past.append(Past(text, answer.block, reply))
        bare.append(Past(text, "", reply))
        progress.advance(place)
    return cost


def _replies() -> list[dict[str, Any]]:
    """Return what the provider says: to each question a note of its own, in pieces, and NONE where nothing is known."""
    replies = []
    for number in range(_PASSAGES // 10):
        question = fact_question(number)
        name = question.removeprefix("Who leads the project ").partition(" ")[0]
        pieces = ["[1] ", f"The project {name} is led by somebody ", f"and meets in room {number % 97}."]
        steps = [step for piece in pieces for step in ({"say": piece}, {"wait": _BETWEEN_S})]
        replies.append({"when": question, "steps": [{"wait": _FIRST_TOKEN_S}, *steps], "repeat": True})
    return [*replies, {"steps": [{"wait": _FIRST_TOKEN_S}, {"say": "NONE"}], "repeat": True}]


def _said(number: int) -> str:
    """Return what is said: a fact is asked for in every other turn, in every sixth one that was asked two turns ago."""
    if number % 2:
        return unanswered_question(number)
    return fact_question((number - 2 if number % 6 == 0 and number else number) % (_PASSAGES // 10))


def _compare(before: str, now: str, same: list[float], new_tokens: list[float]) -> None:
    begins = identical(before, now)
    same.append(begins / len(now))
    new_tokens.append((len(now) - begins) / _CHARS_PER_TOKEN)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _table(measured: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield (
        f"{'host':<20} {'turns':>5} {'blocks':>6} {'added p50':>10} {'p95':>8} {'recalled':>11} {'block':>7} {'calls':>6} {'model':>7} "
        f"{'identical':>10} {'without':>8} {'new':>7} {'without':>8}"
    )
    for name, row in measured.items():
        yield (
            f"{name:<20} {row['turns']:>5} {row['blocks']:>6} {row['added_p50_ms']:>7.1f} ms {row['added_p95_ms']:>5.1f} ms "
            f"{row['recalled_p50_ms']:>8.1f} ms "
            f"{row['block_tokens']:>7.1f} {row['model_calls']:>6} {row['model_tokens']:>7.1f} {row['identical']:>10.4f} "
            f"{row['identical_without']:>8.4f} {row['new_tokens']:>7.1f} {row['new_tokens_without']:>8.1f}"
        )


if __name__ == "__main__":
    sys.exit(main())
