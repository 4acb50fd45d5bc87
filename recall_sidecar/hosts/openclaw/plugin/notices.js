/** Tell the daemon what happens in a session: ids and words, never a message. Nobody waits for it. */

import { idOf, pickIds } from "./text.js";
import { isBackground } from "./session_key.js";

/** Hooks that are passed on. */
export const NOTICES = ["agent_end", "before_compaction", "after_tool_call", "before_reset", "session_end"];

const IDS = ["runId", "sessionKey", "sessionId"];
// More than these at once means that the daemon does not keep up; what is left out it does without.
const MAX_UNDER_WAY = 16;
const TIMEOUT_MS = 5_000;

/** Return the body of a notice. */
export function noticeBody(event, ctx) {
  const reason = idOf(event?.reason);
  const success = event?.success;
  return {
    v: 1,
    host: "openclaw",
    event: {
      ...pickIds(event, IDS),
      ...(reason ? { reason } : {}),
      ...(typeof success === "boolean" ? { success } : {}),
    },
    ctx: pickIds(ctx, ["agentId", ...IDS]),
  };
}

export class Notices {
  #daemon;
  #log;
  #underWay = 0;

  constructor(daemon, log) {
    this.#daemon = daemon;
    this.#log = log;
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
      const body = noticeBody(event, ctx);
      const reply = await this.#daemon.post(`/v1/hooks/${hook}`, body, AbortSignal.timeout(TIMEOUT_MS));
      // Only a turn says that the daemon is well or slow; a notice may be the first to find it gone.
      if (reply.kind === "absent") this.#log.note(reply);
    } catch {
      // A notice is worth no trouble.
    } finally {
      this.#underWay -= 1;
    }
  }
}
