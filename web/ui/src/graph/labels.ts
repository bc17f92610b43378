import type { Rect } from "./arrange";

/** Wish is a label that would be drawn beside a node, or in the middle of an edge. */
export interface Wish {
  id: string;
  text: string;
  x: number;
  y: number;
  /** size is the node's radius in pixels, 0 for an edge. */
  size: number;
  color: string;
  strong: boolean;
}

/** Label is a wish that found room, and where. */
export interface Label extends Rect {
  wish: Wish;
}

const fontSize = 12;
const lineHeight = 14;
const edge = 3; // pixels that a label keeps from the canvas's edge
const gap = 3; // pixels between a node and its label
const cellSize = 64;

const fontOf = (strong: boolean) => `${strong ? 600 : 400} ${fontSize}px system-ui, sans-serif`;
const pen = document.createElement("canvas").getContext("2d");
const widths = new Map<string, number>();

/** labelWidth is how wide a label is drawn, in pixels. */
export function labelWidth(text: string, strong: boolean): number {
  const key = `${strong ? 1 : 0}${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 20_000) widths.clear();
    if (pen !== null) pen.font = fontOf(strong);
    width = Math.ceil(pen?.measureText(text).width ?? 7 * text.length);
    widths.set(key, width);
  }
  return width;
}

/** roomFor is the room that a node of a size takes with its label at its right. */
export function roomFor(text: string, size: number) {
  const half = Math.max(size + 2, lineHeight / 2 + 1);
  return { left: size + 3, right: size + gap + labelWidth(text, false) + 5, up: half, down: half };
}

/** Taken finds what covers a place, without looking at everything. */
class Taken {
  private readonly cells = new Map<number, Rect[]>();

  add(r: Rect): void {
    this.each(r, (key) => {
      const list = this.cells.get(key);
      if (list === undefined) this.cells.set(key, [r]);
      else list.push(r);
      return false;
    });
  }

  covers(r: Rect): boolean {
    return this.each(r, (key) =>
      (this.cells.get(key) ?? []).some((o) => o.x < r.x + r.width && r.x < o.x + o.width && o.y < r.y + r.height && r.y < o.y + o.height),
    );
  }

  private each(r: Rect, what: (key: number) => boolean): boolean {
    for (let x = Math.floor(r.x / cellSize); x <= Math.floor((r.x + r.width) / cellSize); x++) {
      for (let y = Math.floor(r.y / cellSize); y <= Math.floor((r.y + r.height) / cellSize); y++) if (what(1000 * x + y)) return true;
    }
    return false;
  }
}

/**
 * placeLabels finds room for labels, the first ones first: none leaves the canvas, is under
 * what covers it, or lies over another one, or, unless it is strong, over a node. What finds
 * no room is not drawn.
 */
export function placeLabels(
  wishes: readonly Wish[],
  nodes: readonly { x: number; y: number; size: number }[],
  covered: readonly Rect[],
  width: number,
  height: number,
): Label[] {
  const taken = new Taken(),
    discs = new Taken(),
    out: Label[] = [];
  for (const r of covered) taken.add(r);
  for (const n of nodes) discs.add({ x: n.x - n.size, y: n.y - n.size, width: 2 * n.size, height: 2 * n.size });
  for (const wish of wishes) {
    const w = labelWidth(wish.text, wish.strong);
    const free = spotsFor(wish, w)
      .map(({ x, y }): Label => ({ x, y, width: w, height: lineHeight, wish }))
      .filter((r) => isWithin(r, width, height) && !taken.covers(r));
    const label = free.find((r) => !discs.covers(r)) ?? (wish.strong ? free[0] : undefined);
    if (label === undefined) continue;
    taken.add(label);
    out.push(label);
  }
  return out;
}

const isWithin = (r: Rect, width: number, height: number) =>
  r.x >= edge && r.y >= edge && r.x + r.width <= width - edge && r.y + r.height <= height - edge;

/** spotsFor are the places of a label, the best first: right, left, below and above a node; the middle of an edge. */
function spotsFor(wish: Wish, w: number): { x: number; y: number }[] {
  const { x, y, size } = wish,
    middle = y - lineHeight / 2;
  if (size === 0) return [{ x: x - w / 2, y: middle }];
  const beside = [
    { x: x + size + gap, y: middle },
    { x: x - size - gap - w, y: middle },
  ];
  const under = [
    { x: x - w / 2, y: y + size + 2 },
    { x: x - w / 2, y: y - size - lineHeight - 2 },
  ];
  return size < 16 ? [...beside, ...under] : [...under, ...beside];
}

/** drawLabel draws a label with a halo of the page's own colour: it can be read over edges. */
export function drawLabel(context: CanvasRenderingContext2D, label: Label, halo: string): void {
  const { wish } = label;
  context.font = fontOf(wish.strong);
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = halo;
  context.strokeText(wish.text, label.x, label.y + label.height / 2);
  context.fillStyle = wish.color;
  context.fillText(wish.text, label.x, label.y + label.height / 2);
}
