import assert from "node:assert/strict";
import test from "node:test";

import { ownerOf } from "../../../../recall_sidecar/hosts/openclaw/plugin/owner_agent.js";

const ROWS = [
  ["no agents at all", {}, "main"],
  ["no configuration", undefined, "main"],
  ["an agent for the system", { agents: { defaults: { systemAgent: { agentId: "Ops" } } } }, "ops"],
  ["one agent", { agents: { list: [{ id: "work" }] } }, "work"],
  ["one entry", { agents: { entries: { work: {} } } }, "work"],
  ["several, one marked", { agents: { list: [{ id: "a" }, { id: "b", default: true }] } }, "b"],
  ["several entries, one marked", { agents: { entries: { a: {}, b: { default: true } } } }, "b"],
  ["several, none marked", { agents: { list: [{ id: "a" }, { id: "b" }] } }, undefined],
  ["several, two marked", { agents: { list: [{ id: "a", default: true }, { id: "b", default: true }] } }, undefined],
  ["several that must be named", { agents: { ownership: "explicit", list: [{ id: "a" }, { id: "b", default: true }] } }, undefined],
];
for (const [name, config, expected] of ROWS) {
  test(`with ${name} the gateway's own agent is ${expected}`, () => assert.equal(ownerOf(config), expected));
}
