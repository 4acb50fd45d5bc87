/** One turn as a line of the list. */

import { h, said } from "./dom.js";
import { badge } from "./notices.js";
import { counted, duration, moment, whole } from "./words.js";

/**
 * @param {import("./turn_list.js").Row} row
 * @param {{isNew?: boolean}} [how]
 */
export function turnLine(row, { isNew = false } = {}) {
  const who = row.sessionKey ?? `${row.host}, no session`;
  return h(
    "li",
    { class: isNew ? "turn-line is-new" : "turn-line" },
    h(
      "a",
      { class: row.asked ? "" : "is-untold", href: `#turn/${encodeURIComponent(row.traceId)}` },
      h("time", { datetime: row.startedAt }, moment(row.startedAt)),
      badge(row.status, row.reason),
      h("span", { class: "line-asked" }, said(row.asked || row.told)),
      h("span", { class: "line-who", title: `agent ${row.agentId}` }, h("b", {}, said(row.agentId)), " ", said(who)),
      row.asked ? h("span", { class: "line-told" }, said(outcome(row))) : null,
      h(
        "span",
        { class: "line-cost" },
        h("span", { class: "elapsed" }, duration(row.elapsedMs)),
        " ",
        h("span", { class: "spent" }, spent(row)),
      ),
    ),
  );
}

/**
 * What memory said where that is all there is to tell, else how the turn ended.
 *
 * @param {import("./turn_list.js").Row} row
 */
function outcome({ status, reason, said: summary, told }) {
  return status === "ok" && !reason && summary ? `→ ${summary}` : told;
}

/** @param {import("./turn_list.js").Row} row */
function spent(row) {
  if (row.cache === "hit") return "from cache";
  if (row.cache === "joined" && !row.modelCalls) return "shared";
  return row.modelCalls ? `${counted(row.modelCalls, "call")}, ${whole(row.tokens)} tok` : "no model";
}
