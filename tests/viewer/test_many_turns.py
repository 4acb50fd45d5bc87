"""Ten thousand turns of the past, and twenty thousand new ones."""

import asyncio
import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.async_api import CDPSession, Page, Route, expect

from recall_sidecar.history_store import HistoryStore
from recall_sidecar.turn_rows import row_of
from tests.e2e.calls import over_unix
from tests.e2e.installation import Installation
from tests.turns import turn
from tests.viewer.chromium import Chromium, address, needs_chromium

pytestmark = [pytest.mark.asyncio(loop_scope="package"), *needs_chromium]
HISTORY = 10_000
FEW, MANY = 2_000, 20_000


def _fill(path: Path) -> None:
    """Put turns of the last two weeks into a history."""
    store = HistoryStore.open(path)
    try:
        store._connection.execute("PRAGMA synchronous=OFF")
        for number in range(HISTORY):
            began = datetime.now(UTC) - timedelta(minutes=2 * number + 1)
            # Fixed digits sort as ids do: the oldest has the least.
            store.add(turn(trace_id=f"01{HISTORY - number:024}", started_at=began), keep_texts=False)
    finally:
        store.close()


async def test_a_history_of_ten_thousand_turns_opens_within_a_second(
    browser: Chromium, plain: Installation
) -> None:
    await asyncio.to_thread(_fill, plain.paths.history_file)
    took = []
    async with over_unix(plain.paths) as caller:
        # The least says what the page itself takes; a disturbed run is no reason to fail.
        for _ in range(10):
            async with browser.window() as page:
                target = await address(caller)
                begun = time.monotonic()
                await page.goto(target)
                await page.wait_for_selector(".turn-line:nth-child(200)")
                took.append(time.monotonic() - begun)
                await page.get_by_role("button", name="Older turns").click()
                await expect(page.locator(".turn-line")).to_have_count(400)
            if took[-1] < 1.0:
                break
        found = (await caller.get("/v1/page/turns", params={"text": "put before"})).body["rows"]
        summed = (await caller.get("/v1/page/overview", params={"hours": "744"})).body

    assert min(took) < 1.0
    assert len(found) == 200
    assert summed["turns"] >= HISTORY


async def test_twenty_thousand_new_turns_leave_the_memory_of_the_page_flat(
    browser: Chromium, plain: Installation
) -> None:
    waiting = [_stream(0, FEW), _stream(FEW, FEW + MANY)]
    gone_on = asyncio.Event()

    async def follow(route: Route) -> None:
        if len(waiting) == 1:
            await gone_on.wait()
        if waiting:
            await route.fulfill(body=waiting.pop(0), content_type="text/event-stream")

    async with over_unix(plain.paths) as caller, browser.window() as page:
        await page.route("**/v1/page/stream*", follow)
        await page.goto(await address(caller))
        await _is_shown(page, FEW)
        devtools = await page.context.new_cdp_session(page)
        few = await _memory(devtools)
        gone_on.set()
        await _is_shown(page, FEW + MANY)
        many = await _memory(devtools)
        lines = await page.locator(".turn-line").count()

    assert lines == 1000
    assert many["nodes"] <= few["nodes"] * 1.02
    assert many["heap"] <= few["heap"] + 2_000_000


def _stream(first: int, last: int) -> str:
    """Return the events of those turns."""
    row = row_of(turn())
    frames = []
    for number in range(first, last):
        each = replace(
            row, trace_id=f"01Z{number:023}", session_key=f"agent:main:telegram:direct:{number % 50}"
        )
        names = {_camel(name): getattr(each, name) for name in each.__slots__}
        frames.append(f"data: {json.dumps(names)}\n\n")
    return "".join(frames)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


async def _is_shown(page: Page, count: int) -> None:
    await expect(page.locator(".turn-line a").first).to_have_attribute("href", f"#turn/01Z{count - 1:023}")


async def _memory(devtools: CDPSession) -> dict[str, float]:
    for _ in range(2):
        await devtools.send("HeapProfiler.collectGarbage")
    used = await devtools.send("Runtime.getHeapUsage")
    counted = await devtools.send("Memory.getDOMCounters")
    return {"heap": used["usedSize"], "nodes": counted["nodes"]}
