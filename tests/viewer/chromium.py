"""Debian's Chromium, driven by Playwright's own driver; nothing is downloaded."""

import contextlib
import shutil
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.e2e.calls import Caller

__all__ = ["CHROMIUM", "Chromium", "address", "chromium", "faults", "go", "needs_chromium"]

# What is waited for comes at once; a machine that is busy with other tests is no reason to fail.
_PATIENCE_MS = 60_000
expect.set_options(timeout=_PATIENCE_MS)
CHROMIUM = shutil.which("chromium") or ""
needs_chromium = [
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium here; run: make chromium"),
    pytest.mark.timeout(300),
]
# A page that somebody has pointed at this machine, as far as this browser can tell.
REBOUND = "rebound.example"
_FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1")
_GRAVE = {"serious", "critical"}


@dataclass(frozen=True)
class Chromium:
    """A browser that runs; `said` is what pages complained of on their consoles."""

    browser: Browser
    said: list[str]

    @contextlib.asynccontextmanager
    async def window(self, width: int = 1280, scheme: Any = "light") -> AsyncIterator[Page]:  # noqa: ANN401
        """Open a window of its own, with nothing kept from another."""
        context = await self.browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
        )
        context.set_default_timeout(_PATIENCE_MS)
        page = await context.new_page()
        page.on("console", lambda line: self.said.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        try:
            yield page
        finally:
            await context.close()


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Chromium]:
    """Start the browser and end it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        try:
            yield Chromium(browser, [])
        finally:
            await browser.close()


async def address(host: Caller) -> str:
    """Return an address that signs one browser in."""
    made = (await host.post("/v1/sign-in/code", {"v": 1})).body
    return f"http://127.0.0.1:{made['port']}/#code={made['code']}"


async def go(page: Page, view: str) -> None:
    """Go to a view by its link."""
    await page.get_by_role("navigation").get_by_role("link", name=view).click()


async def faults(page: Page, known: Sequence[str] = ()) -> list[str]:
    """Return what axe-core finds that is serious or worse."""
    found = await Axe().run(page)
    return [
        f"{fault['id']}: {fault['nodes'][0]['html']}"
        for fault in found.response["violations"]
        if fault["impact"] in _GRAVE and fault["id"] not in known
    ]
