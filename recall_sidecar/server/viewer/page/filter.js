/** The form that picks turns: by outcome, agent, session and words. */

import { fill, h } from "./dom.js";
import { STATUSES } from "./words.js";

const SETTLED_MS = 250;

/**
 * Returns the form, and a way to offer it the agents and sessions that were seen.
 *
 * @param {(filter: import("./turn_list.js").Filter) => void} changed
 * @param {...Node} beside
 */
export function filterForm(changed, ...beside) {
  const text = h("input", {
    type: "search",
    name: "text",
    placeholder: "words, session, id …",
    "aria-label": "Words",
    autocomplete: "off",
  });
  const status = picker("status", "Outcome", "every outcome");
  const agent = picker("agent", "Agent", "every agent");
  const session = picker("session", "Session", "every session");
  let timer = 0;
  const read = () => changed({ text: text.value, status: status.value, agent: agent.value, session: session.value });
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(read, SETTLED_MS);
  };
  const element = h(
    "form",
    {
      class: "filter",
      role: "search",
      "aria-label": "Filter turns",
      on: {
        input: settle,
        submit: (event) => event.preventDefault(),
        reset: () => setTimeout(read),
      },
    },
    text,
    status,
    agent,
    session,
    h("button", { type: "reset" }, "Clear"),
    ...beside,
  );
  offer(status, STATUSES, (name) => name.replaceAll("_", " "));
  const seen = { agents: new Set(), sessions: new Set() };
  return {
    element,
    /** @param {import("./turn_list.js").Row[]} rows */
    offer(rows) {
      const before = seen.agents.size + seen.sessions.size;
      for (const row of rows) {
        if (seen.agents.size < MOST_CHOICES) seen.agents.add(row.agentId);
        if (row.sessionKey && seen.sessions.size < MOST_CHOICES) seen.sessions.add(row.sessionKey);
      }
      if (seen.agents.size + seen.sessions.size === before) return;
      offer(agent, [...seen.agents].sort());
      offer(session, [...seen.sessions].sort());
    },
  };
}

const MOST_CHOICES = 200;

/**
 * @param {string} name
 * @param {string} label
 * @param {string} all
 */
function picker(name, label, all) {
  return h("select", { name, "aria-label": label }, h("option", { value: "" }, all));
}

/**
 * Puts choices behind the first one and keeps what is chosen.
 *
 * @param {HTMLSelectElement} select
 * @param {string[]} values
 * @param {(value: string) => string} [worded]
 */
function offer(select, values, worded = (value) => value) {
  const chosen = select.value;
  fill(
    select,
    select.options[0],
    values.map((value) => h("option", { value }, worded(value))),
  );
  select.value = chosen;
}
