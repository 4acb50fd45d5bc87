/** The end of the conversation, as far as the daemon needs it: user and assistant words, nothing else. */

import { head, tail, textOf } from "./text.js";

const MAX_BYTES = 16_384;
const MAX_FULL_BYTES = 2_097_152;
// A message of which less than this would fit says nothing any more.
const MIN_CHARS = 80;
// One line, one word after the slash: a path has more slashes.
const COMMAND = /^\s*\/[a-z][a-z0-9_-]*(?:[ :][^\n]*)?\s*$/i;
// Quotes, braces, names and a comma around one message.
const FRAME_BYTES = 40;

/** How many turns of each side a query mode looks at; the daemon cuts them further by its own settings. */
const TURNS = {
  message: { user: 1, assistant: 0 },
  recent: { user: 4, assistant: 3 },
  full: { user: Infinity, assistant: Infinity },
};

/**
 * Return the messages that `queryMode` needs, oldest first. The newest have the first claim on the room; the one that
 * does not fit is cut where it matters least: people put their question last, agents their answer first.
 *
 * @param {any} messages the host's history, oldest first
 * @param {string} queryMode
 * @returns {{role: "user" | "assistant", content: string}[]}
 */
export function tailOf(messages, queryMode) {
  const wanted = { ...(TURNS[queryMode] ?? TURNS.recent) };
  let room = queryMode === "full" ? MAX_FULL_BYTES : MAX_BYTES;
  const kept = [];
  for (let index = (messages?.length ?? 0) - 1; index >= 0; index -= 1) {
    if (wanted.user <= 0 && wanted.assistant <= 0) break;
    const { role, content } = messages[index] ?? {};
    if (!(wanted[role] > 0)) continue;
    const whole = textOf(role === "user" ? withoutCommands(content) : content);
    if (whole.trim() === "") continue;
    const text = fit(whole, role, room - FRAME_BYTES);
    if (text === "") break;
    kept.push({ role, content: text });
    wanted[role] -= 1;
    room -= FRAME_BYTES + jsonBytes(text);
  }
  return kept.reverse();
}

/** Leave out what was said to the host and not to the agent; the host joins such messages with the next as parts. */
function withoutCommands(content) {
  if (!Array.isArray(content)) return COMMAND.test(content) ? "" : content;
  return content.filter((part) => !COMMAND.test(part?.text));
}

/** Return as much of `text` as `bytes` of JSON hold, "" when that is too little. */
function fit(text, role, bytes) {
  if (text.length <= bytes && jsonBytes(text) <= bytes) return text;
  // A character takes up to six bytes of JSON; shrinking by the measured excess comes close to the limit from below.
  let cut = role === "user" ? tail(text, bytes) : head(text, bytes);
  for (let size = jsonBytes(cut); size > bytes && cut.length >= MIN_CHARS; size = jsonBytes(cut)) {
    const chars = Math.floor((cut.length * bytes) / size) - 1;
    cut = role === "user" ? tail(cut, chars) : head(cut, chars);
  }
  return cut.length >= MIN_CHARS ? cut : "";
}

function jsonBytes(text) {
  return Buffer.byteLength(JSON.stringify(text));
}
