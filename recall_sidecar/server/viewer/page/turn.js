/** One turn, whole: how it ended, its steps, what was asked, found, told and paid, and the turn run again. */

import { budgets, waterfall } from "./waterfall.js";
import { calls, prompts } from "./calls.js";
import { fill, h, said } from "./dom.js";
import { hits } from "./hits.js";
import { badge, facts, part, problem } from "./notices.js";
import { again } from "./replay.js";
import { summary } from "./summary.js";
import { duration, moment, money, whole } from "./words.js";

export class TurnView {
  /**
   * @param {import("./main.js").Context} context
   * @param {string} id
   */
  constructor(context, id) {
    this.context = context;
    this.id = id;
    this.title = `Turn ${id}`;
  }

  render() {
    const body = h("div", {}, h("p", { class: "quiet" }, "Loading …"));
    const element = h(
      "article",
      { class: "turn" },
      h("p", { class: "crumb" }, h("a", { href: "#live" }, "← Live")),
      h("h1", { tabindex: "-1" }, "Turn ", h("code", {}, this.id)),
      body,
    );
    void this.#load(body);
    return element;
  }

  /** @param {HTMLElement} body */
  async #load(body) {
    try {
      const answer = await this.context.api.get(`/v1/page/turns/${encodeURIComponent(this.id)}`);
      fill(body, ...sections(answer, this.context));
    } catch (error) {
      fill(body, problem(error));
    }
  }
}

/**
 * @param {{trace: any, told: string, canReplay: boolean}} answer
 * @param {import("./main.js").Context} context
 */
function sections({ trace, told, canReplay }, context) {
  return [
    heading(trace, told),
    part("Steps", budgets(trace), waterfall(trace)),
    part("Asked", asked(trace)),
    part(`Found (${trace.hits.length})`, hits(trace)),
    trace.summary || trace.clauses.length ? part("Told", summary(trace)) : null,
    trace.block ? part("Block, as it was put before the prompt", h("pre", { tabindex: "0" }, said(trace.block))) : null,
    trace.modelCalls.length ? part("Model", calls(trace)) : null,
    trace.prompts.length ? part("Prompts", prompts(trace)) : null,
    part("Run again", again(trace, canReplay, context)),
  ];
}

/**
 * @param {any} trace
 * @param {string} told
 */
function heading(trace, told) {
  const tokens = trace.modelCalls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0);
  const costs = trace.modelCalls.map((call) => call.cost).filter((cost) => cost !== null);
  return h(
    "div",
    { class: "verdict" },
    h("p", { class: "verdict-told" }, badge(trace.status, trace.reason), " ", said(told)),
    trace.detail ? h("p", { class: "quiet" }, said(trace.detail)) : null,
    facts([
      ["when", h("time", { datetime: trace.startedAt }, moment(trace.startedAt))],
      ["took", duration(trace.elapsedMs)],
      ["host", said(trace.host)],
      ["agent", said(trace.agentId)],
      ["session", trace.sessionKey ? said(trace.sessionKey) : "none"],
      ["cache", trace.cache === "none" ? "not asked" : trace.cache],
      ["trust", trace.summary ? trace.trust : null],
      ["tokens", tokens ? whole(tokens) : null],
      ["cost", costs.length ? money(costs.reduce((sum, cost) => sum + cost, 0)) : null],
    ]),
    trace.redacted
      ? h(
          "p",
          { class: "quiet" },
          "The words of this turn were not kept; ",
          h("code", {}, "trace.keep_text_days"),
          " keeps them.",
        )
      : null,
  );
}

/** @param {any} trace */
function asked(trace) {
  if (!trace.searchQuery && !trace.conversationQuery) {
    return h("p", { class: "quiet" }, "Nothing was asked of memory, or the words were not kept.");
  }
  const whole = trace.conversationQuery;
  return h(
    "div",
    {},
    h("p", {}, h("span", { class: "label" }, "search"), " ", said(trace.searchQuery)),
    whole
      ? h(
          "details",
          {},
          h(
            "summary",
            {},
            `What the model is told of the conversation (${trace.queryMode}, ${whole.length} characters)`,
          ),
          h("pre", { tabindex: "0" }, said(whole)),
        )
      : null,
  );
}
