import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { Autostart } from "../../../../recall_sidecar/hosts/openclaw/plugin/autostart.js";
import { privateFolder, until } from "./sidecar.mjs";

const log = () => ({ said: [], advise(topic, sentence) { this.said.push(sentence); } });
const script = (t) => {
  const folder = privateFolder(t);
  const command = path.join(folder, "recall sidecar; touch pwned");
  const seen = path.join(folder, "seen");
  fs.writeFileSync(command, `#!/bin/sh\necho "$# $1 \${OPENCLAW_GATEWAY_TOKEN:-none} $HOME" >> '${seen}'\n`, { mode: 0o700 });
  const runs = () => (fs.existsSync(seen) ? fs.readFileSync(seen, "utf8").split("\n").filter(Boolean) : []);
  return { command, runs };
};

test("it is off by default", (t) => {
  const { command, runs } = script(t);

  new Autostart({ autostart: false, command }, log()).attempt();

  assert.deepEqual(runs(), []);
});

test("the command runs with one word, no shell, and without the gateway's own token", async (t) => {
  const { command, runs } = script(t);
  process.env.OPENCLAW_GATEWAY_TOKEN = "gw-secret";
  t.after(() => delete process.env.OPENCLAW_GATEWAY_TOKEN);

  new Autostart({ autostart: true, command }, log()).attempt();
  await until(() => runs().length === 1);

  assert.deepEqual(runs(), [`1 serve none ${process.env.HOME ?? ""}`.trimEnd()]);
});

test("it is tried at most once in thirty seconds", async (t) => {
  const { command, runs } = script(t);
  const autostart = new Autostart({ autostart: true, command }, log());

  for (const now of [0, 100, 29_999, 30_000]) autostart.attempt(now);
  await until(() => runs().length === 2);

  assert.equal(runs().length, 2);
});

test("without a command it says what is missing", () => {
  const said = log();

  new Autostart({ autostart: true }, said).attempt();

  assert.match(said.said[0], /absolute path/);
});

test("a command that is not there is said, and breaks nothing", async (t) => {
  const said = log();

  new Autostart({ autostart: true, command: path.join(privateFolder(t), "gone") }, said).attempt();
  await until(() => said.said.length === 1);

  assert.match(said.said[0], /could not be started \(ENOENT\)/);
});
