/** Whether a turn's tool policy lets it read memory. */

const TOOL = "memory_search";
const SLOT_TOOLS = { "memory-lancedb": "memory_recall" };
const MEANS_IT = new Set([TOOL, "memory_recall", "group:memory", "*"]);

/**
 * Ask the turn's authority about the memory tool of the configured slot. Without a memory plugin there is no such tool
 * for the authority to speak of: then the lists decide that are written for all agents and for this one.
 *
 * @param {{allows(tool: string): boolean}} authority
 * @param {Record<string, any> | undefined} config the gateway's configuration
 * @param {unknown} agentId
 * @returns {boolean}
 */
export function memoryAllowed(authority, config, agentId) {
  const slot = config?.plugins?.slots?.memory;
  if (authority.allows(SLOT_TOOLS[slot] ?? TOOL)) return true;
  if (slot !== "none") return false;
  return [config?.tools, agentEntry(config, agentId)?.tools].every(letsThrough);
}

function letsThrough(tools) {
  const names = (list) => (Array.isArray(list) ? list : []).map((name) => String(name).toLowerCase());
  const allowed = names(tools?.allow);
  const isAllowed = allowed.length === 0 || allowed.some((name) => MEANS_IT.has(name));
  return isAllowed && !names(tools?.deny).some((name) => MEANS_IT.has(name));
}

function agentEntry(config, agentId) {
  const { entries, list } = config?.agents ?? {};
  return entries?.[agentId] ?? (Array.isArray(list) ? list.find((agent) => agent?.id === agentId) : undefined);
}
