import { type LayoutReply, type LayoutRequest, type Settings, nodeWidth } from "./layout-messages";
import type { Scene, SceneGraph } from "./scene";
import { ringOf } from "./spots";

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
    const inGroup = new Set(groups.flat());
    this.joined = this.graph.filterNodes((id) => this.graph.degree(id) > 0 || inGroup.has(id));
    const isJoined = new Set(this.joined);
    this.alone = this.graph.filterNodes((id) => !isJoined.has(id));
    this.alone.sort((a, b) => this.graph.getNodeAttribute(b, "size") - this.graph.getNodeAttribute(a, "size") || (a < b ? -1 : 1));
    const total = this.joined.length + groups.length;
    const nodes = this.nodeMatrix(groups);
    const edges = this.edgeMatrix(groups);
    const iterations = total < 2 ? 0 : Math.round(Math.max(150, Math.min(600, 150_000 / total)));
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

  /** groups are the nodes that came out of one community: they stay together. */
  private groups(): string[][] {
    const all = [...[...this.scene.unfolded.values()].map((o) => o.inside), this.scene.gathered];
    return all.map((group) => group.filter((id) => this.graph.hasNode(id))).filter((group) => group.length > 1);
  }

  /** nodeMatrix has the joined nodes, and then one unseen node for each group, which holds it. */
  private nodeMatrix(groups: string[][]): Float32Array {
    const m = new Float32Array((this.joined.length + groups.length) * nodeWidth);
    const put = (i: number, x: number, y: number, mass: number, size: number) => m.set([x, y, 0, 0, 0, 0, mass, 1, size, 0], i * nodeWidth);
    this.joined.forEach((id, i) => {
      const n = this.graph.getNodeAttributes(id);
      put(i, n.x, n.y, 1 + this.graph.degree(id), n.size + 9);
    });
    groups.forEach((group, i) => {
      let x = 0, y = 0;
      for (const id of group) {
        x += this.graph.getNodeAttribute(id, "x") / group.length;
        y += this.graph.getNodeAttribute(id, "y") / group.length;
      }
      put(this.joined.length + i, x, y, 1, 1);
    });
    return m;
  }

  private edgeMatrix(groups: string[][]): Float32Array {
    const row = new Map(this.joined.map((id, i) => [id, i * nodeWidth]));
    const rows: number[] = [];
    this.graph.forEachEdge((_id, data, source, target) => rows.push(row.get(source) ?? 0, row.get(target) ?? 0, 1 + Math.log2(1 + data.weight)));
    groups.forEach((group, i) => {
      for (const id of group) rows.push(row.get(id) ?? 0, (this.joined.length + i) * nodeWidth, 1);
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
