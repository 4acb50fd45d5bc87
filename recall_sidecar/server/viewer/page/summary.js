/** What memory said, clause by clause, beside the passages that say it too. */

import { h, said } from "./dom.js";
import { place } from "./hits.js";

/** @param {any} trace */
export function summary(trace) {
  if (!trace.clauses.length)
    return beside(
      [h("p", {}, said(trace.summary))],
      trace.hits.filter((hit) => hit.used),
    );
  const byNumber = new Map(trace.hits.filter((hit) => hit.number).map((hit) => [hit.number, hit]));
  return h(
    "div",
    {},
    trace.clauses.map((clause) =>
      beside(
        [
          h("p", clause.dropped ? { class: "is-dropped" } : {}, said(clause.text || "(words not kept)")),
          clause.dropped ? h("p", { class: "problem" }, `left out: ${clause.dropped.replaceAll("_", " ")}`) : null,
        ],
        clause.sources.map((number) => byNumber.get(number)).filter(Boolean),
      ),
    ),
  );
}

/**
 * @param {import("./dom.js").Child[]} told
 * @param {any[]} sources
 */
function beside(told, sources) {
  return h(
    "div",
    { class: "beside" },
    h("div", { class: "beside-told" }, told),
    h(
      "div",
      { class: "beside-sources" },
      sources.length
        ? sources.map((hit) =>
            h("blockquote", {}, h("p", {}, said(hit.text || "(words not kept)")), h("cite", {}, place(hit))),
          )
        : h("p", { class: "quiet" }, "no passage says it"),
    ),
  );
}
