/** How the parts of the daemon stand: memory, model, and the daemon itself. */

import { h, said } from "./dom.js";
import { facts, part } from "./notices.js";
import { counted, duration, moment, money, size, whole } from "./words.js";

/**
 * Memory, model and daemon, each in a part of its own.
 *
 * @param {any} status
 */
export function standing(status) {
  return [part("Memory", memory(status.memory)), part("Model", model(status)), part("Daemon", daemon(status))];
}

function memory(memory) {
  return h(
    "div",
    {},
    facts([
      ["passages", whole(memory.passages)],
      ["files", whole(memory.files)],
      ["on disk", size(memory.bytesOnDisk)],
      ["looked at", memory.refreshedAt ? moment(memory.refreshedAt) : "not yet"],
      [
        "meanings",
        memory.meanings
          ? `${whole(memory.meanings.embedded)} of ${whole(memory.meanings.passages)} by ${memory.meanings.model}`
          : "off",
      ],
    ]),
    memory.folders.length
      ? null
      : h("p", { class: "problem" }, "No folder is read. Name one in ", h("code", {}, "[[memory.folders]]"), "."),
    h(
      "ul",
      { class: "plain" },
      memory.folders.map((folder) =>
        h(
          "li",
          {},
          h("b", {}, said(folder.name)),
          " ",
          said(folder.path),
          h("span", { class: "quiet" }, ` ${counted(folder.passages, "passage")} of ${counted(folder.files, "file")}`),
        ),
      ),
    ),
    memory.problems.map((trouble) => h("p", { class: "problem" }, said(trouble))),
  );
}

function model(status) {
  return h(
    "div",
    {},
    facts([
      ["worker", status.model],
      ["calls, 24 h", whole(status.spend.calls)],
      ["tokens, 24 h", whole(status.spend.inputTokens + status.spend.outputTokens)],
      ["cost, 24 h", money(status.spend.cost)],
      ["without a price", status.spend.unpriced ? whole(status.spend.unpriced) : null],
    ]),
    status.modelTurns.hint ? h("p", { class: "problem" }, said(status.modelTurns.hint)) : null,
    status.breakers.length
      ? h(
          "ul",
          { class: "plain" },
          status.breakers.map((breaker) =>
            h(
              "li",
              {},
              h("b", {}, said(breaker.model)),
              ` breaker ${breaker.state}, ${counted(breaker.timeouts, "time-out")}`,
              breaker.retryInMs ? `, tried again in ${duration(breaker.retryInMs)}` : "",
            ),
          ),
        )
      : h("p", { class: "quiet" }, "No breaker has counted a time-out."),
  );
}

function daemon(status) {
  const cache = Object.entries(status.cache).map(
    ([name, count]) => `${name === "inFlight" ? "under way" : name}: ${whole(count)}`,
  );
  return h(
    "div",
    {},
    facts([
      ["version", said(status.version)],
      ["up for", duration(status.uptimeMs)],
      ["turns under way", whole(status.turnsInFlight)],
      ["cache", cache.join(", ")],
      ["last call of a host", status.hooks.lastCallAt ? moment(status.hooks.lastCallAt) : "none yet"],
    ]),
    status.hooks.hint ? h("p", { class: "problem" }, said(status.hooks.hint)) : null,
    status.settingsProblems.map((trouble) =>
      h("p", { class: "problem" }, said(`${trouble.key} (${trouble.source}): ${trouble.message}`)),
    ),
  );
}
