/**
 * Our lines in a session, which the host shows under `/verbose` and `/trace`. They are written beside the turn, never
 * within it: one write at a time per session, and of several the newest wins.
 */

import { PLUGIN_ID } from "./generated.js";

const MAX_LINE_CHARS = 600;
const MAX_SESSIONS = 512;

/**
 * Return the entries of a session with ours replaced; everybody else's stay.
 *
 * @param {unknown} existing
 * @param {readonly string[]} lines none takes ours away
 */
export function withLines(existing, lines) {
  const others = (Array.isArray(existing) ? existing : []).filter((entry) => entry?.pluginId !== PLUGIN_ID);
  const entries = lines.length > 0 ? [...others, { pluginId: PLUGIN_ID, lines: [...lines] }] : others;
  return entries.length > 0 ? entries : undefined;
}

/** Return the lines of an answer that may be shown, each one line. */
export function linesOf({ statusLine, debugLine }) {
  return [statusLine, debugLine]
    .filter((line) => typeof line === "string" && line.trim() !== "")
    .map((line) => line.replace(/\s+/g, " ").trim().slice(0, MAX_LINE_CHARS).toWellFormed());
}

export class SessionLines {
  #session;
  #logger;
  /** Sessions that were seen, oldest first: whether lines of ours may stand there, and what waits to be written. */
  #seen = new Map();

  /**
   * @param {any} session the host's `runtime.agent.session`, absent on hosts without it
   * @param {any} logger
   */
  constructor(session, logger) {
    this.#session = session;
    this.#logger = logger;
  }

  /** Show the lines of an answer. */
  show(ctx, answer) {
    this.#want(ctx, linesOf(answer));
  }

  /** Take stale lines away, if there may be any: a session that was not seen yet may hold those of an earlier run. */
  clear(ctx) {
    this.#want(ctx, []);
  }

  #want({ agentId, sessionKey }, lines) {
    if (!sessionKey || !agentId || typeof this.#session?.patchSessionEntry !== "function") return;
    const place = JSON.stringify([agentId, sessionKey]);
    const seen = this.#seen.get(place) ?? { isClean: false, wanted: null, isWriting: false };
    if (lines.length === 0 && seen.isClean && !seen.isWriting) return;
    this.#seen.delete(place);
    this.#seen.set(place, seen);
    seen.wanted = lines;
    if (!seen.isWriting) this.#write(seen, agentId, sessionKey);
    this.#forgetOldest();
  }

  async #write(seen, agentId, sessionKey) {
    seen.isWriting = true;
    // The turn goes first.
    await new Promise((resolve) => setImmediate(resolve));
    while (seen.wanted !== null) {
      const lines = seen.wanted;
      seen.wanted = null;
      try {
        if (lines.length > 0 || this.#holdsOurs(agentId, sessionKey)) {
          await this.#session.patchSessionEntry({
            agentId,
            sessionKey,
            preserveActivity: true,
            update: (entry) => ({ pluginDebugEntries: withLines(entry?.pluginDebugEntries, lines) }),
          });
        }
        seen.isClean = lines.length === 0;
      } catch (error) {
        seen.isClean = false;
        this.#logger?.debug?.(`recall-sidecar: the session's lines could not be written (${error?.name ?? "error"})`);
      }
    }
    seen.isWriting = false;
  }

  #holdsOurs(agentId, sessionKey) {
    const entry = this.#session.getSessionEntry?.({ agentId, sessionKey });
    return (entry?.pluginDebugEntries ?? []).some((own) => own?.pluginId === PLUGIN_ID);
  }

  #forgetOldest() {
    for (const [place, seen] of this.#seen) {
      if (this.#seen.size <= MAX_SESSIONS) return;
      if (!seen.isWriting) this.#seen.delete(place);
    }
  }
}
