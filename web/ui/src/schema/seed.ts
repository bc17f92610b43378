import type { Schema } from "../api/types";

/** seedText is a schema's own file: without what was accepted beside it, which is kept apart. */
export function seedText(s: Schema["schema"]): string {
  const own = <N extends { by?: string }>(names: readonly N[]) => names.filter((n) => !n.by);
  const seed = { name: s.name, types: own(s.types), relations: own(s.relations), attributes: own(s.attributes), ...(s.evolution ? { evolution: s.evolution } : {}) };
  return JSON.stringify(seed, null, 2);
}
