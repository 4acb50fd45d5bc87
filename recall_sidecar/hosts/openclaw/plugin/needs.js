/** What the daemon needs of an agent's turns, asked once and told again with every answer. */

const MODES = new Set(["message", "recent", "full"]);
const DEFAULT_MODE = "recent";
const MAX_AGENTS = 256;
// Somebody may switch it off meanwhile.
const TURNS_FOR_MS = 30_000;

export class Needs {
  #daemon;
  #modes = new Map();
  /** Whether an agent's turns are kept, and until when that is believed. */
  #turns = new Map();

  /** @param {import("./daemon.js").Daemon} daemon */
  constructor(daemon) {
    this.#daemon = daemon;
  }

  /**
   * Return the query mode of an agent, or the trouble with asking for it. A daemon that does not know the question is
   * an older one, which reads what `recent` sends.
   *
   * @param {string | undefined} agentId
   * @param {AbortSignal} [signal]
   * @returns {Promise<import("./daemon.js").Reply & {queryMode?: string}>}
   */
  async of(agentId, signal) {
    const known = this.#modes.get(agentId);
    if (known) return { ok: true, queryMode: known };
    const reply = await this.#daemon.get(`/v1/hooks/needs?agentId=${encodeURIComponent(agentId ?? "")}`, signal);
    if (!reply.ok && reply.status !== 404 && reply.status !== 405) return reply;
    this.learn(agentId, reply.ok ? reply.body.queryMode : DEFAULT_MODE);
    return { ok: true, queryMode: this.#modes.get(agentId) };
  }

  /**
   * Return whether the daemon keeps the turns of an agent. One that does not answer, or is older, does not.
   *
   * @param {string | undefined} agentId
   * @param {AbortSignal} [signal]
   */
  async wantsTurns(agentId, signal) {
    const now = performance.now();
    const known = this.#turns.get(agentId);
    if (known && now < known.until) return known.wants;
    const reply = await this.#daemon.get(`/v1/hooks/needs?agentId=${encodeURIComponent(agentId ?? "")}`, signal);
    if (!reply.ok && reply.status === undefined) return false;
    if (this.#turns.size >= MAX_AGENTS) this.#turns.clear();
    this.#turns.set(agentId, { wants: reply.ok && reply.body.turns === true, until: now + TURNS_FOR_MS });
    return this.#turns.get(agentId).wants;
  }

  /** Keep what an answer says. */
  learn(agentId, queryMode) {
    if (this.#modes.size >= MAX_AGENTS) this.#modes.clear();
    if (MODES.has(queryMode)) this.#modes.set(agentId, queryMode);
    else if (!this.#modes.has(agentId)) this.#modes.set(agentId, DEFAULT_MODE);
  }

  /** Forget everything: whoever answers next may be configured differently. */
  forget() {
    this.#modes.clear();
    this.#turns.clear();
  }
}
