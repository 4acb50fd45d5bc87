"""`recall-sidecar open` signs a browser in, and nothing that could be used again stays behind."""

import asyncio
import shutil
import stat
import sys
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.calls import over_unix
from tests.e2e.installation import Installation
from tests.viewer.chromium import Chromium, address, needs_chromium
from tests.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="package"), *needs_chromium]


def _stand_in(folder: Path) -> Path:
    """Write a browser that leaves a copy of what it was shown, with how it was called."""
    command = folder / "browser"
    command.write_text(
        f"#!{sys.executable}\n"
        "import shutil, sys\nfrom pathlib import Path\nfrom urllib.parse import unquote, urlparse\n"
        f"folder = Path({str(folder)!r})\n"
        "(folder / 'called').write_text(repr(sys.argv))\n"
        "shutil.copy2(unquote(urlparse(sys.argv[1]).path), folder / 'part')\n"
        "(folder / 'part').rename(folder / 'shown.html')\n",
        "utf-8",
    )
    command.chmod(0o755)
    return command


async def test_a_browser_is_signed_in_and_nothing_is_left(
    browser: Chromium, plain: Installation, tmp_path: Path
) -> None:
    plain.variables["BROWSER"] = f"{_stand_in(tmp_path)} %s"
    opening = asyncio.get_running_loop().create_task(plain.run("open"), name="open")
    shown = tmp_path / "shown.html"
    await until(shown.exists)
    code = shown.read_text("utf-8").partition("#code=")[2].partition('"')[0]
    async with browser.window() as page:
        await page.goto(shown.as_uri())
        await expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        ran = await opening

        assert ran.returncode == 0, ran.stderr
        assert page.url.endswith("/#live")
        assert await page.context.cookies() == []
        assert await page.evaluate("localStorage.length + sessionStorage.length") == 0
        assert stat.S_IMODE(shown.stat().st_mode) == 0o600
        assert not plain.paths.page_file.exists()
        for told in (ran.stdout, ran.stderr, (tmp_path / "called").read_text("utf-8")):
            assert code not in told

        await page.reload()
        await expect(page.get_by_role("heading", level=1)).to_have_text("This page is not signed in")
        await page.goto(shown.as_uri())
        await expect(page.locator(".problem")).to_contain_text("this code was used")
    logs = [path.read_text("utf-8") for path in plain.folder.glob("daemon-*.log")]
    assert all(code not in log for log in logs)
    plain.variables.pop("BROWSER")
    shutil.rmtree(tmp_path)


async def test_a_page_whose_daemon_forgets_its_key_says_that_it_is_signed_out(
    browser: Chromium, plain: Installation
) -> None:
    async with over_unix(plain.paths) as caller, browser.window() as page:
        await page.goto(await address(caller))
        await expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        for _ in range(16):
            other = (await caller.post("/v1/sign-in/code", {"v": 1})).body
            await caller.post("/v1/sign-in/key", {"v": 1, "code": other["code"]})
        await caller.turn(trigger="cron")

        await expect(page.get_by_role("heading", level=1)).to_have_text("This page is not signed in")


async def test_a_page_signs_out_and_its_key_is_void(browser: Chromium, plain: Installation) -> None:
    async with over_unix(plain.paths) as caller, browser.window() as page:
        await page.goto(await address(caller))
        await expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        before = (await caller.get("/v1/sign-in")).body["pages"]

        await page.get_by_role("button", name="Sign out").click()

        await expect(page.get_by_role("heading", level=1)).to_have_text("This page is not signed in")
        assert (await caller.get("/v1/sign-in")).body["pages"] == before - 1
