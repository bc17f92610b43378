import assert from "node:assert/strict";
import { test } from "node:test";

import { type Item, arrange } from "../src/graph/arrange";

const box = { left: 8, right: 70, up: 9, down: 9 };

/** apart holds the rooms of nodes to covering nothing of each other. */
function apart(items: readonly Item[], places: ReadonlyMap<string, { x: number; y: number }>): void {
  const rooms = items.map((i) => ({ id: i.id, ...(places.get(i.id) ?? assert.fail(i.id)) }));
  rooms.forEach((a, i) =>
    rooms.slice(i + 1).forEach((b) => {
      const overlap = Math.abs(a.x - b.x) < box.left + box.right && Math.abs(a.y - b.y) < box.up + box.down;
      assert.ok(!overlap, `${a.id} and ${b.id}`);
    }),
  );
}

test("arrange: nodes have room, keep off what is covered, and stay where they are when others come", () => {
  const items = [...Array(60).keys()].map((n): Item => ({
    id: `n${n}`,
    group: n < 40 ? `g${n % 4}` : "",
    at: { x: (n * 37) % 11, y: (n * 53) % 13 },
    box,
    held: false,
  }));
  const area = { x: 0, y: 0, width: 900, height: 700 },
    legend = { x: 0, y: 0, width: 200, height: 200 };
  const { places, frame } = arrange(items, area, [legend]);
  apart(items, places);
  assert.deepEqual(frame, area);
  for (const { x, y } of places.values()) assert.ok(x + box.right <= 900 && y + box.down <= 700 && (x >= 200 || y >= 200), `${x} ${y}`);
  const all = [
    ...items.map((i) => ({ ...i, at: places.get(i.id) ?? assert.fail(), held: true })),
    ...[...Array(9).keys()].map((n): Item => ({ id: `m${n}`, group: "", at: { x: 450, y: 350 }, box, held: false })),
  ];
  const more = arrange(all, frame, []);
  apart(all, more.places);
  for (const i of items) assert.deepEqual(more.places.get(i.id), places.get(i.id));
});

test("arrange: the frame grows in its proportions where the area is too small", () => {
  const items = [...Array(80).keys()].map((n): Item => ({ id: `n${n}`, group: "", at: { x: n % 9, y: n % 7 }, box, held: false }));
  const { places, frame } = arrange(items, { x: 0, y: 0, width: 200, height: 100 }, []);
  apart(items, places);
  assert.ok(Math.abs(frame.width / frame.height - 2) < 0.01 && frame.width > 200);
});
