import { type LayoutReply, type LayoutRequest, type Settings, nodeWidth } from "./layout-messages";
import type { Scene, SceneGraph } from "./scene";
import { ringOf } from "./spots";

/** toMiddle is the weight that draws what was gathered to the middle; 1 is that of a weak edge. */
const toMiddle = 20;

/** Group are nodes that stay together; held ones stay near the middle, too. */
interface Group {
  ids: string[];
  held: boolean;
}

/**
 * Layout moves a scene's nodes to good places. What is joined is laid out by a worker;
 * what stands alone goes around it, the largest first.
 */
export class Layout {
  private readonly worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  private readonly graph: SceneGraph;
  private joined: string[] = [];
  private alone: string[] = [];
  private version = 0;

  constructor(private readonly scene: Scene, private readonly still: () => boolean, private readonly moved: () => void, private readonly settled: () => void) {
    this.graph = scene.graph;
    this.worker.onmessage = (m: MessageEvent<LayoutReply>) => this.take(m.data);
  }

  /** run lays the scene out as it is now; what runs already ends. */
  run(): void {
    const groups = this.groups();
    const inGroup = new Set(groups.flatMap((g) => g.ids));
    this.joined = this.graph.filterNodes((id) => this.graph.degree(id) > 0 || inGroup.has(id));
    const isJoined = new Set(this.joined);
    this.alone = this.graph.filterNodes((id) => !isJoined.has(id));
    this.alone.sort((a, b) => this.graph.getNodeAttribute(b, "size") - this.graph.getNodeAttribute(a, "size") || (a < b ? -1 : 1));
    const total = this.joined.length + groups.length + 1;
    const nodes = this.nodeMatrix(groups);
    const edges = this.edgeMatrix(groups);
    const iterations = total < 3 ? 0 : Math.round(Math.max(150, Math.min(600, 150_000 / total)));
    const request: LayoutRequest = { version: ++this.version, nodes, edges, settings: settingsFor(total), iterations };
    this.worker.postMessage(request, [nodes.buffer, edges.buffer]);
    if (iterations === 0) this.take({ version: this.version, places: new Float32Array(2 * total), over: true });
  }

  /** close ends the worker. */
  close(): void {
    this.worker.terminate();
  }

  private take(reply: LayoutReply): void {
    if (reply.version !== this.version) return;
    // Where motion is not wanted the nodes jump to their last place.
    if (this.still() && !reply.over) return;
    const places = new Map(this.joined.map((id, i) => [id, { x: reply.places[2 * i] ?? 0, y: reply.places[2 * i + 1] ?? 0 }]));
    const ring = ringOf([...places.values()], this.alone.map((id) => this.graph.getNodeAttribute(id, "size")));
    this.alone.forEach((id, i) => places.set(id, ring[i] ?? { x: 0, y: 0 }));
    this.graph.updateEachNodeAttributes((id, data) => Object.assign(data, places.get(id)), { attributes: ["x", "y"] });
    if (reply.over) this.settled();
    else this.moved();
  }

  /**
   * groups are the nodes that came out of one community, and those that were gathered:
   * joined to nothing else, these would be driven so far off that all is drawn small.
   */
  private groups(): Group[] {
    const all = [...[...this.scene.unfolded.values()].map((o) => ({ ids: o.inside, held: false })), { ids: this.scene.gathered, held: true }];
    return all.map((g) => ({ ...g, ids: g.ids.filter((id) => this.graph.hasNode(id)) })).filter((g) => g.ids.length > 1);
  }

  /** nodeMatrix has the joined nodes, then one unseen node for each group, which holds it, and the middle, which stays. */
  private nodeMatrix(groups: Group[]): Float32Array {
    const m = new Float32Array((this.joined.length + groups.length + 1) * nodeWidth);
    const put = (i: number, x: number, y: number, mass: number, size: number, fixed = 0) => m.set([x, y, 0, 0, 0, 0, mass, 1, size, fixed], i * nodeWidth);
    this.joined.forEach((id, i) => {
      const n = this.graph.getNodeAttributes(id);
      put(i, n.x, n.y, 1 + this.graph.degree(id), n.size + 9);
    });
    groups.forEach((group, i) => {
      let x = 0, y = 0;
      for (const id of group.ids) {
        x += this.graph.getNodeAttribute(id, "x") / group.ids.length;
        y += this.graph.getNodeAttribute(id, "y") / group.ids.length;
      }
      put(this.joined.length + i, x, y, 1, 1);
    });
    put(this.joined.length + groups.length, 0, 0, 1, 1, 1);
    return m;
  }

  private edgeMatrix(groups: Group[]): Float32Array {
    const row = new Map(this.joined.map((id, i) => [id, i * nodeWidth]));
    const rows: number[] = [];
    this.graph.forEachEdge((_id, data, source, target) => rows.push(row.get(source) ?? 0, row.get(target) ?? 0, 1 + Math.log2(1 + data.weight)));
    const middle = (this.joined.length + groups.length) * nodeWidth;
    groups.forEach((group, i) => {
      const hub = (this.joined.length + i) * nodeWidth;
      for (const id of group.ids) rows.push(row.get(id) ?? 0, hub, 1);
      if (group.held) rows.push(hub, middle, toMiddle);
    });
    return Float32Array.from(rows);
  }
}

/** settingsFor fits ForceAtlas2 to a number of nodes: above a few hundred, forces are approximated. */
function settingsFor(nodes: number): Settings {
  return {
    linLogMode: false, outboundAttractionDistribution: false, adjustSizes: nodes <= 1500, edgeWeightInfluence: 0.6, scalingRatio: nodes <= 1000 ? 60 : 20,
    strongGravityMode: false, gravity: nodes > 300 ? 2 : 1, slowDown: 1 + Math.log(nodes + 1), barnesHutOptimize: nodes > 400, barnesHutTheta: 0.6,
  };
}
