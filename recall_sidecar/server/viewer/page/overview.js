/** What the turns of some time come to, and how the daemon's parts stand. */

import { columns, figure, lines, ranked, stacked } from "./chart.js";
import { fill, h, said } from "./dom.js";
import { kind, problem } from "./notices.js";
import { standing } from "./standing.js";
import { STATUSES, counted, dayAndTime, duration, ending, money, whole } from "./words.js";

const SPANS = [
  ["6", "6 hours"],
  ["24", "24 hours"],
  ["168", "7 days"],
  ["720", "30 days"],
];

export class OverviewView {
  title = "Overview";

  /** @param {import("./main.js").Context} context */
  constructor(context) {
    this.context = context;
    this.body = h("div", { class: "overview" });
    this.span = h(
      "select",
      { "aria-label": "Time", on: { change: () => void this.#load() } },
      SPANS.map(([hours, name]) => h("option", { value: hours, selected: hours === "24" }, `last ${name}`)),
    );
  }

  render() {
    void this.#load();
    return h(
      "section",
      {},
      h(
        "div",
        { class: "view-head" },
        h("h1", { tabindex: "-1" }, "Overview"),
        this.span,
        h("button", { type: "button", on: { click: () => void this.#load() } }, "Refresh"),
      ),
      this.body,
    );
  }

  async #load() {
    try {
      const [figures, status] = await Promise.all([
        this.context.api.get("/v1/page/overview", { hours: this.span.value }),
        this.context.api.get("/v1/status"),
      ]);
      fill(
        this.body,
        figures.problem ? h("p", { class: "problem" }, said(figures.problem)) : null,
        ...turns(figures),
        ...standing(status),
      );
    } catch (error) {
      fill(this.body, problem(error));
    }
  }
}

/** @param {any} figures */
function turns(figures) {
  if (!figures.turns) {
    return [
      h(
        "div",
        { class: "empty" },
        h("h2", {}, "No turn in this time"),
        h(
          "p",
          {},
          "Turns since the daemon started are counted, and earlier ones when ",
          h("code", {}, "trace.history"),
          " is on.",
        ),
      ),
    ];
  }
  const labels = figures.buckets.map((bucket) => dayAndTime(bucket.beginsAt));
  return [outcomes(figures, labels), latency(figures, labels), spending(figures, labels), reasons(figures)];
}

function outcomes(figures, labels) {
  const seen = STATUSES.filter((status) => figures.buckets.some((bucket) => bucket.outcomes[status]));
  const sums = seen.map((status) => [
    status,
    figures.buckets.reduce((sum, bucket) => sum + (bucket.outcomes[status] ?? 0), 0),
  ]);
  return figure(
    "How turns ended",
    `${counted(figures.turns, "turn")}: ${sums.map(([status, sum]) => `${whole(sum)} ${ending(status, null)}`).join(", ")}.`,
    stacked(
      figures.buckets.map((bucket, index) => ({ counts: bucket.outcomes, label: labels[index] })),
      seen,
    ),
    {
      head: ["from", ...seen.map((status) => ending(status, null))],
      rows: figures.buckets.map((bucket, index) => [
        labels[index],
        ...seen.map((status) => bucket.outcomes[status] ?? 0),
      ]),
    },
    seen.map((status) => [`fill-${kind(status)}`, ending(status, null)]),
  );
}

function latency(figures, labels) {
  const values = (name) => figures.buckets.map((bucket) => bucket[name]);
  const top = Math.max(0, ...values("p95Ms").map((value) => value ?? 0));
  return figure(
    "How long they took",
    figures.p50Ms === null
      ? "No turn looked into memory."
      : `Half of those that looked into memory took at most ${duration(figures.p50Ms)}, 95 of 100 at most ${duration(figures.p95Ms)}.`,
    lines(
      [
        { name: "p50", values: values("p50Ms") },
        { name: "p95", values: values("p95Ms") },
      ],
      labels,
      duration(top),
    ),
    {
      head: ["from", "p50", "p95"],
      rows: figures.buckets.map((bucket, index) => [labels[index], duration(bucket.p50Ms), duration(bucket.p95Ms)]),
    },
    [
      ["fill-accent", "p50"],
      ["fill-late", "p95"],
    ],
  );
}

function spending(figures, labels) {
  const sum = (name) => figures.buckets.reduce((all, bucket) => all + bucket[name], 0);
  const isPriced = figures.buckets.some((bucket) => bucket.cost !== null);
  const top = Math.max(...figures.buckets.map((bucket) => bucket.tokens));
  return figure(
    "What the model used",
    `${counted(sum("modelCalls"), "call")}, ${whole(sum("tokens"))} tokens, ${isPriced ? `${money(sum("cost"))} as far as prices are known` : "no price is known"}.`,
    columns(
      figures.buckets.map((bucket, index) => ({ value: bucket.tokens, label: labels[index] })),
      `${whole(top)} tokens`,
    ),
    {
      head: ["from", "calls", "tokens", "cost"],
      rows: figures.buckets.map((bucket, index) => [
        labels[index],
        bucket.modelCalls,
        whole(bucket.tokens),
        money(bucket.cost),
      ]),
    },
  );
}

function reasons(figures) {
  const bars = figures.reasons.map((reason) => ({
    name: ending(reason.status, reason.reason || null),
    count: reason.count,
    told: said(reason.told),
  }));
  return h(
    "figure",
    {},
    h("figcaption", {}, h("h2", {}, "Why turns got nothing")),
    bars.length ? ranked(bars) : h("p", { class: "quiet" }, "None was skipped or failed."),
  );
}
