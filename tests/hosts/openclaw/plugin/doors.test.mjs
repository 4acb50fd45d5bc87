import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import test from "node:test";

import { proofOf, TcpDoor, UnixDoor } from "../../../../recall_sidecar/hosts/openclaw/plugin/doors.js";
import { privateFolder, Sidecar, sidecar, TOKEN } from "./sidecar.mjs";

const kindOf = async (door) => {
  try {
    door.prepare();
    (await door.open()).destroy();
    return "open";
  } catch (error) {
    return error.kind ?? error.code;
  }
};

test("the proof is the one that the daemon gives", () => {
  // Made by the daemon's own code for the same token, nonce and port.
  assert.equal(proofOf("t".repeat(43), "n".repeat(32), 8765), "3e2de50f4a03c7d567b62de96a25fb5cfd0e08f6a4869b888f80a8377c6b1354");
});

test("a socket of this user alone opens", async (t) => {
  const daemon = await sidecar(t);

  assert.equal(await kindOf(new UnixDoor(daemon.socketPath)), "open");
});

test("without a socket nobody is there", async (t) => {
  const folder = privateFolder(t);

  assert.equal(await kindOf(new UnixDoor(path.join(folder, "recall.sock"))), "absent");
  assert.equal(await kindOf(new UnixDoor(path.join(folder, "gone", "recall.sock"))), "absent");
});

test("a socket that a killed daemon left behind is refused by the system", async (t) => {
  const socketPath = path.join(privateFolder(t), "recall.sock");
  const server = net.createServer();
  await new Promise((resolve) => server.listen(socketPath, resolve));
  fs.chmodSync(socketPath, 0o600);
  fs.linkSync(socketPath, `${socketPath}.kept`);
  await new Promise((resolve) => server.close(resolve));

  assert.equal(await kindOf(new UnixDoor(`${socketPath}.kept`)), "ECONNREFUSED");
});

const OPEN_TO_OTHERS = [
  ["a folder that others can look into", (daemon) => fs.chmodSync(path.dirname(daemon.socketPath), 0o750)],
  ["a socket that others can use", (daemon) => fs.chmodSync(daemon.socketPath, 0o666)],
];
for (const [name, open] of OPEN_TO_OTHERS) {
  test(`nothing is sent through ${name}`, async (t) => {
    const daemon = await sidecar(t);
    open(daemon);

    assert.equal(await kindOf(new UnixDoor(daemon.socketPath)), "stranger");
    assert.equal(daemon.connections, 0);
  });
}

test("nothing is sent to a file in the socket's place, nor through a link to a folder", async (t) => {
  const folder = privateFolder(t);
  const file = path.join(folder, "recall.sock");
  fs.writeFileSync(file, "", { mode: 0o600 });
  const daemon = await sidecar(t);
  fs.symlinkSync(path.dirname(daemon.socketPath), path.join(folder, "link"));

  assert.equal(await kindOf(new UnixDoor(file)), "stranger");
  assert.equal(await kindOf(new UnixDoor(path.join(folder, "link", "recall.sock"))), "stranger");
});

test("a daemon that proves itself on its port is let in, and was sent no token before", async (t) => {
  const daemon = await new Sidecar().onPort(privateFolder(t));
  t.after(() => daemon.stop());
  const door = new TcpDoor(daemon.port, daemon.tokenFile);

  assert.equal(await kindOf(door), "open");
  assert.deepEqual(door.headers, { Authorization: `Bearer ${TOKEN}` });
  assert.equal(daemon.requests[0].headers.authorization, undefined);
});

const STRANGERS = [
  ["gives a wrong proof", () => [200, { proof: "0".repeat(64) }]],
  ["gives no proof", () => [200, {}]],
  ["knows no such page", () => [404, {}]],
  ["speaks no JSON", () => [200, "<html>"]],
  ["proves another port", (request) => [200, { proof: proofOf(TOKEN, new URL(request.url, "http://x").searchParams.get("nonce"), 1) }]],
  ["talks without end", () => [200, "x".repeat(20_000)]],
];
for (const [name, answer] of STRANGERS) {
  test(`whoever ${name} on the port is a stranger and learns no token`, async (t) => {
    const other = await new Sidecar().onPort(privateFolder(t));
    t.after(() => other.stop());
    other.routes["/v1/proof"] = answer;

    assert.equal(await kindOf(new TcpDoor(other.port, other.tokenFile)), "stranger");
    assert.ok(!JSON.stringify(other.requests.map(({ headers, url }) => [headers, url])).includes(TOKEN));
  });
}

const TOKEN_FILES = [
  ["can be read by others", (file) => fs.chmodSync(file, 0o644), "refused"],
  ["holds no token", (file) => fs.writeFileSync(file, "hello"), "refused"],
  ["is a link", (file) => (fs.renameSync(file, `${file}.real`), fs.symlinkSync(`${file}.real`, file)), "refused"],
  ["is not there", (file) => fs.rmSync(file), "absent"],
];
for (const [name, change, kind] of TOKEN_FILES) {
  test(`a token file that ${name} is not used`, async (t) => {
    const daemon = await new Sidecar().onPort(privateFolder(t));
    t.after(() => daemon.stop());
    change(daemon.tokenFile);

    assert.equal(await kindOf(new TcpDoor(daemon.port, daemon.tokenFile)), kind);
    assert.equal(daemon.connections, 0);
  });
}

test("a new socket file shows from outside, a port does not", async (t) => {
  const folder = privateFolder(t);
  const door = new UnixDoor(path.join(folder, "recall.sock"));
  const before = door.sign();
  const daemon = await new Sidecar().onSocket(folder);
  t.after(() => daemon.stop());

  assert.equal(before, "");
  assert.notEqual(door.sign(), before);
  assert.equal(new TcpDoor(1, "/x").sign(), null);
});
