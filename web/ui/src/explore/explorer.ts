import type { Grove } from "../api/grove";
import { aborted } from "../api/problem";
import type { Counts, Element, Path, Shown, Step } from "../api/types";
import { Scene } from "../graph/scene";
import { type Walk, walkOf } from "../graph/walk";
import { pairKey } from "../graph/pair-key";
import { Store } from "../lib/store";
import { adjust, go, place } from "../state/place";

/** Marks are what an agent or a path leaves on the picture. */
export interface Marks {
  visited: ReadonlySet<string>;
  walked: ReadonlySet<string>;
  pathNodes: ReadonlySet<string>;
  pathEdges: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
export const noMarks: Marks = { visited: none, walked: none, pathNodes: none, pathEdges: none };

/** aroundLimit is how many neighbours are drawn at once. */
const aroundLimit = 80;

/** Explorer joins a workspace with the scene of its graph. */
export class Explorer {
  readonly scene = new Scene();
  readonly marks = new Store<Marks>(noMarks);
  readonly types = new Store<readonly string[]>([]);
  readonly counts = new Store<Counts | undefined>(undefined);
  readonly error = new Store<unknown>(undefined);
  readonly ready = new Store(false);
  readonly busy = new Store(0);
  /** noRoom is how many elements the last step found no room for. */
  readonly noRoom = new Store(0);
  /** paths are those between the two ends of the address; undefined where none were looked for. */
  readonly paths = new Store<Path[] | undefined>(undefined);
  /** statement draws the last part that was fetched, in Neo4j Browser. */
  readonly statement = new Store<Shown | undefined>(undefined);
  readonly outside = new Store(0);
  /** only are the elements of the one document that is looked at, null for all. */
  readonly only = new Store<ReadonlySet<string> | null>(null);
  private readonly control = new AbortController();
  private walk: Walk = { visited: [], pairs: [] };

  constructor(readonly grove: Grove) {}

  close(): void {
    this.control.abort();
  }

  /** start draws the overview, and then what the address asks for. */
  start(): Promise<void> {
    return this.work(async (signal) => {
      const [overview, counts, schema] = await Promise.all([this.grove.overview(300, 1500, signal), this.grove.stats(signal), this.grove.schema(signal)]);
      this.counts.set(counts);
      this.types.set(schema.schema.types.map((t) => t.name));
      this.outside.set(overview.outside);
      this.statement.set(overview);
      this.scene.reset(overview);
      const { open, node, from, to } = place.value;
      for (const id of open) await this.unfoldNow(id, signal);
      if (node.startsWith("k")) await this.reveal(node);
      if (from !== "" && to !== "") await this.findPath(from, to);
      this.ready.set(true);
    });
  }

  /** refresh begins anew, after the graph changed. */
  refresh(): Promise<void> {
    return this.start();
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

  /** unfold draws what is in a community in its place. */
  unfold(id: string): Promise<void> {
    return this.work(async (signal) => {
      await this.unfoldNow(id, signal);
      adjust({ open: [...this.scene.unfolded.keys()] });
    });
  }

  private async unfoldNow(id: string, signal: AbortSignal): Promise<void> {
    if (this.scene.unfolded.has(id)) return;
    const u = await this.grove.unfold(id, Math.max(1, Math.min(500, this.scene.room)), signal);
    this.scene.unfold(u);
    this.statement.set(u);
  }

  /** fold draws an unfolded community as one node again. */
  fold(id: string): void {
    this.scene.fold(id);
    go({ open: [...this.scene.unfolded.keys()], node: id });
  }

  /** expand draws what is around an element. */
  expand(id: string): Promise<void> {
    if (this.scene.graph.hasNode(id) && this.scene.graph.getNodeAttribute(id, "kind") === "community") return this.unfold(id);
    return this.work(async (signal) => {
      let part = await this.grove.around(id, aroundLimit, signal);
      if (part.edges.length === 0) part = await this.grove.around(id, aroundLimit / 2, signal, "facts");
      this.statement.set(part);
      this.noRoom.set(this.scene.add(part, id));
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
      if (best !== undefined) {
        this.scene.addPath(best);
        const missing = best.elements.filter((e) => this.scene.graph.getNodeAttribute(e.id, "type") === "").map((e) => e.id);
        this.scene.addElements(await this.fetchElements(missing, signal), "");
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
    this.paths.set(undefined);
    this.marks.set(noMarks);
  }

  /** follow draws where an agent went, as far as its steps tell. */
  follow(steps: readonly Step[]): void {
    this.walk = walkOf(steps);
    const now = this.walk;
    this.marks.update((m) => ({ ...m, visited: new Set(now.visited), walked: new Set(now.pairs.map((p) => pairKey(p.a, p.b))) }));
    const missing = now.visited.filter((id) => id.startsWith("k") && !this.scene.graph.hasNode(id) && !this.asked.has(id));
    if (missing.length === 0) {
      this.drawPairs(now);
      return;
    }
    for (const id of missing) this.asked.add(id);
    void this.work(async (signal) => {
      const found = await this.fetchElements(missing, signal);
      this.scene.addElements(found, "");
      this.drawPairs(this.walk);
    });
  }

  private readonly asked = new Set<string>();

  /** drawPairs joins what an agent walked between where no relation does. */
  private drawPairs(walk: Walk): void {
    this.scene.addWalk(walk.pairs);
  }

  private async fetchElements(ids: readonly string[], signal: AbortSignal): Promise<Element[]> {
    const found = await Promise.allSettled(ids.map((id) => this.grove.entity(id, 1, signal)));
    return found.flatMap((f) => (f.status === "fulfilled" ? [f.value] : []));
  }

  /** showOnly leaves only the elements of one document; "" shows all. */
  showOnly(document: string): Promise<void> {
    if (document === "") {
      this.only.set(null);
      return Promise.resolve();
    }
    return this.work(async (signal) => {
      const ids = new Map<string, string>();
      for (let from = 0, pages = 0; from >= 0 && pages < 10; pages++) {
        const page = await this.grove.facts(document, from, 100, signal);
        for (const f of page.facts) for (const e of f.about) ids.set(e.id, e.name);
        from = page.next;
      }
      const elements = [...ids].slice(0, Math.min(400, this.scene.room)).map(([id, name]) => ({ id, name, norm: "", aliases: [], type: "", description: "", support: 1 }));
      this.scene.addElements(elements.filter((e) => !this.scene.graph.hasNode(e.id)), "");
      this.noRoom.set(Math.max(0, ids.size - elements.length));
      this.only.set(new Set(ids.keys()));
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

