/**
 * One turn: skip it, or ask the daemon and hand its block to the host.
 *
 *     skip? ─▶ patience ─▶ needs ─▶ turn ─▶ (lend the model) ─▶ still wanted? ─▶ block
 *       └──────────┴──────────┴────────┴───────────┴─────── nothing: the turn goes on without
 */

import { watchTurn } from "./limits.js";
import { memoryAllowed } from "./memory_policy.js";
import { whyNot } from "./skip.js";
import { turnBody } from "./turn.js";

const TURN = "/v1/hooks/before_prompt_build";
/** @type {import("./daemon.js").Reply} */
const AWAY = Object.freeze({ ok: false, kind: "absent" });
const MAX_BLOCK_CHARS = 65_536;
const NO_PHASE =
  "this OpenClaw does not say which tools a turn may use, so recall never runs here. Update OpenClaw to 2026.9.6 or newer";

/**
 * Return the handler of the authorised `before_prompt_build`. It never throws.
 *
 * @param {import("./parts.js").Parts} parts
 */
export function recallHandler(parts) {
  return async (event, ctx) => {
    try {
      return await recall(parts, event ?? {}, ctx ?? {});
    } catch (error) {
      parts.log.note({ ok: false, kind: "fault", detail: error?.name ?? "error" });
      return undefined;
    }
  };
}

async function recall(parts, event, ctx) {
  const { lines, log, patience, settings } = parts;
  const reason = whyNot(ctx);
  if (reason !== null) {
    if (reason === "no_authority") log.advise(reason, NO_PHASE);
    else if (reason !== "background") lines.clear(ctx);
    return undefined;
  }
  if (parts.daemon.isAway()) return without(parts, ctx, AWAY);
  const turn = watchTurn(ctx, settings.timeoutMs);
  try {
    const reply = (await patience.objection(turn.signal)) ?? (await ask(parts, event, ctx, turn));
    patience.note(reply);
    // Whatever stands in the session is the affair of the turn that came in the place of one that was given up.
    if (!turn.isWanted() || reply.kind === "aborted") return undefined;
    if (!reply.ok) return without(parts, ctx, reply);
    log.note(reply);
    // What was left out because it is visible is worth a line; a turn that may not recall is not.
    if (reply.body.status === "skipped" && reply.body.reason !== "already_visible") lines.clear(ctx);
    else lines.show(ctx, reply.body);
    return blockOf(reply.body);
  } finally {
    turn.stop();
  }
}

/** Let the turn go on without recall. */
function without({ lines, log, onTrouble }, ctx, reply) {
  log.note(reply);
  onTrouble(reply);
  lines.clear(ctx);
  return undefined;
}

async function ask(parts, event, ctx, turn) {
  const { configNow, daemon, lender, needs, settings } = parts;
  const need = await needs.of(ctx.agentId, turn.signal);
  if (!need.ok) return need;
  // The authority of a turn that has ended throws when it is asked.
  if (!turn.isWanted()) return { ok: false, kind: "aborted" };
  const body = turnBody({
    event,
    ctx,
    queryMode: need.queryMode,
    budgetMs: Math.min(turn.leftMs(), settings.timeoutMs),
    memoryAllowed: memoryAllowed(ctx.toolAuthority, configNow(), ctx.agentId),
    lendsModel: lender.canLend(),
  });
  let reply = await daemon.post(TURN, body, turn.signal);
  if (reply.ok && reply.body.status === "model_wanted") reply = await lender.lend(reply.body, ctx, turn);
  if (reply.ok) needs.learn(ctx.agentId, reply.body.queryMode);
  return reply;
}

function blockOf({ prependContext: block }) {
  const isBlock = typeof block === "string" && block !== "" && block.length <= MAX_BLOCK_CHARS;
  return isBlock ? { prependContext: block } : undefined;
}
