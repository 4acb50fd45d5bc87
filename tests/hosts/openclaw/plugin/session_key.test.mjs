import assert from "node:assert/strict";
import test from "node:test";

import { isBackground } from "../../../../recall_sidecar/hosts/openclaw/plugin/session_key.js";

const BACKGROUND = [
  "agent:main:cron:daily",
  "agent:main:subagent:42",
  "agent:main:hook:mail",
  "agent:main:boot:1",
  "agent:main:heartbeat",
  "agent:main:main:heartbeat",
  "agent:main:main:active-memory:0123456789ab",
  "agent:main:dreaming-narrative-light-2026",
  "AGENT:MAIN:CRON:X",
  "cron:daily",
  "harness:codex:1",
];
for (const key of BACKGROUND) test(`${key} is a run of the host's own`, () => assert.equal(isBackground(key), true));

const CONVERSATIONS = [
  "agent:main:main",
  "agent:main:telegram:direct:42",
  "agent:main:telegram:group:heartbeat",
  "agent:main:telegram:group:cron",
  "agent:main:direct:active-memory:0123456789ab",
  "agent:cron:main",
  "",
  undefined,
];
for (const key of CONVERSATIONS) test(`${key} is a conversation`, () => assert.equal(isBackground(key), false));
