/** What was found: each passage with its place, the parts of its score, and what became of it. */

import { h, said } from "./dom.js";

/** Parts of a score in the order of their colours; what is not among them has the last one. */
const PARTS = ["coverage", "bm25", "meaning", "recency", "importance"];

/** @param {any} trace */
export function hits(trace) {
  if (!trace.hits.length) return h("p", { class: "quiet" }, "No passage was found, or nothing was searched.");
  return h(
    "ol",
    { class: "hits" },
    trace.hits.map((hit) =>
      h(
        "li",
        { class: hit.used ? "hit is-used" : "hit" },
        h(
          "p",
          { class: "hit-place" },
          place(hit),
          " ",
          h("span", { class: "origin" }, hit.origin),
          hit.used ? h("span", { class: "badge is-ok" }, "used") : null,
          hit.visible ? h("span", { class: "badge is-skipped" }, "visible already") : null,
          hit.number ? h("span", { class: "quiet" }, ` the model’s [${hit.number}]`) : null,
        ),
        score(hit.score, hit.parts),
        hit.supersededBy
          ? h("p", { class: "quiet" }, "older than ", said(hit.supersededBy), ", which says otherwise")
          : null,
        hit.orders ? h("p", { class: "problem" }, "gives orders: ", said(hit.orders)) : null,
        hit.text ? h("p", { class: "hit-text" }, said(hit.text)) : null,
      ),
    ),
  );
}

/** @param {{path: string, fromLine: number, toLine: number}} hit */
export function place(hit) {
  return h("span", { class: "place" }, said(hit.path), `:${hit.fromLine}–${hit.toLine}`);
}

/**
 * A score and its parts, as a bar and in figures; the parts add up to the score.
 *
 * @param {number} total
 * @param {Record<string, number>} parts
 */
export function score(total, parts) {
  const named = Object.entries(parts).filter(([, value]) => Math.abs(value) >= 0.005);
  const bar = h("span", { class: "score-bar", "aria-hidden": "true" });
  for (const [name, value] of named) {
    if (value <= 0) continue;
    const piece = h("span", { class: `score-part part-${PARTS.indexOf(name) + 1}` });
    piece.style.width = `${Math.min(value, 1) * 100}%`;
    bar.append(piece);
  }
  const sum = named.map(
    ([name, value], index) => `${value < 0 ? "− " : index ? "+ " : ""}${name} ${Math.abs(value).toFixed(2)}`,
  );
  return h(
    "p",
    { class: "score" },
    bar,
    h("b", {}, total.toFixed(2)),
    " ",
    h("span", { class: "quiet" }, said(`= ${sum.join(" ")}`)),
  );
}
