import assert from "node:assert/strict";
import test from "node:test";

import { lastTurn } from "../../../../recall_sidecar/hosts/openclaw/plugin/last_turn.js";

const user = (content) => ({ role: "user", content });
const assistant = (text) => ({ role: "assistant", content: [{ type: "text", text }] });
const result = { role: "toolResult", content: [{ type: "text", text: "a page" }] };
const internal = user("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>");

const CASES = [
  ["nothing of a host that has no messages", undefined, []],
  ["nothing where nobody has spoken", [assistant("hello")], []],
  ["the newest turn alone", [user("a"), assistant("b"), user("c"), assistant("d")], ["user c", "assistant d"]],
  ["that a tool had a result, and not which", [user("c"), assistant("let me look"), result, result, assistant("d")], ["user c", "assistant let me look", "toolResult", "assistant d"]],
  ["nothing of what the host says in the user's name", [user("c"), internal, assistant("d")], ["user c", "assistant d"]],
  ["no thinking and no call", [user("c"), { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "toolCall" }] }], ["user c"]],
  ["nothing of what is no message", [user("c"), null, { role: "system", content: "x" }, assistant("d")], ["user c", "assistant d"]],
];
for (const [name, messages, expected] of CASES) {
  test(`the last turn holds ${name}`, () => {
    assert.deepEqual(lastTurn(messages).map(({ role, content }) => (content === undefined ? role : `${role} ${content}`)), expected);
  });
}

test("a long message is cut, and of a turn of many the question and the end are sent", () => {
  const sent = lastTurn([user("q".repeat(99_999)), ...Array.from({ length: 500 }, (_, at) => assistant(`${at}`))]);

  assert.equal(sent[0].content.length, 16_384);
  assert.equal(sent.length, 64);
  assert.equal(sent.at(-1).content, "499");
  // What was left out may have held a tool's result.
  assert.equal(sent[1].role, "toolResult");
});
