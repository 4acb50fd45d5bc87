/**
 * The turns of the list: those that the filter wants, the newest first, and never more than a fixed number, however many come.
 *
 * @typedef {{traceId: string, startedAt: string, host: string, agentId: string, sessionKey: string | null, status: string,
 *   reason: string | null, told: string, elapsedMs: number, cache: string, modelCalls: number, tokens: number,
 *   cost: number | null, asked: string, said: string}} Row
 * @typedef {{status: string, agent: string, session: string, text: string}} Filter
 */

export const MOST_ROWS = 1000;

/** @type {Filter} */
export const NO_FILTER = Object.freeze({ status: "", agent: "", session: "", text: "" });

/**
 * Whether a turn is wanted; the daemon asks the same of those that it lists.
 *
 * @param {Row} row
 * @param {Filter} filter
 */
export function takes(row, filter) {
  const text = filter.text.trim().toLowerCase();
  const words = [row.asked, row.said, row.told, row.sessionKey ?? "", row.agentId, row.host, row.traceId];
  return (
    (filter.status === "" || filter.status === row.status) &&
    (filter.agent === "" || filter.agent === row.agentId) &&
    (filter.session === "" || filter.session === row.sessionKey) &&
    (text === "" || words.some((word) => word.toLowerCase().includes(text)))
  );
}

export class TurnList {
  /** @type {Row[]} */
  rows = [];
  /** @type {Filter} */
  filter = NO_FILTER;
  #known = new Set();

  /**
   * Begins anew with what the daemon lists.
   *
   * @param {Filter} filter
   * @param {Row[]} rows
   */
  reset(filter, rows) {
    this.filter = filter;
    this.rows = rows;
    this.#known = new Set(rows.map((row) => row.traceId));
  }

  /**
   * Takes turns that have just ended; returns those of them that are shown, in the order of the list.
   *
   * @param {Row[]} rows in the order in which they ended
   */
  add(rows) {
    const fresh = rows.filter((row) => takes(row, this.filter) && !this.#known.has(row.traceId));
    const shown = fresh.slice(-MOST_ROWS).reverse();
    for (const row of shown) this.#known.add(row.traceId);
    this.rows = [...shown, ...this.rows];
    for (const row of this.rows.splice(MOST_ROWS)) this.#known.delete(row.traceId);
    return shown;
  }

  /**
   * Puts older turns behind those that are there, as far as there is room; returns those that were taken.
   *
   * @param {Row[]} rows
   */
  append(rows) {
    const room = Math.max(MOST_ROWS - this.rows.length, 0);
    const older = rows.filter((row) => !this.#known.has(row.traceId)).slice(0, room);
    for (const row of older) this.#known.add(row.traceId);
    this.rows.push(...older);
    return older;
  }

  get full() {
    return this.rows.length >= MOST_ROWS;
  }
}
