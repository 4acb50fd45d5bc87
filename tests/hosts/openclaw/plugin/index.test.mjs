import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import { GUIDANCE, PLUGIN_ID } from "../../../../recall_sidecar/hosts/openclaw/plugin/generated.js";
import plugin from "../../../../recall_sidecar/hosts/openclaw/plugin/index.js";
import { CTX, Host } from "./host.mjs";
import { sidecar } from "./sidecar.mjs";

const FOLDER = new URL("../../../../recall_sidecar/hosts/openclaw/plugin/", import.meta.url);

test("the plugin is the one that its manifest describes", () => {
  const manifest = JSON.parse(fs.readFileSync(new URL("openclaw.plugin.json", FOLDER), "utf8"));

  assert.deepEqual([plugin.id, plugin.name, plugin.description], [manifest.id, manifest.name, manifest.description]);
});

test("registering twice opens, starts, asks and logs nothing", async (t) => {
  const daemon = await sidecar(t);
  t.mock.timers.enable();
  const host = new Host({ ...daemon.config, autostart: true, command: "/bin/false" }).load();

  t.mock.timers.tick(3_600_000);

  assert.equal(daemon.connections, 0);
  assert.deepEqual([host.warnings, host.infos, host.patches], [[], [], 0]);
});

test("every turn has the same guidance, whatever it is about", async () => {
  const host = new Host().load();

  const added = [
    await host.ordinary({ prompt: "a" }),
    await host.ordinary({ prompt: "b", messages: [{ role: "user", content: "c" }] }),
    await host.ordinary({}, { ...CTX, trigger: "manual", sessionKey: "agent:main:subagent:1" }),
  ];

  for (const one of added) assert.deepEqual(one, { appendSystemContext: GUIDANCE });
});

test("recall waits for tool policy, and says how long it may take", () => {
  const host = new Host({ timeoutMs: 3_000 }).load();
  const recall = host.handlers.filter(({ options }) => options.requiresToolAuthority === true);

  assert.equal(recall.length, 1);
  assert.equal(recall[0].hook, "before_prompt_build");
  assert.ok(recall[0].options.timeoutMs >= 3_000);
});

test("a host without the parts that are nice to have is no trouble", async (t) => {
  const daemon = await sidecar(t);
  const handlers = [];
  const api = { pluginConfig: daemon.config, on: (hook, handler, options) => handlers.push({ handler, options }), registerCommand() {} };

  plugin.register(api);
  const recall = handlers.find(({ options }) => options?.requiresToolAuthority);
  const added = await recall.handler({ prompt: "which tea?" }, { ...CTX, toolAuthority: { allows: () => true, assertActive() {} } });

  assert.match(added.prependContext, /oolong/);
  assert.deepEqual(daemon.requests.at(-1).body.lends, []);
});

test("no file of the plugin imports anything but Node itself and its neighbours", () => {
  for (const name of fs.readdirSync(FOLDER).filter((file) => file.endsWith(".js"))) {
    const text = fs.readFileSync(new URL(name, FOLDER), "utf8");
    const imports = [...text.matchAll(/(?:from|import)\s+"([^"]+)"/g)].map(([, from]) => from);

    assert.deepEqual(imports.filter((from) => !from.startsWith("node:") && !from.startsWith("./")), [], name);
  }
});

test("every file of the plugin has a test file of its name", () => {
  const tests = new Set(fs.readdirSync(new URL(".", import.meta.url)));
  // Generated, and held equal to its sources by the Python tests; put together here and everywhere else.
  const without = new Set(["generated.js", "parts.js"]);
  const names = fs.readdirSync(FOLDER).filter((file) => file.endsWith(".js") && !without.has(file));

  assert.deepEqual(names.filter((name) => !tests.has(name.replace(/\.js$/, ".test.mjs"))), []);
  assert.equal(PLUGIN_ID, "recall-sidecar");
});
