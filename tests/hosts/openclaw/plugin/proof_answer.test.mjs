import assert from "node:assert/strict";
import net from "node:net";
import test from "node:test";

import { parse, readAnswer } from "../../../../recall_sidecar/hosts/openclaw/plugin/proof_answer.js";

const whole = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"proof":"a"}';

test("an answer is read whole", () => assert.deepEqual(parse(Buffer.from(whole)), { proof: "a" }));

test("an answer that is not complete is waited for, wherever it breaks", () => {
  for (let length = 0; length < whole.length; length += 1) assert.equal(parse(Buffer.from(whole.slice(0, length))), undefined);
});

const UNUSABLE = [
  ["another status", whole.replace("200", "404")],
  ["no length", whole.replace("Content-Length: 13\r\n", "")],
  ["a connection that closes", whole.replace("Content-Type: application/json", "Connection: close")],
  ["more than one answer", `${whole}${whole}`],
  ["no HTTP", "SSH-2.0-x\r\n\r\n"],
  ["no JSON", whole.replace('{"proof":"a"}', "<html></html>")],
];
for (const [name, text] of UNUSABLE) test(`${name} cannot be used`, () => assert.throws(() => parse(Buffer.from(text))));

const PEERS = [
  ["closes at once", (socket) => socket.destroy()],
  ["never stops", (socket) => socket.write("x".repeat(9_000))],
];
for (const [name, act] of PEERS) {
  test(`a peer that ${name} ends the wait`, async (t) => {
    const server = net.createServer(act);
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const socket = net.connect(server.address().port, "127.0.0.1");
    t.after(() => (socket.destroy(), server.close()));

    await assert.rejects(readAnswer(socket, 60_000));
  });
}

test("a peer that says nothing is not waited for for ever", async (t) => {
  const server = net.createServer(() => {});
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = net.connect(server.address().port, "127.0.0.1");
  t.after(() => (socket.destroy(), server.close()));

  await assert.rejects(readAnswer(socket, 5));
});
