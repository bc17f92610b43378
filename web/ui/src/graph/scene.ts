import Graph from "graphology";

import type { CommunityEdge, CommunityNode, Edge, Element, Overview, Path, Subgraph, Tie, Unfolded } from "../api/types";
import { Store } from "../lib/store";
import { pairKey } from "./pair-key";
import { communitySize, elementSize, scatter, spotNear } from "./spots";

/** The most nodes and edges that are drawn: together 5,000, and neither takes the other's room. */
const mostNodes = 2000;
const mostEdges = 3000;
export const mostDrawn = mostNodes + mostEdges;

/** NodeData is what the scene knows of a node; colours follow from it when it is drawn. */
export interface NodeData {
  kind: "community" | "element";
  x: number;
  y: number;
  size: number;
  label: string;
  /** short is the label as it is drawn, see shortened. */
  short: string;
  type: string;
  /** community is the folded community that the node came out of, "" for none known. */
  community: string;
  /** members counts a community's entities; 0 for elements. */
  members: number;
  level: number;
}

/** EdgeData is what the scene knows of an edge. */
export interface EdgeData {
  kind: "relation" | "between";
  relation: string;
  /** weight is how strong it is: see strengthOf for those between communities. */
  weight: number;
  /** tie is what an edge between communities stands for; undefined for others. */
  tie?: Tie;
}

/** strengthOf weighs what ties two things: a relation says more than a fact that both share, and that more than a common chunk. */
export const strengthOf = (t: Tie) => t.weight + t.facts / 2 + t.chunks / 4;

const noTie: Tie = { weight: 0, facts: 0, chunks: 0 };
const together = (a: Tie, b: Tie): Tie => ({ weight: a.weight + b.weight, facts: a.facts + b.facts, chunks: a.chunks + b.chunks });

/** tieOf is what an edge of the scene ties: a relation is one. */
export function tieOf(e: EdgeData): Tie {
  if (e.tie !== undefined) return e.tie;
  return e.relation === sharesFacts ? { ...noTie, facts: e.weight } : { ...noTie, weight: 1 };
}

/** sharesFacts is what the service calls an edge that stands for shared facts. */
export const sharesFacts = "SHARES_FACTS";

/** edgeKey names an edge of the graph as the scene does: shared facts have no id of their own. */
export const edgeKey = (e: Edge) => e.id || `${e.head}-${e.relation}-${e.tail}`;

/** Amounts is how much is drawn, and of how much. */
export interface Amounts {
  entities: number;
  communities: number;
  edges: number;
  /** folded are entities that are there inside drawn communities. */
  folded: number;
  /** left are elements that limits kept out of the scene. */
  left: number;
  edgesLeft: number;
}

const longestLabel = 28;

/** shortened cuts a label that is too long to be drawn. */
function shortened(label: string): string {
  const runes = Array.from(label);
  return runes.length <= longestLabel ? label : `${runes.slice(0, longestLabel - 1).join("")}…`;
}

export type SceneGraph = Graph<NodeData, EdgeData>;

/**
 * Quiet is a graph that tells nobody of each change: who draws would begin anew for
 * every edge that goes. They are told once for all by the scene's version.
 */
class Quiet extends Graph<NodeData, EdgeData> {
  override emit(): boolean {
    return false;
  }
}

/**
 * Scene is what is on the canvas: folded communities, elements and edges. It changes
 * by whole answers of the service, and says when it did; nothing is drawn here.
 */
export class Scene {
  readonly graph: SceneGraph = new Quiet({ multi: true, type: "directed" });
  /** version rises with each change of what is drawn. */
  readonly version = new Store(0);
  /** unfolded are the communities that were opened, with what came out of each. */
  readonly unfolded = new Map<string, { node: CommunityNode; inside: string[]; left: number }>();
  /** whole tells that every entity of the graph is drawn, its communities unfolded. */
  whole = false;
  /** drawnAnew counts the pictures that were begun: within one, what is drawn stays where it is. */
  drawnAnew = 0;
  /** stands has the entity that is drawn for a community of one. */
  private readonly stands = new Map<string, string>();
  private joins: readonly Edge[] = [];
  /** gathered are elements that were drawn by themselves: they stay together, too. */
  readonly gathered: string[] = [];
  /** fresh are the nodes that the last change is about; none where it is about all. */
  fresh: readonly string[] = [];
  private overviewLeft = 0;
  private overviewEdgesLeft = 0;
  /** edgesLeft are the edges that found no room. */
  private readonly edgesLeft = new Set<string>();

  /** reset begins anew with the overview. Like open, it is not seen before show. */
  reset(o: Overview): void {
    this.graph.clear();
    this.unfolded.clear();
    this.gathered.length = 0;
    this.fresh = [];
    this.edgesLeft.clear();
    this.stands.clear();
    this.drawnAnew++;
    this.whole = o.elements !== undefined;
    this.joins = o.joins ?? [];
    if (o.elements !== undefined) {
      this.addWhole(o, o.elements);
      return;
    }
    const spots = scatter(o.nodes.map((n) => communitySize(n.size)));
    o.nodes.forEach((n, i) => this.addCommunity(n, spots[i] ?? { x: 0, y: 0 }, ""));
    for (const e of o.edges) this.addBetween(e);
    this.overviewLeft = Math.max(0, o.total.nodes - o.nodes.length);
    this.overviewEdgesLeft = Math.max(0, o.total.edges - o.edges.length);
  }

