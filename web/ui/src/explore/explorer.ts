import type { Grove } from "../api/grove";
import { Problem, aborted } from "../api/problem";
import type { Citation, Counts, Decided, Path, Shown, Step, Subgraph, Unfolded } from "../api/types";
import { Scene, edgeKey } from "../graph/scene";
import { type Walk, walkOf } from "../graph/walk";
import { pairKey } from "../graph/pair-key";
import { breather } from "../lib/breathe";
import { fewAtATime } from "../lib/few";
import { Store } from "../lib/store";
import { adjust, go, place } from "../state/place";

/** Marks are what an answer, an agent or a path leaves on the picture. */
export interface Marks {
  /** cited and citedEdges are the entities and relations that stand where an answer cites. */
  cited: ReadonlySet<string>;
  citedEdges: ReadonlySet<string>;
  /** visited are what an agent read. */
  visited: ReadonlySet<string>;
  walked: ReadonlySet<string>;
  pathNodes: ReadonlySet<string>;
  pathEdges: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
export const noMarks: Marks = { cited: none, citedEdges: none, visited: none, walked: none, pathNodes: none, pathEdges: none };

/** aroundLimit is how many neighbours are drawn at once. */
const aroundLimit = 80;

/** bundle is how many elements one request reads, atOnce how many requests are under way for them. */
const bundle = 50;
const atOnce = 6;

/** mostUnfolded is how much of one community is drawn. */
const mostUnfolded = 500;

/** mostWhole is how many entities a graph has at most that is drawn whole. */
const mostWhole = 300;

/** mostStated is how many entities of a document or a citation are drawn. */
const mostStated = 400;

/** The most communities and ties that an overview draws. */
const overviewNodes = 400;
const overviewEdges = 1000;

/** Explorer joins a workspace with the scene of its graph. */
export class Explorer {
  readonly scene = new Scene();
  readonly marks = new Store<Marks>(noMarks);
  readonly types = new Store<readonly string[]>([]);
  readonly counts = new Store<Counts | undefined>(undefined);
  readonly error = new Store<unknown>(undefined);
  readonly ready = new Store(false);
  readonly busy = new Store(0);
  /** expanded is the last element that was expanded, and how many elements were drawn anew for it. */
  readonly expanded = new Store<{ id: string; fresh: number } | undefined>(undefined);
  /** noRoom is how many elements the last step found no room for. */
  readonly noRoom = new Store(0);
  /** paths are those between the two ends of the address; undefined where none were looked for. */
  readonly paths = new Store<Path[] | undefined>(undefined);
  /** statement draws the last part that was fetched, in Neo4j Browser. */
  readonly statement = new Store<Shown | undefined>(undefined);
  readonly outside = new Store(0);
  /** changes counts the decisions that changed the graph under the page. */
  readonly changes = new Store(0);
  /** decided is the last decision about names, until it is put away. */
  readonly decided = new Store<Decided | undefined>(undefined);
  /** only are the elements of the one document that is looked at, null for all. */
  readonly only = new Store<ReadonlySet<string> | null>(null);
  private readonly control = new AbortController();
  /** level is that of the overview: ties lead to communities of it. */
  private level = 0;
  private walk: Walk = { visited: [], pairs: [] };
  private citations: readonly Citation[] = [];
  /** started ends with the first picture. */
  private started: Promise<void> = Promise.resolve();

  constructor(readonly grove: Grove) {}

  close(): void {
    this.control.abort();
  }

  /** start draws the overview, and then what the address asks for. */
  start(): Promise<void> {
    this.started = this.work(async (signal) => {
      const [overview, counts, schema] = await Promise.all([this.grove.overview(overviewNodes, overviewEdges, mostWhole, signal), this.grove.stats(signal), this.grove.schema(signal)]);
      this.counts.set(counts);
      this.types.set(schema.schema.types.map((t) => t.name));
      this.outside.set(overview.outside);
      this.statement.set(overview);
      this.level = overview.level;
      const { open, node, from, to } = place.value;
      const unfolded = await fewAtATime(overview.elements === undefined ? open : [], atOnce, (id) => this.unfolded(id, signal));
      this.scene.reset(overview);
      this.asked.clear();
      const breathe = breather();
      for (const u of unfolded) {
        await breathe();
        if (u !== undefined) this.scene.open(u);
      }
      this.scene.show();
      if (unfolded.includes(undefined)) this.keepOpen();
      if (node.startsWith("k")) await this.reveal(node);
      if (from !== "" && to !== "") await this.findPath(from, to);
      this.ready.set(true);
      this.drawWalk();
      await this.drawCited(signal);
    });
    return this.started;
  }

  /** keepOpen has the address hold what is unfolded; of a graph that is drawn whole nothing need be. */
  private keepOpen(): void {
    adjust({ open: this.scene.whole ? [] : [...this.scene.unfolded.keys()] });
  }

