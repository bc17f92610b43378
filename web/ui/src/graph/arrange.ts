import type { Spot } from "./spots";

// Arranging gives each node of a small graph room for its label: communities are packed
// by themselves, then all are put as near to where the forces had them as there is room.

/** Item is a node to be arranged: box is the room that it takes, in pixels from its middle to each side. */
export interface Item {
  id: string;
  /** group is the community that it stays with, "" for none. */
  group: string;
  at: Spot;
  box: Box;
  /** held nodes stay where they are. */
  held: boolean;
}
export interface Box {
  left: number;
  right: number;
  up: number;
  down: number;
}
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Arranged has the middle of each node, and the frame around all. */
export interface Arranged {
  places: Map<string, Spot>;
  frame: Rect;
}

const cell = 4; // pixels
const blockPadding = 8; // around the nodes of a community, where its tint is
const growth = 1.04;
const mostGrowths = 30;

/** Grid keeps which cells of a plane are taken. */
class Grid {
  private readonly columns: number;
  private readonly rows: number;
  private readonly taken: Uint8Array;

  constructor(private readonly frame: Rect) {
    this.columns = Math.max(1, Math.floor(frame.width / cell));
    this.rows = Math.max(1, Math.floor(frame.height / cell));
    this.taken = new Uint8Array(this.columns * this.rows);
  }

  take(r: Rect): void {
    const [left, top, right, bottom] = this.cells(r);
    for (let y = Math.max(0, top); y < Math.min(this.rows, bottom); y++)
      this.taken.fill(1, y * this.columns + Math.max(0, left), y * this.columns + Math.max(0, Math.min(this.columns, right)));
  }

  /** nearest takes the free place of a rectangle's size that is nearest to where it is; undefined where there is none. */
  nearest(r: Rect): Rect | undefined {
    const [left, top, right, bottom] = this.cells(r);
    const width = right - left,
      height = bottom - top;
    const fromX = Math.max(0, Math.min(this.columns - width, left)),
      fromY = Math.max(0, Math.min(this.rows - height, top));
    let best = Infinity,
      x = 0,
      y = 0;
    for (let ring = 0; ring < Math.max(this.columns, this.rows) && ring * ring < best; ring++) {
      for (let dy = -ring; dy <= ring; dy++) {
        const step = Math.abs(dy) === ring ? 1 : 2 * ring;
        for (let dx = -ring; dx <= ring; dx += Math.max(1, step)) {
          const far = dx * dx + dy * dy;
          if (far >= best || !this.isFree(fromX + dx, fromY + dy, width, height)) continue;
          best = far;
          x = fromX + dx;
          y = fromY + dy;
        }
      }
    }
    if (best === Infinity) return undefined;
    const found = { x: this.frame.x + x * cell, y: this.frame.y + y * cell, width: r.width, height: r.height };
    this.take(found);
    return found;
  }

  private cells(r: Rect): [left: number, top: number, right: number, bottom: number] {
    const left = Math.floor((r.x - this.frame.x) / cell),
      top = Math.floor((r.y - this.frame.y) / cell);
    return [left, top, left + Math.ceil(r.width / cell), top + Math.ceil(r.height / cell)];
  }

  private isFree(x: number, y: number, width: number, height: number): boolean {
    if (x < 0 || y < 0 || x + width > this.columns || y + height > this.rows) return false;
    for (let row = y; row < y + height; row++) {
      for (let i = row * this.columns + x, end = i + width; i < end; i++) if (this.taken[i] === 1) return false;
    }
    return true;
  }
}

/** arrange finds places in an area of which parts are taken. Where it is too small, the frame is larger in its proportions. */
export function arrange(items: readonly Item[], area: Rect, taken: readonly Rect[]): Arranged {
  const fresh = items.filter((i) => !i.held);
  if (fresh.length < items.length)
    return addTo(
      items.filter((i) => i.held),
      fresh,
      area,
    );
  const blocks = blocksOf(fresh);
  const needed = blocks.reduce((sum, b) => sum + b.width * b.height, 0);
  let scale = Math.max(1, Math.sqrt(needed / (area.width * area.height)));
  for (let attempt = 1; ; attempt++, scale *= growth) {
    const frame = { x: 0, y: 0, width: area.width * scale, height: area.height * scale };
    const grid = new Grid(frame);
    for (const r of taken) grid.take({ x: r.x * scale, y: r.y * scale, width: r.width * scale, height: r.height * scale });
    const places = pack(blocks, grid, frame);
    if (places !== undefined || attempt === mostGrowths) return { places: places ?? new Map(fresh.map((i) => [i.id, i.at])), frame };
  }
}

/** Block is a community, or a node that has none, with the places of its nodes in it. */
interface Block extends Rect {
  at: Spot;
  inside: Map<string, Spot>;
}

