import { type LayoutReply, type LayoutRequest, type Settings, edgeWidth, nodeWidth } from "./layout-messages";
import type { SceneGraph } from "./scene";

/** Layout moves a graph's nodes to good places, by a worker. */
export class Layout {
  private readonly worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  private order: string[] = [];
  private version = 0;
  private moved = new Map<string, { x: number; y: number }>();

  constructor(private readonly graph: SceneGraph, private readonly still: () => boolean, private readonly settled: () => void) {
    this.worker.onmessage = (m: MessageEvent<LayoutReply>) => this.take(m.data);
  }

  /** run lays the graph out as it is now; what runs already ends. */
  run(): void {
    this.order = this.graph.nodes();
    this.moved.clear();
    const nodes = this.nodeMatrix();
    const edges = this.edgeMatrix();
    const request: LayoutRequest = {
      version: ++this.version, nodes, edges, settings: settingsFor(this.order.length),
      iterations: this.order.length < 2 ? 0 : Math.round(Math.max(120, Math.min(500, 120000 / this.order.length))),
    };
    this.worker.postMessage(request, [nodes.buffer, edges.buffer]);
  }

  /** close ends the worker. */
  close(): void {
    this.worker.terminate();
  }

  private take(reply: LayoutReply): void {
    if (reply.version !== this.version) return;
    // Where motion is not wanted the nodes jump to their last place.
    if (this.still() && !reply.over) return;
    this.order.forEach((id, i) => this.moved.set(id, { x: reply.places[2 * i] ?? 0, y: reply.places[2 * i + 1] ?? 0 }));
    this.graph.updateEachNodeAttributes((id, data) => {
      const to = this.moved.get(id);
      if (to !== undefined) {
        data.x = to.x;
        data.y = to.y;
      }
      return data;
    }, { attributes: ["x", "y"] });
    if (reply.over) this.settled();
  }

  private nodeMatrix(): Float32Array {
    const m = new Float32Array(this.order.length * nodeWidth);
    this.order.forEach((id, i) => {
      const n = this.graph.getNodeAttributes(id);
      const row = i * nodeWidth;
      m[row] = n.x;
      m[row + 1] = n.y;
      m[row + 6] = 1 + this.graph.degree(id); // mass
      m[row + 7] = 1; // convergence
      m[row + 8] = n.size + 3;
    });
    return m;
  }

  private edgeMatrix(): Float32Array {
    const index = new Map(this.order.map((id, i) => [id, i * nodeWidth]));
    const m = new Float32Array(this.graph.size * edgeWidth);
    let row = 0;
    this.graph.forEachEdge((_id, data, source, target) => {
      m[row] = index.get(source) ?? 0;
      m[row + 1] = index.get(target) ?? 0;
      m[row + 2] = 1 + Math.log2(1 + data.weight);
      row += edgeWidth;
    });
    return m;
  }
}

/** settingsFor fits ForceAtlas2 to a number of nodes: above a few hundred, forces are approximated. */
function settingsFor(nodes: number): Settings {
  return {
    linLogMode: false, outboundAttractionDistribution: false, adjustSizes: nodes <= 1500, edgeWeightInfluence: 0.6, scalingRatio: 12,
    strongGravityMode: false, gravity: nodes > 300 ? 2 : 1, slowDown: 1 + Math.log(nodes + 1), barnesHutOptimize: nodes > 400, barnesHutTheta: 0.6,
  };
}
