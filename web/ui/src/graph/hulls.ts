import type { Rect } from "./arrange";
import type { Spot } from "./spots";

/** Hull is the outline of a community on the canvas. */
export interface Hull {
  id: string;
  outline: Spot[];
}

/** hullOf is the smallest convex outline around some rectangles. */
export function hullOf(rects: readonly Rect[]): Spot[] {
  const spots = rects.flatMap((r) => [
    { x: r.x, y: r.y },
    { x: r.x + r.width, y: r.y },
    { x: r.x, y: r.y + r.height },
    { x: r.x + r.width, y: r.y + r.height },
  ]);
  spots.sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Spot[]) => {
    const out: Spot[] = [];
    for (const s of list) {
      while (out.length > 1 && turn(out[out.length - 2] as Spot, out[out.length - 1] as Spot, s) <= 0) out.pop();
      out.push(s);
    }
    return out.slice(0, -1);
  };
  return [...half(spots), ...half([...spots].reverse())];
}

const turn = (a: Spot, b: Spot, c: Spot) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** isInside tells whether a spot is inside an outline. */
export function isInside(outline: readonly Spot[], s: Spot): boolean {
  return outline.length > 2 && outline.every((a, i) => turn(a, outline[(i + 1) % outline.length] as Spot, s) >= 0);
}

const rounding = 12; // pixels that the tint reaches beyond the outline

/** drawHull tints a community. */
export function drawHull(context: CanvasRenderingContext2D, hull: Hull, tint: string): void {
  context.beginPath();
  hull.outline.forEach((s, i) => (i === 0 ? context.moveTo(s.x, s.y) : context.lineTo(s.x, s.y)));
  context.closePath();
  context.fillStyle = context.strokeStyle = tint;
  context.lineWidth = rounding;
  context.lineJoin = "round";
  context.fill();
  context.stroke();
}
