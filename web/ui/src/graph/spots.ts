export interface Spot {
  x: number;
  y: number;
}

const golden = Math.PI * (3 - Math.sqrt(5));

/** communitySize is the radius in pixels of a folded community. */
export function communitySize(members: number): number {
  return Math.min(36, 2.5 + 3 * Math.sqrt(members));
}

/** elementSize is the radius in pixels of an element: it grows with the chunks that name it. */
export function elementSize(support: number): number {
  return Math.min(14, 4 + 1.5 * Math.sqrt(Math.max(0, support - 1)));
}

/** scatter puts circles on a spiral, the first in the middle, each with room for its size. */
export function scatter(sizes: readonly number[]): Spot[] {
  let area = 0;
  return sizes.map((size, i) => {
    const room = (size + 6) ** 2;
    area += room / 2;
    const spot = { x: Math.cos(i * golden) * Math.sqrt(area) * 1.5, y: Math.sin(i * golden) * Math.sqrt(area) * 1.5 };
    area += room / 2;
    return i === 0 ? { x: 0, y: 0 } : spot;
  });
}

/** spotNear is the i-th of n places around a centre, or around the middle of all. */
export function spotNear(centre: Spot | null, i: number, n: number): Spot {
  const radius = 30 + 4 * Math.sqrt(n);
  return { x: (centre?.x ?? 0) + Math.cos(i * golden) * radius, y: (centre?.y ?? 0) + Math.sin(i * golden) * radius };
}

/** ringOf puts circles around what is placed already, in rings outward; in the middle where nothing is. */
export function ringOf(placed: readonly Spot[], sizes: readonly number[]): Spot[] {
  const n = Math.max(1, placed.length);
  const centre = { x: placed.reduce((s, p) => s + p.x, 0) / n, y: placed.reduce((s, p) => s + p.y, 0) / n };
  const reach = placed.length === 0 ? 0 : 30 + Math.max(...placed.map((p) => Math.hypot(p.x - centre.x, p.y - centre.y)));
  let area = reach ** 2;
  return sizes.map((size, i) => {
    area += (size + 9) ** 2 * 1.3;
    const radius = Math.sqrt(area);
    return { x: centre.x + Math.cos(i * golden) * radius, y: centre.y + Math.sin(i * golden) * radius };
  });
}
