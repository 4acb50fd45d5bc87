/** Which agent the host takes when none is named. */

const MAIN = "main";

/**
 * Return the id of the gateway's own agent, undefined when several could be meant and none is marked.
 *
 * @param {Record<string, any> | undefined} config the gateway's configuration
 * @returns {string | undefined}
 */
export function ownerOf(config) {
  const agents = config?.agents ?? {};
  const named = agents.defaults?.systemAgent?.agentId;
  if (typeof named === "string" && named.trim() !== "") return named.trim().toLowerCase();
  const entries = Object.entries(agents.entries ?? {}).map(([id, agent]) => ({ ...agent, id }));
  const roster = entries.length > 0 ? entries : (Array.isArray(agents.list) ? agents.list : []);
  if (roster.length === 0) return MAIN;
  if (roster.length === 1) return idOf(roster[0]);
  const marked = agents.ownership === "explicit" ? [] : roster.filter((agent) => agent?.default === true);
  return marked.length === 1 ? idOf(marked[0]) : undefined;
}

function idOf(agent) {
  return typeof agent?.id === "string" ? agent.id.trim().toLowerCase() : undefined;
}
