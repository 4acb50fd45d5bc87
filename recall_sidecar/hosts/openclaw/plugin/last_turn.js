/** The turn that has ended, for a daemon that keeps turns: words of both sides, and where a tool's result came between. */

import { head, textOf } from "./text.js";

const MAX_LOOKED_AT = 2_000;
const MAX_MESSAGES = 64;
const MAX_CHARS = 16_384;
const TOOL_ROLES = new Set(["toolResult", "tool", "function"]);
// What the host itself says in the user's name.
const INTERNAL = /^\s*<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/;

/**
 * Return the messages of the last turn, oldest first; of a tool's result only that there was one.
 *
 * @param {any} messages the host's history, this turn at its end
 * @returns {{role: string, content?: string}[]}
 */
export function lastTurn(messages) {
  if (!Array.isArray(messages)) return [];
  const oldest = Math.max(messages.length - MAX_LOOKED_AT, 0);
  let start = messages.length - 1;
  while (start >= oldest && !isUsers(messages[start])) start -= 1;
  if (start < oldest) return [];
  const said = [];
  for (const { role, content } of messages.slice(start).filter(Boolean)) {
    if (TOOL_ROLES.has(role)) {
      if (said.at(-1).role !== "toolResult") said.push({ role: "toolResult" });
      continue;
    }
    const text = role === "user" && said.length > 0 ? "" : textOf(content);
    if ((role === "user" || role === "assistant") && text.trim() !== "") said.push({ role, content: head(text, MAX_CHARS) });
  }
  // The question, and the end: that is where the answer is.
  return said.length <= MAX_MESSAGES ? said : [said[0], { role: "toolResult" }, ...said.slice(2 - MAX_MESSAGES)];
}

function isUsers(message) {
  if (message?.role !== "user") return false;
  const text = textOf(message.content);
  return text.trim() !== "" && !INTERNAL.test(text);
}
