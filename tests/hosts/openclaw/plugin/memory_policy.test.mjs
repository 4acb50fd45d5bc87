import assert from "node:assert/strict";
import test from "node:test";

import { memoryAllowed } from "../../../../recall_sidecar/hosts/openclaw/plugin/memory_policy.js";

const none = { plugins: { slots: { memory: "none" } } };
const agentsTools = (tools) => ({ agents: { entries: { Main: { tools } } } });
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
  ["no memory plugin, and denied by a pattern", [], { ...none, tools: { deny: ["memory_*"] } }, false],
  ["no memory plugin, and LanceDB's own tool denied", [], { ...none, tools: { deny: ["memory_recall"] } }, false],
  ["no memory plugin, and another tool denied by a pattern", [], { ...none, tools: { deny: ["mem.*", "*_get", "exec"] } }, true],
  ["no memory plugin, and all plugins' tools denied", [], { ...none, tools: { deny: ["group:plugins"] } }, false],
  ["no memory plugin, and allowed by a pattern", [], { ...none, tools: { allow: ["*search*"] } }, true],
  ["no memory plugin, and a profile without memory", [], { ...none, tools: { profile: "messaging" } }, false],
  ["no memory plugin, and a profile with it", [], { ...none, tools: { profile: "coding" } }, true],
  ["no memory plugin, and a profile that memory is added to", [], { ...none, tools: { profile: "minimal", alsoAllow: ["memory_search"] } }, true],
  ["no memory plugin, and the agent's profile wider than that for all", [], { ...none, tools: { profile: "minimal" }, ...agentsTools({ profile: "full" }) }, true],
  ["no memory plugin, and denied to this agent in other letters", [], { ...none, ...agentsTools({ deny: ["memory_search"] }) }, false],
  ["the memory plugin is switched off", [], { plugins: { entries: { "memory-core": { enabled: false } } } }, true],
  ["the memory plugin is denied", [], { plugins: { deny: ["memory-core"] } }, true],
  ["the memory plugin runs by its slot though it is not among the allowed, and a policy of the turn denies the tool", [], { plugins: { allow: ["recall-sidecar"] } }, false],
  ["the memory plugin is switched off, and the tool denied", [], { plugins: { deny: ["memory-core"] }, tools: { deny: ["memory_search"] } }, false],
  ["search is off, which the host means for all recall", [], { memory: { search: { enabled: false } } }, false],
  ["no memory plugin, and denied to another agent", [], { ...none, agents: { list: [{ id: "work", tools: { deny: ["*"] } }] } }, true],
];
for (const [name, tools, config, expected] of ROWS) {
  test(`memory is ${expected ? "allowed" : "denied"}: ${name}`, () => {
    assert.equal(memoryAllowed({ allows: (tool) => tools.includes(tool) }, config, "main"), expected);
  });
}
