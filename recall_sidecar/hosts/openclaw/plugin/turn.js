/** A turn in the daemon's words. Only what is named here leaves the gateway: no folder, no fingerprint, no setting. */

import { VERSION } from "./generated.js";
import { tailOf } from "./tail.js";
import { head, idOf, pickIds, tail, textOf } from "./text.js";

/** The ids of a context that say who, where and why. */
export const CONTEXT_IDS = [
  "agentId",
  "sessionKey",
  "sessionId",
  "runId",
  "trigger",
  "messageProvider",
  "channelId",
  "chatId",
  "senderId",
  "modelProviderId",
  "modelId",
];
const MAX_PROJECTS = 256;
// A pasted file is no question: begin and end say what it is about.
const MAX_MESSAGE_CHARS = 32_768;

/**
 * Return the body of `POST /v1/hooks/before_prompt_build`.
 *
 * @param {object} turn
 * @param {Record<string, any>} turn.event the host's event
 * @param {Record<string, any>} turn.ctx the host's context
 * @param {string} turn.queryMode how much of the conversation the daemon looks at
 * @param {number} turn.budgetMs what is left of the time for memory
 * @param {boolean} turn.memoryAllowed what the turn's tool policy says of memory
 * @param {boolean} turn.lendsModel whether the daemon may ask for the agent's model
 */
export function turnBody({ event, ctx, queryMode, budgetMs, memoryAllowed, lendsModel }) {
  const kind = idOf(ctx.inputProvenance?.kind);
  const projects = Array.isArray(ctx.activeProjectKeys) ? ctx.activeProjectKeys.map(idOf).filter(Boolean) : [];
  return {
    v: 1,
    host: "openclaw",
    blockLifetime: "turn",
    plugin: { version: VERSION },
    lends: lendsModel ? ["model"] : [],
    event: {
      ...wordsOf(event),
      ...pickIds(event, ["currentUserMessageId"]),
      messages: tailOf(event.messages, queryMode),
    },
    ctx: {
      ...pickIds(ctx, CONTEXT_IDS),
      ...(kind ? { inputProvenance: { kind } } : {}),
      activeProjectKeys: projects.slice(0, MAX_PROJECTS),
      budgetMs: Math.max(Math.floor(budgetMs), 0),
      memoryAllowed,
    },
  };
}

/** The user's own words where the host has them, also when there are none; else the prompt as it stands. */
function wordsOf(event) {
  const { currentUserMessage, prompt } = event;
  return currentUserMessage === undefined || currentUserMessage === null
    ? { prompt: bounded(textOf(prompt)) }
    : { currentUserMessage: bounded(textOf(currentUserMessage)) };
}

function bounded(text) {
  if (text.length <= MAX_MESSAGE_CHARS) return text;
  return `${head(text, MAX_MESSAGE_CHARS / 2)}\n…\n${tail(text, MAX_MESSAGE_CHARS / 2)}`;
}
