export interface Spot {
  x: number;
  y: number;
}

const golden = Math.PI * (3 - Math.sqrt(5));

/** communitySize is the radius in pixels of a folded community. */
export function communitySize(members: number): number {
  return Math.min(34, 5 + 2.6 * Math.sqrt(members));
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
