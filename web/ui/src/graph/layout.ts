import { type Item, type Rect, arrange } from "./arrange";
import { roomFor } from "./labels";
import { type LayoutReply, type LayoutRequest, type Settings, nodeWidth } from "./layout-messages";
import type { Scene, SceneGraph } from "./scene";
import { type Spot, ringOf } from "./spots";

/** toMiddle is the weight that draws what was gathered to the middle; 1 is that of a weak edge. */
const toMiddle = 20;

/** Group are nodes that stay together; held ones stay near the middle, too. */
interface Group {
  ids: string[];
  held: boolean;
}

/**
 * Layout moves a scene's nodes to good places. What is joined is laid out by a worker;
 * what stands alone goes around it, the largest first. A small graph is then arranged, so
 * that its names have room; what is added to it later leaves the rest where it is.
 */
export class Layout {
  private readonly worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  private readonly graph: SceneGraph;
  private joined: string[] = [];
  private alone: string[] = [];
  private version = 0;
  /** frame is around an arranged graph, in pixels and with y downwards; undefined where none is arranged. */
  frame: Rect | undefined;
  /** forces has where the forces had the nodes, arranged where they are, for a canvas of the size of fitted. */
  private forces = new Map<string, Spot>();
  private arranged = new Map<string, Spot>();
  private fitted: Rect = { x: 0, y: 0, width: 1, height: 1 };
  private drawnSince = 0;

  constructor(
    private readonly scene: Scene,
    private readonly still: () => boolean,
    private readonly canvas: () => { area: Rect; covered: Rect[] },
    private readonly moved: () => void,
    private readonly settled: () => void,
  ) {
    this.graph = scene.graph;
    this.worker.onmessage = (m: MessageEvent<LayoutReply>) => this.take(m.data);
  }

  /** run lays the scene out as it is now; what runs already ends. */
  run(): void {
    if (this.drawnSince !== this.scene.drawnAnew) {
      this.drawnSince = this.scene.drawnAnew;
      this.frame = undefined;
    }
    if (this.frame !== undefined) {
      this.version++; // what the worker has under way is of another picture
      this.arrange();
      return;
    }
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
    const ring = ringOf(
      [...places.values()],
      this.alone.map((id) => this.graph.getNodeAttribute(id, "size")),
    );
    this.alone.forEach((id, i) => places.set(id, ring[i] ?? { x: 0, y: 0 }));
    this.graph.updateEachNodeAttributes((id, data) => Object.assign(data, places.get(id)), { attributes: ["x", "y"] });
    if (!reply.over) this.moved();
    else if (this.scene.whole) {
      this.forces = new Map([...places].map(([id, at]) => [id, { x: at.x, y: -at.y }]));
      this.arrange();
    } else this.settled();
  }

  /** resized arranges the graph anew for another size of the canvas. */
  resized(): void {
    if (this.frame === undefined) return;
    const { area } = this.canvas();
    if (area.width === this.fitted.width && area.height === this.fitted.height) return;
    this.frame = undefined;
    this.arrange();
  }

  /** arrange gives names their room: first what the forces laid out, all at once, then what was added since, beside it. */
  private arrange(): void {
    const { area, covered } = this.canvas();
    if (this.frame === undefined) {
      const laidOut = this.graph.filterNodes((id) => this.forces.has(id));
      const first = arrange(
        laidOut.map((id) => this.item(id, this.forces.get(id) ?? middleOf(area), false)),
        area,
        covered,
      );
      this.arranged = first.places;
      this.frame = first.frame;
      this.fitted = area;
    }
    const held = this.arranged;
    if (this.graph.someNode((id) => !held.has(id))) {
      const { places, frame } = arrange(
        this.graph.mapNodes((id) => this.item(id, held.get(id) ?? this.wishFor(id), held.has(id))),
        this.frame,
        covered,
      );
      this.arranged = places;
      this.frame = frame;
    }
    this.graph.updateEachNodeAttributes(
      (id, data) => {
        const at = this.arranged.get(id) ?? { x: 0, y: 0 };
        return Object.assign(data, { x: at.x, y: -at.y });
      },
      { attributes: ["x", "y"] },
    );
    this.settled();
  }

  private item(id: string, at: Spot, held: boolean): Item {
    const n = this.graph.getNodeAttributes(id);
    return { id, group: n.kind === "element" ? n.community : "", at, box: roomFor(n.short, n.size), held };
  }

  /** wishFor is where a node should be that is added: a community where its entities were, an entity near what it is joined to. */
  private wishFor(id: string): Spot {
    const n = this.graph.getNodeAttributes(id);
    if (n.kind === "community") return { x: n.x, y: -n.y };
    const near = this.graph.neighbors(id).flatMap((other) => this.arranged.get(other) ?? []);
    return near.length === 0
      ? middleOf(this.frame ?? this.fitted)
      : { x: near.reduce((sum, s) => sum + s.x, 0) / near.length, y: near.reduce((sum, s) => sum + s.y, 0) / near.length };
  }

  /**
   * groups are the nodes that came out of one community, and those that were gathered:
   * joined to nothing else, these would be driven so far off that all is drawn small.
   */
  private groups(): Group[] {
    const all = [
      ...[...this.scene.unfolded.values()].map((o) => ({ ids: o.inside, held: false })),
      { ids: this.scene.gathered, held: true },
    ];
    return all.map((g) => ({ ...g, ids: g.ids.filter((id) => this.graph.hasNode(id)) })).filter((g) => g.ids.length > 1);
  }

  /** nodeMatrix has the joined nodes, then one unseen node for each group, which holds it, and the middle, which stays. */
  private nodeMatrix(groups: Group[]): Float32Array {
    const m = new Float32Array((this.joined.length + groups.length + 1) * nodeWidth);
    const put = (i: number, x: number, y: number, mass: number, size: number, fixed = 0) =>
      m.set([x, y, 0, 0, 0, 0, mass, 1, size, fixed], i * nodeWidth);
    this.joined.forEach((id, i) => {
      const n = this.graph.getNodeAttributes(id);
      put(i, n.x, n.y, 1 + this.graph.degree(id), n.size + 9);
    });
    groups.forEach((group, i) => {
      let x = 0,
        y = 0;
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
    this.graph.forEachEdge((_id, data, source, target) =>
      rows.push(row.get(source) ?? 0, row.get(target) ?? 0, 1 + Math.log2(1 + data.weight)),
    );
    const middle = (this.joined.length + groups.length) * nodeWidth;
    groups.forEach((group, i) => {
      const hub = (this.joined.length + i) * nodeWidth;
      for (const id of group.ids) rows.push(row.get(id) ?? 0, hub, 1);
      if (group.held) rows.push(hub, middle, toMiddle);
    });
    return Float32Array.from(rows);
  }
}

const middleOf = (r: Rect): Spot => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });

/** settingsFor fits ForceAtlas2 to a number of nodes: above a few hundred, forces are approximated. */
function settingsFor(nodes: number): Settings {
  return {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: nodes <= 1500,
    edgeWeightInfluence: 0.6,
    scalingRatio: nodes <= 1000 ? 60 : 20,
    strongGravityMode: false,
    gravity: nodes > 300 ? 2 : 1,
    slowDown: 1 + Math.log(nodes + 1),
    barnesHutOptimize: nodes > 400,
    barnesHutTheta: 0.6,
  };
}
