import type Sigma from "sigma";

import type { Rect } from "./arrange";
import { type Hull, drawHull, hullOf, isInside } from "./hulls";
import { type Label, type Wish, drawLabel, placeLabels } from "./labels";
import { type Layers, sigmaOn } from "./layers";
import { Layout } from "./layout";
import { type DrawnEdge, type DrawnNode, type Look, drawEdge, drawNode } from "./look";
import type { EdgeData, NodeData, Scene } from "./scene";
import type { Spot } from "./spots";

/** Handlers are told what the user does on the canvas. */
export interface Handlers {
  select(id: string): void;
  expand(id: string): void;
  hover(id: string): void;
  /** look is for a community whose tint is clicked. */
  look(id: string): void;
}

/**
 * kinds are those of edges, in the order in which they come to be drawn, after the nodes:
 * the first time costs a browser without graphics hardware much, and each has a frame of its own.
 */
const kinds: readonly EdgeData["kind"][] = ["between", "relation"];
const nextFrame = 16; // milliseconds

/** backdrop is the canvas behind edges and nodes. */
const backdrop = "backdrop";

/** A node smaller than this, in pixels, has its name only where it stands out; so many names at most look for room. */
const smallestNamed = 7;
const mostWishes = 600;

/** The space between the picture and the canvas's edge, in pixels. */
const padding = 60;
/** The legend grows by up to mostMarks lines of so many pixels once an answer or a path is marked: nothing is laid out under them. */
const mostMarks = 3,
  markHeight = 21;

const rim = 5; // pixels along the canvas's edge that stay free
const ringWidth = 4; // pixels, with the space within

/** The camera's ratio where a part of a small graph is looked at is not below this: what is around it stays in sight. */
const nearestWhole = 0.4;
const nearest = 0.25;

/** A graph of at most so many entities is always shown whole: each of them is looked for. */
const fewNodes = 40;

