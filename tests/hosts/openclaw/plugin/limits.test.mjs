import assert from "node:assert/strict";
import test from "node:test";

import { watchTurn } from "../../../../recall_sidecar/hosts/openclaw/plugin/limits.js";
import { capability } from "./host.mjs";

const turnOf = () => {
  const [authority, invocation] = [capability(), capability()];
  return { authority, invocation, ctx: { toolAuthority: authority, hookInvocation: invocation } };
};

test("a turn is watched until its time is up, which says slow", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const turn = watchTurn(turnOf().ctx, 1_000);

  t.mock.timers.tick(900);
  assert.equal(turn.signal.aborted, false);
  t.mock.timers.tick(100);
  turn.stop();

  assert.equal(turn.signal.reason.kind, "slow");
});

for (const which of ["authority", "invocation"]) {
  test(`a turn whose ${which} ends is given up within a moment`, (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { ctx, ...ends } = turnOf();
    const turn = watchTurn(ctx, 15_000);

    ends[which].end();
    assert.equal(turn.isWanted(), false);
    t.mock.timers.tick(100);
    turn.stop();

    assert.equal(turn.signal.reason.kind, "aborted");
  });
}

test("a host without capabilities is not read as having ended the turn", () => {
  const turn = watchTurn({}, 1_000);
  turn.stop();

  assert.equal(turn.isWanted(), true);
});

test("the time that is left is less than what there was", () => {
  const turn = watchTurn(turnOf().ctx, 1_000);
  turn.stop();

  assert.ok(turn.leftMs() < 1_000);
});

test("a watch that was stopped keeps nothing running", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const turn = watchTurn(turnOf().ctx, 1_000);

  turn.stop();
  t.mock.timers.tick(60_000);

  assert.equal(turn.signal.aborted, false);
});
