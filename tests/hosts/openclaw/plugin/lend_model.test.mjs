import assert from "node:assert/strict";
import test from "node:test";

import { capability, Host } from "./host.mjs";
import { ANSWER, sidecar, until } from "./sidecar.mjs";

const TURN = "/v1/hooks/before_prompt_build";
const TICKET = "k".repeat(43);
const REPLIES = `/v1/model-replies/${TICKET}`;
const WISH = {
  v: 1,
  status: "model_wanted",
  traceId: "01J",
  ticket: TICKET,
  waitMs: 3_900,
  model: { ref: null, system: "Judge.", prompt: "Which tea?", maxTokens: 400, reasoning: "off" },
  queryMode: "recent",
};
const REPLY = { text: "[1] oolong", provider: "mock", model: "mock-1", stopReason: "stop", usage: { inputTokens: 9, outputTokens: 3, costUsd: 0.1 } };
const coded = (code) => Object.assign(new Error("with words"), { code });
const failing = (error) => async () => {
  throw error;
};

const wanting = async (t, { wish = {}, model = async () => REPLY, also = {}, config = {}, answer = () => [200, ANSWER] } = {}) => {
  const daemon = await sidecar(t, { [TURN]: () => [200, { ...WISH, ...wish }], "/v1/model-replies/": answer });
  const host = new Host({ ...daemon.config, ...config }, also).load();
  host.model = model;
  return { daemon, host };
};

test("the prepared prompt is run by the host's model, and the daemon's judgement is the turn's block", async (t) => {
  const { daemon, host } = await wanting(t);

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });

  const [{ signal, ...request }] = host.completions;
  assert.ok(signal instanceof AbortSignal);
  assert.deepEqual(request, {
    messages: [{ role: "user", content: "Which tea?" }],
    systemPrompt: "Judge.",
    maxTokens: 400,
    reasoning: "off",
    purpose: "recall-sidecar.recall",
  });
  assert.deepEqual(daemon.posted(REPLIES), [
    { v: 1, text: "[1] oolong", stopReason: "stop", model: "mock/mock-1", usage: { inputTokens: 9, outputTokens: 3, costUsd: 0.1 } },
  ]);
});

test("the daemon is told that the model can be had, unless the settings or the host say no", async (t) => {
  const { daemon, host } = await wanting(t);
  await host.turn();
  const { daemon: second, host: unwilling } = await wanting(t, { config: { lendModel: false } });
  await unwilling.turn();

  assert.deepEqual([daemon.posted(TURN)[0].lends, second.posted(TURN)[0].lends], [["model"], []]);
  assert.equal(unwilling.completions.length, 0, "also when the daemon asks all the same");
});

test("a model that the settings name is asked for by name", async (t) => {
  const { host } = await wanting(t, { wish: { model: { ...WISH.model, ref: "openai/gpt-5-mini" } } });

  await host.turn();

  assert.equal(host.completions[0].model, "openai/gpt-5-mini");
});

const AGENTS = [
  ["the gateway's own agent is not named", {}, "main", undefined],
  ["another agent is named, so that its model is used or none", { agents: { list: [{ id: "main", default: true }, { id: "work" }] } }, "work", "work"],
  ["every agent is named where the operator allows it", { llm: { allowAgentIdOverride: true } }, "main", "main"],
];
for (const [name, also, agentId, expected] of AGENTS) {
  test(name, async (t) => {
    const { host } = await wanting(t, { also });

    await host.turn(undefined, { agentId });

    assert.equal(host.completions[0].agentId, expected);
  });
}

const FAILURES = [
  ["is not allowed", coded("LLM_COMPLETION_NOT_AUTHORIZED"), { error: "refused", detail: "LLM_COMPLETION_NOT_AUTHORIZED" }],
  ["takes too long for the host", coded("LLM_COMPLETION_TIMEOUT"), { error: "timeout", detail: "LLM_COMPLETION_TIMEOUT" }],
  ["the host gives up while the turn goes on", coded("LLM_COMPLETION_ABORTED"), { error: "failed", detail: "LLM_COMPLETION_ABORTED" }],
  ["fails", coded("LLM_COMPLETION_FAILED"), { error: "failed", detail: "LLM_COMPLETION_FAILED" }],
  ["fails without a code", new TypeError("with words"), { error: "failed", detail: "TypeError" }],
];
for (const [name, error, expected] of FAILURES) {
  test(`a completion that ${name} is posted as a word, and the daemon answers without it`, async (t) => {
    const { daemon, host } = await wanting(t, { model: failing(error) });

    assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
    assert.deepEqual(daemon.posted(REPLIES), [{ v: 1, ...expected }]);
  });
}

