import assert from "node:assert/strict";
import { test } from "node:test";
import plugin, { stopwatch } from "../../../benchmarks/gateways/stopwatch/index.js";

/** A clock that moves one millisecond with each look. */
const ticking = () => {
  let at = 0;
  return () => ++at;
};

function watch() {
  const lines = [];
  return { lines, handlers: stopwatch((line) => lines.push(JSON.parse(line)), ticking()) };
}

test("a turn is written once, when the last mark is taken", () => {
  const { lines, handlers } = watch();
  const ctx = { runId: "r1", trigger: "user" };

  handlers.ordinaryBegin({}, ctx);
  handlers.ordinaryEnd({}, ctx);
  handlers.authorisedBegin({}, ctx);
  assert.deepEqual(lines, []);
  handlers.authorisedEnd({}, ctx);

  const marks = { ordinaryBegin: 1, ordinaryEnd: 2, authorisedBegin: 3, authorisedEnd: 4 };
  assert.deepEqual(lines, [{ runId: "r1", trigger: "user", ...marks }]);
});

test("a run within another has marks of its own", () => {
  const { lines, handlers } = watch();

  handlers.authorisedBegin({}, { runId: "outer" });
  handlers.authorisedBegin({}, { runId: "inner" });
  handlers.authorisedEnd({}, { runId: "inner" });
  handlers.authorisedEnd({}, { runId: "outer" });

  assert.deepEqual(lines, [
    { runId: "inner", authorisedBegin: 2, authorisedEnd: 3 },
    { runId: "outer", authorisedBegin: 1, authorisedEnd: 4 },
  ]);
});

test("handlers add nothing to the prompt", () => {
  const { handlers } = watch();

  for (const handler of Object.values(handlers)) assert.equal(handler({}, { runId: "r1" }), undefined);
});

test("turns that never reach their last mark are forgotten in the end", () => {
  const { lines, handlers } = watch();

  handlers.authorisedBegin({}, { runId: "lost" });
  for (let run = 0; run < 100; run += 1) handlers.ordinaryBegin({}, { runId: `r${run}` });
  handlers.authorisedEnd({}, { runId: "lost" });

  assert.equal(lines[0].authorisedBegin, undefined);
});

test("the first handler of each phase runs before all others and the last one after them", () => {
  const registered = [];
  const on = (hook, _handler, options) => registered.push({ hook, ...options });

  plugin.register({ pluginConfig: { file: "/nowhere/marks.jsonl" }, on });

  assert.deepEqual(registered.map(({ hook }) => hook), Array(4).fill("before_prompt_build"));
  for (const authority of [undefined, true]) {
    const [first, last] = registered.filter((it) => it.requiresToolAuthority === authority);
    assert.ok(first.priority > 1000 && last.priority < -1000);
  }
});

test("without a file it registers nothing", () => {
  plugin.register({ pluginConfig: {}, on: () => assert.fail("registered") });
});
