/** The switches of memory, for everybody and by session, and what each will do. */

import { fill, h, said } from "./dom.js";
import { problem } from "./notices.js";

export class ControlsView {
  title = "Controls";

  /** @param {import("./main.js").Context} context */
  constructor(context) {
    this.context = context;
    this.body = h("div", {}, h("p", { class: "quiet" }, "Loading …"));
    this.answer = h("p", { class: "command-answer", role: "status" });
  }

  render() {
    void this.#load();
    return h("section", { class: "controls" }, h("h1", { tabindex: "-1" }, "Controls"), this.answer, this.body);
  }

  async #load() {
    try {
      const state = await this.context.api.get("/v1/page/switches");
      const held = document.activeElement?.id ?? "";
      fill(this.body, this.#everybody(state), this.#sessions(state), this.#meanings(state));
      // What was drawn anew lost the focus that it had.
      if (held) document.getElementById(held)?.focus();
    } catch (error) {
      fill(this.body, problem(error));
    }
  }

  /** @param {any} state */
  #everybody({ memory, switches }) {
    const { does } = named(switches, "memory");
    return h(
      "section",
      { class: "part" },
      h("h2", {}, "Everybody"),
      h(
        "p",
        { class: "switch-line" },
        this.#toggle("all", "Memory, for everybody", memory, (value) => this.#throw("memory", value, null)),
        h("span", {}, memory ? does.on : does.off),
      ),
      h(
        "p",
        { class: "quiet" },
        memory ? `Switched off: ${does.off}` : `Switched on: ${does.on}`,
        " It is kept until somebody changes it, as ",
        h("code", {}, `/active-memory ${memory ? "off" : "on"} --global`),
        " does.",
      ),
    );
  }

  /** @param {any} state */
  #meanings({ switches }) {
    return h(
      "section",
      { class: "part" },
      h("h2", {}, "What the switches of a session do"),
      h(
        "dl",
        { class: "meanings" },
        switches
          .map(({ title, does }) => [
            h("dt", {}, title),
            ...Object.entries(does).map(([value, words]) => h("dd", {}, h("b", {}, value), " ", words)),
          ])
          .flat(),
      ),
    );
  }

  /** @param {any} state */
  #sessions({ memory, sessions }) {
    if (!sessions.length) {
      return h(
        "div",
        { class: "empty" },
        h("h2", {}, "No session yet"),
        h(
          "p",
          {},
          "A session appears here with its first turn since the daemon started, or when one of its switches is thrown.",
        ),
      );
    }
    return h(
      "section",
      { class: "part" },
      h("h2", {}, "Sessions"),
      memory ? null : h("p", { class: "quiet" }, "Memory is off for everybody, whatever a session says."),
      h(
        "ul",
        { class: "sessions" },
        sessions.map((session, index) => this.#session(session, index)),
      ),
    );
  }

  /**
   * @param {any} session
   * @param {number} index
   */
  #session({ sessionKey, memory, verbose, trace }, index) {
    const level = h(
      "select",
      {
        id: `trace-${index}`,
        "aria-label": `Debug line, ${sessionKey}`,
        on: { change: () => void this.#throw("trace", level.value, sessionKey) },
      },
      ["off", "on", "raw"].map((value) => h("option", { value, selected: value === trace }, value)),
    );
    return h(
      "li",
      {},
      h("span", { class: "session-key" }, said(sessionKey)),
      h(
        "span",
        { class: "session-switch" },
        "memory ",
        this.#toggle(`memory-${index}`, `Memory, ${sessionKey}`, memory, (value) =>
          this.#throw("memory", value, sessionKey),
        ),
      ),
      h(
        "span",
        { class: "session-switch" },
        "status line ",
        this.#toggle(`verbose-${index}`, `Status line, ${sessionKey}`, verbose, (value) =>
          this.#throw("verbose", value, sessionKey),
        ),
      ),
      h("span", { class: "session-switch" }, "debug line ", level),
    );
  }

  /**
   * @param {string} id
   * @param {string} label
   * @param {boolean} isOn
   * @param {(value: string) => void} thrown
   */
  #toggle(id, label, isOn, thrown) {
    return h(
      "button",
      {
        id,
        type: "button",
        class: "switch",
        role: "switch",
        "aria-checked": String(isOn),
        "aria-label": label,
        on: { click: () => thrown(isOn ? "off" : "on") },
      },
      h("span", { class: "switch-knob", "aria-hidden": "true" }),
      h("span", { "aria-hidden": "true" }, isOn ? "on" : "off"),
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {string | null} sessionKey
   */
  async #throw(name, value, sessionKey) {
    try {
      const { text } = await this.context.api.post("/v1/page/switches", { v: 1, switch: name, value, sessionKey });
      fill(this.answer, said(text));
    } catch (error) {
      fill(this.answer, problem(error));
    }
    await this.#load();
  }
}

/**
 * @param {any[]} switches
 * @param {string} name
 */
function named(switches, name) {
  return switches.find((each) => each.name === name);
}