  /** addWhole draws all entities, each inside its community unless that has no other. */
  private addWhole(o: Overview, elements: readonly (Element & { community: string })[]): void {
    const nodes = new Map(o.nodes.filter((n) => n.size > 1).map((n) => [n.id, n]));
    for (const n of nodes.values()) this.unfolded.set(n.id, { node: n, inside: [], left: 0 });
    const spots = scatter(elements.map((e) => elementSize(e.support)));
    elements.forEach((e, i) => {
      this.addElement(e, spots[i] ?? { x: 0, y: 0 }, nodes.has(e.community) ? e.community : "");
      this.unfolded.get(e.community)?.inside.push(e.id);
    });
    for (const e of this.joins) this.addRelation(e);
    this.overviewLeft = this.overviewEdgesLeft = 0;
  }

  /** room is how many more nodes may be drawn. */
  get room(): number {
    return Math.max(0, mostNodes - this.graph.order);
  }

  /** show has what was reset and opened seen. */
  show(): void {
    this.changed();
  }

  /** unfold puts what is in a community in its place, and has it seen. */
  unfold(u: Unfolded): void {
    this.open(u);
    this.changed();
  }

  /** open puts what is in a community in its place. */
  open(u: Unfolded): void {
    const id = u.community.id;
    if (u.children.some((c) => this.graph.hasNode(c.id))) return; // the overview shows more already
    const at = this.graph.hasNode(id) ? this.graph.getNodeAttributes(id) : { x: 0, y: 0 };
    const inside: string[] = [];
    const sizes = [...u.children.map((c) => communitySize(c.size)), ...u.members.map((m) => elementSize(m.support))];
    const spots = scatter(sizes);
    let n = 0;
    if (this.graph.hasNode(id)) this.graph.dropNode(id);
    for (const c of u.children) {
      const spot = spots[n++] ?? { x: 0, y: 0 };
      if (this.room > 0 && this.addCommunity(c, { x: at.x + spot.x, y: at.y + spot.y }, id)) inside.push(c.element?.id ?? c.id);
    }
    for (const m of u.members) {
      const spot = spots[n++] ?? { x: 0, y: 0 };
      if (this.room > 0 && this.addElement(m, { x: at.x + spot.x, y: at.y + spot.y }, id)) inside.push(m.id);
    }
    for (const e of u.between) this.addBetween(e);
    for (const e of u.edges) this.addRelation(e);
    for (const e of this.joins) this.addRelation(e);
    for (const a of u.across) this.addBetween({ ...a, source: a.from, target: a.to });
    this.unfolded.set(id, { node: u.community, inside, left: u.total.nodes - inside.length });
    this.fresh = inside;
  }

  /** fold puts a community back in the place of all that came out of it. */
  fold(id: string): void {
    const opened = this.unfolded.get(id);
    if (opened === undefined) return;
    for (const child of opened.inside) if (this.unfolded.has(child)) this.fold(child);
    const outward = new Map<string, Tie>();
    const here = new Set(opened.inside);
    let x = 0, y = 0, n = 0;
    for (const child of opened.inside) {
      if (!this.graph.hasNode(child)) continue;
      const at = this.graph.getNodeAttributes(child);
      x += at.x; y += at.y; n++;
      this.graph.forEachEdge(child, (_e, data, source, target) => {
        const other = source === child ? target : source;
        if (!here.has(other) && other !== id) outward.set(other, together(outward.get(other) ?? noTie, tieOf(data)));
      });
      this.graph.dropNode(child);
    }
    this.unfolded.delete(id);
    const parent = [...this.unfolded.entries()].find(([, o]) => o.inside.includes(id))?.[0] ?? "";
    this.addCommunity(opened.node, n > 0 ? { x: x / n, y: y / n } : { x: 0, y: 0 }, parent);
    for (const [other, tie] of outward) this.addBetween({ ...tie, source: id, target: other });
    this.fresh = [];
    this.changed();
  }

  /** add draws a part of the graph around a node, and gives how much found no room. The picture is then about that part. */
  add(part: Subgraph, around: string): number {
    let left = Math.max(0, part.total.nodes - part.nodes.length);
    const centre = this.graph.hasNode(around) ? this.graph.getNodeAttributes(around) : null;
    part.nodes.forEach((n, i) => {
      if (this.graph.hasNode(n.id)) return;
      if (this.room === 0) left++;
      else this.addElement(n, spotNear(centre, i, part.nodes.length), "");
    });
    for (const e of part.edges) this.addRelation(e);
    this.fresh = part.nodes.map((n) => n.id);
    this.changed();
    return left;
  }

