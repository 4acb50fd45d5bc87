/** What the handlers of one load share; made anew at each, so nothing outlives a reload. */

import { Autostart } from "./autostart.js";
import { Daemon } from "./daemon.js";
import { PLUGIN_ID } from "./generated.js";
import { Lender } from "./lend_model.js";
import { SessionLines } from "./lines.js";
import { LogOnce } from "./log_once.js";
import { Needs } from "./needs.js";
import { Notices } from "./notices.js";
import { Patience } from "./patience.js";
import { readSettings } from "./settings.js";

/**
 * @typedef {object} Parts
 * @property {import("./settings.js").Settings} settings
 * @property {() => any} configNow the gateway's configuration as it is now; read, never kept, logged or sent
 * @property {Daemon} daemon
 * @property {LogOnce} log
 * @property {Needs} needs
 * @property {SessionLines} lines
 * @property {Lender} lender
 * @property {Notices} notices
 * @property {Patience} patience
 * @property {(reply: import("./daemon.js").Reply) => void} onTrouble what to do when a call has failed
 */

/**
 * Put the parts of one load together. Nothing is opened, started, written or logged.
 *
 * @param {any} api the host's plugin API
 * @returns {Parts}
 */
export function assemble(api) {
  const settings = readSettings(api.pluginConfig, api.config?.plugins?.entries?.[PLUGIN_ID]?.hooks);
  const configNow = () => api.runtime?.config?.current?.() ?? api.config;
  const daemon = new Daemon(settings);
  const log = new LogOnce(api.logger);
  const needs = new Needs(daemon);
  const autostart = new Autostart(settings, log);
  return {
    settings,
    configNow,
    daemon,
    log,
    needs,
    lines: new SessionLines(api.runtime?.agent?.session, api.logger),
    lender: new Lender({ llm: api.runtime?.llm, configNow, daemon, log, settings }),
    notices: new Notices(daemon, log, needs),
    patience: new Patience(daemon),
    onTrouble: ({ kind }) => {
      if (kind !== "absent") return;
      needs.forget();
      autostart.attempt();
    },
  };
}
