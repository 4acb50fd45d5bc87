import assert from "node:assert/strict";
import test from "node:test";

import { LogOnce } from "../../../../recall_sidecar/hosts/openclaw/plugin/log_once.js";

const logger = () => {
  const lines = [];
  return { lines, warn: (line) => lines.push(line), info: (line) => lines.push(line) };
};
const absent = { ok: false, kind: "absent" };
const ok = { ok: true, body: {} };

test("forty turns without the daemon make one line, with a remedy", () => {
  const { lines, ...to } = logger();
  const log = new LogOnce(to);

  for (let turn = 0; turn < 40; turn += 1) log.note(absent);

  assert.equal(lines.length, 1);
  assert.match(lines[0], /recall-sidecar serve/);
});

test("its return makes one line, and a daemon that was always there none", () => {
  const { lines, ...to } = logger();
  const log = new LogOnce(to);

  for (const reply of [ok, ok, absent, absent, ok, ok]) log.note(reply);

  assert.equal(lines.length, 2);
  assert.match(lines[1], /answers again/);
});

test("another trouble makes another line", () => {
  const { lines, ...to } = logger();
  const log = new LogOnce(to);

  for (const kind of ["absent", "refused", "stranger", "version", "slow", "failed", "unset"]) log.note({ ok: false, kind });

  assert.equal(new Set(lines).size, 7);
});

test("the end of a turn is no trouble", () => {
  const { lines, ...to } = logger();
  const log = new LogOnce(to);

  for (const reply of [{ ok: false, kind: "aborted" }, absent, { ok: false, kind: "aborted" }, absent]) log.note(reply);

  assert.equal(lines.length, 1);
});

test("advice is given once per topic, and topics have an end", () => {
  const { lines, ...to } = logger();
  const log = new LogOnce(to);

  for (let turn = 0; turn < 200; turn += 1) {
    log.advise("same", "do this");
    log.advise(`topic ${turn}`, "do that");
  }

  assert.equal(lines.filter((line) => line.includes("do this")).length, 1);
  assert.equal(lines.length, 64);
});

test("a host without a logger is told nothing", () => new LogOnce(undefined).note(absent));