  /** addElements draws single elements, beside what is there, with what joins them; the picture is then about some of them. */
  addElements(parts: readonly { nodes: readonly Element[]; edges: readonly Edge[] }[], about: readonly string[] = this.gathered): void {
    const elements = parts.flatMap((p) => p.nodes);
    elements.forEach((e, i) => {
      if (this.graph.hasNode(e.id)) this.addElement(e, { x: 0, y: 0 }, "");
      else if (this.room > 0 && this.addElement(e, spotNear(null, i, elements.length), "")) this.gathered.push(e.id);
    });
    for (const part of parts) for (const e of part.edges) this.addRelation(e);
    this.fresh = about;
    this.changed();
  }

  /** addPath draws a path's elements and relations. */
  addPath(p: Path): void {
    p.elements.forEach((e, i) => {
      const before = p.elements[i - 1];
      const centre = before !== undefined && this.graph.hasNode(before.id) ? this.graph.getNodeAttributes(before.id) : null;
      this.addElement({ ...e, norm: "", aliases: [], type: "", description: "", support: 1 }, spotNear(centre, i, p.elements.length), "");
    });
    for (const t of p.triples) this.addRelation(t);
    this.fresh = p.elements.map((e) => e.id);
    this.changed();
  }

  /** addWalk joins pairs of elements that an agent went between and no edge joins. */
  addWalk(pairs: readonly { a: string; b: string }[]): void {
    const before = this.graph.size;
    for (const { a, b } of pairs) {
      if (!this.graph.hasNode(a) || !this.graph.hasNode(b) || this.graph.areNeighbors(a, b)) continue;
      this.addBetween({ ...noTie, chunks: 1, source: a, target: b });
    }
    if (this.graph.size > before) this.changed(); // else a settled layout would begin anew with each step
  }

  /** amounts counts what is drawn. */
  amounts(): Amounts {
    const a: Amounts = { entities: 0, communities: 0, edges: this.graph.size, folded: 0, left: this.overviewLeft, edgesLeft: this.overviewEdgesLeft };
    this.graph.forEachNode((_id, n) => {
      if (n.kind === "community") {
        a.communities++;
        a.folded += n.members;
      } else if (n.type !== "") a.entities++;
    });
    for (const o of this.unfolded.values()) a.left += o.left;
    for (const key of this.edgesLeft) if (!this.graph.hasEdge(key)) a.edgesLeft++;
    return a;
  }

  /** changed tells those who draw. */
  private changed(): void {
    this.version.update((n) => n + 1);
  }

  private addCommunity(c: CommunityNode, at: { x: number; y: number }, inside: string): boolean {
    if (this.graph.hasNode(c.id) || this.unfolded.has(c.id)) return false;
    if (c.element !== undefined) {
      this.stands.set(c.id, c.element.id);
      return this.addElement(c.element, at, inside);
    }
    this.graph.addNode(c.id, {
      kind: "community", x: at.x, y: at.y, size: communitySize(c.size), label: c.title, short: shortened(c.title), type: "", community: inside, members: c.size, level: c.level,
    });
    return true;
  }

  private addElement(e: Element, at: { x: number; y: number }, inside: string): boolean {
    if (this.graph.hasNode(e.id)) {
      this.graph.mergeNodeAttributes(e.id, { community: inside || this.graph.getNodeAttribute(e.id, "community"), type: e.type || this.graph.getNodeAttribute(e.id, "type") });
      return inside !== "";
    }
    this.graph.addNode(e.id, {
      kind: "element", x: at.x, y: at.y, size: elementSize(e.support), label: e.name, short: shortened(e.name), type: e.type, community: inside, members: 0, level: -1,
    });
    return true;
  }

  private addRelation(e: Edge): void {
    const key = edgeKey(e);
    if (this.graph.hasEdge(key) || !this.graph.hasNode(e.head) || !this.graph.hasNode(e.tail)) return;
    if (e.relation === sharesFacts && this.graph.areNeighbors(e.head, e.tail)) return; // a relation says as much
    if (this.isFull(key)) return;
    this.graph.addEdgeWithKey(key, e.head, e.tail, { kind: "relation", relation: e.relation, weight: e.support });
  }

  private addBetween(e: CommunityEdge): void {
    const source = this.stands.get(e.source) ?? e.source, target = this.stands.get(e.target) ?? e.target;
    const key = pairKey(source, target);
    if (source === target || this.graph.hasEdge(key) || !this.graph.hasNode(source) || !this.graph.hasNode(target) || this.isFull(key)) return;
    this.graph.addEdgeWithKey(key, source, target, {
      kind: "between", relation: "", weight: strengthOf(e), tie: { weight: e.weight, facts: e.facts, chunks: e.chunks },
    });
  }

  /** isFull tells whether an edge finds no room, and keeps count of those that do not. */
  private isFull(key: string): boolean {
    if (this.graph.size < mostEdges) return false;
    this.edgesLeft.add(key);
    return true;
  }
}
