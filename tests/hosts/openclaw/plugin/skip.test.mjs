import assert from "node:assert/strict";
import test from "node:test";

import { whyNot } from "../../../../recall_sidecar/hosts/openclaw/plugin/skip.js";
import { CTX } from "./host.mjs";

const authority = { allows: () => true, assertActive: () => {} };
const ROWS = [
  ["a person's turn", {}, null],
  ["a person's turn that says so", { inputProvenance: { kind: "external_user" } }, null],
  ["a turn without tool authority", { toolAuthority: undefined }, "no_authority"],
  ["a manual run", { trigger: "manual" }, "trigger"],
  ["a cron run", { trigger: "cron" }, "trigger"],
  ["a turn without a trigger", { trigger: undefined }, "trigger"],
  ["a message of another session", { inputProvenance: { kind: "inter_session" } }, "provenance"],
  ["a message of the system", { inputProvenance: { kind: "internal_system" } }, "provenance"],
  ["a sub-agent", { sessionKey: "agent:main:subagent:1" }, "background"],
  ["a recall run of the bundled plugin", { sessionKey: "agent:main:main:active-memory:0123456789ab" }, "background"],
];
for (const [name, also, expected] of ROWS) {
  test(`${name} ${expected === null ? "may recall" : `is skipped: ${expected}`}`, () => {
    assert.equal(whyNot({ ...CTX, toolAuthority: authority, ...also }), expected);
  });
}

test("no context at all is skipped", () => assert.equal(whyNot(undefined), "no_authority"));
