/** The live stream of turns: it opens itself again when it breaks, and catches up with what it missed. */

import { Refused } from "./api.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** The daemon's heart beats every 15 seconds. */
const SILENCE_MS = 40_000;

/** @typedef {"connecting" | "live" | "broken" | "signed out"} StreamState */

export class TurnStream {
  #stopped = new AbortController();

  /**
   * @param {import("./api.js").Api} api
   * @param {{row: (row: import("./turn_list.js").Row) => void, state: (state: StreamState) => void}} hears
   */
  constructor(api, hears) {
    this.api = api;
    this.hears = hears;
    /** The last turn that is known. */
    this.last = "";
  }

  /** Follows until it is stopped or signed out. */
  async follow() {
    let wait = FIRST_WAIT_MS;
    while (!this.#stopped.signal.aborted) {
      this.hears.state("connecting");
      try {
        await this.#read(() => {
          wait = FIRST_WAIT_MS;
          this.hears.state("live");
        });
      } catch (error) {
        if (error instanceof Refused && error.status === 401) {
          this.hears.state("signed out");
          return;
        }
      }
      if (this.#stopped.signal.aborted) return;
      this.hears.state("broken");
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  stop() {
    this.#stopped.abort();
  }

  /** @param {() => void} opened */
  async #read(opened) {
    const silent = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, silent.signal]);
    const body = await this.api.stream(`/v1/page/stream?after=${encodeURIComponent(this.last)}`, signal);
    opened();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const timer = setTimeout(() => silent.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) this.#take(JSON.parse(line.slice(6)));
    }
  }

  /** @param {import("./turn_list.js").Row} row */
  #take(row) {
    this.last = row.traceId;
    this.hears.row(row);
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
