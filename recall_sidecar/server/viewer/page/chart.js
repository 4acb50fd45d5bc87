/** Pictures of figures, each with its numbers in a table that opens below it. */

import { h, svg } from "./dom.js";
import { kind } from "./notices.js";

const WIDTH = 600;
const HEIGHT = 150;

/**
 * A picture with its title and its numbers.
 *
 * @param {string} title
 * @param {string} told what it shows, in a sentence
 * @param {Element} picture
 * @param {{head: string[], rows: (string | number)[][]}} numbers
 * @param {[string, string][]} [colours] class and name of each
 */
export function figure(title, told, picture, numbers, colours = []) {
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${title}. ${told}`);
  return h(
    "figure",
    {},
    h("figcaption", {}, h("h2", {}, title), h("p", { class: "quiet" }, told), colours.length ? legend(colours) : null),
    picture,
    h("details", {}, h("summary", {}, "Numbers"), table(numbers)),
  );
}

/**
 * The names of the colours of a picture.
 *
 * @param {[string, string][]} items class and name
 */
export function legend(items) {
  return h(
    "p",
    { class: "legend" },
    items.map(([style, name]) =>
      h(
        "span",
        {},
        svg(
          "svg",
          { viewBox: "0 0 10 10", "aria-hidden": "true" },
          svg("rect", { class: style, width: 10, height: 10, rx: 2 }),
        ),
        name,
      ),
    ),
  );
}

/**
 * @param {{head: string[], rows: (string | number)[][]}} numbers
 */
function table({ head, rows }) {
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Numbers" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((value, index) => (index ? h("td", { class: "number" }, value) : h("th", { scope: "row" }, value))),
          ),
        ),
      ),
    ),
  );
}

/**
 * Bars in which counts by status stand on each other.
 *
 * @param {{counts: Record<string, number>, label: string}[]} bars
 * @param {string[]} order
 */
export function stacked(bars, order) {
  const top = Math.max(1, ...bars.map((bar) => total(bar.counts)));
  const step = WIDTH / bars.length;
  const pieces = bars.flatMap((bar, index) => {
    let base = HEIGHT;
    return order
      .filter((status) => bar.counts[status])
      .map((status) => {
        const height = (bar.counts[status] / top) * HEIGHT;
        base -= height;
        return svg("rect", { class: `fill-${kind(status)}`, x: index * step + 1, y: base, width: step - 2, height });
      });
  });
  return frame(
    pieces,
    bars.map((bar) => bar.label),
    String(top),
  );
}

/**
 * Bars of one series.
 *
 * @param {{value: number, label: string}[]} bars
 * @param {string} topLabel
 */
export function columns(bars, topLabel) {
  const top = Math.max(...bars.map((bar) => bar.value), Number.MIN_VALUE);
  const step = WIDTH / bars.length;
  const pieces = bars.map((bar, index) => {
    const height = (bar.value / top) * HEIGHT;
    return svg("rect", { class: "fill-accent", x: index * step + 1, y: HEIGHT - height, width: step - 2, height });
  });
  return frame(
    pieces,
    bars.map((bar) => bar.label),
    topLabel,
  );
}

/**
 * Lines over the same times; where a value is missing the line has a gap.
 *
 * @param {{name: string, values: (number | null)[]}[]} series
 * @param {string[]} labels
 * @param {string} topLabel
 */
export function lines(series, labels, topLabel) {
  const top = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const step = WIDTH / labels.length;
  const drawn = series.flatMap(({ name, values }) => {
    const points = values.map((value, index) =>
      value === null ? null : [(index + 0.5) * step, HEIGHT - (value / top) * (HEIGHT - 6)],
    );
    const path = points
      .map((point, index) =>
        point ? `${points[index - 1] ? "L" : "M"}${point[0].toFixed(1)} ${point[1].toFixed(1)}` : "",
      )
      .join("");
    return [
      svg("path", { class: `line line-${name}`, d: path || "M0 0" }),
      ...points.filter(Boolean).map(([x, y]) => svg("path", { class: `dot dot-${name}`, d: `M${x} ${y}h0` })),
    ];
  });
  return frame(drawn, labels, topLabel);
}

/**
 * Horizontal bars with their names.
 *
 * @param {{name: import("./dom.js").Child, count: number, told: import("./dom.js").Child}[]} bars
 */
export function ranked(bars) {
  const top = Math.max(1, ...bars.map((bar) => bar.count));
  return h(
    "ol",
    { class: "ranked" },
    bars.map(({ name, count, told }) => {
      const fill = h("span", { class: "ranked-fill" });
      fill.style.width = `${(count / top) * 100}%`;
      return h(
        "li",
        {},
        h("p", { class: "ranked-head" }, h("b", {}, name), h("span", { class: "number" }, count)),
        h("span", { class: "ranked-bar", "aria-hidden": "true" }, fill),
        h("p", { class: "quiet" }, told),
      );
    }),
  );
}

/**
 * @param {Element[]} pieces
 * @param {string[]} labels
 * @param {string} topLabel
 */
function frame(pieces, labels, topLabel) {
  const grid = [0, 0.5, 1].map((part) =>
    svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: HEIGHT * part, y2: HEIGHT * part }),
  );
  return h(
    "div",
    { class: "chart" },
    h("span", { class: "chart-top" }, topLabel),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, grid, pieces),
    h("span", { class: "chart-from" }, labels[0] ?? ""),
    h("span", { class: "chart-to" }, "now"),
  );
}

/** @param {Record<string, number>} counts */
function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
