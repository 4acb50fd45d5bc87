"""Answer `/recall remember …`: write what somebody says in a chat into their agent's curated memory, and say what came of it."""

from collections.abc import Callable
from typing import Final, Protocol

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.edits import Remembered, ToRemember

__all__ = ["Writer", "remember_said"]

# As the route takes; a longer text is no entry.
_MAX_CHARS: Final = 2000
_NOTHING: Final = "What shall be remembered? For example: /recall remember Jonas drinks oolong tea."
_TOO_LONG: Final = f"Not remembered: an entry has at most {_MAX_CHARS} characters."
_MASKED: Final = (
    "Not remembered: this looks as if it held a secret, and notes are read by models. Leave it out, or write it with "
    "`recall-sidecar remember --force`."
)


class Writer(Protocol):
    """Whoever writes memory."""

    async def remember(self, wanted: ToRemember, agent_id: str) -> Remembered:
        """Write an entry and have it found at once; raises `MemoryStoreError`."""


async def remember_said(writer: Writer, mask: Callable[[str], str], text: str, agent_id: str) -> str:
    """Write `text` as an entry of the agent's, and return the answer; `mask` tells what looks like a secret."""
    if not text:
        return _NOTHING
    if len(text) > _MAX_CHARS:
        return _TOO_LONG
    if mask(text) != text:
        return _MASKED
    try:
        written = await writer.remember(ToRemember(text), agent_id)
    except MemoryStoreError as error:
        return f"Not remembered: {error}."
    what = "Remembered; it can be found now" if written.is_new else "It stands there already"
    return f"{what}: {written.path}:{written.line}."