test("a model that may not be lent is said once, with what to do", async (t) => {
  const { host } = await wanting(t, { model: failing(coded("LLM_COMPLETION_NOT_AUTHORIZED")) });

  for (let turn = 0; turn < 3; turn += 1) await host.turn();

  assert.equal(host.warnings.length, 1);
  assert.match(host.warnings[0], /allowAgentIdOverride true/);
});

test("an agent whose model only its own runtime can call is lent that one, and the way is remembered", async (t) => {
  const model = async ({ execution }) => {
    if (!execution) throw new Error("no direct way");
    return REPLY;
  };
  const { daemon, host } = await wanting(t, { model });

  await host.turn();
  await host.turn();

  assert.deepEqual(host.completions.map(({ execution }) => execution?.mode), [undefined, "isolated-agent-runtime", "isolated-agent-runtime"]);
  assert.ok(host.completions[1].execution.timeoutMs <= 3_900);
  assert.equal(daemon.posted(REPLIES)[0].text, "[1] oolong");
});

test("a model that is slower than the answer is of use is given up, even if it does not listen", async (t) => {
  const { daemon, host } = await wanting(t, { wish: { waitMs: 30 }, model: () => new Promise(() => {}) });

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });

  assert.equal(daemon.posted(REPLIES)[0].error, "timeout");
  assert.equal(host.completions[0].signal.aborted, true);
});

test("a wish that comes too late is answered without asking the model", async (t) => {
  const { daemon, host } = await wanting(t, { wish: { waitMs: 0 } });

  await host.turn();

  assert.equal(host.completions.length, 0);
  assert.equal(daemon.posted(REPLIES)[0].error, "timeout");
});

test("a turn that ends while the model works aborts it and tells the daemon", async (t) => {
  const held = capability();
  const { daemon, host } = await wanting(t, { model: () => (held.end(), new Promise(() => {})) });

  const turn = host.turn(undefined, { toolAuthority: { allows: () => true, assertActive: held.assertActive } });

  assert.equal(await turn, undefined);
  await until(() => daemon.posted(REPLIES).length === 1);
  assert.deepEqual(daemon.posted(REPLIES), [{ v: 1, error: "aborted" }]);
  assert.equal(host.completions[0].signal.aborted, true);
});

test("the daemon may want the model twice, each time with a new ticket", async (t) => {
  const answers = [{ ...WISH, ticket: "m".repeat(43) }, ANSWER];
  const { daemon, host } = await wanting(t, { answer: () => [200, answers.shift()] });

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
  assert.deepEqual(daemon.requests.map(({ path }) => path).slice(2), [REPLIES, `/v1/model-replies/${"m".repeat(43)}`]);
});

test("a daemon that wants the model for ever is left", async (t) => {
  const { host } = await wanting(t, { answer: () => [200, WISH] });

  assert.equal(await host.turn(), undefined);
  assert.equal(host.completions.length, 3);
});

for (const ticket of [undefined, 7, "../../commands", "short", "x".repeat(500)]) {
  test(`a ticket that is none is not called: ${String(ticket).slice(0, 20)}`, async (t) => {
    const { daemon, host } = await wanting(t, { wish: { ticket } });

    assert.equal(await host.turn(), undefined);
    assert.equal(host.completions.length, 0);
    assert.deepEqual(daemon.requests.map(({ path }) => path), ["/v1/hooks/needs", TURN]);
  });
}

test("a ticket that is gone is no other version", async (t) => {
  const { host } = await wanting(t, { answer: () => [404, { error: { code: "not_found" } }] });

  assert.equal(await host.turn(), undefined);
  assert.match(host.warnings[0], /too late/);
});

test("a result of another shape is posted as text all the same", async (t) => {
  const { daemon, host } = await wanting(t, { model: async () => undefined });

  await host.turn();

  assert.deepEqual(daemon.posted(REPLIES), [{ v: 1, text: "", usage: {} }]);
});
