"""Answer `/recall wrong …`: keep the last turn as a case, with what would have been right as far as that was said.

`case_of` is pure: a turn's trace and a word in, a case out. What was told becomes unwanted, and what was said to be right expected.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final, Protocol

from recall_sidecar import session_key
from recall_sidecar.query import told_apart
from recall_sidecar.trace import TurnTrace

__all__ = ["Keeper", "case_of", "keep_wrong"]

_MAX_CHARS: Final = 2000
_NO_TURN: Final = "Not kept: nothing is known of a turn of this chat in which memory was asked. Turns are remembered since the daemon started."
_TOO_LONG: Final = f"Not kept: what would have been right has at most {_MAX_CHARS} characters."
_KEPT: Final = "Kept as a case, with its secrets masked. `recall-sidecar eval` measures memory on your cases."


class Keeper(Protocol):
    """Whoever keeps cases."""

    def add(self, line: str) -> None:
        """Keep a case; blocks on the disk and raises `OSError`."""


async def keep_wrong(keeper: Keeper, mask: Callable[[str], str], turn: TurnTrace | None, right: str) -> str:
    """Keep `turn` as a case whose answer ought to have been `right`, and return what came of it.

    Raises:
        OSError: It cannot be written.
    """
    if turn is None or not turn.conversation_query.strip():
        return _NO_TURN
    if len(right) > _MAX_CHARS:
        return _TOO_LONG
    line = json.dumps(case_of(turn, mask(right)), ensure_ascii=False)
    await asyncio.to_thread(keeper.add, line)
    return _KEPT


def case_of(turn: TurnTrace, right: str) -> dict[str, Any]:
    """Return the case that `turn` is; its texts are masked already.

    `right` is `nothing`, a text of the passage that ought to have been told, or empty when nobody said.
    """
    before, message = told_apart(turn.conversation_query)
    case: dict[str, Any] = {"id": turn.trace_id, "message": message, "agent": turn.agent_id}
    if turn.session_key:
        case["session"] = turn.session_key
        if session_key.parse(turn.session_key).kind in {"group", "channel"}:
            case["kind"] = "group"
    if before:
        case["before"] = [{"role": role, "text": text} for role, text in before]
    used = [{"path": hit.path, "lines": [hit.from_line, hit.to_line]} for hit in turn.hits if hit.used]
    if right.lower().strip(" .") == "nothing":
        case["expect"] = "nothing"
    elif right:
        case["expect"] = [{"words": right}]
    elif not turn.block:
        case["expect"] = "something"
    if used:
        case["unwanted"] = used
    if turn.summary:
        case["said"] = turn.summary
    return case
