/** One log line when the daemon's state changes, and one when all is well again; never one per turn. */

import { sentenceFor } from "./sentences.js";

// The end of a turn says nothing about the daemon.
const NO_STATE = new Set(["aborted"]);
// Trouble of single turns, which may come and go with each: said once in a while.
const PASSING = new Set(["slow", "fault", "failed"]);
const AGAIN_MS = 10 * 60_000;
const MAX_TOPICS = 64;

export class LogOnce {
  #logger;
  #state = "ok";
  #advised = new Set();
  #now;
  /** When trouble of a passing kind was last said, in ms. */
  #saidAt = new Map();

  /**
   * @param {{warn?: (line: string) => void, info?: (line: string) => void} | undefined} logger
   * @param {() => number} now clock in ms
   */
  constructor(logger, now = () => performance.now()) {
    this.#logger = logger;
    this.#now = now;
  }

  /**
   * Take note of how a call went.
   *
   * @param {import("./daemon.js").Reply} reply
   */
  note(reply) {
    const state = reply.ok ? "ok" : reply.kind;
    if (state === this.#state || NO_STATE.has(state) || this.#wasSaid(state)) return;
    this.#state = state;
    if (reply.ok) this.#logger?.info?.("recall-sidecar: the daemon answers again; recall is back");
    else this.#logger?.warn?.(`recall-sidecar: ${sentenceFor(reply)}`);
  }

  #wasSaid(state) {
    if (!PASSING.has(state)) return false;
    const now = this.#now();
    const last = this.#saidAt.get(state) ?? -Infinity;
    if (now - last < AGAIN_MS) return true;
    this.#saidAt.set(state, now);
    return false;
  }

  /** Say something that does not concern the daemon, once per topic. */
  advise(topic, sentence) {
    if (this.#advised.has(topic) || this.#advised.size >= MAX_TOPICS) return;
    this.#advised.add(topic);
    this.#logger?.warn?.(`recall-sidecar: ${sentence}`);
  }
}
