import assert from "node:assert/strict";
import test from "node:test";

import { isForbidden, isSwitchedOff } from "../../../../recall_sidecar/hosts/openclaw/plugin/switched_off.js";

const ROWS = [
  ["it is on", { entries: { weather: { enabled: true } } }, false],
  ["nothing is said of it", {}, false],
  ["there is no configuration", undefined, false],
  ["it is off", { entries: { weather: { enabled: false } } }, true],
  ["it is denied", { deny: ["weather"] }, true],
  ["it is on and denied", { entries: { weather: { enabled: true } }, deny: ["weather"] }, true],
  ["it is not among the allowed", { allow: ["recall-sidecar"] }, true],
  ["it is among the allowed", { allow: ["recall-sidecar", "weather"] }, false],
  ["the list of the allowed is empty", { allow: [] }, false],
];
for (const [name, plugins, expected] of ROWS) {
  test(`a plugin ${expected ? "is switched off" : "may run"} when ${name}`, () => {
    assert.equal(isSwitchedOff({ plugins }, "weather"), expected);
  });
}

test("a plugin that is left out of the allowed is not forbidden, which counts for those with a slot", () => {
  assert.equal(isForbidden({ plugins: { allow: ["recall-sidecar"] } }, "weather"), false);
  assert.equal(isForbidden({ plugins: { deny: ["weather"] } }, "weather"), true);
  assert.equal(isForbidden({ plugins: { entries: { weather: { enabled: false } } } }, "weather"), true);
});
