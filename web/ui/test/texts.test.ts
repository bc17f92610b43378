import assert from "node:assert/strict";
import { test } from "node:test";

import { en } from "../src/i18n/en";
import { zh } from "../src/i18n/zh";

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

test("both languages have the same texts, with the same holes", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  for (const [name, text] of Object.entries(en)) {
    assert.deepEqual(holes(zh[name as keyof typeof zh]), holes(text), name);
  }
});
