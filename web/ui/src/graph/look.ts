import { type EdgeData, type NodeData, type SceneGraph, sharesFacts } from "./scene";
import { pairKey } from "./pair-key";
import { type Palette, typeColour } from "./palette";

/** Look is how the scene is looked at: what is chosen, marked and filtered out. */
export interface Look {
  palette: Palette;
  /** types are all types, in the order that decides their colours. */
  types: readonly string[];
  selected: string;
  hovered: string;
  /** near are the hovered or selected node and its neighbours; null where nothing is. */
  near: ReadonlySet<string> | null;
  /** visited are the nodes that an agent went to, walked the pairs it went between. */
  visited: ReadonlySet<string>;
  /** route is what is looked at as a whole where an agent went: its visits. */
  route: ReadonlySet<string>;
  walked: ReadonlySet<string>;
  /** pathNodes and pathEdges are those of the path that is shown. */
  pathNodes: ReadonlySet<string>;
  pathEdges: ReadonlySet<string>;
  /** hidden are types and relations that are filtered out, only the elements that alone are shown. */
  hidden: ReadonlySet<string>;
  only: ReadonlySet<string> | null;
  /** named has every element named, where there are few. */
  named: boolean;
  /** large is the size from which communities are named whether there is room or not. */
  large: number;
}

/** DrawnNode and DrawnEdge are what the canvas draws. */
export interface DrawnNode {
  x: number;
  y: number;
  size: number;
  label: string | null;
  color: string;
  zIndex: number;
  hidden: boolean;
  highlighted: boolean;
  forceLabel: boolean;
}
export interface DrawnEdge {
  size: number;
  color: string;
  zIndex: number;
  hidden: boolean;
  label: string | null;
  forceLabel: boolean;
  type: string;
}

/** hiddenType and hiddenRelation are the names of filters. */
export const hiddenType = (type: string) => `t:${type}`;
export const hiddenRelation = (relation: string) => `r:${relation}`;

/** isHidden tells whether the filters leave a node out. */
export function isHidden(look: Look, id: string, n: NodeData): boolean {
  if (n.kind === "community") return look.only !== null;
  return look.hidden.has(hiddenType(n.type)) || (look.only !== null && !look.only.has(id));
}

/** drawNode decides how a node looks. */
export function drawNode(look: Look, id: string, n: NodeData): DrawnNode {
  const p = look.palette;
  const special = id === look.selected || look.visited.has(id) || look.pathNodes.has(id);
  const marking = look.visited.size > 0 || look.pathNodes.size > 0;
  const faded = !special && id !== look.hovered && (look.near !== null ? !look.near.has(id) : marking);
  let color = n.kind === "community" ? p.community : typeColour(p, look.types, n.type);
  if (faded) color = p.faded;
  else if (look.visited.has(id)) color = p.visited;
  else if (look.pathNodes.has(id)) color = p.path;
  return {
    x: n.x, y: n.y, size: id === look.selected ? n.size * 1.25 : n.size, color,
    label: faded ? null : n.short, zIndex: special ? 2 : n.kind === "community" ? 0 : 1,
    hidden: isHidden(look, id, n), highlighted: id === look.selected, forceLabel: special || (n.kind === "community" && n.size >= look.large) || (n.kind === "element" && look.named) || (look.near !== null && look.near.size <= mostNamed && look.near.has(id)),
  };
}

/** drawEdge decides how an edge looks. */
export function drawEdge(look: Look, id: string, e: EdgeData, source: string, target: string): DrawnEdge {
  const p = look.palette;
  const walked = look.walked.size > 0 && look.walked.has(pairKey(source, target));
  const onPath = look.pathEdges.has(id);
  const close = look.near !== null && (source === look.hovered || target === look.hovered || source === look.selected || target === look.selected);
  const marking = look.near !== null || look.visited.size > 0 || look.pathNodes.size > 0;
  let color = e.kind === "relation" ? p.edge : (e.tie?.weight ?? 0) > 0 ? p.between : p.weak;
  if (onPath) color = p.path;
  else if (walked) color = p.walked;
  else if (close) color = p.selected;
  else if (marking && !(look.visited.has(source) && look.visited.has(target))) color = p.fadedEdge;
  const plain = e.kind === "between" ? Math.min(7, 0.7 + Math.sqrt(e.weight) * 0.7) : Math.min(4, 1.2 + Math.log2(e.weight + 1) * 0.3);
  return {
    size: onPath || walked ? Math.max(3, plain) : plain, color, zIndex: onPath || walked ? 2 : close ? 1 : 0,
    hidden: e.kind === "relation" && look.hidden.has(hiddenRelation(e.relation)),
    label: (close || onPath) && e.relation !== sharesFacts ? e.relation : null, forceLabel: close || onPath, type: e.kind === "relation" && e.relation !== sharesFacts ? "arrow" : "line",
  };
}

/** mostNamed is how many elements all have their names, whether there is room or not. */
export const mostNamed = 40;

/** mostLarge is how many communities are named in any case, smallestLarge how large they are at least. */
const mostLarge = 8;
const smallestLarge = 16;

/** largeOf is the size of the communities that stand out. */
export function largeOf(graph: SceneGraph): number {
  const sizes = graph.mapNodes((_id, n) => (n.kind === "community" ? n.size : 0)).sort((a, b) => b - a);
  return Math.max(smallestLarge, (sizes[mostLarge] ?? 0) + 0.1);
}
