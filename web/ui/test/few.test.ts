import assert from "node:assert/strict";
import { test } from "node:test";

import { fewAtATime } from "../src/lib/few";

test("few at a time: all are done in order, never more at once than may be", async () => {
  let now = 0, most = 0;
  const out = await fewAtATime([...Array(20).keys()], 6, async (n) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, n % 3));
    now--;
    return 2 * n;
  });
  assert.deepEqual(out, [...Array(20).keys()].map((n) => 2 * n));
  assert.equal(most, 6);
  assert.deepEqual(await fewAtATime([], 6, async (n) => n), []);
  await assert.rejects(fewAtATime([1, 2], 6, () => Promise.reject(new Error("no"))));
});
