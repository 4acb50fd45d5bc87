import assert from "node:assert/strict";
import test from "node:test";

import { commandBody, commandNames } from "../../../../recall_sidecar/hosts/openclaw/plugin/commands.js";
import { Host } from "./host.mjs";
import { sidecar, until } from "./sidecar.mjs";

const WEBCHAT = {
  agentId: "main",
  sessionKey: "agent:main:main",
  senderId: "gateway-client",
  gatewayClientScopes: ["operator.read", "operator.write"],
  config: { gateway: { auth: { token: "gw-secret" } } },
};
const run = (host, name, ctx) => host.commands.get(name).handler(ctx);

const NAMES = [
  ["the bundled plugin is on", { entries: { "active-memory": { enabled: true } } }, false],
  ["nothing is said of the bundled plugin", {}, false],
  ["the bundled plugin is off", { entries: { "active-memory": { enabled: false } } }, true],
  ["the bundled plugin is denied", { deny: ["active-memory"] }, true],
  ["the bundled plugin is not among the allowed", { allow: ["recall-sidecar"] }, true],
  ["the bundled plugin is among the allowed", { allow: ["recall-sidecar", "active-memory"] }, false],
  ["the list of the allowed is empty", { allow: [] }, false],
];
for (const [name, plugins, isOurs] of NAMES) {
  test(`/active-memory is ${isOurs ? "ours" : "left to it"} when ${name}`, () => {
    assert.deepEqual(commandNames({ plugins }), isOurs ? ["recall", "active-memory"] : ["recall"]);
  });
}

const BODIES = [
  ["a client of the gateway is known by its scopes, not by a name it gives itself", WEBCHAT, { admin: false }],
  ["a client with admin scope is an admin", { ...WEBCHAT, gatewayClientScopes: ["operator.admin"] }, { admin: true }],
  ["a client without scopes is nobody", { ...WEBCHAT, gatewayClientScopes: [] }, { admin: false }],
  ["a sender on a channel is known by its id", { ...WEBCHAT, gatewayClientScopes: undefined, senderId: "42" }, { senderId: "42", admin: false }],
];
for (const [name, ctx, expected] of BODIES) {
  test(name, () => {
    assert.deepEqual(commandBody("recall", { ...ctx, args: " off --global " }), {
      v: 1,
      text: "/recall off --global",
      agentId: "main",
      sessionKey: "agent:main:main",
      ...expected,
    });
  });
}

test("a command without words is sent as it is", () => {
  assert.equal(commandBody("active-memory", WEBCHAT).text, "/active-memory");
});

test("the daemon answers, and is not sent the gateway's configuration", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config).load();

  const { text } = await run(host, "recall", { ...WEBCHAT, args: "on" });

  assert.equal(text, "Active Memory: on for this session.");
  assert.ok(!JSON.stringify(daemon.requests).includes("gw-secret"));
});

test("switching recall off takes the last turn's lines away", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config).load();
  await host.turn();
  await until(() => host.linesOf().length === 2);

  await run(host, "recall", { ...WEBCHAT, args: "off" });

  await until(() => host.linesOf().length === 0);
});

test("without the daemon the answer says how to start it", async () => {
  const host = new Host({ socketPath: "/nowhere/recall.sock" }).load();

  assert.match((await run(host, "recall", WEBCHAT)).text, /recall-sidecar serve/);
});

test("a command finds a daemon that has come since", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config).load();
  await daemon.stop();
  await run(host, "recall", WEBCHAT);
  assert.match((await run(host, "recall", WEBCHAT)).text, /recall-sidecar serve/);
});

test("a plugin that is not allowed to see turns says so", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config, { hooks: {} }).load();

  assert.match((await run(host, "recall", WEBCHAT)).text, /allowConversationAccess true/);
});

const BUNDLED = [
  ["on", { entries: { "active-memory": { enabled: true } } }, true],
  ["on but denied", { entries: { "active-memory": { enabled: true } }, deny: ["active-memory"] }, false],
  ["off", { entries: { "active-memory": { enabled: false } } }, false],
];
for (const [state, plugins, isSaid] of BUNDLED) {
  test(`a command ${isSaid ? "says" : "does not say"} that two plugins recall while the bundled one is ${state}`, async (t) => {
    const daemon = await sidecar(t);
    const host = new Host(daemon.config, { plugins }).load();

    const { text } = await run(host, "recall", WEBCHAT);

    assert.equal(text.includes("two recalls"), isSaid);
  });
}

test("a context that is none is answered all the same", async (t) => {
  const daemon = await sidecar(t);
  const host = new Host(daemon.config).load();

  assert.match((await run(host, "recall", undefined)).text, /Active Memory/);
});
