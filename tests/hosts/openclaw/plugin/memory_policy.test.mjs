import assert from "node:assert/strict";
import test from "node:test";

import { memoryAllowed } from "../../../../recall_sidecar/hosts/openclaw/plugin/memory_policy.js";

const none = { plugins: { slots: { memory: "none" } } };
const ROWS = [
  ["the tool is there", ["memory_search"], {}, true],
  ["the tool is denied", ["memory_get", "exec"], {}, false],
  ["LanceDB's own tool is there", ["memory_recall"], { plugins: { slots: { memory: "memory-lancedb" } } }, true],
  ["LanceDB's own tool is denied", ["memory_search"], { plugins: { slots: { memory: "memory-lancedb" } } }, false],
  ["no memory plugin, and nothing denied", ["exec"], none, true],
  ["no memory plugin, and the tool denied", ["exec"], { ...none, tools: { deny: ["memory_search"] } }, false],
  ["no memory plugin, and the group denied", [], { ...none, tools: { deny: ["group:memory"] } }, false],
  ["no memory plugin, and denied to this agent", [], { ...none, agents: { list: [{ id: "main", tools: { deny: ["*"] } }] } }, false],
  ["no memory plugin, and denied to this agent's entry", [], { ...none, agents: { entries: { main: { tools: { deny: ["memory_search"] } } } } }, false],
  ["no memory plugin, and not among what is allowed", [], { ...none, tools: { allow: ["exec"] } }, false],
  ["no memory plugin, and among what is allowed", [], { ...none, tools: { allow: ["exec", "Group:Memory"] } }, true],
  ["no memory plugin, and nothing is listed", [], { ...none, tools: { allow: [], deny: [] } }, true],
  ["no memory plugin, and denied to another agent", [], { ...none, agents: { list: [{ id: "work", tools: { deny: ["*"] } }] } }, true],
];
for (const [name, tools, config, expected] of ROWS) {
  test(`memory is ${expected ? "allowed" : "denied"}: ${name}`, () => {
    assert.equal(memoryAllowed({ allows: (tool) => tools.includes(tool) }, config, "main"), expected);
  });
}