  /** split takes names out of an element, and draws the graph as it is then. Its errors are the caller's. */
  async split(id: string, names: string[], document: string): Promise<void> {
    this.decided.set(await this.grove.split(id, names, document));
    await this.redraw(id);
  }

  /** undo takes a decision back. */
  async undo(decision: string): Promise<void> {
    const undone = await this.grove.undo(decision);
    this.decided.set(undefined);
    await this.redraw(place.value.node || (undone.entities[0]?.id ?? ""));
  }

  /** redraw draws a graph that was changed, and looks at an element unless it is gone. */
  private async redraw(id: string): Promise<void> {
    this.changes.update((n) => n + 1);
    adjust({ open: [], node: "", from: "", to: "" });
    this.clearMarks();
    await this.start();
    await this.work(async (signal) => {
      const there = await this.fetchElements([id], signal);
      if (there.length === 0) return;
      await this.reveal(id);
      go({ node: id, doc: "" });
    });
  }

  /** foldAll goes back to the overview. */
  foldAll(): Promise<void> {
    this.clearMarks();
    adjust({ open: [], node: "", from: "", to: "" });
    return this.start();
  }

  /** select looks at a node; a community is unfolded by it. */
  select(id: string): void {
    const isCommunity = this.scene.graph.hasNode(id) && this.scene.graph.getNodeAttribute(id, "kind") === "community";
    const { from, to } = place.value;
    if (!isCommunity && from !== "" && to === "" && from !== id) {
      go({ node: id, to: id, doc: "" });
      void this.findPath(from, id);
      return;
    }
    go({ node: id, doc: "" });
    if (isCommunity) void this.unfold(id);
  }

  /** look looks at a node and leaves it as it is drawn. */
  look(id: string): void {
    go({ node: id, doc: "" });
  }

  /** unfold draws what is in a community in its place. */
  unfold(id: string): Promise<void> {
    return this.work(async (signal) => {
      if (this.scene.unfolded.has(id)) return;
      const u = await this.unfolded(id, signal);
      if (u === undefined) return this.start(); // communities were made anew
      this.scene.unfold(u);
      this.statement.set(u);
      this.keepOpen();
    });
  }

  /** unfolded reads what is in a community; undefined where there is no such one any more. */
  private async unfolded(id: string, signal: AbortSignal): Promise<Unfolded | undefined> {
    try {
      return await this.grove.unfold(id, mostUnfolded, this.level, signal);
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404) return undefined;
      throw problem;
    }
  }

  /** fold draws an unfolded community as one node again. */
  fold(id: string): void {
    this.scene.fold(id);
    go({ node: id });
    this.keepOpen();
  }

  /** expand draws what is around an element: what relations join it to, and, where that is drawn already, what shares facts with it. */
  expand(id: string): Promise<void> {
    if (this.scene.graph.hasNode(id) && this.scene.graph.getNodeAttribute(id, "kind") === "community") return this.unfold(id);
    return this.work(async (signal) => {
      const unseen = (p: Subgraph) => p.nodes.filter((n) => !this.scene.graph.hasNode(n.id)).length;
      let part = await this.grove.around(id, aroundLimit, signal);
      if (unseen(part) === 0) part = await this.grove.around(id, aroundLimit / 2, signal, "facts");
      const fresh = unseen(part);
      this.statement.set(part);
      this.noRoom.set(this.scene.add(part, id));
      this.expanded.set({ id, fresh });
      go({ node: id, doc: "" });
    });
  }

  /** reveal draws an element with its neighbours unless it is drawn already. */
  reveal(id: string): Promise<void> {
    if (this.scene.graph.hasNode(id)) return Promise.resolve();
    return this.work(async (signal) => {
      const part = await this.grove.around(id, aroundLimit / 2, signal);
      this.statement.set(part);
      this.noRoom.set(this.scene.add(part, id));
    });
  }

  /** findPath draws the shortest path between two elements. */
  findPath(from: string, to: string): Promise<void> {
    return this.work(async (signal) => {
      const paths = await this.grove.paths(from, to, signal);
      this.paths.set(paths);
      const best = paths[0];
      if (best === undefined) this.scene.addElements(await this.fetchElements([from, to], signal));
      else {
        this.scene.addPath(best);
        const missing = best.elements.filter((e) => this.scene.graph.getNodeAttribute(e.id, "type") === "").map((e) => e.id);
        this.scene.addElements(await this.fetchElements(missing, signal));
      }
      this.marks.update((m) => ({ ...m, pathNodes: new Set(best?.elements.map((e) => e.id)), pathEdges: new Set(best?.triples.map((t) => t.id)) }));
    });
  }

  clearPath(): void {
    this.paths.set(undefined);
    this.marks.update((m) => ({ ...m, pathNodes: none, pathEdges: none }));
    go({ from: "", to: "" });
  }

  clearMarks(): void {
    this.walk = { visited: [], pairs: [] };
    this.citations = [];
    this.paths.set(undefined);
    this.marks.set(noMarks);
  }

