/** When each step began and how long it took, on one scale, with the budgets where they end. */

import { h, said } from "./dom.js";
import { duration } from "./words.js";

/** Below this part of the soft budget a turn is too short to be seen on the scale of its budget. */
const SHORT = 0.25;

/**
 * How much of its budgets a turn took, in a sentence.
 *
 * @param {any} trace
 */
export function budgets(trace) {
  const { elapsedMs, softBudgetMs, budgetMs } = trace;
  if (!budgetMs) return h("p", { class: "quiet" }, "This turn had no budget.");
  const soft = softBudgetMs ? `; past ${duration(softBudgetMs)} an extract would have answered` : "";
  return h("p", { class: "quiet" }, `Took ${duration(elapsedMs)} of ${duration(budgetMs)}${soft}.`);
}

/**
 * The steps as bars. The scale is the turn's own time, or its budget: a switch changes from one to the other.
 *
 * @param {any} trace
 */
export function waterfall(trace) {
  const own = Math.max(trace.elapsedMs, ...trace.spans.map((span) => span.startedMs + span.durationMs), 0.1);
  const most = Math.max(own, trace.budgetMs, trace.softBudgetMs);
  const isShort = own < SHORT * (trace.softBudgetMs || most);
  const chart = h("div", { class: "waterfall", role: "table", "aria-label": "Steps of the turn" });
  const toggle = h("button", {
    type: "button",
    on: { click: () => draw(chart.dataset.scale === "budget" ? "turn" : "budget") },
  });
  /** @param {string} scale */
  const draw = (scale) => {
    chart.dataset.scale = scale;
    chart.replaceChildren(...rows(trace, scale === "budget" ? most : own));
    toggle.textContent = scale === "budget" ? "Scale: budget. Show the turn" : "Scale: turn. Show the budget";
  };
  draw(isShort ? "turn" : "budget");
  return h("div", {}, chart, most > own ? toggle : null);
}

/**
 * @param {any} trace
 * @param {number} scale
 */
function rows(trace, scale) {
  /** @type {[string, number][]} */
  const both = [
    ["soft budget", trace.softBudgetMs],
    ["hard budget", trace.budgetMs],
  ];
  const marks = both.filter(([, at]) => at > 0 && at <= scale * 1.001);
  return [
    ...trace.spans.map((span) => row(span, scale, marks)),
    h(
      "div",
      { class: "step axis", role: "row" },
      h("span", { role: "cell" }, "0"),
      h(
        "span",
        { class: "track", role: "cell" },
        marks.map(([name, at]) => mark(`${name} ${duration(at)}`, at / scale, true)),
      ),
      h("span", { class: "step-ms", role: "cell" }, duration(scale)),
    ),
  ];
}

/**
 * @param {any} span
 * @param {number} scale
 * @param {[string, number][]} marks
 */
function row(span, scale, marks) {
  const bar = h("span", { class: span.status === "ok" ? "step-bar" : "step-bar is-bad" });
  bar.style.left = percent(span.startedMs / scale);
  bar.style.width = percent(span.durationMs / scale);
  const told = Object.entries(span.fields).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  return h(
    "div",
    { class: "step", role: "row" },
    h("span", { class: "step-name", role: "cell" }, said(span.name)),
    h(
      "span",
      { class: "track", role: "cell" },
      marks.map(([, at]) => mark("", at / scale, false)),
      bar,
    ),
    h("span", { class: "step-ms", role: "cell" }, duration(span.durationMs)),
    h(
      "span",
      { class: "step-told", role: "cell" },
      span.status === "ok" ? null : h("b", {}, said(span.status), " "),
      said(told.join(" · ")),
    ),
  );
}

/**
 * @param {string} text
 * @param {number} part
 * @param {boolean} isLabel
 */
function mark(text, part, isLabel) {
  const line = h("span", { class: isLabel ? "mark has-label" : "mark" }, text);
  line.style.left = percent(part);
  if (part > 0.5) line.classList.add("is-right");
  return line;
}

/** @param {number} part */
function percent(part) {
  return `${Math.min(Math.max(part, 0), 1) * 100}%`;
}
