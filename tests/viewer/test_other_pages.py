"""Other pages of a signed-in browser read nothing of the daemon and change nothing in it."""

import contextlib
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Page, expect

from tests.e2e.calls import Caller, over_unix, port_of
from tests.e2e.installation import Installation
from tests.viewer.chromium import REBOUND, Chromium, address, needs_chromium

pytestmark = [pytest.mark.asyncio(loop_scope="package"), *needs_chromium]

# Tries everything that a page can, with a key that it has somehow come by, and tells what it got to read.
ATTACK = """
async ([base, key]) => {
  const told = {};
  const read = async (name, path, options) => {
    try {
      const answer = await fetch(base + path, options);
      told[name] = answer.type === "opaque" ? "opaque" : `${answer.status} ${await answer.text()}`;
    } catch (error) {
      told[name] = "refused";
    }
  };
  const bearer = { Authorization: `Bearer ${key}` };
  const off = JSON.stringify({ v: 1, switch: "memory", value: "off", sessionKey: null });
  const turn = JSON.stringify({ event: { currentUserMessage: "hi" }, ctx: { sessionKey: "agent:main:main" } });
  const post = (body, more) => ({ method: "POST", body, ...more });
  await read("list", "/v1/page/turns", {});
  await read("list with the key", "/v1/page/turns", { headers: bearer });
  await read("list without asking", "/v1/page/turns", { mode: "no-cors" });
  await read("health", "/healthz", {});
  await read("switch with the key", "/v1/page/switches",
    post(off, { headers: { ...bearer, "Content-Type": "application/json" } }));
  await read("switch as text", "/v1/page/switches", post(off, { mode: "no-cors" }));
  await read("turn as text", "/v1/hooks/before_prompt_build", post(turn, { mode: "no-cors" }));
  await read("code as text", "/v1/sign-in/code", post("{}", { mode: "no-cors" }));
  const include = (name, tag, set) => new Promise((resolve) => {
    const element = document.createElement(tag);
    element.onload = () => { told[name] = "loaded"; resolve(); };
    element.onerror = () => { told[name] = "refused"; resolve(); };
    set(element);
    document.head.append(element);
  });
  await include("script of the list", "script", (element) => { element.src = base + "/v1/page/turns"; });
  await include("script of the page", "script", (element) => { element.src = base + "/page/api.js"; });
  await include("style of the page", "link", (element) => { element.rel = "stylesheet"; element.href = base + "/page/base.css"; });
  return told;
}
"""


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def elsewhere() -> AsyncIterator[str]:
    """Serve another page, on another port of this machine."""

    async def page(_request: web.Request) -> web.Response:
        return web.Response(text="<!doctype html><title>elsewhere</title>", content_type="text/html")

    async def framed(request: web.Request) -> web.Response:
        frame = f'<iframe sandbox="allow-scripts" srcdoc="<title>null</title>"></iframe><iframe name="page" src="{request.query["of"]}"></iframe>'
        return web.Response(text=f"<!doctype html>{frame}", content_type="text/html")

    app = web.Application()
    app.router.add_get("/", page)
    app.router.add_get("/framed", framed)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@contextlib.asynccontextmanager
async def unchanged(caller: Caller) -> AsyncIterator[None]:
    """Hold that nothing of the daemon changes meanwhile."""
    before = await _state(caller)
    yield
    assert await _state(caller) == before


async def _state(caller: Caller) -> str:
    status = await caller.status()
    switches = (await caller.get("/v1/page/switches")).body
    code = (await caller.get("/v1/sign-in")).body["code"]
    return json.dumps([status["outcomes"], status["hooks"]["byHost"], switches["memory"], code])


async def _key(page: Page, caller: Caller) -> str:
    """Sign the browser in, and return a key such as its page has."""
    await page.goto(await address(caller))
    await expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    code = (await caller.post("/v1/sign-in/code", {"v": 1})).body["code"]
    key: str = (await caller.post("/v1/sign-in/key", {"v": 1, "code": code})).body["key"]
    return key


async def test_a_page_on_another_port_reads_and_changes_nothing(
    browser: Chromium, plain: Installation, elsewhere: str
) -> None:
    base = f"http://127.0.0.1:{port_of(plain.paths)}"
    async with over_unix(plain.paths) as caller, browser.window() as page:
        key = await _key(page, caller)
        other = await page.context.new_page()
        await other.goto(elsewhere)
        async with unchanged(caller):
            told = await other.evaluate(ATTACK, [base, key])

    assert set(told.values()) <= {"refused", "opaque"}, told


async def test_a_page_that_hides_its_origin_reads_and_changes_nothing(
    browser: Chromium, plain: Installation, elsewhere: str
) -> None:
    base = f"http://127.0.0.1:{port_of(plain.paths)}"
    async with over_unix(plain.paths) as caller, browser.window() as page:
        key = await _key(page, caller)
        other = await page.context.new_page()
        await other.goto(f"{elsewhere}/framed?of={base}/")
        while not (found := [frame for frame in other.frames if frame.url == "about:srcdoc"]):
            await other.wait_for_timeout(10)
        hidden = found[0]
        async with unchanged(caller):
            assert await hidden.evaluate("self.origin") == "null"
            told = await hidden.evaluate(ATTACK, [base, key])
            framed = next(frame for frame in other.frames if frame.name == "page")
            assert "requests made by web pages are refused" in await framed.content()

    assert set(told.values()) <= {"refused", "opaque"}, told


async def test_a_name_that_is_pointed_at_this_machine_is_turned_away(
    browser: Chromium, plain: Installation
) -> None:
    base = f"http://{REBOUND}:{port_of(plain.paths)}"
    async with over_unix(plain.paths) as caller, browser.window() as page:
        key = await _key(page, caller)
        other = await page.context.new_page()
        answer = await other.goto(f"{base}/")
        assert answer is not None
        assert answer.status == 421
        async with unchanged(caller):
            # To the browser this page is of the daemon's own origin, so it may read what it is answered.
            told = await other.evaluate(ATTACK, [base, key])

    assert all(value == "refused" or value.startswith("421 ") for value in told.values()), told
    assert "oolong" not in json.dumps(told)


async def test_a_form_on_another_page_changes_nothing(
    browser: Chromium, plain: Installation, elsewhere: str
) -> None:
    base = f"http://127.0.0.1:{port_of(plain.paths)}"
    async with over_unix(plain.paths) as caller, browser.window() as page:
        await _key(page, caller)
        other = await page.context.new_page()
        await other.goto(elsewhere)
        async with unchanged(caller), other.expect_navigation() as navigated:
            await other.evaluate(
                """(target) => {
                  const form = document.createElement("form");
                  Object.assign(form, { method: "post", action: target, enctype: "text/plain" });
                  document.body.append(form);
                  form.submit();
                }""",
                f"{base}/v1/page/switches",
            )

    answer = await navigated.value
    assert answer is not None
    assert answer.status == 403
