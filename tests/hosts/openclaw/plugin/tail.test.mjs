import assert from "node:assert/strict";
import test from "node:test";

import { tailOf } from "../../../../recall_sidecar/hosts/openclaw/plugin/tail.js";

const user = (content) => ({ role: "user", content });
const assistant = (text) => ({ role: "assistant", content: [{ type: "text", text }] });
const chat = (turns) => Array.from({ length: turns }, (_, n) => [user(`u${n}`), assistant(`a${n}`)]).flat();
const words = (messages) => messages.map(({ content }) => content);
const bytes = (messages) => Buffer.byteLength(JSON.stringify(messages));

test("message mode sends the previous turn of the user alone", () => {
  assert.deepEqual(words(tailOf(chat(6), "message")), ["u5"]);
});

test("recent mode sends at most four turns of the user and three of the agent, oldest first", () => {
  assert.deepEqual(words(tailOf(chat(6), "recent")), ["u2", "u3", "a3", "u4", "a4", "u5", "a5"]);
});

test("full mode sends everything", () => {
  assert.equal(tailOf(chat(300), "full").length, 600);
});

test("an unknown mode sends what recent does", () => {
  assert.deepEqual(tailOf(chat(6), "weekly"), tailOf(chat(6), "recent"));
});

test("tool calls, results, system words and empty messages are left out", () => {
  const messages = [
    { role: "system", content: "secret rules" },
    user("which tea?"),
    { role: "assistant", content: [{ type: "toolCall", name: "exec" }] },
    { role: "toolResult", content: [{ type: "text", text: "root" }] },
    assistant("oolong"),
    user("  "),
    null,
  ];

  assert.deepEqual(tailOf(messages, "full"), [
    { role: "user", content: "which tea?" },
    { role: "assistant", content: "oolong" },
  ]);
});

test("chat commands are no part of the conversation, also where the host has joined them with a message", () => {
  const parts = (...texts) => user(texts.map((text) => ({ type: "text", text })));
  const messages = [parts("/verbose on", "/trace on", "which tea?"), assistant("oolong"), user("/recall status"), parts("/new")];

  assert.deepEqual(words(tailOf(messages, "full")), ["which tea?", "oolong"]);
});

test("a path or a text that begins with a slash is no command", () => {
  const said = ["/var/log is full", "/verbose on\nplease explain that", "either/or", "/ is the root"];

  assert.deepEqual(words(tailOf(said.map(user), "full")), said);
});

test("what an agent says is never taken for a command", () => {
  assert.deepEqual(words(tailOf([user("how?"), assistant("/verbose on")], "recent")), ["how?", "/verbose on"]);
});

const HUGE = [
  ["latin", "x".repeat(50_000)],
  ["three bytes a character", "字".repeat(50_000)],
  ["characters that JSON spells out", "\u0001".repeat(50_000)],
  ["pairs", "😀".repeat(50_000)],
];
for (const [name, text] of HUGE) {
  test(`the tail keeps within its bytes, whatever the text is made of: ${name}`, () => {
    const kept = tailOf([...chat(3), user(text), assistant(text)], "recent");

    assert.ok(bytes(kept) <= 16_384, `${bytes(kept)} bytes`);
    assert.ok(bytes(kept) > 12_000, "the room is used");
    assert.ok(kept.every(({ content }) => content.isWellFormed()));
  });
}

test("of a turn that does not fit, the end of the user's words is kept", () => {
  const [kept] = tailOf([user(`${"pasted ".repeat(5_000)}which tray?`)], "message");

  assert.ok(kept.content.endsWith("which tray?"));
});

test("of a turn that does not fit, the beginning of the agent's words is kept", () => {
  const kept = tailOf([user("q"), assistant(`Tray 3. ${"because ".repeat(5_000)}`)], "recent");

  assert.ok(kept.at(-1).content.startsWith("Tray 3."));
});

test("full mode has an end too", () => {
  const kept = tailOf(Array.from({ length: 80 }, () => user("y".repeat(50_000))), "full");

  assert.ok(bytes(kept) <= 2_097_152);
});

test("a host without history has no tail", () => {
  assert.deepEqual(tailOf(undefined, "recent"), []);
});
