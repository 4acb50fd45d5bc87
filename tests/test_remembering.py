"""What is said of something that shall be remembered."""

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.edits import Remembered, ToRemember
from recall_sidecar.remembering import remember_said
from tests.harness import SECRET, mask


class Notes:
    """Whoever writes memory, on a disk that may be full."""

    def __init__(self, *, is_new: bool = True, fails: bool = False) -> None:
        self.wanted: list[tuple[ToRemember, str]] = []
        self._is_new = is_new
        self._fails = fails

    async def remember(self, wanted: ToRemember, agent_id: str) -> Remembered:
        if self._fails:
            message = "memory cannot be written: No space left on device"
            raise MemoryStoreError(message)
        self.wanted.append((wanted, agent_id))
        return Remembered("/notes/MEMORY.md", "MEMORY.md", 7, self._is_new)


@pytest.mark.parametrize(
    ("notes", "text", "answer"),
    [
        pytest.param(
            Notes(), "Jonas drinks tea.", "Remembered; it can be found now: MEMORY.md:7.", id="written"
        ),
        pytest.param(Notes(is_new=False), "tea", "It stands there already: MEMORY.md:7.", id="known"),
        pytest.param(
            Notes(fails=True),
            "tea",
            "Not remembered: memory cannot be written: No space left",
            id="a full disk",
        ),
        pytest.param(Notes(), "", "What shall be remembered?", id="nothing"),
        pytest.param(Notes(), "x" * 2001, "Not remembered: an entry has at most 2000", id="too long"),
        pytest.param(
            Notes(), f"key {SECRET}", "Not remembered: this looks as if it held a secret", id="a secret"
        ),
    ],
)
async def test_the_answer(notes: Notes, text: str, answer: str) -> None:
    said = await remember_said(notes, mask, text, "main")

    assert said.startswith(answer)
    assert notes.wanted == ([(ToRemember(text), "main")] if "MEMORY.md" in said else [])
    assert SECRET not in said
