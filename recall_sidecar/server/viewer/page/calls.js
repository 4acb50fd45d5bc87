/** What the sub-agent asked of its model and of memory, and what that took. */

import { h, said } from "./dom.js";
import { duration, money, whole } from "./words.js";

/** @param {any} trace */
export function calls(trace) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Model calls" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["model", "chosen by", "took", "first token", "tokens in", "out", "cost", "ended", "asked for"].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h("tbody", {}, trace.modelCalls.map(line)),
    ),
  );
}

/** @param {any} call */
function line(call) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, said(call.model)),
    h("td", {}, said(call.chosenBy)),
    h("td", { class: "number" }, duration(call.durationMs)),
    h("td", { class: "number" }, duration(call.firstTokenMs)),
    h("td", { class: "number" }, whole(call.inputTokens)),
    h("td", { class: "number" }, whole(call.outputTokens)),
    h("td", { class: "number" }, call.cost === null ? "not known" : money(call.cost)),
    h("td", {}, said(call.ended)),
    h("td", {}, call.toolCalls.length ? said(call.toolCalls.join(", ")) : "nothing more"),
  );
}

/**
 * The prompts, which are kept under `/trace raw` alone.
 *
 * @param {any} trace
 */
export function prompts(trace) {
  return trace.prompts.map((prompt, index) =>
    h(
      "details",
      {},
      h("summary", {}, `Call ${index + 1}: `, said(prompt.model ?? ""), `, ended `, said(prompt.ended ?? "")),
      h("h3", {}, "system"),
      h("pre", { tabindex: "0" }, said(prompt.system ?? "")),
      (prompt.messages ?? [])
        .map((message) => [h("h3", {}, said(message.kind)), h("pre", { tabindex: "0" }, said(words(message)))])
        .flat(),
      h("h3", {}, "reply"),
      h("pre", { tabindex: "0" }, said(prompt.reply || "(none)")),
      prompt.toolCalls?.length ? h("pre", { tabindex: "0" }, said(JSON.stringify(prompt.toolCalls, null, 2))) : null,
    ),
  );
}

/** @param {any} message */
function words({ kind, text, ...rest }) {
  return typeof text === "string" ? text : JSON.stringify(rest, null, 2);
}
