/** Whether a turn's tool policy lets it read memory. */

const TOOL = "memory_search";
const SLOT_TOOLS = { "memory-lancedb": "memory_recall" };
const DENIES_IT = new Set([TOOL, "memory_recall", "group:memory", "*"]);

/**
 * Ask the turn's authority about the memory tool of the configured slot. Without a memory plugin there is no such tool
 * for the authority to speak of: then the written deny lists decide.
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
  const denied = [config?.tools?.deny, agentEntry(config, agentId)?.tools?.deny].flat();
  return !denied.some((name) => DENIES_IT.has(String(name).toLowerCase()));
}

function agentEntry(config, agentId) {
  const { entries, list } = config?.agents ?? {};
  return entries?.[agentId] ?? (Array.isArray(list) ? list.find((agent) => agent?.id === agentId) : undefined);
}
