import assert from "node:assert/strict";
import test from "node:test";

import { Daemon } from "../../../../recall_sidecar/hosts/openclaw/plugin/daemon.js";
import { Patience } from "../../../../recall_sidecar/hosts/openclaw/plugin/patience.js";
import { Host } from "./host.mjs";
import { ANSWER, sidecar, until } from "./sidecar.mjs";

const TURN = "/v1/hooks/before_prompt_build";
const HEALTH = "/healthz";
const never = () => new Promise(() => {});
const signal = () => new AbortController().signal;
const after = async (t, routes, ...replies) => {
  const daemon = await sidecar(t, routes);
  const patience = new Patience(new Daemon(daemon.config));
  for (const reply of replies) patience.note(reply);
  return { daemon, patience };
};
const slow = { ok: false, kind: "slow" };
const ok = { ok: true, body: {} };

for (const [name, replies] of [["has answered", [ok]], ["was slow once and has answered since", [slow, ok]], ["was not there", [{ ok: false, kind: "absent" }]]]) {
  test(`a daemon that ${name} is waited for without a question`, async (t) => {
    const { daemon, patience } = await after(t, {}, ...replies);

    assert.equal(await patience.objection(signal()), null);
    assert.equal(daemon.requests.length, 0);
  });
}

test("a slow daemon that gives a sign of life is waited for", async (t) => {
  const { daemon, patience } = await after(t, { [HEALTH]: () => [200, { v: 1 }] }, slow);

  assert.equal(await patience.objection(signal()), null);
  assert.equal(daemon.requests.length, 1);
});

test("a slow daemon that gives none is not waited for", async (t) => {
  const { patience } = await after(t, { [HEALTH]: never }, slow);

  assert.equal((await patience.objection(signal())).kind, "slow");
});

test("a turn that ends meanwhile says so", async (t) => {
  const turn = new AbortController();
  const { patience } = await after(t, { [HEALTH]: () => (turn.abort(), never()) }, slow);

  assert.equal((await patience.objection(turn.signal)).kind, "aborted");
});

test("a daemon that hangs costs one turn its wait and those after it none, until it is back", async (t) => {
  const daemon = await sidecar(t, { [TURN]: never, [HEALTH]: never });
  const host = new Host(daemon.config, { hooks: { timeoutMs: 1_000 } }).load();
  await host.turn();

  for (let turn = 0; turn < 3; turn += 1) assert.equal(await host.turn(), undefined);
  assert.equal(daemon.posted(TURN).length, 1);
  assert.equal(host.warnings.length, 1);

  daemon.routes[HEALTH] = () => [200, { v: 1 }];
  daemon.routes[TURN] = () => [200, ANSWER];
  assert.deepEqual(await host.turn(), { prependContext: ANSWER.prependContext });
  await until(() => host.infos.length === 1);
});
