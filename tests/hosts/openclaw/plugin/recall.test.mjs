import assert from "node:assert/strict";
import test from "node:test";

import { capability, CTX, Host } from "./host.mjs";
import { ANSWER, privateFolder, Sidecar, sidecar, until } from "./sidecar.mjs";

const TURN = "/v1/hooks/before_prompt_build";
const up = async (t, { routes, config, also } = {}) => {
  const daemon = await sidecar(t, routes);
  return { daemon, host: new Host({ ...daemon.config, ...config }, also).load() };
};
const authorityThat = (allows) => ({ allows, assertActive: () => {} });

test("the daemon's block goes before the prompt, and its lines into the session", async (t) => {
  const { daemon, host } = await up(t);

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });

  await until(() => host.patches === 1);
  assert.deepEqual(host.linesOf(), [ANSWER.statusLine, ANSWER.debugLine]);
  assert.equal(daemon.posted(TURN).length, 1);
});

test("the next turn asks for nothing but the turn, on the same connection", async (t) => {
  const { daemon, host } = await up(t);

  await host.turn();
  await host.turn();

  assert.deepEqual(daemon.requests.map(({ path }) => path), ["/v1/hooks/needs", TURN, TURN]);
  assert.equal(daemon.connections, 1);
});

test("an answer without a block adds nothing", async (t) => {
  const { host } = await up(t, { routes: { [TURN]: () => [200, { ...ANSWER, status: "empty", prependContext: null }] } });

  assert.equal(await host.turn(), undefined);
});

test("the query mode of the last answer decides what the next turn sends", async (t) => {
  const messages = Array.from({ length: 9 }, (_, n) => ({ role: "user", content: `u${n}` }));
  const { daemon, host } = await up(t, { routes: { [TURN]: () => [200, { ...ANSWER, queryMode: "full" }] } });

  await host.turn({ prompt: "a", messages });
  await host.turn({ prompt: "b", messages });

  assert.deepEqual(daemon.posted(TURN).map(({ event }) => event.messages.length), [4, 9]);
});

const SKIPPED = [
  ["a manual run", { trigger: "manual" }],
  ["another session's message", { inputProvenance: { kind: "inter_session" } }],
  ["a sub-agent", { sessionKey: "agent:main:subagent:1" }],
  ["a cron job", { sessionKey: "agent:main:cron:x" }],
  ["a heartbeat", { sessionKey: "agent:main:main:heartbeat" }],
  ["a turn without tool authority", { toolAuthority: undefined }],
];
for (const [name, also] of SKIPPED) {
  test(`${name} causes no call`, async (t) => {
    const { daemon, host } = await up(t);

    assert.equal(await host.turn(undefined, also), undefined);
    assert.equal(daemon.requests.length, 0);
  });
}

test("a host without the authorised phase is told once that recall never runs", async (t) => {
  const { host } = await up(t);

  for (let turn = 0; turn < 3; turn += 1) await host.turn(undefined, { toolAuthority: undefined });

  assert.equal(host.warnings.length, 1);
  assert.match(host.warnings[0], /Update OpenClaw/);
});

test("stale lines go when a turn is skipped by us or by the daemon", async (t) => {
  const { daemon, host } = await up(t);
  await host.turn();
  await until(() => host.linesOf().length === 2);
  await host.turn(undefined, { trigger: "manual" });
  await until(() => host.linesOf().length === 0);
  await host.turn();
  await until(() => host.linesOf().length === 2);

  daemon.routes[TURN] = () => [200, { ...ANSWER, status: "skipped", prependContext: null }];
  await host.turn();

  await until(() => host.linesOf().length === 0);

  daemon.routes[TURN] = () => [200, { ...ANSWER, status: "skipped", reason: "already_visible", prependContext: null }];
  await host.turn();

  await until(() => host.linesOf().length === 2);
});

test("what tool policy says of memory is passed on", async (t) => {
  const { daemon, host } = await up(t);

  await host.turn(undefined, { toolAuthority: authorityThat((tool) => tool !== "memory_search") });

  assert.equal(daemon.posted(TURN)[0].ctx.memoryAllowed, false);
});

