import assert from "node:assert/strict";
import test from "node:test";

import { sentenceFor } from "../../../../recall_sidecar/hosts/openclaw/plugin/sentences.js";

for (const kind of ["absent", "slow", "refused", "stranger", "version", "unset", "failed"]) {
  test(`the sentence for ${kind} says what to do`, () => {
    assert.match(sentenceFor({ kind }), /recall-sidecar (serve|status|install openclaw|doctor)/);
  });
}

test("the detail stands in the sentence", () => {
  assert.match(sentenceFor({ kind: "stranger", detail: "the folder is open" }), /\(the folder is open\)/);
});
