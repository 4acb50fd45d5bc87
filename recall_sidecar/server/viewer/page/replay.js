/** A turn run again, as things are now, beside how it went. */

import { fill, h, said } from "./dom.js";
import { badge, problem } from "./notices.js";
import { waterfall } from "./waterfall.js";

const LEAVES_NOTHING =
  "Runs the turn as things are now: present settings, switches and memory, and only what its chat may see. Nothing of it is " +
  "kept: no cache, no breaker, no list of what was told. A model that is asked costs what it costs.";

/**
 * @param {any} trace
 * @param {boolean} canReplay
 * @param {import("./main.js").Context} context
 */
export function again(trace, canReplay, context) {
  if (!canReplay) {
    return h(
      "p",
      { class: "quiet" },
      "This turn cannot be run again: the daemon has its words no longer, or the gate refused it.",
    );
  }
  const result = h("div", { "aria-live": "polite" });
  const button = h("button", { type: "button", class: "primary" }, "Run again");
  button.addEventListener("click", async () => {
    button.setAttribute("aria-disabled", "true");
    fill(result, h("p", { class: "quiet" }, "Running …"));
    try {
      const path = `/v1/page/turns/${encodeURIComponent(trace.traceId)}/replay`;
      fill(result, difference(await context.api.post(path, {})));
    } catch (error) {
      fill(result, problem(error));
    }
    button.removeAttribute("aria-disabled");
  });
  return h("div", { class: "again" }, h("p", { class: "quiet" }, LEAVES_NOTHING), button, result);
}

/** @param {any} answer */
function difference({ trace, told, changes, hits }) {
  const changed = changes.filter((change) => !change.same);
  return h(
    "div",
    { class: "difference" },
    h("p", { class: "verdict-told" }, badge(trace.status, trace.reason), " ", said(told)),
    h(
      "p",
      {},
      changed.length
        ? `Different now: ${changed.map((change) => change.what).join(", ")}.`
        : "Nothing is different now.",
    ),
    h(
      "table",
      { class: "compared" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "what"),
          h("th", { scope: "col" }, "then"),
          h("th", { scope: "col" }, "now"),
        ),
      ),
      h("tbody", {}, changes.map(changeLine)),
    ),
    hits.length ? found(hits) : null,
    waterfall(trace),
  );
}

/** @param {any} change */
function changeLine({ what, then, now, same }) {
  return h(
    "tr",
    { class: same ? "is-same" : "is-changed" },
    h("th", { scope: "row" }, what, same ? null : h("span", { class: "visually-hidden" }, " (changed)")),
    h("td", { "data-name": "then" }, said(then || "nothing")),
    h("td", { "data-name": "now" }, same ? h("span", { class: "quiet" }, "the same") : said(now || "nothing")),
  );
}

/** @param {any[]} hits */
function found(hits) {
  return h(
    "ul",
    { class: "found-changes" },
    hits.map((hit) =>
      h(
        "li",
        {},
        h("b", {}, hit.change),
        " ",
        said(hit.place),
        h(
          "span",
          { class: "quiet" },
          ` rank ${hit.rankThen ?? "–"} → ${hit.rankNow ?? "–"}, score ${figure(hit.scoreThen)} → ${figure(hit.scoreNow)}`,
        ),
      ),
    ),
  );
}

/** @param {number | null} value */
function figure(value) {
  return value === null ? "–" : value.toFixed(2);
}