test("the operator's limit is the budget that the daemon is told", async (t) => {
  const { daemon, host } = await up(t, { also: { hooks: { timeouts: { before_prompt_build: 9_000 } } } });

  await host.turn();

  const { budgetMs } = daemon.posted(TURN)[0].ctx;
  assert.ok(budgetMs > 0 && budgetMs <= 9_000, `${budgetMs}`);
});

test("a daemon that takes too long is cut off, and the turn goes on", async (t) => {
  const { daemon, host } = await up(t, { routes: { [TURN]: () => new Promise(() => {}) }, also: { hooks: { timeoutMs: 1_000 } } });

  assert.equal(await host.turn(), undefined);
  assert.match(host.warnings[0], /did not answer in time/);
  await daemon.requests.at(-1).closed;
});

for (const which of ["toolAuthority", "hookInvocation"]) {
  test(`a turn whose ${which} ends cuts its call and adds nothing`, async (t) => {
    const { daemon, host } = await up(t, { routes: { [TURN]: () => new Promise(() => {}) } });
    const held = capability();

    const turn = host.turn(undefined, { [which]: { allows: () => true, assertActive: held.assertActive } });
    await until(() => daemon.posted(TURN).length === 1);
    held.end();

    assert.equal(await turn, undefined);
    await daemon.requests.at(-1).closed;
    assert.deepEqual(host.warnings, []);
  });

  test(`a block that comes when the ${which} has ended is not used`, async (t) => {
    const held = capability();
    const { host } = await up(t, { routes: { [TURN]: () => (held.end(), [200, ANSWER]) } });

    const turn = host.turn(undefined, { [which]: { allows: () => true, assertActive: held.assertActive } });

    assert.equal(await turn, undefined);
    assert.equal(host.patches, 0);
  });
}

test("a turn that was given up does not take away the lines of the one that came in its place", async (t) => {
  const { daemon, host } = await up(t, { routes: { [TURN]: () => new Promise(() => {}) } });
  const held = capability();
  const first = host.turn(undefined, { hookInvocation: held });
  await until(() => daemon.posted(TURN).length === 1);
  held.end();
  daemon.routes[TURN] = () => [200, ANSWER];
  await host.turn();
  await until(() => host.linesOf().length === 2);

  await first;
  for (let tick = 0; tick < 10; tick += 1) await new Promise((resolve) => setImmediate(resolve));

  assert.equal(host.linesOf().length, 2);
});

test("a turn that ends while the daemon says what it needs is no fault of anybody's", async (t) => {
  const held = capability();
  const { daemon, host } = await up(t, { routes: { "/v1/hooks/needs": () => (held.end(), [200, { v: 1, queryMode: "recent" }]) } });
  const toolAuthority = { ...held, allows: () => (held.assertActive(), true) };

  assert.equal(await host.turn(undefined, { toolAuthority }), undefined);

  assert.deepEqual(host.warnings, []);
  assert.equal(daemon.posted(TURN).length, 0);
});

test("a fault in the plugin is not laid at the daemon's door", async (t) => {
  const { host } = await up(t);

  await host.turn(undefined, { toolAuthority: authorityThat(() => { throw new TypeError("with words"); }) });

  assert.equal(host.warnings.length, 1);
  assert.match(host.warnings[0], /the plugin failed \(TypeError\)/);
});

