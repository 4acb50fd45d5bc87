/** A daemon that has let a turn run out of time must give a sign of life before the next one waits for it. */

import { Ended } from "./daemon.js";

const SIGN_WITHIN_MS = 250;

export class Patience {
  #daemon;
  #ranOut = false;

  /** @param {import("./daemon.js").Daemon} daemon */
  constructor(daemon) {
    this.#daemon = daemon;
  }

  /**
   * Return why a turn should not wait, null when it may.
   *
   * @param {AbortSignal} signal the turn's
   * @returns {Promise<import("./daemon.js").Reply | null>}
   */
  async objection(signal) {
    if (!this.#ranOut) return null;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Ended("slow")), SIGN_WITHIN_MS);
    const sign = await this.#daemon.get("/healthz", AbortSignal.any([signal, late.signal]));
    clearTimeout(timer);
    return sign.kind === "slow" || sign.kind === "aborted" ? sign : null;
  }

  /** Take note of how a turn's call went. */
  note(reply) {
    if (reply.ok) this.#ranOut = false;
    else if (reply.kind === "slow") this.#ranOut = true;
  }
}