function blocksOf(items: readonly Item[]): Block[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = item.group || item.id;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()]
    .map((group) => (group.length === 1 && group[0] !== undefined ? single(group[0]) : together(group)))
    .sort((a, b) => b.width * b.height - a.width * a.height);
}

const widthOf = (i: Item) => i.box.left + i.box.right;
const heightOf = (i: Item) => i.box.up + i.box.down;

function single(i: Item): Block {
  return { x: 0, y: 0, width: widthOf(i), height: heightOf(i), at: i.at, inside: new Map([[i.id, { x: i.box.left, y: i.box.up }]]) };
}

/** together packs the nodes of one community closely, each as near to its place among them as there is room. */
function together(group: readonly Item[]): Block {
  const area = group.reduce((sum, i) => sum + (widthOf(i) + cell) * (heightOf(i) + cell), 0);
  const width = Math.sqrt(1.7 * area),
    height = area / width;
  const from = frameOf(group.map((i) => i.at));
  const grid = new Grid({ x: -2 * width, y: -3 * height, width: 4 * width + 600, height: 6 * height + 200 });
  const spread = 1 - 1 / Math.sqrt(group.length); // two lie side by side, many where the forces had them
  const put = [...group]
    .sort((a, b) => widthOf(b) * heightOf(b) - widthOf(a) * heightOf(a))
    .map((i) => {
      const wish = {
        x: ((i.at.x - from.x) / from.width - 0.5) * width * spread - widthOf(i) / 2,
        y: ((i.at.y - from.y) / from.height - 0.5) * height * spread - heightOf(i) / 2,
        width: widthOf(i),
        height: heightOf(i),
      };
      return { i, r: grid.nearest(wish) ?? wish };
    });
  const left = Math.min(...put.map(({ r }) => r.x)) - blockPadding,
    top = Math.min(...put.map(({ r }) => r.y)) - blockPadding;
  const right = Math.max(...put.map(({ r }) => r.x + r.width)) + blockPadding,
    bottom = Math.max(...put.map(({ r }) => r.y + r.height)) + blockPadding;
  const at = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  return {
    x: 0,
    y: 0,
    width: right - left,
    height: bottom - top,
    at,
    inside: new Map(put.map(({ i, r }) => [i.id, { x: r.x - left + i.box.left, y: r.y - top + i.box.up }])),
  };
}

/** frameOf is the smallest rectangle around some spots; none of its sides is 0. */
function frameOf(spots: readonly Spot[]): Rect {
  const xs = spots.map((s) => s.x),
    ys = spots.map((s) => s.y);
  const x = Math.min(...xs),
    y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x || 1, height: Math.max(...ys) - y || 1 };
}

/** How much more room than they fill the blocks have, to each side: few stay together in the middle. */
const roominess = 2.2;

/** pack places blocks, the largest first; undefined where one finds no place. */
function pack(blocks: readonly Block[], grid: Grid, frame: Rect): Map<string, Spot> | undefined {
  const from = frameOf(blocks.map((b) => b.at));
  const filled = blocks.reduce((sum, b) => sum + b.width * b.height, 0) / (frame.width * frame.height);
  const used = Math.min(1, roominess * Math.sqrt(filled));
  const left = (frame.width * (1 - used)) / 2,
    top = (frame.height * (1 - used)) / 2;
  const places = new Map<string, Spot>();
  for (const b of blocks) {
    const r = grid.nearest({
      x: left + ((b.at.x - from.x) / from.width) * used * frame.width - b.width / 2,
      y: top + ((b.at.y - from.y) / from.height) * used * frame.height - b.height / 2,
      width: b.width,
      height: b.height,
    });
    if (r === undefined) return undefined;
    for (const [id, spot] of b.inside) places.set(id, { x: r.x + spot.x, y: r.y + spot.y });
  }
  return places;
}

/** addTo puts new nodes near where they should be, beside those that stay; the frame grows where there is no room. */
function addTo(held: readonly Item[], fresh: readonly Item[], area: Rect): Arranged {
  const margin = 0.5 * Math.max(area.width, area.height);
  const grid = new Grid({ x: area.x - margin, y: area.y - margin, width: area.width + 2 * margin, height: area.height + 2 * margin });
  const rect = (i: Item): Rect => ({ x: i.at.x - i.box.left, y: i.at.y - i.box.up, width: widthOf(i), height: heightOf(i) });
  for (const i of held) grid.take(rect(i));
  const places = new Map(held.map((i) => [i.id, i.at]));
  let { x, y } = area,
    right = area.x + area.width,
    bottom = area.y + area.height;
  for (const i of fresh) {
    const r = grid.nearest(rect(i)) ?? rect(i);
    places.set(i.id, { x: r.x + i.box.left, y: r.y + i.box.up });
    x = Math.min(x, r.x);
    y = Math.min(y, r.y);
    right = Math.max(right, r.x + r.width);
    bottom = Math.max(bottom, r.y + r.height);
  }
  return { places, frame: { x, y, width: right - x, height: bottom - y } };
}
