"""The page's services are made of the daemon's own parts."""

from pathlib import Path

from recall_sidecar.commands import CommandReply, CommandRequest, Commands
from recall_sidecar.history import TraceHistory
from recall_sidecar.page_assembly import page_over
from recall_sidecar.settings import TraceSettings
from recall_sidecar.testing import says
from recall_sidecar.turn_rows import RowFilter
from tests.harness import ANSWER, Build


class _Desk(Commands):
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def run(self, request: CommandRequest) -> CommandReply:
        self.asked.append(request.text)
        return CommandReply(handled=True, text="done")


async def test_the_page_sees_the_turns_and_switches_of_its_daemon(build: Build, tmp_path: Path) -> None:
    harness, desk = await build(), _Desk()
    harness.model.enqueue(says(ANSWER), says("NONE"))
    history = TraceHistory(tmp_path / "history.sqlite3", TraceSettings())
    page = page_over(harness.services, history, harness.pipeline, desk)
    answer = await harness.pipeline.run(harness.turn())

    rows, problem = await page.archive.rows(RowFilter(), 10)
    again = await page.replay(answer.trace_id)

    assert ([row.trace_id for row in rows], problem) == ([answer.trace_id], "")
    assert again is not None
    assert again.status == "empty"
    assert page.switchboard.memory_on
    assert [session.session_key for session in page.switchboard.sessions()] == [harness.turn().session_key]
    assert await page.switchboard.throw("memory", "off", None) == "done"
    await history.aclose()
