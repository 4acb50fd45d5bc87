/** Small pieces that several views show: how a turn ended, what went wrong, figures with their names. */

import { Refused } from "./api.js";
import { h, said } from "./dom.js";
import { ending } from "./words.js";

/**
 * How a turn ended, in a word and a colour.
 *
 * @param {string} status
 * @param {string | null} reason
 */
export function badge(status, reason) {
  return h("span", { class: `badge is-${kind(status)}` }, ending(status, reason));
}

/**
 * The five kinds of ends that a colour stands for.
 *
 * @param {string} status
 */
export function kind(status) {
  if (status === "ok" || status === "empty" || status === "skipped") return status;
  return status.startsWith("timeout") || status === "cancelled" ? "late" : "broken";
}

/**
 * What went wrong with a call, with its remedy.
 *
 * @param {unknown} error
 */
export function problem(error) {
  if (error instanceof Refused) {
    return h("p", { class: "problem", role: "alert" }, said(error.message), ". ", said(error.remedy));
  }
  return h(
    "p",
    { class: "problem", role: "alert" },
    "The daemon cannot be reached. Start it: ",
    h("code", {}, "recall-sidecar serve"),
  );
}

/**
 * Names with their values; rows without a value are left out.
 *
 * @param {[string, import("./dom.js").Child | import("./dom.js").Child[]][]} rows
 */
export function facts(rows) {
  const kept = rows.filter(([, value]) => value !== null && value !== "" && value !== undefined);
  return h(
    "dl",
    { class: "facts" },
    kept.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/**
 * A part of a view with its heading.
 *
 * @param {string} title
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} children
 */
export function part(title, ...children) {
  return h("section", { class: "part" }, h("h2", {}, title), ...children);
}