const TROUBLE = [
  ["a wrong token", { [TURN]: () => [401, {}] }, /install openclaw/],
  ["a hook token where the full one is needed", { [TURN]: () => [403, {}] }, /install openclaw/],
  ["an older daemon", { [TURN]: () => [404, {}] }, /different versions/],
  ["a newer daemon", { [TURN]: () => [400, { error: { field: "v" } }] }, /different versions/],
  ["a newer answer", { [TURN]: () => [200, { ...ANSWER, v: 2 }] }, /different versions/],
  ["a broken daemon", { [TURN]: () => [500, "oops"] }, /doctor/],
  ["a daemon that speaks no JSON", { [TURN]: () => [200, "<html>"] }, /different versions/],
];
for (const [name, routes, line] of TROUBLE) {
  test(`${name} costs no turn, and one log line`, async (t) => {
    const { host } = await up(t, { routes });

    for (let turn = 0; turn < 5; turn += 1) assert.equal(await host.turn(), undefined);

    assert.equal(host.warnings.length, 1);
    assert.match(host.warnings[0], line);
  });
}

test("an older daemon without the question of needs still recalls", async (t) => {
  const { host } = await up(t, { routes: { "/v1/hooks/needs": () => [404, {}] } });

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
});

test("without the daemon forty turns go on with one log line, and the next turn after its start recalls", async (t) => {
  const folder = privateFolder(t);
  const host = new Host({ socketPath: `${folder}/recall.sock` }).load();
  for (let turn = 0; turn < 40; turn += 1) assert.equal(await host.turn(), undefined);
  assert.equal(host.warnings.length, 1);

  const daemon = await new Sidecar().onSocket(folder);
  t.after(() => daemon.stop());

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
  assert.equal(host.infos.length, 1);
});

test("a daemon that a command found gone is named in the log at the next turn", async (t) => {
  const host = new Host({ socketPath: `${privateFolder(t)}/recall.sock` }).load();
  await host.commands.get("recall").handler({});

  for (let turn = 0; turn < 3; turn += 1) await host.turn();

  assert.equal(host.warnings.length, 1);
  assert.match(host.warnings[0], /recall-sidecar serve/);
});

test("a daemon that is killed in the middle of a turn costs that turn's recall, and lines are cleared", async (t) => {
  const folder = privateFolder(t);
  const first = await new Sidecar().onSocket(folder);
  const host = new Host(first.config).load();
  await host.turn();
  await until(() => host.linesOf().length === 2);
  first.routes[TURN] = () => (void first.stop(), new Promise(() => {}));

  assert.equal(await host.turn(), undefined);
  await until(() => host.linesOf().length === 0);
  const second = await new Sidecar().onSocket(folder);
  t.after(() => second.stop());

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
});

test("a restarted daemon is asked anew what it needs", async (t) => {
  const folder = privateFolder(t);
  const first = await new Sidecar().onSocket(folder);
  const host = new Host(first.config).load();
  await host.turn();
  await first.stop();
  await host.turn();
  const second = await new Sidecar().onSocket(folder);
  t.after(() => second.stop());

  await host.turn();

  assert.equal(second.requests[0].path, "/v1/hooks/needs");
});

const STRANGE = [
  ["no event", undefined, {}],
  ["an event without words", {}, {}],
  ["an event of another shape", { prompt: 5, messages: "none" }, {}],
  ["an authority that throws", undefined, { toolAuthority: authorityThat(() => { throw new TypeError("gone"); }) }],
  ["a session key that is no text", undefined, { sessionKey: 7 }],
];
for (const [name, event, also] of STRANGE) {
  test(`the host never sees an error: ${name}`, async (t) => {
    const { host } = await up(t);

    await assert.doesNotReject(host.turn(event, also));
  });
}

const BLOCKS = [["a number", 7], ["an empty text", ""], ["a text without end", "x".repeat(70_000)], ["an object", {}]];
for (const [name, block] of BLOCKS) {
  test(`a block that is ${name} is no block`, async (t) => {
    const { host } = await up(t, { routes: { [TURN]: () => [200, { ...ANSWER, prependContext: block }] } });

    assert.equal(await host.turn(), undefined);
  });
}

test("a session that cannot be written to does not break the turn", async (t) => {
  const { host } = await up(t);
  host.api.runtime.agent.session.patchSessionEntry = () => {
    throw new Error("locked");
  };

  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
  assert.deepEqual(await host.turn(undefined, { ...CTX, runId: "2" }), { prependContext: ANSWER.prependContext });
});
