/**
 * Lend the agent's own model: run a completion that the daemon prepared and post what came of it. People without an
 * API key have their model through OpenClaw alone.
 */

import { Ended } from "./daemon.js";
import { PLUGIN_ID } from "./generated.js";
import { ownerOf } from "./owner_agent.js";

const TICKET = /^[A-Za-z0-9_-]{16,128}$/;
// The daemon asks once, rarely twice; more would be a loop.
const MAX_ROUNDS = 3;
const FAREWELL_MS = 2_000;
const MAX_TEXT_CHARS = 32_768;
const ISOLATED = "isolated-agent-runtime";
const WORDS = {
  LLM_COMPLETION_NOT_AUTHORIZED: "refused",
  LLM_COMPLETION_TIMEOUT: "timeout",
};

export class Lender {
  #parts;
  /** Agents whose model runs only inside its own runtime (a CLI, a harness): found out once. */
  #isolated = new Set();

  /** @param {{llm: any, configNow: () => any, daemon: import("./daemon.js").Daemon, log: any, settings: any}} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether this host and the settings let the daemon ask for the model. */
  canLend() {
    return this.#parts.settings.lendModel && typeof this.#parts.llm?.complete === "function";
  }

  /**
   * Answer the daemon's wish for the model until it has what it wants.
   *
   * @param {Record<string, any>} wish the daemon's answer with status `model_wanted`
   * @param {Record<string, any>} ctx the host's context
   * @param {{signal: AbortSignal, leftMs: () => number}} turn
   * @returns {Promise<import("./daemon.js").Reply>}
   */
  async lend(wish, ctx, turn) {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (!this.canLend() || !TICKET.test(wish.ticket)) break;
      const post = (body, signal) => this.#parts.daemon.post(`/v1/model-replies/${wish.ticket}`, body, signal);
      const said = await this.#complete(wish, ctx, turn);
      if (turn.signal.aborted) {
        // Nobody waits any more; the daemon is told so that it stops too.
        void post({ v: 1, error: "aborted" }, AbortSignal.timeout(FAREWELL_MS));
        return { ok: false, kind: turn.signal.reason?.kind ?? "aborted" };
      }
      const reply = await post({ v: 1, ...said }, turn.signal);
      // A ticket that is gone means that the daemon has ended the turn, not that it speaks another version.
      if (reply.status === 404) return { ok: false, kind: "failed", detail: "the model's answer came too late" };
      if (!reply.ok || reply.body.status !== "model_wanted") return reply;
      wish = reply.body;
    }
    return { ok: false, kind: "failed", detail: "the daemon asked for the model in a way that is not understood" };
  }

  /**
   * Return what to post: the text with its cost, or an error by a word.
   *
   * @param {Record<string, any>} wish
   * @param {Record<string, any>} ctx
   * @param {{signal: AbortSignal, leftMs: () => number}} turn
   */
  async #complete(wish, ctx, turn) {
    const { model, waitMs } = wish;
    const waiting = Math.min(Number(waitMs) || 0, turn.leftMs());
    if (waiting <= 0) return { error: "timeout" };
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Ended("slow")), waiting);
    const signal = AbortSignal.any([late.signal, turn.signal]);
    try {
      return success(await endedBy(signal, this.#run(model ?? {}, ctx, signal, waiting)));
    } catch (error) {
      return this.#failure(error, late.signal.aborted, ctx);
    } finally {
      clearTimeout(timer);
    }
  }

  async #run(model, ctx, signal, waitMs) {
    const request = this.#request(model, ctx, signal);
    const isolated = { ...request, execution: { mode: ISOLATED, timeoutMs: Math.max(Math.floor(waitMs), 1) } };
    if (this.#isolated.has(ctx.agentId)) return this.#parts.llm.complete(isolated);
    try {
      return await this.#parts.llm.complete(request);
    } catch (error) {
      // Without a code the host found no provider it could call directly; the agent's own runtime may know a way.
      if (error?.code !== undefined || signal.aborted) throw error;
      const result = await this.#parts.llm.complete(isolated);
      this.#isolated.add(ctx.agentId);
      return result;
    }
  }

  #request({ ref, system, prompt, maxTokens, reasoning }, ctx, signal) {
    const config = this.#parts.configNow();
    const mayName = config?.plugins?.entries?.[PLUGIN_ID]?.llm?.allowAgentIdOverride === true;
    // The host takes its own agent when none is named, and refuses another one's unless the operator allows it.
    const isOwner = ctx.agentId === ownerOf(config);
    return {
      messages: [{ role: "user", content: String(prompt ?? "") }],
      ...(system ? { systemPrompt: String(system) } : {}),
      ...(ref ? { model: String(ref) } : {}),
      ...(mayName || !isOwner ? { agentId: ctx.agentId } : {}),
      ...(Number.isFinite(maxTokens) ? { maxTokens } : {}),
      ...(reasoning ? { reasoning: String(reasoning) } : {}),
      purpose: "recall-sidecar.recall",
      signal,
    };
  }

  #failure(error, isLate, ctx) {
    const code = typeof error?.code === "string" ? error.code.slice(0, 80) : undefined;
    const word = isLate ? "timeout" : (WORDS[code] ?? "failed");
    if (word === "refused") {
      this.#parts.log.advise(
        `model:${ctx.agentId}`,
        `OpenClaw does not lend the model of agent ${ctx.agentId}. Allow it: ` +
          `openclaw config set plugins.entries.${PLUGIN_ID}.llm.allowAgentIdOverride true ` +
          "(and allowModelOverride for a model that the settings name)",
      );
    }
    return { error: word, detail: code ?? String(error?.name ?? "Error").slice(0, 80) };
  }
}

/** Return what to post of a completion. */
function success(result) {
  const model = [result?.provider, result?.model].filter((part) => typeof part === "string" && part).join("/");
  const { inputTokens, outputTokens, costUsd } = result?.usage ?? {};
  const usage = Object.entries({ inputTokens, outputTokens, costUsd }).filter(([, value]) => Number.isFinite(value));
  return {
    text: String(result?.text ?? "").slice(0, MAX_TEXT_CHARS).toWellFormed(),
    ...(typeof result?.stopReason === "string" ? { stopReason: result.stopReason } : {}),
    ...(model ? { model } : {}),
    usage: Object.fromEntries(usage),
  };
}

/** Wait for `work`, but not beyond `signal`: not every runtime heeds it. */
function endedBy(signal, work) {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
    if (signal.aborted) end();
  });
}
