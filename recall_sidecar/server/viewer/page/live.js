/** The list of turns as they happen: filtered, paused, continued backwards. */

import { fill, h, said } from "./dom.js";
import { filterForm } from "./filter.js";
import { problem } from "./notices.js";
import { turnLine } from "./turn_line.js";
import { MOST_ROWS, NO_FILTER, TurnList } from "./turn_list.js";
import { counted } from "./words.js";

/** A screen reader is told of new turns this often at most. */
const TELL_EVERY_MS = 10_000;

export class LiveView {
  title = "Live";
  #list = new TurnList();
  #waiting = [];
  #isPaused = false;
  #isDrawing = false;
  #isLoading = false;
  #loads = 0;
  #untold = 0;
  #toldAt = 0;

  /** @param {import("./main.js").Context} context */
  constructor(context) {
    this.context = context;
    this.lines = h("ol", { class: "turns", "aria-label": "Turns, newest first" });
    this.note = h("div", { class: "list-note" });
    this.pause = h(
      "button",
      { type: "button", "aria-pressed": "false", on: { click: () => this.#togglePause() } },
      "Pause",
    );
    this.more = h(
      "button",
      { type: "button", class: "more", hidden: true, on: { click: () => this.#older() } },
      "Older turns",
    );
    this.form = filterForm((filter) => this.#load(filter), this.pause);
  }

  /** Loads the newest turns, and says which the newest is. */
  async open() {
    await this.#load(NO_FILTER);
    return this.#list.rows[0]?.traceId ?? "";
  }

  render() {
    return h(
      "section",
      { class: "live" },
      h("h1", { class: "visually-hidden", tabindex: "-1" }, "Live: turns as they happen"),
      this.form.element,
      this.note,
      this.lines,
      this.more,
    );
  }

  /**
   * Takes a turn that has just ended.
   *
   * @param {import("./turn_list.js").Row} row
   */
  take(row) {
    this.#waiting.push(row);
    // What waits is bounded too: of more than the list can show only the newest are of use.
    if (this.#waiting.length > 2 * MOST_ROWS) this.#waiting.splice(0, MOST_ROWS);
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    // A hidden page draws no frames, and turns come all the same.
    if (document.hidden) setTimeout(() => this.#draw(), 250);
    else requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#isDrawing = false;
    if (this.#isPaused) {
      this.pause.textContent = `Continue (${counted(this.#waiting.length, "new turn")})`;
      return;
    }
    // A list that is on its way may be older than what waits.
    if (this.#isLoading) return;
    const shown = this.#list.add(this.#waiting.splice(0));
    if (!shown.length) return;
    this.lines.prepend(...shown.map((row) => turnLine(row, { isNew: true })));
    this.#trim();
    this.form.offer(this.#list.rows);
    this.#say();
    this.#tell(shown.length);
  }

  #trim() {
    while (this.lines.childElementCount > MOST_ROWS) this.lines.lastElementChild?.remove();
  }

  #togglePause() {
    this.#isPaused = !this.#isPaused;
    this.pause.setAttribute("aria-pressed", String(this.#isPaused));
    this.pause.textContent = this.#isPaused ? "Continue" : "Pause";
    if (!this.#isPaused) this.#draw();
  }

  /** @param {import("./turn_list.js").Filter} filter */
  async #load(filter) {
    const load = ++this.#loads;
    this.#isLoading = true;
    try {
      const answer = await this.context.api.get("/v1/page/turns", { ...filter });
      // Whoever types on asks again, and answers may pass each other.
      if (load !== this.#loads) return;
      this.#list.reset(filter, answer.rows);
      fill(
        this.lines,
        answer.rows.map((row) => turnLine(row)),
      );
      this.#continues(answer);
      this.form.offer(answer.rows);
    } catch (error) {
      if (load === this.#loads) fill(this.note, problem(error));
    }
    if (load !== this.#loads) return;
    this.#isLoading = false;
    this.#draw();
  }

  async #older() {
    const last = this.#list.rows.at(-1);
    try {
      const answer = await this.context.api.get("/v1/page/turns", {
        ...this.#list.filter,
        before: last?.traceId ?? "",
      });
      const taken = this.#list.append(answer.rows);
      this.lines.append(...taken.map((row) => turnLine(row)));
      this.#continues(answer);
    } catch (error) {
      fill(this.note, problem(error));
    }
  }

  /** @param {{rows: object[], problem: string}} answer */
  #continues(answer) {
    this.more.hidden = answer.rows.length < 200 || this.#list.full;
    this.#say(answer.problem);
  }

  #say(trouble = "") {
    const isFiltered = Object.values(this.#list.filter).some((value) => value !== "");
    if (trouble) fill(this.note, h("p", { class: "problem" }, "Older turns cannot be read: ", said(trouble)));
    else if (this.#list.rows.length) fill(this.note);
    else fill(this.note, isFiltered ? NOTHING_MATCHES() : NO_TURN());
  }

  /** @param {number} count */
  #tell(count) {
    this.#untold += count;
    if (Date.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.context.announce(counted(this.#untold, "new turn"));
    this.#toldAt = Date.now();
    this.#untold = 0;
  }
}

function NO_TURN() {
  return h(
    "div",
    { class: "empty" },
    h("h2", {}, "No turn yet"),
    h(
      "p",
      {},
      "A turn appears here as soon as an agent host asks for memory. Write to your agent, or try it from a terminal:",
    ),
    h("p", {}, h("code", {}, 'recall-sidecar recall "which tea do I like?"')),
    h(
      "p",
      {},
      "If you have written and nothing comes, ",
      h("code", {}, "recall-sidecar doctor"),
      " finds what is in the way.",
    ),
  );
}

function NOTHING_MATCHES() {
  return h(
    "div",
    { class: "empty" },
    h("p", {}, "No turn matches. Clear the filter to see all of them; new ones that match appear here."),
  );
}
