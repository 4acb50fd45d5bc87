import assert from "node:assert/strict";
import test from "node:test";

import { readSettings } from "../../../../recall_sidecar/hosts/openclaw/plugin/settings.js";

test("without settings nothing is started and the model is lent", () => {
  const settings = readSettings(undefined, undefined);

  assert.equal(settings.autostart, false);
  assert.equal(settings.lendModel, true);
  assert.equal(settings.timeoutMs, 15_000);
  assert.equal(settings.socketPath, undefined);
  assert.equal(settings.port, undefined);
});

const LIMITS = [
  ["no limit of the operator", {}, 3_000],
  ["a limit for all hooks", { timeoutMs: 1_000 }, 1_000],
  ["a limit for this hook", { timeouts: { before_prompt_build: 900 } }, 900],
  ["a limit for this hook before the one for all", { timeouts: { before_prompt_build: 2_000 }, timeoutMs: 1_000 }, 2_000],
  ["a limit that is longer than ours", { timeoutMs: 60_000 }, 3_000],
  ["a limit for another hook", { timeouts: { agent_end: 5 } }, 3_000],
  ["a limit that is none", { timeoutMs: 0 }, 3_000],
];
for (const [name, hooks, expected] of LIMITS) {
  test(`a reply waits as long as settings and operator allow: ${name}`, () => {
    assert.equal(readSettings({ timeoutMs: 3_000 }, hooks).timeoutMs, expected);
  });
}

test("the host's timer is asked to end after ours", () => {
  assert.ok(readSettings({ timeoutMs: 3_000 }, {}).hookTimeoutMs > 3_000);
});

const ADDRESSES = [
  ["http://127.0.0.1:8765", 8765],
  ["http://127.0.0.1:8765/", 8765],
  ["http://192.0.2.1:8765", undefined],
  ["http://127.0.0.1:70000", undefined],
  ["https://127.0.0.1:8765", undefined],
  [17, undefined],
];
for (const [url, port] of ADDRESSES) {
  test(`the address ${url} means ${port ? `port ${port}` : "no address"}`, () => {
    assert.equal(readSettings({ url }, {}).port, port);
  });
}

test("paths that are not absolute are no paths", () => {
  const settings = readSettings({ socketPath: "a.sock", tokenFile: "~/token", command: "recall-sidecar" }, {});

  assert.deepEqual([settings.socketPath, settings.tokenFile, settings.command], [undefined, undefined, undefined]);
});
