import assert from "node:assert/strict";
import test from "node:test";

import { head, idOf, pickIds, tail, textOf } from "../../../../recall_sidecar/hosts/openclaw/plugin/text.js";

const CONTENTS = [
  ["a string", "hello", "hello"],
  ["text parts, one a line", [{ type: "text", text: "a" }, { type: "text", text: "b" }], "a\nb"],
  ["thinking, tool calls and pictures", [{ type: "thinking", text: "x" }, { type: "toolCall" }, { type: "image" }], ""],
  ["parts that are nothing", [null, "loose", { type: "text", text: 5 }], ""],
  ["nothing", undefined, ""],
  ["half a pair of surrogates", "a\ud83d", "a\ufffd"],
];
for (const [name, content, expected] of CONTENTS) {
  test(`the text of ${name} is ${JSON.stringify(expected)}`, () => assert.equal(textOf(content), expected));
}

const IDS = [
  ["agent:main:main", "agent:main:main"],
  [42, "42"],
  ["", undefined],
  [null, undefined],
  [{ id: 1 }, undefined],
  ["x".repeat(2_049), undefined],
];
for (const [value, expected] of IDS) {
  test(`the id of ${JSON.stringify(value)?.slice(0, 30)} is ${expected}`, () => assert.equal(idOf(value), expected));
}

test("only the ids that are named are picked, and only where there is one", () => {
  assert.deepEqual(pickIds({ a: "1", b: undefined, secret: "s" }, ["a", "b", "c"]), { a: "1" });
  assert.deepEqual(pickIds(undefined, ["a"]), {});
});

test("a cut never leaves half a character", () => {
  assert.equal(head("a😀b", 2), "a");
  assert.equal(head("a😀b", 3), "a😀");
  assert.equal(tail("a😀b", 2), "b");
  assert.equal(tail("a😀b", 3), "😀b");
  assert.equal(tail("ab", 9), "ab");
});
