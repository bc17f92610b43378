import assert from "node:assert/strict";
import { test } from "node:test";

import { pauseOf } from "../src/api/pause";

test("a pause is as long as the service says, within bounds", () => {
  const of = (status: number, after?: string) => pauseOf({ status, headers: new Headers(after === undefined ? {} : { "Retry-After": after }) });
  assert.equal(of(429, "3"), 3000);
  assert.equal(of(429, "3600"), 10_000);
  assert.equal(of(429), 1000);
  assert.equal(of(429, "Wed, 21 Oct 2026 07:28:00 GMT"), 1000);
  assert.equal(of(503, "3"), undefined);
  assert.equal(of(200), undefined);
});
