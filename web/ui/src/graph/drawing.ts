import type Sigma from "sigma";

import { labelsOf } from "./labels";
import { type Layers, sigmaOn } from "./layers";
import { Layout } from "./layout";
import { type Look, drawEdge, drawNode } from "./look";
import type { EdgeData, NodeData, Scene } from "./scene";

/** Handlers are told what the user does on the canvas. */
export interface Handlers {
  select(id: string): void;
  expand(id: string): void;
  hover(id: string): void;
  clear(): void;
}

/**
 * kinds are those of edges, in the order in which they come to be drawn, after the nodes:
 * the first time costs a browser without graphics hardware much, and each has a frame of its own.
 */
const kinds: readonly EdgeData["kind"][] = ["between", "relation"];
const nextFrame = 16; // milliseconds

/** Drawing draws a scene with WebGL, and has it laid out. */
export class Drawing {
  private readonly sigma: Sigma<NodeData, EdgeData>;
  private readonly layout: Layout;
  private readonly stop: () => void;
  private readonly resized: ResizeObserver;
  private timer = 0;
  private frame = 0;
  /** begun are the kinds of edges that are drawn by now. */
  private readonly begun = new Set<EdgeData["kind"]>();

  constructor(private readonly scene: Scene, box: HTMLElement, layers: Layers, private look: Look, handlers: Handlers) {
    this.sigma = new (sigmaOn(layers))(scene.graph, box, {
      nodeReducer: (id, data) => drawNode(this.look, id, data),
      edgeReducer: (id, data) => (this.begun.has(data.kind) ? drawEdge(this.look, id, data, scene.graph.source(id), scene.graph.target(id)) : { hidden: true }),
      renderEdgeLabels: true, labelFont: "system-ui, sans-serif", edgeLabelFont: "system-ui, sans-serif", labelSize: 12, edgeLabelSize: 10,
      labelRenderedSizeThreshold: 7, labelDensity: 0.5, labelGridCellSize: 160, zIndex: true, hideEdgesOnMove: false,
      allowInvalidContainer: true, minCameraRatio: 0.05, maxCameraRatio: 4, stagePadding: 60, doubleClickZoomingRatio: 1,
      defaultDrawNodeLabel: labelsOf(look.palette).label, defaultDrawNodeHover: labelsOf(look.palette).hover,
      edgeLabelColor: { color: look.palette.label },
    });
    const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.layout = new Layout(scene, still, () => this.sigma.scheduleRefresh(), () => {
      this.sigma.refresh(); // where nodes are shown follows from where they are
      box.setAttribute("data-settled", "true");
      this.focus(this.look.route.size > 0 ? this.look.route : this.look.pathNodes.size > 0 ? this.look.pathNodes : scene.fresh);
    });
    this.stop = scene.version.subscribe(() => this.rebuilt(box));
    this.resized = new ResizeObserver(() => this.sigma.resize().scheduleRefresh());
    this.resized.observe(box);
    this.sigma.on("afterRender", () => this.begin());
    this.listen(handlers);
    this.rebuilt(box);
  }

  /** show draws anew with another look. */
  show(look: Look): void {
    if (look.palette !== this.look.palette) {
      const { label, hover } = labelsOf(look.palette);
      this.sigma.setSetting("defaultDrawNodeLabel", label);
      this.sigma.setSetting("defaultDrawNodeHover", hover);
      this.sigma.setSetting("edgeLabelColor", { color: look.palette.label });
    }
    this.look = look;
    this.sigma.scheduleRefresh(); // once for all changes of one frame
  }

  /** fit shows everything. */
  fit(): void {
    void this.sigma.getCamera().animate({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }, { duration: this.duration() });
  }

  /** zoom goes nearer (a factor below 1) or farther. */
  zoom(factor: number): void {
    const camera = this.sigma.getCamera();
    void camera.animate({ ratio: camera.getBoundedRatio(camera.ratio * factor) }, { duration: this.duration() });
  }

  /** focus brings some nodes to the middle, as large as they fit. */
  focus(ids: Iterable<string>): void {
    const spots = [...ids].flatMap((id) => this.sigma.getNodeDisplayData(id) ?? []);
    if (spots.length === 0) {
      this.fit();
      return;
    }
    const x = spots.map((s) => s.x), y = spots.map((s) => s.y);
    const [left, right, low, high] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
    const ratio = Math.min(1, Math.max(0.25, 1.35 * Math.max(right - left, high - low)));
    void this.sigma.getCamera().animate({ x: (left + right) / 2, y: (low + high) / 2, ratio }, { duration: this.duration() });
  }

  /** spot is where a node is on the canvas, in pixels of the box; undefined where it is not drawn. */
  spot(id: string): { x: number; y: number } | undefined {
    const at = this.scene.graph.hasNode(id) ? this.scene.graph.getNodeAttributes(id) : undefined;
    return at && this.sigma.graphToViewport({ x: at.x, y: at.y });
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.frame);
    this.stop();
    this.resized.disconnect();
    this.layout.close();
    this.sigma.kill();
  }

  private duration(): number {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 300;
  }

  /** rebuilt has a changed scene laid out, once for all changes of one moment. */
  private rebuilt(box: HTMLElement): void {
    box.removeAttribute("data-settled");
    this.sigma.scheduleRefresh();
    clearTimeout(this.timer);
    if (this.scene.graph.order === 0) return;
    this.timer = setTimeout(() => this.layout.run(), 30) as unknown as number;
  }

  /** begin goes on to the next kind of edges, once there is something to draw. */
  private begin(): void {
    const next = kinds[this.begun.size];
    if (next === undefined || this.scene.graph.order === 0) return;
    this.begun.add(next);
    this.frame = setTimeout(() => this.sigma.scheduleRefresh(), nextFrame) as unknown as number;
  }

  private listen(h: Handlers): void {
    // A double click is two clicks to sigma: the first one waits for the second.
    let pending = 0;
    this.sigma.on("clickNode", ({ node }) => {
      clearTimeout(pending);
      pending = setTimeout(() => h.select(node), 220) as unknown as number;
    });
    this.sigma.on("doubleClickNode", ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      clearTimeout(pending);
      h.expand(node);
    });
    this.sigma.on("clickStage", () => h.clear());
    this.sigma.on("enterNode", ({ node }) => h.hover(node));
    this.sigma.on("leaveNode", () => h.hover(""));
  }
}