  /** follow draws where an agent went, as far as its steps tell; a replay has only the first of them coloured. */
  follow(steps: readonly Step[], first = steps.length): void {
    this.walk = walkOf(steps);
    const now = walkOf(steps.slice(0, first));
    this.marks.update((m) => ({ ...m, visited: new Set(now.visited), walked: new Set(now.pairs.map((p) => pairKey(p.a, p.b))) }));
    if (this.ready.value) this.drawWalk(); // else start does, once there is something to draw it on
  }

  /** cite marks the entities and relations under the citations of an answer. */
  cite(citations: readonly Citation[]): void {
    if (citations === this.citations || (citations.length === 0 && this.citations.length === 0)) return;
    this.citations = citations;
    if (this.ready.value) void this.work((signal) => this.drawCited(signal));
  }

  /** drawCited draws what is under the citations, and marks it. */
  private async drawCited(signal: AbortSignal): Promise<void> {
    const { citations } = this;
    const spans = [...new Map(citations.map((c) => [`${c.document.id} ${c.start} ${c.end}`, c])).values()];
    const parts = (await fewAtATime(spans, atOnce, (c) => this.stated(c.document.id, c.start, c.end, signal))).flatMap((p) => p ?? []);
    if (citations !== this.citations) return; // another answer is there
    const cited = new Set(parts.flatMap((p) => p.nodes.map((n) => n.id))), citedEdges = new Set(parts.flatMap((p) => p.edges.map(edgeKey)));
    const { graph } = this.scene;
    const missing = [...cited].some((id) => !graph.hasNode(id)) || [...citedEdges].some((id) => !graph.hasEdge(id));
    if (missing) this.scene.addElements(parts, [...cited]);
    this.marks.update((m) => ({ ...m, cited, citedEdges }));
  }

  /** stated reads the entities and relations of a span of a document; undefined where the document is gone. */
  private async stated(document: string, start: number, end: number, signal: AbortSignal): Promise<Subgraph | undefined> {
    try {
      return await this.grove.stated(document, start, end, mostStated, signal);
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404) return undefined;
      throw problem;
    }
  }

  /** drawWalk draws what an agent visited that is not drawn yet, and joins it. */
  private drawWalk(): void {
    const now = this.walk;
    const missing = now.visited.filter((id) => id.startsWith("k") && !this.scene.graph.hasNode(id) && !this.asked.has(id));
    if (missing.length === 0) {
      this.drawPairs(now);
      return;
    }
    for (const id of missing) this.asked.add(id);
    void this.work(async (signal) => {
      try {
        const parts = await this.fetchElements(missing, signal);
        this.scene.addElements(parts, this.marks.value.cited.size > 0 ? [...this.marks.value.cited] : undefined);
      } catch (problem) {
        for (const id of missing) this.asked.delete(id); // the next step asks again
        throw problem;
      }
      this.drawPairs(this.walk);
    });
  }

  private readonly asked = new Set<string>();

  /** drawPairs joins what an agent walked between where no relation does. */
  private drawPairs(walk: Walk): void {
    this.scene.addWalk(walk.pairs);
  }

  /**
   * fetchElements reads elements with what joins them, many at once; one that is gone
   * since spoils such a reading, and then each is read by itself.
   */
  private async fetchElements(ids: readonly string[], signal: AbortSignal): Promise<Subgraph[]> {
    const bundles = Array.from({ length: Math.ceil(ids.length / bundle) }, (_, i) => ids.slice(i * bundle, (i + 1) * bundle));
    const read = async (some: readonly string[]): Promise<Subgraph[]> => {
      try {
        return [await this.grove.elements(some, "relations", signal), await this.grove.elements(some, "facts", signal)];
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.status !== 404) throw problem;
        return some.length === 1 ? [] : (await fewAtATime(some, atOnce, (id) => read([id]))).flat();
      }
    };
    return (await fewAtATime(bundles, atOnce, read)).flat();
  }

  /** showOnly leaves only the entities of one document, with the relations that it states; "" shows all. */
  async showOnly(document: string): Promise<void> {
    if (document === "") {
      this.only.set(null);
      return;
    }
    await this.started; // it would draw over what is added here
    await this.work(async (signal) => {
      const part = await this.grove.stated(document, 0, 0, mostStated, signal);
      if (place.value.only !== document) return;
      const ids = part.nodes.map((n) => n.id);
      this.scene.addElements([part], ids);
      this.noRoom.set(Math.max(0, part.total.nodes - ids.length));
      this.only.set(new Set(ids));
    });
  }

  /** work does something with the service and shows what goes wrong. */
  private async work(what: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.busy.update((n) => n + 1);
    this.error.set(undefined);
    try {
      await what(this.control.signal);
    } catch (problem) {
      if (!aborted(problem)) this.error.set(problem);
    } finally {
      this.busy.update((n) => n - 1);
    }
  }
}

