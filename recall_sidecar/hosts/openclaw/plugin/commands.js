/** The chat commands: `/recall`, and `/active-memory` where the bundled plugin leaves it. The daemon answers them. */

import { Ended } from "./daemon.js";
import { NAME, PLUGIN_ID } from "./generated.js";
import { sentenceFor } from "./sentences.js";
import { isSwitchedOff } from "./switched_off.js";
import { head, pickIds, textOf } from "./text.js";

const BUNDLED = "active-memory";
const ADMIN = "operator.admin";
const OFF = / (off|disabled?)\b/i;
const TIMEOUT_MS = 5_000;
const MAX_ARGS_CHARS = 2_048;
const NO_ACCESS =
  "⚠️ OpenClaw does not let this plugin see turns, so nothing is recalled. Allow it: " +
  `openclaw config set plugins.entries.${PLUGIN_ID}.hooks.allowConversationAccess true`;
const BOTH_ON =
  "⚠️ OpenClaw's own active-memory is on too: each turn waits for two recalls. Switch it off: " +
  `openclaw config set plugins.entries.${BUNDLED}.enabled false`;

/** Return the names we answer to; where nothing is said of the bundled plugin, its name stays its own. */
export function commandNames(config) {
  return isSwitchedOff(config, BUNDLED) ? ["recall", BUNDLED] : ["recall"];
}

/**
 * Return the body of `POST /v1/commands`. A client of the gateway shows what it may do by its scopes; only on a chat
 * channel does the sender's id say who it is.
 */
export function commandBody(name, ctx) {
  const scopes = Array.isArray(ctx?.gatewayClientScopes) ? ctx.gatewayClientScopes : null;
  return {
    v: 1,
    text: `/${name} ${head(textOf(ctx?.args).trim(), MAX_ARGS_CHARS)}`.trim(),
    ...pickIds(ctx, ["agentId", "sessionKey"]),
    ...(scopes === null ? pickIds(ctx, ["senderId"]) : {}),
    admin: scopes?.includes(ADMIN) ?? false,
  };
}

/**
 * Return the definition of a command for the host.
 *
 * @param {string} name
 * @param {import("./parts.js").Parts} parts
 */
export function command(name, parts) {
  return {
    name,
    description: `${NAME}: status, on, off, why, help [--global]`,
    acceptsArgs: true,
    handler: async (ctx) => {
      try {
        return { text: await answer(name, ctx, parts) };
      } catch (error) {
        return { text: `${NAME}: the command failed in the plugin (${error?.name ?? "error"}).` };
      }
    },
  };
}

async function answer(name, ctx, { configNow, daemon, lines, onTrouble }) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Ended("slow")), TIMEOUT_MS);
  const body = commandBody(name, ctx);
  const reply = await daemon.post("/v1/commands", body, limit.signal).finally(() => clearTimeout(timer));
  if (!reply.ok) {
    onTrouble(reply);
    return `${NAME}: ${sentenceFor(reply)}`;
  }
  // What stands there is of a turn that still recalled.
  if (OFF.test(body.text)) lines.clear(body);
  const said = reply.body.text;
  if (typeof said !== "string") return `${NAME}: ${sentenceFor({ ok: false, kind: "version" })}`;
  return [said, ...obstacles(configNow())].join("\n");
}

/** Return what in the gateway's configuration keeps recall from working as it should. */
function obstacles(config) {
  const { entries } = config?.plugins ?? {};
  const isBlind = entries?.[PLUGIN_ID]?.hooks?.allowConversationAccess !== true;
  const isDoubled = entries?.[BUNDLED]?.enabled === true && !isSwitchedOff(config, BUNDLED);
  return [isBlind && NO_ACCESS, isDoubled && BOTH_ON].filter(Boolean);
}
