/** Begins: signs in, follows the stream, and shows the view that the address names. */

import { Api, redeem } from "./api.js";
import { ControlsView } from "./controls.js";
import { fill, h } from "./dom.js";
import { LiveView } from "./live.js";
import { MemoryView } from "./memory.js";
import { problem } from "./notices.js";
import { OverviewView } from "./overview.js";
import { TurnStream } from "./stream.js";
import { TurnView } from "./turn.js";

/**
 * What a view is given.
 *
 * @typedef {{api: Api, announce: (text: string) => void}} Context
 */

const STATES = {
  connecting: "connecting …",
  live: "live",
  broken: "connection lost, trying again …",
  "signed out": "signed out",
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const nav = /** @type {HTMLElement} */ (document.querySelector("nav"));
const connection = /** @type {HTMLElement} */ (document.getElementById("connection"));
const signOut = /** @type {HTMLButtonElement} */ (document.getElementById("sign-out"));
const announcements = /** @type {HTMLElement} */ (document.getElementById("announcements"));

await begin();

async function begin() {
  const code = opened();
  if (code === "") {
    signedOut();
    return;
  }
  try {
    const api = new Api(await redeem(code));
    await run(api);
  } catch (error) {
    signedOut(error);
  }
}

/** Returns the code that the address brought and takes it out of the address, which names the view from then on. */
function opened() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const code = asked.get("code") ?? "";
  if (code) history.replaceState(null, "", `${location.pathname}#${asked.get("at") ?? "live"}`);
  return code;
}

/** @param {Api} api */
async function run(api) {
  const context = { api, announce: (text) => (announcements.textContent = text) };
  const ended = new AbortController();
  const live = new LiveView(context);
  const stream = new TurnStream(api, {
    row: (row) => live.take(row),
    state: (state) => {
      connection.textContent = STATES[state];
      connection.dataset.state = state;
      if (state === "signed out") end();
    },
  });
  const end = () => {
    ended.abort();
    stream.stop();
    signedOut();
  };
  nav.hidden = signOut.hidden = false;
  signOut.addEventListener(
    "click",
    () =>
      void api
        .post("/v1/page/sign-out", {})
        .catch(() => {})
        .finally(end),
    { signal: ended.signal },
  );
  const show = () => render(context, live);
  addEventListener("hashchange", show, { signal: ended.signal });
  stream.last = await live.open();
  show();
  void stream.follow();
}

/**
 * @param {Context} context
 * @param {LiveView} live
 */
function render(context, live) {
  const [name, argument = ""] = location.hash.slice(1).split("/");
  const view = viewOf(name, decodeURIComponent(argument), context, live);
  document.title = `${view.title} · recall-sidecar`;
  for (const link of nav.querySelectorAll("a")) {
    if (link.hash === `#${name || "live"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  fill(main, view.render());
  main.querySelector("h1")?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * @param {string} name
 * @param {string} argument
 * @param {Context} context
 * @param {LiveView} live
 */
function viewOf(name, argument, context, live) {
  switch (name) {
    case "turn":
      return new TurnView(context, argument);
    case "overview":
      return new OverviewView(context);
    case "memory":
      return new MemoryView(context);
    case "controls":
      return new ControlsView(context);
    default:
      return live;
  }
}

/** @param {unknown} [error] */
function signedOut(error) {
  nav.hidden = signOut.hidden = true;
  connection.textContent = STATES["signed out"];
  connection.dataset.state = "signed out";
  document.title = "Signed out · recall-sidecar";
  fill(
    main,
    h(
      "section",
      { class: "empty" },
      h("h1", { tabindex: "-1" }, "This page is not signed in"),
      error ? problem(error) : null,
      h("p", {}, "Open it from a terminal of this computer:"),
      h("p", {}, h("code", {}, "recall-sidecar open")),
      h(
        "p",
        { class: "quiet" },
        "A page is signed in until it is closed or loaded again, the daemon ends, or nobody has used it for an hour.",
      ),
    ),
  );
}
