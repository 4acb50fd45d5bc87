import assert from "node:assert/strict";
import test from "node:test";

import { Needs } from "../../../../recall_sidecar/hosts/openclaw/plugin/needs.js";

const daemon = (reply) => ({ asked: [], async get(path) { this.asked.push(path); return reply; } });
const says = (queryMode) => daemon({ ok: true, body: { v: 1, queryMode } });

test("what an agent's turns need is asked once per agent", async () => {
  const asked = says("full");
  const needs = new Needs(asked);

  for (const agent of ["main", "main", "wörk"]) assert.deepEqual(await needs.of(agent), { ok: true, queryMode: "full" });

  assert.deepEqual(asked.asked, ["/v1/hooks/needs?agentId=main", "/v1/hooks/needs?agentId=w%C3%B6rk"]);
});

test("what an answer says replaces what was known", async () => {
  const needs = new Needs(says("recent"));
  await needs.of("main");

  needs.learn("main", "message");

  assert.equal((await needs.of("main")).queryMode, "message");
});

test("an answer that says nothing, or a word of tomorrow, changes nothing", async () => {
  const needs = new Needs(says("full"));
  await needs.of("main");

  needs.learn("main", undefined);
  needs.learn("main", "weekly");

  assert.equal((await needs.of("main")).queryMode, "full");
});

for (const status of [404, 405]) {
  test(`an older daemon without the question (${status}) is sent what recent needs`, async () => {
    assert.equal((await new Needs(daemon({ ok: false, kind: "version", status })).of("main")).queryMode, "recent");
  });
}

test("trouble is passed on, and the question asked again", async () => {
  const away = daemon({ ok: false, kind: "absent" });
  const needs = new Needs(away);

  assert.equal((await needs.of("main")).kind, "absent");
  await needs.of("main");

  assert.equal(away.asked.length, 2);
});

test("what is forgotten is asked again", async () => {
  const asked = says("recent");
  const needs = new Needs(asked);
  await needs.of("main");

  needs.forget();
  await needs.of("main");

  assert.equal(asked.asked.length, 2);
});

test("a thousand agents do not pile up", async () => {
  const needs = new Needs(says("full"));
  for (let agent = 0; agent < 1_000; agent += 1) needs.learn(`a${agent}`, "message");

  assert.equal((await needs.of("a0")).queryMode, "full");
});

test("whether an agent's turns are kept is asked once in a while, and trouble is no yes", async () => {
  const asked = daemon({ ok: true, body: { v: 1, queryMode: "recent", turns: true } });
  const needs = new Needs(asked);

  assert.equal(await needs.wantsTurns("main"), true);
  assert.equal(await needs.wantsTurns("main"), true);
  assert.equal(asked.asked.length, 1);
  needs.forget();
  await needs.wantsTurns("main");
  assert.equal(asked.asked.length, 2);
  assert.equal(await new Needs(daemon({ ok: false, kind: "absent" })).wantsTurns("main"), false);
  assert.equal(await new Needs(daemon({ ok: false, kind: "version", status: 404 })).wantsTurns(undefined), false);
});
