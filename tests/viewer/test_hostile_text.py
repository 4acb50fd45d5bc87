"""What a memory, a file's name or a model says is shown as it is, and is never taken for a part of the page."""

import pytest
from playwright.async_api import expect

from tests.e2e.calls import Caller, eventually
from tests.e2e.sidecar import Sidecar
from tests.provider import Reply, Say
from tests.viewer.chromium import Chromium, address, go, needs_chromium
from tests.viewer.conftest import HOSTILE, SCRIPT

pytestmark = [pytest.mark.asyncio(loop_scope="package"), *needs_chromium]
QUESTION = "Who is the harbour pilot?"


async def test_planted_scripts_are_shown_and_never_run(
    browser: Chromium, sidecar: Sidecar, host: Caller
) -> None:
    await eventually(
        lambda: host.post("/v1/memory/search", {"v": 1, "query": QUESTION}),
        lambda found: bool(found.body["hits"]),
    )
    sidecar.provider.clear()
    sidecar.provider.enqueue(Reply((Say(f"[1] The harbour pilot is Ines {SCRIPT}"),), repeat=True))
    answer = await host.turn(QUESTION, sessionKey=f"agent:main:{SCRIPT}:direct:1")
    async with browser.window() as page:
        await page.goto(await address(host))
        await expect(page.locator(".turn-line").first).to_be_visible()
        await expect(page.locator(".turns")).to_contain_text(SCRIPT.lower())

        await page.evaluate(f"location.hash = '#turn/{answer.body['traceId']}'")
        await expect(page.locator(".hits")).to_contain_text(HOSTILE)
        await expect(page.locator(".hits")).to_contain_text(SCRIPT)
        await page.get_by_role("button", name="Run again").click()
        await expect(page.locator(".difference")).to_be_visible()

        await go(page, "Memory")
        await page.get_by_label("Words to look for").fill(QUESTION)
        await page.keyboard.press("Enter")
        await expect(page.locator(".hit").first).to_contain_text(HOSTILE)
        await page.get_by_role("button", name="Open").first.click()
        await expect(page.locator(".file-lines")).to_contain_text(SCRIPT)
        await go(page, "Controls")
        await expect(page.locator(".sessions")).to_contain_text(SCRIPT.lower())
        await go(page, "Overview")
        await expect(page.locator("figure").first).to_be_visible()

        assert await page.evaluate("window.taken") is None
        assert await page.locator("main img, main script").count() == 0
    assert browser.said == []


async def test_even_a_fault_of_ours_could_make_no_markup(browser: Chromium, host: Caller) -> None:
    async with browser.window() as page:
        await page.goto(await address(host))
        await expect(page.locator("#connection")).to_have_attribute("data-state", "live")

        told = await page.evaluate(
            """(text) => {
              try { document.body.innerHTML = text; return "made"; } catch (error) { return error.name; }
            }""",
            SCRIPT,
        )

    assert told == "TypeError"


async def test_signs_that_hide_are_named_and_each_text_keeps_its_own_direction(
    browser: Chromium, host: Caller
) -> None:
    async with browser.window() as page:
        await page.goto(await address(host))

        told = await page.evaluate(
            """async (text) => {
              const { said } = await import("/page/dom.js");
              const shown = said(text);
              return [shown.textContent, shown.localName, shown.dir];
            }""",
            "invoice\u202egnp.exe\u0007 \u200bmaybe \U0001f468\u200d\U0001f469 \U000e0041",
        )

    assert told[0] == "invoiceU+202Egnp.exeU+0007 U+200Bmaybe \U0001f468\u200d\U0001f469 U+E0041"
    assert told[1:] == ["bdi", "auto"]
