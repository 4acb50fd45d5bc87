import assert from "node:assert/strict";
import test from "node:test";

import { linesOf, SessionLines, withLines } from "../../../../recall_sidecar/hosts/openclaw/plugin/lines.js";
import { CTX, Host } from "./host.mjs";
import { until } from "./sidecar.mjs";

const other = { pluginId: "weather", lines: ["sunny"] };
const ours = (...lines) => ({ pluginId: "recall-sidecar", lines });
const answer = (statusLine) => ({ statusLine, debugLine: "" });
const place = () => {
  const host = new Host();
  return { host, lines: new SessionLines(host.api.runtime.agent.session, host.api.logger) };
};

test("our lines replace ours and leave everybody else's", () => {
  assert.deepEqual(withLines([ours("old"), other], ["new"]), [other, ours("new")]);
  assert.deepEqual(withLines([ours("old"), other], []), [other]);
  assert.equal(withLines([ours("old")], []), undefined);
  assert.deepEqual(withLines(undefined, ["new"]), [ours("new")]);
});

test("each line is one line of bounded length", () => {
  assert.deepEqual(linesOf({ statusLine: " a\n b ", debugLine: "x".repeat(5_000) }), ["a b", "x".repeat(600)]);
  assert.deepEqual(linesOf({ statusLine: "", debugLine: null }), []);
});

test("lines are written after the turn has gone on, not within it", async () => {
  const { host, lines } = place();

  lines.show(CTX, answer("one"));

  assert.equal(host.patches, 0);
  await until(() => host.patches === 1);
  assert.deepEqual(host.linesOf(), ["one"]);
});

test("of several at once the newest is the last one written, and those between are left out", async () => {
  const { host, lines } = place();
  const session = host.api.runtime.agent.session;
  const patch = session.patchSessionEntry;
  let underWay = 0;
  session.patchSessionEntry = async (change) => {
    underWay += 1;
    assert.equal(underWay, 1, "one write at a time");
    await patch(change);
    underWay -= 1;
  };

  lines.show(CTX, answer("first"));
  await until(() => underWay === 1);
  for (const line of ["second", "third", "fourth"]) lines.show(CTX, answer(line));
  await until(() => host.linesOf()[0] === "fourth" && underWay === 0);

  assert.equal(host.patches, 2);
});

test("stale lines are taken away, once", async () => {
  const { host, lines } = place();
  host.sessions.set(CTX.sessionKey, { title: "kept", pluginDebugEntries: [other, ours("stale")] });

  lines.clear(CTX);
  await until(() => host.patches === 1);
  lines.clear(CTX);
  await new Promise((resolve) => setImmediate(resolve));

  assert.deepEqual(host.sessions.get(CTX.sessionKey), { title: "kept", pluginDebugEntries: [other] });
  assert.equal(host.patches, 1);
});

test("a session without lines of ours is not written to", async () => {
  const { host, lines } = place();
  host.sessions.set(CTX.sessionKey, { pluginDebugEntries: [other] });

  lines.clear(CTX);
  for (let tick = 0; tick < 5; tick += 1) await new Promise((resolve) => setImmediate(resolve));

  assert.equal(host.patches, 0);
});

test("lines that are taken back at once do not stay", async () => {
  const { host, lines } = place();

  lines.show(CTX, answer("one"));
  await until(() => host.patches === 1);
  lines.show(CTX, answer("two"));
  lines.clear(CTX);
  await until(() => host.linesOf().length === 0);

  assert.deepEqual(host.linesOf(), []);
});

test("a session that cannot be written to is left alone, and tried again the next time", async () => {
  const { host, lines } = place();
  const session = host.api.runtime.agent.session;
  const patch = session.patchSessionEntry;
  let tries = 0;
  session.patchSessionEntry = async () => {
    tries += 1;
    throw new Error("the store is locked");
  };

  lines.show(CTX, answer("one"));
  await until(() => tries === 1);
  session.patchSessionEntry = patch;
  lines.show(CTX, answer("two"));
  await until(() => host.patches === 1);

  assert.deepEqual(host.linesOf(), ["two"]);
});

test("each session has its own lines", async () => {
  const { host, lines } = place();

  lines.show(CTX, answer("one"));
  lines.show({ ...CTX, sessionKey: "agent:main:telegram:direct:42" }, answer("two"));
  await until(() => host.patches === 2);

  assert.deepEqual([host.linesOf(), host.linesOf("agent:main:telegram:direct:42")], [["one"], ["two"]]);
});

for (const [name, session, ctx] of [
  ["a host without sessions", undefined, CTX],
  ["a turn without a session key", new Host().api.runtime.agent.session, { agentId: "main" }],
]) {
  test(`${name} is shown nothing`, () => {
    const lines = new SessionLines(session, undefined);

    lines.show(ctx, answer("one"));
    lines.clear(ctx);
  });
}
