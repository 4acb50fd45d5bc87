/** Search as the sub-agent does, with every score explained, and the passages where they stand. */

import { fill, h, said } from "./dom.js";
import { place, score } from "./hits.js";
import { problem } from "./notices.js";
import { counted, duration } from "./words.js";

const AROUND = 6;
const MOST_LINES = 60;

export class MemoryView {
  title = "Memory";

  /** @param {import("./main.js").Context} context */
  constructor(context) {
    this.context = context;
    this.words = h("input", {
      type: "search",
      name: "query",
      required: true,
      maxlength: "2000",
      placeholder: "what was decided about the boat?",
      "aria-label": "Words to look for",
      autocomplete: "off",
    });
    this.agent = h("input", { name: "agent", value: "main", size: "8", "aria-label": "Agent", autocomplete: "off" });
    this.chat = h(
      "select",
      { name: "chat", "aria-label": "Chat" },
      h("option", { value: "private" }, "a private chat"),
      h("option", { value: "shared" }, "a group"),
    );
    this.results = h("div", { "aria-live": "polite" });
  }

  render() {
    return h(
      "section",
      { class: "memory" },
      h("h1", { tabindex: "-1" }, "Memory"),
      h(
        "p",
        { class: "quiet" },
        "Searches as a turn does, without a model. What a group may not see is not found there.",
      ),
      h(
        "form",
        {
          class: "filter",
          role: "search",
          "aria-label": "Search memory",
          on: { submit: (event) => void this.#search(event) },
        },
        this.words,
        h("label", {}, "agent ", this.agent),
        h("label", {}, "as seen in ", this.chat),
        h("button", { class: "primary" }, "Search"),
      ),
      this.results,
    );
  }

  /** Who asks, for both calls. */
  #asking() {
    const isShared = this.chat.value === "shared";
    return { v: 1, agentId: this.agent.value || "main", chat: this.chat.value, senderId: isShared ? "page" : null };
  }

  /** @param {Event} event */
  async #search(event) {
    event.preventDefault();
    try {
      const body = { ...this.#asking(), query: this.words.value, explain: true };
      const answer = await this.context.api.post("/v1/memory/search", body);
      fill(this.results, ...this.#found(answer));
    } catch (error) {
      fill(this.results, problem(error));
    }
  }

  /** @param {any} answer */
  #found(answer) {
    const weak = answer.belowFloor ? `, ${counted(answer.belowFloor, "passage")} too weak` : "";
    const told = `${counted(answer.hits.length, "passage")} in ${duration(answer.elapsedMs)}${weak}.`;
    return [
      h("p", { class: "quiet" }, told),
      answer.warning ? h("p", { class: "problem" }, said(answer.warning)) : null,
      answer.hits.length
        ? h(
            "ol",
            { class: "hits" },
            answer.hits.map((hit) => this.#hit(hit)),
          )
        : h("p", { class: "empty" }, "Nothing is close enough. Try other words, or look below at what was left out."),
      answer.leftOut.length
        ? h(
            "details",
            {},
            h("summary", {}, `Found and left out (${answer.leftOut.length})`),
            h(
              "ol",
              { class: "hits" },
              answer.leftOut.map(({ reason, hit }) => this.#hit(hit, reason)),
            ),
          )
        : null,
    ];
  }

  /**
   * @param {any} hit
   * @param {string} [leftOut]
   */
  #hit(hit, leftOut = "") {
    const passage = h("div", {});
    const open = h("button", { type: "button", class: "small", "aria-expanded": "false" }, "Open");
    open.addEventListener("click", () => void this.#open(hit, open, passage));
    const details = Object.entries(hit.details);
    return h(
      "li",
      { class: "hit" },
      h(
        "p",
        { class: "hit-place" },
        place(hit),
        " ",
        h("span", { class: "origin" }, hit.origin),
        hit.date ? h("span", { class: "quiet" }, ` ${hit.date}`) : null,
        leftOut ? h("span", { class: "badge is-skipped" }, said(leftOut.replaceAll("_", " "))) : null,
        open,
      ),
      score(hit.score, hit.parts),
      details.length
        ? h("p", { class: "quiet" }, details.map(([name, detail]) => [`${name}: `, said(detail), " "]).flat())
        : null,
      h("p", { class: "hit-text" }, said(hit.text)),
      passage,
    );
  }

  /**
   * Opens the file around a passage, or closes it again.
   *
   * @param {any} hit
   * @param {HTMLElement} button
   * @param {HTMLElement} target
   */
  async #open(hit, button, target) {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    button.textContent = isOpen ? "Open" : "Close";
    if (isOpen) {
      fill(target);
      return;
    }
    const from = Math.max(hit.fromLine - AROUND, 1);
    const lines = Math.min(hit.toLine - from + 1 + AROUND, MOST_LINES);
    try {
      fill(
        target,
        inFile(await this.context.api.post("/v1/memory/get", { ...this.#asking(), path: hit.path, from, lines }), hit),
      );
    } catch (error) {
      fill(target, problem(error));
    }
  }
}

/**
 * @param {any} read
 * @param {any} hit
 */
function inFile(read, hit) {
  const rows = read.text
    .replace(/\n$/, "")
    .split("\n")
    .map((text, index) => {
      const number = read.fromLine + index;
      const isMeant = number >= hit.fromLine && number <= hit.toLine;
      return h(
        "li",
        { class: isMeant ? "is-meant" : "", value: number },
        isMeant ? h("mark", {}, said(text)) : said(text),
      );
    });
  return h("ol", { class: "file-lines", tabindex: "0", "aria-label": `Lines of the file around the passage` }, rows);
}
