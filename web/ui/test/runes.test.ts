import assert from "node:assert/strict";
import { test } from "node:test";

import { markRunes, sliceRunes } from "../src/lib/runes";

test("offsets count code points, not UTF-16 units", () => {
  assert.equal(sliceRunes("a𝒳c青", 1, 2), "𝒳");
  assert.deepEqual(markRunes("𝒳青屿站。", 10, 11, 13), { before: "𝒳", span: "青屿", after: "站。" });
});

test("a span outside the text marks what is there of it", () => {
  assert.deepEqual(markRunes("abc", 5, 0, 6), { before: "", span: "a", after: "bc" });
  assert.deepEqual(markRunes("abc", 0, 9, 12), { before: "abc", span: "", after: "" });
});
