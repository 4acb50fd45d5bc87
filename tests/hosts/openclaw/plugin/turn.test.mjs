import assert from "node:assert/strict";
import test from "node:test";

import { turnBody } from "../../../../recall_sidecar/hosts/openclaw/plugin/turn.js";
import { CTX } from "./host.mjs";

const build = ({ event = { prompt: "which tea?", messages: [] }, ctx = {}, ...rest } = {}) =>
  turnBody({ event, ctx: { ...CTX, ...ctx }, queryMode: "recent", budgetMs: 14_200.7, memoryAllowed: true, lendsModel: true, ...rest });

test("a turn carries the host's ids, the project keys, the budget and what policy says", () => {
  assert.deepEqual(build().ctx, {
    agentId: "main",
    sessionKey: "agent:main:main",
    sessionId: "5e551041",
    runId: "run-1",
    trigger: "user",
    messageProvider: "webchat",
    channelId: "agent:main:main",
    chatId: "agent:main:main",
    senderId: "gateway-client",
    modelProviderId: "mock",
    modelId: "mock-1",
    activeProjectKeys: ["garden"],
    budgetMs: 14_200,
    memoryAllowed: true,
  });
});

test("nothing else of the host's context leaves the gateway", () => {
  const sent = JSON.stringify(
    build({ ctx: { config: { token: "gw-secret" }, toolAuthority: { fingerprint: "finger" }, channelContext: { x: "chan" }, trace: "tr-1" } }),
  );

  for (const word of ["gw-secret", "finger", "chan\"", "tr-1", "/home/somebody"]) assert.ok(!sent.includes(word), word);
});

test("the user's own words are used where the host has them, also when there are none", () => {
  assert.deepEqual(build({ event: { prompt: "all of it", currentUserMessage: "hi", currentUserMessageId: "m1" } }).event, {
    currentUserMessage: "hi",
    currentUserMessageId: "m1",
    messages: [],
  });
  assert.equal(build({ event: { prompt: "all of it", currentUserMessage: "" } }).event.currentUserMessage, "");
});

test("without them the prompt stands for them", () => {
  assert.equal(build({ event: { prompt: "which tea?" } }).event.prompt, "which tea?");
});

test("a pasted file is cut in the middle", () => {
  const { prompt } = build({ event: { prompt: `first ${"x".repeat(600_000)} last` } }).event;

  assert.ok(prompt.length < 33_000);
  assert.ok(prompt.startsWith("first ") && prompt.endsWith(" last"));
});

test("the model is lent only where it can be", () => {
  assert.deepEqual(build().lends, ["model"]);
  assert.deepEqual(build({ lendsModel: false }).lends, []);
});

test("where the input came from is passed on", () => {
  assert.deepEqual(build({ ctx: { inputProvenance: { kind: "external_user", more: 1 } } }).ctx.inputProvenance, { kind: "external_user" });
});

test("a budget that is used up is none, and strange project keys are left out", () => {
  const { ctx } = build({ budgetMs: -4, ctx: { activeProjectKeys: ["a", null, 5, {}] } });

  assert.equal(ctx.budgetMs, 0);
  assert.deepEqual(ctx.activeProjectKeys, ["a", "5"]);
});
