import assert from "node:assert/strict";
import test from "node:test";

import { NOTICES, noticeBody, turnNotice } from "../../../../recall_sidecar/hosts/openclaw/plugin/notices.js";
import { CTX, Host } from "./host.mjs";
import { sidecar, until } from "./sidecar.mjs";

test("a notice holds ids and words, never a message, a tool's result or a file", () => {
  const event = {
    runId: "run-1",
    success: true,
    reason: "new",
    messages: [{ role: "user", content: "secret" }],
    params: { text: "secret" },
    result: "secret",
    sessionFile: "/secret",
  };

  assert.deepEqual(noticeBody(event, { ...CTX, config: "secret" }), {
    v: 1,
    host: "openclaw",
    event: { runId: "run-1", reason: "new", success: true },
    ctx: { agentId: "main", runId: "run-1", sessionKey: "agent:main:main", sessionId: "5e551041" },
  });
});

const REASONS = [
  ["a word", "new", "new"],
  ["a code", "idle_timeout:30", "idle_timeout:30"],
  ["a sentence", "failed on: my PIN is 4711", undefined],
  ["a long word", "x".repeat(65), undefined],
  ["a list", ["new"], undefined],
];
for (const [name, reason, expected] of REASONS) {
  test(`a reason that is ${name} is ${expected ? "passed on" : "left out"}`, () => {
    assert.equal(noticeBody({ reason }, CTX).event.reason, expected);
  });
}

for (const hook of NOTICES) {
  test(`${hook} is passed on, and nobody waits for it`, async (t) => {
    const daemon = await sidecar(t);
    const host = new Host(daemon.config).load();

    const returned = host.tell(hook, { runId: "run-1" });
    await until(() => daemon.posted(`/v1/hooks/${hook}`).length === 1);

    assert.equal(returned, undefined);
  });
}

test("runs of the host's own are not told of", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config).load();

  host.tell("agent_end", {}, { ...CTX, sessionKey: "agent:main:cron:daily" });
  host.tell("agent_end", {}, CTX);
  await until(() => daemon.posted("/v1/hooks/agent_end").length > 0);

  assert.deepEqual(daemon.posted("/v1/hooks/agent_end").map(({ ctx }) => ctx.sessionKey), [CTX.sessionKey]);
});

test("a daemon that does not keep up is not flooded", async (t) => {
  const daemon = await sidecar(t, { "/v1/hooks/": () => new Promise(() => {}) });
  const host = new Host(daemon.config).load();

  for (let call = 0; call < 200; call += 1) host.tell("after_tool_call", { runId: `${call}` });
  await until(() => daemon.requests.length >= 16);

  assert.equal(daemon.requests.length, 16);
});

test("a daemon that is gone is found out once and not asked again", async () => {
  const host = new Host({ socketPath: "/nowhere/recall.sock" }).load();

  for (let call = 0; call < 50; call += 1) host.tell("after_tool_call", {});
  await until(() => host.warnings.length > 0);
  for (let call = 0; call < 50; call += 1) host.tell("after_tool_call", {});

  assert.equal(host.warnings.length, 1);
});

test("an event that is nothing is no trouble", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config).load();

  for (const { handler } of host.handlers.filter(({ hook }) => hook === "agent_end")) handler(undefined, undefined);
  await until(() => daemon.posted("/v1/hooks/agent_end").length === 1);

  assert.deepEqual(daemon.posted("/v1/hooks/agent_end")[0].ctx, {});
});

test("a turn is handed over only where the daemon keeps the agent's turns", async (t) => {
  const asked = { v: 1, version: "0.1.0", queryMode: "recent" };
  const messages = [{ role: "user", content: "I moved to Lisbon" }];
  for (const turns of [true, false, undefined]) {
    const daemon = await sidecar(t, { "/v1/hooks/needs": () => [200, { ...asked, turns }] });
    const host = new Host(daemon.config).load();

    host.tell("agent_end", { messages, success: true }, CTX);
    await until(() => daemon.posted("/v1/hooks/agent_end").length === 1);

    assert.deepEqual(daemon.posted("/v1/hooks/agent_end")[0].event.messages, turns === true ? messages : undefined);
  }
});

test("a turn says who wrote where, and nothing else of the host's context", () => {
  const ctx = { ...CTX, config: "secret", channelContext: { sender: { id: "7", name: "Ada" } }, inputProvenance: { kind: "external_user" } };

  const body = turnNotice({ messages: [], success: false }, ctx);

  assert.equal(body.event.success, false);
  assert.equal(body.ctx.senderName, "Ada");
  assert.deepEqual(body.ctx.inputProvenance, { kind: "external_user" });
  assert.ok(!JSON.stringify(body).includes("secret"));
});
