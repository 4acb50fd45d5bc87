import assert from "node:assert/strict";
import test from "node:test";

import { Absence } from "../../../../recall_sidecar/hosts/openclaw/plugin/absence.js";

const door = (sign) => ({ current: sign, sign() { return this.current; } });
const never = async () => false;

test("nothing is certain before somebody was asked", () => assert.equal(new Absence([door("")], never).isCertain(), false));

test("a refusal is certain while nothing changes, and not after", () => {
  const unix = door("1 100");
  const absence = new Absence([unix], never);
  absence.begin(absence.signs());
  assert.equal(absence.isCertain(), true);

  unix.current = "2 200";

  assert.equal(absence.isCertain(), false);
});

test("a daemon that started during the refused call is asked again", () => {
  const unix = door("");
  const absence = new Absence([unix], never);
  const before = absence.signs();
  unix.current = "1 100";

  absence.begin(before);

  assert.equal(absence.isCertain(), false);
});

test("an answer ends it", () => {
  const absence = new Absence([door("")], never);
  absence.begin(absence.signs());

  absence.end();

  assert.equal(absence.isCertain(), false);
});

test("a port is looked at until somebody answers, and then no more", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [false, false, true];
  let looks = 0;
  const absence = new Absence([door(""), door(null)], async () => answers[looks++]);
  absence.begin(absence.signs());
  absence.begin(absence.signs());

  for (let second = 0; second < 10; second += 1) {
    t.mock.timers.tick(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }

  assert.equal(looks, 3);
  assert.equal(absence.isCertain(), false);
});

test("a look that comes back when another absence has begun does not end it, nor look twice as often", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const looks = [];
  const absence = new Absence([door(null)], () => new Promise((resolve) => looks.push(resolve)));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  absence.begin(absence.signs());
  t.mock.timers.tick(1_000);
  absence.end();
  absence.begin(absence.signs());

  looks[0](true);
  await settle();
  assert.equal(absence.isCertain(), true);
  t.mock.timers.tick(1_000);
  looks[1](false);
  await settle();
  t.mock.timers.tick(1_000);

  assert.equal(looks.length, 3);
});

test("without a port there is nothing to look at", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let looks = 0;
  const absence = new Absence([door("")], async () => ((looks += 1), true));
  absence.begin(absence.signs());

  t.mock.timers.tick(60_000);

  assert.equal(looks, 0);
  assert.equal(absence.isCertain(), true);
});

test("a gateway that is idle for ten minutes stops looking", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let looks = 0;
  const absence = new Absence([door(null)], async () => ((looks += 1), false));
  absence.begin(absence.signs());

  for (let second = 0; second < 1_000; second += 1) {
    t.mock.timers.tick(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }

  assert.equal(looks, 600);
  assert.equal(absence.isCertain(), false, "the next turn asks for itself");
});
