/** What the plugin was told, and how long its prompt hook may take. OpenClaw has checked the values by our schema. */

import { DEFAULTS } from "./generated.js";

const HOOK = "before_prompt_build";
// The host's own timer starts with ours; ours must end first, or the host logs an error.
const HOST_GRACE_MS = 500;

/**
 * @typedef {object} Settings
 * @property {string} [socketPath] absolute path of the daemon's Unix socket
 * @property {number} [port] the daemon's port on 127.0.0.1
 * @property {string} [tokenFile] absolute path of the full token
 * @property {number} timeoutMs longest a reply may wait for memory
 * @property {number} hookTimeoutMs what the host is asked for; an operator's own limit wins over it
 * @property {boolean} autostart
 * @property {string} [command] absolute path of the daemon's executable
 * @property {boolean} lendModel
 */

/**
 * Read the settings of this load.
 *
 * @param {Record<string, unknown> | undefined} given `plugins.entries.recall-sidecar.config`
 * @param {Record<string, any> | undefined} hooks `plugins.entries.recall-sidecar.hooks`, where an operator limits hooks
 * @returns {Settings}
 */
export function readSettings(given, hooks) {
  /** @type {Record<string, unknown>} */
  const config = { ...DEFAULTS, ...given };
  const limitMs = positive(hooks?.timeouts?.[HOOK]) ?? positive(hooks?.timeoutMs) ?? Infinity;
  return {
    socketPath: absolute(config.socketPath),
    port: portOf(config.url),
    tokenFile: absolute(config.tokenFile),
    timeoutMs: Math.min(positive(config.timeoutMs) ?? DEFAULTS.timeoutMs, limitMs),
    hookTimeoutMs: (positive(config.timeoutMs) ?? DEFAULTS.timeoutMs) + HOST_GRACE_MS,
    autostart: config.autostart === true,
    command: absolute(config.command),
    lendModel: config.lendModel !== false,
  };
}

function absolute(value) {
  return typeof value === "string" && value.startsWith("/") ? value : undefined;
}

function positive(value) {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;
}

function portOf(url) {
  const match = /^http:\/\/127\.0\.0\.1:(\d{1,5})\/?$/.exec(typeof url === "string" ? url : "");
  const port = Number(match?.[1]);
  return port > 0 && port < 65_536 ? port : undefined;
}
