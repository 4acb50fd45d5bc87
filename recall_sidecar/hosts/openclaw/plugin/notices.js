/**
 * Tell the daemon what happens in a session: ids and words. A message goes along only where the daemon says that it keeps
 * the agent's turns, and then of the turn that has ended alone. Nobody waits for it.
 */

import { lastTurn } from "./last_turn.js";
import { CONTEXT_IDS } from "./turn.js";
import { idOf, pickIds } from "./text.js";
import { isBackground } from "./session_key.js";

/** Hooks that are passed on. */
export const NOTICES = ["agent_end", "before_compaction", "after_tool_call", "before_reset", "session_end"];

const IDS = ["runId", "sessionKey", "sessionId"];
// A reason may be an error's sentence, which may quote somebody.
const WORD = /^[\w.:-]{1,64}$/;
// More than these at once means that the daemon does not keep up; what is left out it does without.
const MAX_UNDER_WAY = 16;
const TIMEOUT_MS = 5_000;

/** Return the body of a notice. */
export function noticeBody(event, ctx) {
  const { reason } = event ?? {};
  const success = event?.success;
  return {
    v: 1,
    host: "openclaw",
    event: {
      ...pickIds(event, IDS),
      ...(typeof reason === "string" && WORD.test(reason) ? { reason } : {}),
      ...(typeof success === "boolean" ? { success } : {}),
    },
    ctx: pickIds(ctx, ["agentId", ...IDS]),
  };
}

/** Return the body of an `agent_end` that hands over its turn: who said what, and where. */
export function turnNotice(event, ctx) {
  const body = noticeBody(event, ctx);
  const kind = idOf(ctx?.inputProvenance?.kind);
  const name = idOf(ctx?.senderName) ?? idOf(ctx?.channelContext?.sender?.name);
  return {
    ...body,
    event: { ...body.event, messages: lastTurn(event?.messages) },
    ctx: {
      ...pickIds(ctx, CONTEXT_IDS),
      ...(kind ? { inputProvenance: { kind } } : {}),
      ...(name ? { senderName: name } : {}),
    },
  };
}

export class Notices {
  #daemon;
  #log;
  #needs;
  #underWay = 0;

  constructor(daemon, log, needs) {
    this.#daemon = daemon;
    this.#log = log;
    this.#needs = needs;
  }

  /** Return the handler of one of `NOTICES`. */
  handler(hook) {
    return (event, ctx) => {
      const key = ctx?.sessionKey ?? event?.sessionKey;
      if (isBackground(key) || this.#underWay >= MAX_UNDER_WAY || this.#daemon.isAway()) return;
      void this.#send(hook, event, ctx);
    };
  }

  async #send(hook, event, ctx) {
    this.#underWay += 1;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const handsOver = hook === "agent_end" && (await this.#needs.wantsTurns(ctx?.agentId, signal));
      const body = handsOver ? turnNotice(event, ctx) : noticeBody(event, ctx);
      const reply = await this.#daemon.post(`/v1/hooks/${hook}`, body, signal);
      // Only a turn says that the daemon is well or slow; a notice may be the first to find it gone.
      if (reply.kind === "absent") this.#log.note(reply);
    } catch {
      // A notice is worth no trouble.
    } finally {
      this.#underWay -= 1;
    }
  }
}
