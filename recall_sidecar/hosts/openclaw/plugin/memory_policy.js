/** Whether a turn's tool policy lets it read memory. */

import { isForbidden } from "./switched_off.js";

const NO_PLUGIN = "none";
const DEFAULT_PLUGIN = "memory-core";
const TOOL = "memory_search";
const PLUGIN_TOOLS = { "memory-lancedb": "memory_recall" };
// How lists name the memory tools beside their names and patterns.
const GROUPS = new Set(["group:memory", "group:openclaw", "group:plugins", DEFAULT_PLUGIN]);
const NARROW_PROFILES = new Set(["minimal", "messaging"]);

/**
 * Ask the turn's authority about the memory tool of the configured plugin. Where none runs there is no such tool for the
 * authority to speak of: then what is written for all agents and for this one decides.
 *
 * @param {{allows(tool: string): boolean}} authority
 * @param {Record<string, any> | undefined} config the gateway's configuration
 * @param {unknown} agentId
 * @returns {boolean}
 */
export function memoryAllowed(authority, config, agentId) {
  const plugin = config?.plugins?.slots?.memory ?? DEFAULT_PLUGIN;
  if (authority.allows(PLUGIN_TOOLS[plugin] ?? TOOL)) return true;
  if (plugin !== NO_PLUGIN && !isForbidden(config, plugin)) return false;
  const written = [config?.tools, agentEntry(config, agentId)?.tools];
  return written.every(letsThrough) && profileLetsThrough(written);
}

function letsThrough(tools) {
  return (isEmpty(tools?.allow) || names(tools?.allow)) && !names(tools?.deny);
}

/** A profile is a list of what is allowed; the agent's own stands in the place of the one for all. */
function profileLetsThrough([forAll, forAgent]) {
  const isNarrow = NARROW_PROFILES.has(forAgent?.profile ?? forAll?.profile);
  return !isNarrow || names(forAll?.alsoAllow) || names(forAgent?.alsoAllow);
}

function isEmpty(list) {
  return !Array.isArray(list) || list.length === 0;
}

/** Whether a list of tools, groups and patterns names memory. */
function names(list) {
  return !isEmpty(list) && list.some((entry) => isMemory(String(entry).trim().toLowerCase()));
}

function isMemory(entry) {
  if (GROUPS.has(entry)) return true;
  const pattern = entry.split("*").map((part) => part.replace(/\W/g, "\\$&")).join(".*");
  const whole = new RegExp(`^(?:${pattern})$`);
  return [TOOL, ...Object.values(PLUGIN_TOOLS)].some((tool) => whole.test(tool));
}

function agentEntry(config, agentId) {
  const { entries, list } = config?.agents ?? {};
  const isMeant = (id) => typeof id === "string" && id.trim().toLowerCase() === String(agentId).toLowerCase();
  const named = Object.entries(entries ?? {}).find(([id]) => isMeant(id))?.[1];
  return named ?? (Array.isArray(list) ? list.find((agent) => isMeant(agent?.id)) : undefined);
}
