import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { Daemon, Ended, read, troubleOf } from "../../../../recall_sidecar/hosts/openclaw/plugin/daemon.js";
import { readSettings } from "../../../../recall_sidecar/hosts/openclaw/plugin/settings.js";
import { privateFolder, Sidecar, sidecar, until } from "./sidecar.mjs";

const ask = (daemon, signal) => daemon.get("/v1/hooks/needs?agentId=main", signal);
const of = (config) => new Daemon(readSettings(config, {}));

const ANSWERS = [
  [200, '{"v":1,"status":"ok"}', { ok: true }],
  [200, '{"v":2}', { kind: "version" }],
  [200, "[1]", { kind: "version" }],
  [200, "<html>", { kind: "version" }],
  [400, '{"error":{"field":"v"}}', { kind: "version" }],
  [400, '{"error":{"code":"bad_request","field":"ctx"}}', { kind: "failed" }],
  [401, "{}", { kind: "refused" }],
  [403, "{}", { kind: "refused" }],
  [404, "{}", { kind: "version" }],
  [413, '{"error":{"code":"too_large"}}', { kind: "failed" }],
  [500, "oops", { kind: "failed" }],
  [503, '{"error":{"code":"busy"}}', { kind: "failed" }],
];
for (const [status, text, expected] of ANSWERS) {
  test(`HTTP ${status} with ${text} means ${expected.kind ?? "an answer"}`, () => {
    const reply = read({ status, text });

    assert.equal(reply.ok, expected.ok ?? false);
    assert.equal(reply.kind, expected.kind);
  });
}

test("what the daemon says of an error is not repeated, only its code", () => {
  const reply = read({ status: 400, text: '{"error":{"code":"bad_request","message":"secret words","field":"ctx"}}' });

  assert.equal(reply.detail, "HTTP 400, bad_request");
});

test("an abort is told by its reason", () => {
  assert.equal(troubleOf(new Error("x"), AbortSignal.abort(new Ended("slow"))).kind, "slow");
  assert.equal(troubleOf(new Error("x"), AbortSignal.abort()).kind, "aborted");
});

test("without an address there is nobody to ask", async () => {
  assert.equal((await ask(of({}))).kind, "unset");
  assert.equal((await ask(of({ url: "http://127.0.0.1:9" }))).kind, "unset");
});

test("the socket goes before the port", async (t) => {
  const [unix, tcp] = [await sidecar(t), await new Sidecar().onPort(privateFolder(t))];
  t.after(() => tcp.stop());

  assert.equal((await ask(of({ ...unix.config, ...tcp.config }))).ok, true);
  assert.equal(tcp.connections, 0);
});

test("the port is tried when nobody is at the socket", async (t) => {
  const tcp = await new Sidecar().onPort(privateFolder(t));
  t.after(() => tcp.stop());

  assert.equal((await ask(of({ socketPath: path.join(privateFolder(t), "recall.sock"), ...tcp.config }))).ok, true);
});

test("a stranger at the socket is not passed over in favour of the port", async (t) => {
  const [unix, tcp] = [await sidecar(t), await new Sidecar().onPort(privateFolder(t))];
  t.after(() => tcp.stop());
  fs.chmodSync(unix.socketPath, 0o666);

  assert.equal((await ask(of({ ...unix.config, ...tcp.config }))).kind, "stranger");
});

test("a daemon that is gone is away, until its socket is made anew", async (t) => {
  const folder = privateFolder(t);
  const daemon = of({ socketPath: path.join(folder, "recall.sock") });
  assert.equal(daemon.isAway(), false);
  assert.equal((await ask(daemon)).kind, "absent");
  assert.equal(daemon.isAway(), true);

  const started = await new Sidecar().onSocket(folder);
  t.after(() => started.stop());

  assert.equal(daemon.isAway(), false);
  assert.equal((await ask(daemon)).ok, true);
});

test("a port that nobody answered on is looked at now and then", async (t) => {
  const folder = privateFolder(t);
  const first = await new Sidecar().onPort(folder);
  const { config, port } = first;
  await first.stop();
  const daemon = of(config);
  assert.equal((await ask(daemon)).kind, "absent");
  assert.equal(daemon.isAway(), true);

  const second = await new Sidecar().onPort(folder, port);
  t.after(() => second.stop());

  await until(() => !daemon.isAway());
  assert.equal((await ask(daemon)).ok, true);
});

test("a call that takes too long ends with its reason, and the daemon is not away", async (t) => {
  const running = await sidecar(t);
  const controller = new AbortController();
  running.routes["/v1/hooks/needs"] = () => (controller.abort(new Ended("slow")), new Promise(() => {}));
  const daemon = of(running.config);

  assert.equal((await ask(daemon, controller.signal)).kind, "slow");
  assert.equal(daemon.isAway(), false);
});

test("a daemon that cut the connection may take the next one", async (t) => {
  const running = await sidecar(t);
  const daemon = of(running.config);
  const answer = running.routes["/v1/hooks/needs"];
  running.routes["/v1/hooks/needs"] = (request) => (request.socket.destroy(), [200, { v: 1 }]);
  assert.equal((await ask(daemon)).kind, "absent");
  assert.equal(daemon.isAway(), false);

  running.routes["/v1/hooks/needs"] = answer;

  assert.equal((await ask(daemon)).ok, true);
});
