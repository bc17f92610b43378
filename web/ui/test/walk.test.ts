import assert from "node:assert/strict";
import { test } from "node:test";

import { walkOf } from "../src/graph/walk";

const id = (letter: string) => `k${letter.repeat(24)}`;
const step = (action: string, args: Record<string, unknown>, ids: string[] = [], rows = ids.length) =>
  ({ step: 0, action, args, cypher: "", params: {}, rows, ids, ms: 0 });

test("visits on one path are joined, visits on different ones are not", () => {
  const walk = walkOf([
    step("initial_nodes", {}, [id("a"), id("b")]),
    step("facts", { elements: [id("a")], path: 1 }),
    step("facts", { elements: [id("b")], path: 2 }),
    step("neighbours", { element: id("a"), path: 1 }, [id("c"), id("d")]),
    step("facts", { elements: [id("c")], path: 1 }),
  ]);
  assert.deepEqual(walk.visited, [id("a"), id("b"), id("c")]);
  assert.deepEqual(walk.pairs, [{ a: id("a"), b: id("c") }]);
});

test("what is brought up by the hundred is not visited, and foreign ids are nothing", () => {
  const many = Array.from({ length: 20 }, (_, i) => id(String.fromCharCode(97 + i)));
  assert.deepEqual(walkOf([step("mentions", {}, many), step("facts", { elements: many }), step("facts", { elements: ["<script>", 7] })]), { visited: [], pairs: [] });
});
