/** One log line when the daemon's state changes, and one when all is well again; never one per turn. */

import { sentenceFor } from "./sentences.js";

// The end of a turn says nothing about the daemon.
const NO_STATE = new Set(["aborted"]);
const MAX_TOPICS = 64;

export class LogOnce {
  #logger;
  #state = "ok";
  #advised = new Set();

  /** @param {{warn?: (line: string) => void, info?: (line: string) => void} | undefined} logger */
  constructor(logger) {
    this.#logger = logger;
  }

  /**
   * Take note of how a call went.
   *
   * @param {import("./daemon.js").Reply} reply
   */
  note(reply) {
    const state = reply.ok ? "ok" : reply.kind;
    if (state === this.#state || NO_STATE.has(state)) return;
    this.#state = state;
    if (reply.ok) this.#logger?.info?.("recall-sidecar: the daemon answers again; recall is back");
    else this.#logger?.warn?.(`recall-sidecar: ${sentenceFor(reply)}`);
  }

  /** Say something that does not concern the daemon, once per topic. */
  advise(topic, sentence) {
    if (this.#advised.has(topic) || this.#advised.size >= MAX_TOPICS) return;
    this.#advised.add(topic);
    this.#logger?.warn?.(`recall-sidecar: ${sentence}`);
  }
}
