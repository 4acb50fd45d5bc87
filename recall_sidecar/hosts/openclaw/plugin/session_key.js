/** Which sessions are no conversation with a person: runs of the host's own. The daemon has the full rules. */

const HEADS = new Set(["boot", "cron", "harness", "hook", "internal-session-effects", "subagent"]);
const DREAMING = /^dreaming-narrative-(light|rem|deep)-/;
// What follows one of these is an id, whatever it says.
const TAKES_AN_ID = new Set(["channel", "direct", "dm", "group", "explicit", "thread", "topic"]);

/**
 * Whether a session key belongs to a cron job, a heartbeat, a sub-agent, a recall run or the like.
 *
 * @param {unknown} key for example `agent:main:subagent:42`
 * @returns {boolean}
 */
export function isBackground(key) {
  if (typeof key !== "string") return false;
  const segments = key.trim().toLowerCase().split(":");
  const rest = segments[0] === "agent" ? segments.slice(2) : segments;
  const [first = "", last = "", before = "", beforeThat = ""] = [rest[0], rest.at(-1), rest.at(-2), rest.at(-3)];
  if (DREAMING.test(first) || first === "heartbeat") return true;
  if (rest.length < 2) return false;
  if (HEADS.has(first)) return true;
  if (last === "heartbeat" && !TAKES_AN_ID.has(before)) return true;
  return before === "active-memory" && !TAKES_AN_ID.has(beforeThat) && /^[0-9a-f]{8,64}$/.test(last);
}
