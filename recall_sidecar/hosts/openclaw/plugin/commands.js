/** The chat commands: `/recall`, and `/active-memory` where the bundled plugin leaves it. The daemon answers them. */

import { Ended } from "./daemon.js";
import { NAME, PLUGIN_ID } from "./generated.js";
import { sentenceFor } from "./sentences.js";
import { idOf, pickIds } from "./text.js";

const BUNDLED = "active-memory";
const ADMIN = "operator.admin";
const OFF = / (off|disabled?)\b/i;
const TIMEOUT_MS = 5_000;
const NO_ACCESS =
  "⚠️ OpenClaw does not let this plugin see turns, so nothing is recalled. Allow it: " +
  `openclaw config set plugins.entries.${PLUGIN_ID}.hooks.allowConversationAccess true`;
const BOTH_ON =
  "⚠️ OpenClaw's own active-memory is on too: each turn waits for two recalls. Switch it off: " +
  `openclaw config set plugins.entries.${BUNDLED}.enabled false`;

/** Return the names we answer to under this configuration. */
export function commandNames(config) {
  return bundledIsOff(config) ? ["recall", BUNDLED] : ["recall"];
}

/** Whether the operator has switched the bundled plugin off; when it is not said, the name stays its own. */
function bundledIsOff(config) {
  const { entries, deny, allow } = config?.plugins ?? {};
  const isDenied = Array.isArray(deny) && deny.includes(BUNDLED);
  const isLeftOut = Array.isArray(allow) && allow.length > 0 && !allow.includes(BUNDLED);
  return entries?.[BUNDLED]?.enabled === false || isDenied || isLeftOut;
}

/**
 * Return the body of `POST /v1/commands`. A client of the gateway shows what it may do by its scopes; only on a chat
 * channel does the sender's id say who it is.
 */
export function commandBody(name, ctx) {
  const scopes = Array.isArray(ctx?.gatewayClientScopes) ? ctx.gatewayClientScopes : null;
  return {
    v: 1,
    text: `/${name} ${idOf(ctx?.args?.trim?.()) ?? ""}`.trim(),
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
  return [reply.body.text, ...obstacles(configNow())].join("\n");
}

/** Return what in the gateway's configuration keeps recall from working as it should. */
function obstacles(config) {
  const { entries } = config?.plugins ?? {};
  const isBlind = entries?.[PLUGIN_ID]?.hooks?.allowConversationAccess !== true;
  const isDoubled = entries?.[BUNDLED]?.enabled === true && !bundledIsOff(config);
  return [isBlind && NO_ACCESS, isDoubled && BOTH_ON].filter(Boolean);
}
