import assert from "node:assert/strict";
import { test } from "node:test";

import { EventReader } from "../src/api/event-reader";

const whole = 'id: 1\nevent: step\ndata: {"a":"x\\ny"}\n\n: beat\n\nevent: done\r\ndata: {"b":\r\ndata: 2}\r\n\r\n';

test("events are the same however the stream is cut", () => {
  const want = [{ event: "step", id: "1", data: { a: "x\ny" } }, { event: "done", id: "1", data: { b: 2 } }];
  for (let size = 1; size <= whole.length; size++) {
    const reader = new EventReader();
    const got = [];
    for (let i = 0; i < whole.length; i += size) got.push(...reader.feed(whole.slice(i, i + size)));
    assert.deepEqual(got, want, `pieces of ${size}`);
  }
});
