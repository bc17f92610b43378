import type { Step } from "../api/types";
import { pairKey } from "./pair-key";

/** Walk is what an agent's steps say of where it went. */
export interface Walk {
  /** visited are the elements and communities it looked at, in order. */
  visited: string[];
  /** pairs are the elements between which it walked, as pairKey names them. */
  pairs: { a: string; b: string }[];
}

/** mostVisited bounds what is drawn of a walk. */
export const mostVisited = 60;

const element = /^k[a-z2-7]{20,30}$/;
const community = /^m[a-z2-7]{20,30}$/;

/**
 * walkOf reads where an agent went out of its steps. Reads of one element are visits,
 * searches that bring up hundreds are not; two visits in a row on one path are a walk
 * from the one to the other.
 */
export function walkOf(steps: readonly Step[]): Walk {
  const walk: Walk = { visited: [], pairs: [] };
  const seen = new Set<string>();
  const joined = new Set<string>();
  const last = new Map<unknown, string>();
  const visit = (id: string) => {
    if (seen.has(id) || seen.size >= mostVisited) return;
    seen.add(id);
    walk.visited.push(id);
  };
  const join = (a: string, b: string) => {
    if (a === b || joined.has(pairKey(a, b)) || !seen.has(a) || !seen.has(b)) return;
    joined.add(pairKey(a, b));
    walk.pairs.push({ a, b });
  };
  for (const step of steps) {
    const at = visitsOf(step);
    for (const id of at) visit(id);
    const path = step.args["path"];
    if (path !== undefined && at.length === 1) {
      const here = at[0] ?? "";
      const before = last.get(path);
      if (before !== undefined) join(before, here);
      last.set(path, here);
    }
    if (step.action === "paths" && step.rows > 0) join(text(step.args["from"]), text(step.args["to"]));
  }
  return walk;
}

/** visitsOf are the elements that a step is about. */
export function visitsOf(step: Step): string[] {
  const { action, args } = step;
  switch (action) {
    case "initial_nodes":
      return step.ids.filter((id) => element.test(id));
    case "facts":
    case "relations":
    case "attributes": {
      const ids = list(args["elements"] ?? args["entities"]).filter((id) => element.test(id));
      return ids.length <= 12 ? ids : [];
    }
    case "neighbours":
      return [text(args["element"])].filter((id) => element.test(id));
    case "members":
      return [text(args["community"])].filter((id) => community.test(id));
    case "paths":
      return step.rows > 0 ? [text(args["from"]), text(args["to"])].filter((id) => element.test(id)) : [];
    default:
      return [];
  }
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((v): v is string => typeof v === "string") : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
