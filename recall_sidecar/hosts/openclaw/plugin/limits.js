/** How long one turn may wait for memory, and whether it is still worth waiting. */

import { Ended } from "./daemon.js";

// The host tells of an ended turn only when it is asked.
const LOOK_EVERY_MS = 100;
// What is left to hand the block over once the time is up.
const HANDOVER_MS = 20;

/**
 * Watch one turn: `signal` is aborted when its time is up or the host has given it up.
 *
 * @param {Record<string, any>} ctx the host's context, which says whether the turn is still wanted
 * @param {number} timeoutMs longest wait, from now
 */
export function watchTurn(ctx, timeoutMs) {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs - HANDOVER_MS;
  const leftMs = () => endsAt - performance.now();
  const isWanted = () => stillActive(ctx.toolAuthority) && stillActive(ctx.hookInvocation);
  const timer = setTimeout(() => controller.abort(new Ended("slow")), Math.max(leftMs(), 1));
  const look = setInterval(() => {
    if (!isWanted()) controller.abort(new Ended("aborted"));
  }, LOOK_EVERY_MS);
  const stop = () => {
    clearTimeout(timer);
    clearInterval(look);
  };
  return { signal: controller.signal, leftMs, isWanted, stop };
}

/** Whether the host's capability still holds; a host without it does not say no. */
function stillActive(capability) {
  try {
    capability?.assertActive?.();
    return true;
  } catch {
    return false;
  }
}
