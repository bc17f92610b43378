import { type EdgeData, type NodeData, type SceneGraph, sharesFacts } from "./scene";
import { pairKey } from "./pair-key";
import { type Palette, blend, typeColour } from "./palette";

/** Look is how the scene is looked at: what is chosen, marked and filtered out. */
export interface Look {
  palette: Palette;
  /** types are all types, in the order that decides their colours. */
  types: readonly string[];
  selected: string;
  hovered: string;
  /** near are the hovered or selected node and its neighbours; null where nothing is. */
  near: ReadonlySet<string> | null;
  /** cited and citedEdges are under the citations of an answer. */
  cited: ReadonlySet<string>;
  citedEdges: ReadonlySet<string>;
  /** visited are the nodes that an agent read, walked the pairs it went between. */
  visited: ReadonlySet<string>;
  walked: ReadonlySet<string>;
  /** pathNodes and pathEdges are those of the path that is shown. */
  pathNodes: ReadonlySet<string>;
  pathEdges: ReadonlySet<string>;
  /** hidden are types and relations that are filtered out, only the elements that alone are shown. */
  hidden: ReadonlySet<string>;
  only: ReadonlySet<string> | null;
  /** named has every node named, where there are few. */
  named: boolean;
  /** large is the size from which communities are named whatever their size on the canvas is. */
  large: number;
}

/** DrawnNode and DrawnEdge are what the canvas draws. */
export interface DrawnNode {
  x: number;
  y: number;
  size: number;
  color: string;
  zIndex: number;
  hidden: boolean;
  /** caption is the label, "" for none: the larger rank finds room first, and one above 0 whatever the node's size is. */
  caption: string;
  captionColor: string;
  rank: number;
  /** ring is the colour of a ring around the node, "" for none. */
  ring: string;
}
export interface DrawnEdge {
  size: number;
  color: string;
  zIndex: number;
  hidden: boolean;
  caption: string;
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

/** What is not looked at keeps this part of its colour: what was read, what stands beside, and edges where something is marked. */
const readPart = 0.6;
const besidePart = 0.3;

const isMarked = (look: Look) => look.cited.size > 0 || look.visited.size > 0 || look.pathNodes.size > 0;

/** countDrawn counts the nodes and edges that the filters leave in, and the communities among the nodes. */
export function countDrawn(graph: SceneGraph, look: Look): { nodes: number; edges: number; folded: number } {
  const seen = new Set(graph.filterNodes((id, n) => !isHidden(look, id, n)));
  return {
    nodes: seen.size,
    folded: graph.reduceNodes((n, id, data) => n + (data.kind === "community" && seen.has(id) ? 1 : 0), 0),
    edges: graph.reduceEdges(
      (n, _id, e, source, target) => n + (seen.has(source) && seen.has(target) && !isHiddenEdge(look, e) ? 1 : 0),
      0,
    ),
  };
}

const isHiddenEdge = (look: Look, e: EdgeData) => e.kind === "relation" && look.hidden.has(hiddenRelation(e.relation));

/** drawNode decides how a node looks. It keeps the colour of its type, paler where others are looked at. */
export function drawNode(look: Look, id: string, n: NodeData): DrawnNode {
  const p = look.palette;
  const near = look.near?.has(id) ?? false,
    cited = look.cited.has(id),
    onPath = look.pathNodes.has(id),
    read = look.visited.has(id);
  const special = id === look.selected || id === look.hovered || cited || onPath;
  const full = special || near || (look.near === null && (read ? look.cited.size === 0 : !isMarked(look)));
  const part = full ? 1 : read ? readPart : besidePart;
  const base = n.kind === "community" ? p.community : typeColour(p, look.types, n.type);
  const named = look.named || (n.kind === "community" && n.size >= look.large);
  return {
    x: n.x,
    y: n.y,
    size: cited || id === look.selected ? n.size * 1.25 : n.size,
    color: blend(base, p.labelHalo, part),
    zIndex: special ? 2 : n.kind === "community" ? 0 : 1,
    hidden: isHidden(look, id, n),
    caption: full || read || look.named ? n.short : "",
    captionColor: part === besidePart ? p.labelFaint : p.label,
    rank: id === look.hovered ? 6 : id === look.selected ? 5 : cited || onPath ? 4 : near ? 3 : read ? 2 : named ? 1 : 0,
    ring: cited ? p.cited : onPath ? p.path : id === look.selected || id === look.hovered ? p.selected : "",
  };
}

/** drawEdge decides how an edge looks. */
export function drawEdge(look: Look, id: string, e: EdgeData, source: string, target: string): DrawnEdge {
  const p = look.palette;
  const cited = look.citedEdges.has(id);
  const walked = look.walked.size > 0 && look.walked.has(pairKey(source, target));
  const onPath = look.pathEdges.has(id);
  const close =
    look.near !== null && (source === look.hovered || target === look.hovered || source === look.selected || target === look.selected);
  let color = e.kind === "relation" ? p.edge : (e.tie?.weight ?? 0) > 0 ? p.between : p.weak;
  if (onPath) color = p.path;
  else if (cited) color = p.cited;
  else if (close) color = p.selected;
  else if (walked) color = p.walked;
  else if (look.near !== null || isMarked(look)) color = p.fadedEdge;
  const plain = e.kind === "between" ? Math.min(7, 0.7 + Math.sqrt(e.weight) * 0.7) : Math.min(4, 1.2 + Math.log2(e.weight + 1) * 0.3);
  const typed = e.kind === "relation" && e.relation !== sharesFacts;
  return {
    size: onPath || cited ? Math.max(3, plain) : walked ? Math.max(2, plain) : plain,
    color,
    zIndex: onPath || cited ? 3 : close ? 2 : walked ? 1 : 0,
    hidden: isHiddenEdge(look, e),
    caption: (close || onPath || cited) && typed ? e.relation : "",
    type: typed ? "arrow" : "line",
  };
}

/** mostNamed is how many nodes all have their names where there is room, however small they are drawn. */
export const mostNamed = 400;

/** mostLarge is how many communities are named in any case, smallestLarge how large they are at least. */
const mostLarge = 8;
const smallestLarge = 16;

/** largeOf is the size of the communities that stand out. */
export function largeOf(graph: SceneGraph): number {
  const sizes = graph.mapNodes((_id, n) => (n.kind === "community" ? n.size : 0)).sort((a, b) => b - a);
  return Math.max(smallestLarge, (sizes[mostLarge] ?? 0) + 0.1);
}
