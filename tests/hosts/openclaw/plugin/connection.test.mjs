import assert from "node:assert/strict";
import test from "node:test";

import { Connection } from "../../../../recall_sidecar/hosts/openclaw/plugin/connection.js";
import { UnixDoor } from "../../../../recall_sidecar/hosts/openclaw/plugin/doors.js";
import { privateFolder, Sidecar, sidecar } from "./sidecar.mjs";

const call = { method: "POST", path: "/v1/hooks/before_prompt_build", body: '{"v":1}' };

test("one connection serves many calls", async (t) => {
  const daemon = await sidecar(t);
  const connection = new Connection(new UnixDoor(daemon.socketPath));

  for (let turn = 0; turn < 5; turn += 1) assert.equal((await connection.send(call)).status, 200);

  assert.equal(daemon.connections, 1);
});

test("a kept connection that a restart has cut is made anew, and the call is made once", async (t) => {
  const folder = privateFolder(t);
  const first = await new Sidecar().onSocket(folder);
  const connection = new Connection(new UnixDoor(first.socketPath));
  await connection.send(call);
  await first.stop();
  const second = await new Sidecar().onSocket(folder);
  t.after(() => second.stop());

  assert.equal((await connection.send(call)).status, 200);
  assert.equal(second.requests.length, 1);
});

test("a kept connection that breaks under a call is tried once more on a fresh one", async (t) => {
  const daemon = await sidecar(t);
  const connection = new Connection(new UnixDoor(daemon.socketPath));
  await connection.send(call);
  let cuts = 0;
  daemon.routes[call.path] = (request) => {
    cuts += 1;
    if (cuts === 1) request.socket.destroy();
    return [200, { v: 1 }];
  };

  assert.equal((await connection.send(call)).status, 200);
  assert.equal(cuts, 2);
});

test("a daemon that cuts every connection is not tried again and again", async (t) => {
  const daemon = await sidecar(t, {});
  const connection = new Connection(new UnixDoor(daemon.socketPath));
  await connection.send(call);
  daemon.routes[call.path] = (request) => (request.socket.destroy(), [200, { v: 1 }]);

  await assert.rejects(connection.send(call), { code: "ECONNRESET" });
  assert.equal(daemon.requests.length, 3);
});

test("an aborted call is cut, so that the daemon sees nobody waits", async (t) => {
  const daemon = await sidecar(t);
  const controller = new AbortController();
  daemon.routes[call.path] = () => {
    controller.abort();
    return new Promise(() => {});
  };
  const connection = new Connection(new UnixDoor(daemon.socketPath));

  await assert.rejects(connection.send({ ...call, signal: controller.signal }), { name: "AbortError" });
  await daemon.requests[0].closed;
});

test("an aborted call ends at once, also while its connection is not open yet", async () => {
  const controller = new AbortController();
  const connection = new Connection({ headers: {}, prepare() {}, open: () => new Promise(() => {}) });

  const sent = connection.send({ ...call, signal: controller.signal });
  controller.abort();

  await assert.rejects(sent, { name: "AbortError" });
});

test("a call that is aborted beforehand opens nothing", async () => {
  let opened = 0;
  const connection = new Connection({ headers: {}, prepare() {}, open: () => ((opened += 1), new Promise(() => {})) });

  await assert.rejects(connection.send({ ...call, signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal(opened, 0);
});

test("an answer without end is not read to its end", async (t) => {
  const daemon = await sidecar(t, { "/v1/hooks/before_prompt_build": () => [200, "x".repeat(2_000_000)] });

  await assert.rejects(new Connection(new UnixDoor(daemon.socketPath)).send(call), /too long/);
});