/** Drawing draws a scene with WebGL, and has it laid out. Names, tints and rings are drawn over and under it. */
export class Drawing {
  private readonly sigma: Sigma<NodeData, EdgeData>;
  private readonly layout: Layout;
  private readonly stop: () => void;
  private readonly resized: ResizeObserver;
  private timer = 0;
  private frame = 0;
  private refreshing = 0;
  private resizing = 0;
  /** begun are the kinds of edges that are drawn by now. */
  private readonly begun = new Set<EdgeData["kind"]>();
  /** nodes and captioned are what the last refresh decided on. */
  private readonly nodes = new Map<string, DrawnNode>();
  private readonly captioned = new Map<string, DrawnEdge>();
  private last: { width: number; height: number; page: number; corner: { x: number; y: number }; pixels: number } | undefined;
  /** hulls are the tints that are drawn. */
  hulls: Hull[] = [];
  /** covered are the parts of the canvas that other things cover. */
  private covered: Rect[] = [];
  /** labels are those that are drawn. */
  labels: Label[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly box: HTMLElement,
    layers: Layers,
    private look: Look,
    private readonly handlers: Handlers,
  ) {
    this.sigma = new (sigmaOn(layers))(scene.graph, box, {
      nodeReducer: (id, data) => this.drawn(this.nodes, id, drawNode(this.look, id, data)),
      edgeReducer: (id, data) => {
        if (!this.begun.has(data.kind)) return { hidden: true };
        const edge = drawEdge(this.look, id, data, scene.graph.source(id), scene.graph.target(id));
        return edge.caption === "" ? edge : this.drawn(this.captioned, id, edge);
      },
      renderLabels: false,
      renderEdgeLabels: false,
      zIndex: true,
      hideEdgesOnMove: false,
      defaultDrawNodeHover: () => undefined,
      allowInvalidContainer: true,
      minCameraRatio: 0.05,
      maxCameraRatio: 4,
      stagePadding: padding,
      doubleClickZoomingRatio: 1,
    });
    this.sigma.createCanvasContext(backdrop, { beforeLayer: "edges" } as object); // its type has not all that it takes
    this.sigma.resize(true);
    box.style.opacity = "0"; // until the first layout is there
    const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.layout = new Layout(
      scene,
      still,
      () => this.canvas(),
      () => this.moved(),
      () => this.settled(),
    );
    this.stop = scene.version.subscribe(() => this.rebuilt());
    this.resized = new ResizeObserver(() => {
      this.sigma.resize();
      this.refresh();
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => this.layout.resized(), 60) as unknown as number;
    });
    this.resized.observe(box);
    this.sigma.on("afterRender", () => {
      this.begin();
      this.draw();
    });
    this.listen(handlers);
    this.rebuilt();
  }

  /** show draws anew with another look, and goes to what it marks. */
  show(look: Look): void {
    const before = marked(this.look);
    this.look = look;
    this.refresh();
    if (marked(look) !== before && marked(look).size > 0 && this.box.hasAttribute("data-settled")) this.focus(marked(look));
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

  /** focus brings some nodes to the middle, as large as they fit; all where there are none. */
  focus(ids: Iterable<string>): void {
    if (this.scene.whole && this.scene.graph.order <= fewNodes) {
      this.fit();
      return;
    }
    const spots = [...ids].flatMap((id) => this.sigma.getNodeDisplayData(id) ?? []);
    const v = this.view();
    const most = v.full / this.naturalScale(v);
    if (spots.length === 0) {
      const left = 0.5 - v.frame.width / 2 + (v.width * most) / 2; // as much as fits from the left
      const selected = this.sigma.getNodeDisplayData(this.look.selected);
      this.goTo(v, { x: selected !== undefined && selected.x - left > 0.4 * v.width * most ? selected.x : left, y: 0.5, ratio: most });
      return;
    }
    const x = spots.map((s) => s.x),
      y = spots.map((s) => s.y);
    const [left, right, low, high] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
    const needed = 1.35 * Math.max((right - left) / v.width, (high - low) / v.height);
    const ratio = Math.min(1, Math.max(most * (this.scene.whole ? nearestWhole : nearest), needed));
    this.goTo(v, { x: (left + right) / 2, y: (low + high) / 2, ratio });
  }

  /** goTo moves the camera, not further than the picture reaches. */
  private goTo(v: View, to: { x: number; y: number; ratio: number }): void {
    const within = (at: number, seen: number, all: number) =>
      seen >= all ? 0.5 : Math.min(0.5 + (all - seen) / 2, Math.max(0.5 - (all - seen) / 2, at));
    const x = within(to.x, v.width * to.ratio, v.frame.width),
      y = within(to.y, v.height * to.ratio, v.frame.height);
    void this.sigma.getCamera().animate({ x, y, ratio: to.ratio }, { duration: this.duration() });
  }

  /** view measures how the picture is seen. */
  private view(): View {
    const { ratio } = this.sigma.getCamera();
    const { x, y } = this.sigma.getCustomBBox() ?? this.sigma.getBBox();
    const one = Math.max(x[1] - x[0], y[1] - y[0]) || 1;
    const from = this.sigma.graphToViewport({ x: 0, y: 0 }),
      to = this.sigma.graphToViewport({ x: one, y: 0 });
    const full = (to.x - from.x) * ratio;
    const { width, height } = this.sigma.getDimensions();
    return { full, width: width / full, height: height / full, frame: { width: (x[1] - x[0]) / one, height: (y[1] - y[0]) / one } };
  }

  /** naturalScale is that of a picture at which its names have room: that of the canvas without a panel beside it. */
  private naturalScale(v: View): number {
    const { frame } = this.layout;
    if (frame === undefined) return v.full;
    const { area } = this.canvas();
    return Math.max(frame.width, frame.height) * Math.min(area.width / frame.width, area.height / frame.height);
  }

  /** spot is where a node is on the canvas, in pixels of the box; undefined where it is not drawn. */
  spot(id: string): { x: number; y: number } | undefined {
    const at = this.scene.graph.hasNode(id) ? this.scene.graph.getNodeAttributes(id) : undefined;
    return at && this.sigma.graphToViewport({ x: at.x, y: at.y });
  }

  /** hullAt is the community whose tint is at a place of the box; undefined for none. */
  hullAt(at: Spot): string | undefined {
    return this.hulls.find(({ outline }) => isInside(outline, at))?.id;
  }

  /** drawnNode is how a node is drawn. */
  drawnNode(id: string): DrawnNode | undefined {
    return this.nodes.get(id);
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.frame);
    clearTimeout(this.resizing);
    cancelAnimationFrame(this.refreshing);
    this.stop();
    this.resized.disconnect();
    this.layout.close();
    this.sigma.kill();
  }

  /** drawn keeps what is drawn, and gives sigma a copy: it writes its own places into that. */
  private drawn<T extends object>(list: Map<string, T>, id: string, what: T): T {
    list.set(id, what);
    return { ...what };
  }

  private duration(): number {
    return matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 300;
  }

  /**
   * refresh draws anew, once for all changes of one frame. What sigma knows of the graph and
   * what can be pointed at change in the same moment, and what is gone is pointed at no more.
   */
  private refresh(): void {
    if (this.refreshing === 0) this.refreshing = requestAnimationFrame(() => this.refreshNow());
  }

  private refreshNow(): void {
    cancelAnimationFrame(this.refreshing);
    this.refreshing = 0;
    const hovered = this.sigma["hoveredNode"];
    if (hovered !== null && !this.scene.graph.hasNode(hovered)) {
      this.sigma["hoveredNode"] = null;
      this.handlers.hover("");
    }
    this.covered = this.canvas().covered;
    this.nodes.clear();
    this.captioned.clear();
    this.sigma.refresh();
  }

  /** moved shows a layout that is under way; a small graph is shown once it is arranged. */
  private moved(): void {
    if (this.scene.whole) return;
    this.box.style.opacity = "";
    this.refresh();
  }

  private settled(): void {
    const frame = this.layout.frame;
    this.sigma.setSetting("stagePadding", frame === undefined ? padding : 0);
    this.sigma.setCustomBBox(
      frame === undefined ? null : { x: [frame.x, frame.x + frame.width], y: [-(frame.y + frame.height), -frame.y] },
    );
    this.refreshNow(); // where nodes are shown follows from where they are
    this.box.style.opacity = "";
    this.box.setAttribute("data-settled", "true");
    const { fresh } = this.scene;
    this.focus(fresh.length > 0 ? fresh : marked(this.look));
  }

  /** canvas is the part of the page that is drawn on where no panel is beside it, and what covers it. */
  private canvas(): { area: Rect; covered: Rect[] } {
    const at = this.box.getBoundingClientRect();
    const covered = [...(this.box.parentElement?.querySelectorAll(".legend, .canvas-tools, .canvas-foot > *") ?? [])].map((e) => {
      const r = e.getBoundingClientRect(),
        grows = e.matches(".legend") ? markHeight * (mostMarks - e.querySelectorAll(".legend-mark").length) : 0;
      return { x: r.x - at.x - 3, y: r.y - at.y - 3, width: r.width + 6, height: r.height + 6 + grows };
    });
    const width = Math.max(at.width, document.documentElement.clientWidth - at.x),
      { height } = at;
    covered.push(
      { x: 0, y: 0, width, height: rim },
      { x: 0, y: height - rim, width, height: rim },
      { x: 0, y: 0, width: rim, height },
      { x: width - rim, y: 0, width: rim, height },
    );
    return { area: { x: 0, y: 0, width, height: at.height }, covered };
  }

  /** rebuilt has a changed scene laid out, once for all changes of one moment. */
  private rebuilt(): void {
    this.box.removeAttribute("data-settled");
    this.refresh();
    clearTimeout(this.timer);
    if (this.scene.graph.order === 0) return;
    this.timer = setTimeout(() => this.layout.run(), 30) as unknown as number;
  }

  /** begin goes on to the next kind of edges, once there is something to draw. */
  private begin(): void {
    const next = kinds[this.begun.size];
    if (next === undefined || this.scene.graph.order === 0) return;
    this.begun.add(next);
    clearTimeout(this.frame);
    this.frame = setTimeout(() => this.refresh(), nextFrame) as unknown as number;
  }

  /** draw draws what sigma does not: tints and rings behind the picture, names before it. */
  private draw(): void {
    const back = this.context(backdrop),
      front = this.context("labels");
    if (back === null || front === null) return;
    const { width, height } = this.sigma.getDimensions();
    if (this.keepView(width, height)) return;
    const { palette } = this.look;
    const all = this.placed();
    const nodes = all.filter((n) => n.x + n.size > 0 && n.y + n.size > 0 && n.x - n.size < width && n.y - n.size < height);
    this.labels = placeLabels([...this.nodeWishes(nodes), ...this.edgeWishes()], nodes, this.covered, width, height);
    back.clearRect(0, 0, width, height);
    front.clearRect(0, 0, width, height);
    this.hulls = this.scene.whole ? this.outlines(all) : [];
    for (const hull of this.hulls) drawHull(back, hull, palette.tint);
    for (const n of nodes) {
      if (n.drawn.ring === "") continue;
      back.beginPath();
      back.arc(n.x, n.y, n.size + ringWidth, 0, 2 * Math.PI);
      back.fillStyle = n.drawn.ring;
      back.fill();
      back.beginPath();
      back.arc(n.x, n.y, n.size + 1.5, 0, 2 * Math.PI);
      back.fillStyle = palette.labelHalo;
      back.fill();
    }
    for (const label of this.labels) drawLabel(front, label, palette.labelHalo);
  }

  /**
   * keepView leaves what is seen where it is when a panel comes or goes beside the canvas,
   * but for what is selected or marked, which stays in sight; true where the camera was moved for it.
   */
  private keepView(width: number, height: number): boolean {
    const { last } = this;
    const page = innerWidth;
    const corner = this.sigma.viewportToFramedGraph({ x: 0, y: 0 });
    const camera = this.sigma.getCamera();
    const v = this.view();
    this.last = { width, height, page, corner, pixels: v.full / camera.ratio };
    if (last === undefined || this.layout.frame === undefined || width === last.width || height !== last.height || page !== last.page)
      return false;
    const ratio = v.full / last.pixels;
    let x = last.corner.x + width / 2 / last.pixels;
    const selected = this.sigma.getNodeDisplayData(this.look.selected);
    if (selected !== undefined && Math.abs(selected.x - x) > (0.4 * width) / last.pixels) x = selected.x;
    const eye = marked(this.look);
    if (selected === undefined && eye.size > 0) {
      this.last = undefined;
      this.focus(eye); // what is cited stays in sight beside its source
      return true;
    }
    camera.setState({ x, y: last.corner.y - height / 2 / last.pixels, ratio });
    this.last = undefined;
    return true;
  }

  private context(id: string): CanvasRenderingContext2D | null {
    return (this.sigma.getCanvases()[id] as HTMLCanvasElement | undefined)?.getContext("2d") ?? null;
  }

  /** placed are the nodes that are drawn, with their places in pixels. */
  private placed(): Placed[] {
    const seen = [...this.nodes].filter(([, drawn]) => !drawn.hidden);
    return seen.map(([id, drawn]) => ({ id, drawn, ...this.sigma.graphToViewport(drawn), size: this.sigma.scaleSize(drawn.size) }));
  }

  private nodeWishes(nodes: readonly Placed[]): Wish[] {
    const wanted = nodes.filter(({ drawn, size }) => drawn.caption !== "" && (drawn.rank > 0 || size >= smallestNamed));
    wanted.sort((a, b) => b.drawn.rank - a.drawn.rank || b.size - a.size || (a.id < b.id ? -1 : 1));
    return wanted
      .slice(0, mostWishes)
      .map(({ id, drawn, x, y, size }) => ({
        id,
        text: drawn.caption,
        x,
        y,
        size: drawn.ring === "" ? size : size + ringWidth,
        color: drawn.captionColor,
        strong: drawn.rank > 3,
      }));
  }

  private edgeWishes(): Wish[] {
    const { graph } = this.scene;
    return [...this.captioned].flatMap(([id, edge]) => {
      const a = this.nodes.get(graph.source(id)),
        b = this.nodes.get(graph.target(id));
      if (edge.hidden || a === undefined || b === undefined || a.hidden || b.hidden) return [];
      const { x, y } = this.sigma.graphToViewport({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      return { id, text: edge.caption, x, y, size: 0, color: this.look.palette.labelFaint, strong: false };
    });
  }

  /** outlines are those of the communities whose entities are drawn, around these and their names. */
  private outlines(nodes: readonly Placed[]): Hull[] {
    const seen = new Map(nodes.map((n) => [n.id, n]));
    const labels = new Map(this.labels.map((l) => [l.wish.id, l]));
    return [...this.scene.unfolded].flatMap(([id, { inside }]) => {
      const members = inside.flatMap((m) => seen.get(m) ?? []);
      if (members.length < 2) return [];
      const rects = members.map((n) => ({ x: n.x - n.size, y: n.y - n.size, width: 2 * n.size, height: 2 * n.size }));
      return { id, outline: hullOf([...rects, ...members.flatMap((n) => labels.get(n.id) ?? [])]) };
    });
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
    this.sigma.on("clickStage", ({ event }) => {
      const hull = this.hullAt(event);
      if (hull !== undefined) h.look(hull);
    });
    this.sigma.on("enterNode", ({ node }) => h.hover(node));
    this.sigma.on("leaveNode", () => h.hover(""));
  }
}

/** View is how the picture is seen: lengths are parts of the picture's longer side, as the camera has them. */
interface View {
  /** full is how many pixels that side has at the camera's ratio 1. */
  full: number;
  /** width and height are what is seen at the ratio 1, frame is the picture. */
  width: number;
  height: number;
  frame: { width: number; height: number };
}

/** Placed is a node that is drawn, with its place and radius in pixels. */
interface Placed {
  id: string;
  drawn: DrawnNode;
  x: number;
  y: number;
  size: number;
}

const none: ReadonlySet<string> = new Set();

/** marked is what a look draws the eye to. */
function marked(look: Look): ReadonlySet<string> {
  return look.cited.size > 0 ? look.cited : look.pathNodes.size > 0 ? look.pathNodes : (look.only ?? none);
}
