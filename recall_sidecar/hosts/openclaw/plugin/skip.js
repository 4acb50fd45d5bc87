/** Turns that must never ask for memory, known without a call. Whatever passes here, the daemon's gate decides. */

import { isBackground } from "./session_key.js";

const NOT_A_PERSON = new Set(["inter_session", "internal_system", "internal"]);

/**
 * Return why a turn asks for nothing, null when the daemon is to decide.
 *
 * @param {Record<string, any>} ctx the host's context of an authorised prompt hook
 * @returns {"no_authority" | "trigger" | "provenance" | "background" | null}
 */
export function whyNot(ctx) {
  if (typeof ctx?.toolAuthority?.allows !== "function") return "no_authority";
  if (ctx.trigger !== "user") return "trigger";
  if (NOT_A_PERSON.has(ctx.inputProvenance?.kind)) return "provenance";
  return isBackground(ctx.sessionKey) ? "background" : null;
}
