import { type Query, call, send } from "./client";
import { type ServerEvent, follow } from "./events";
import type * as T from "./types";

/** workspaces lists the workspaces that the key opens. */
export async function workspaces(signal?: AbortSignal): Promise<T.Workspace[]> {
  return (await call<{ workspaces: T.Workspace[] }>("GET", "/v1/workspaces", { signal })).workspaces;
}

/** createWorkspace makes an empty workspace. */
export function createWorkspace(name: string): Promise<unknown> {
  return call("POST", "/v1/workspaces", { json: { name } });
}

/** offer tells who answers, and how. */
export function offer(signal?: AbortSignal): Promise<T.Offer> {
  return call("GET", "/v1/agents", { signal });
}

/** Grove is one workspace of the service: a method for each thing that the page asks of it. */
export class Grove {
  readonly name: string;
  private readonly base: string;

  constructor(name: string) {
    this.name = name;
    this.base = `/v1/workspaces/${encodeURIComponent(name)}`;
  }

  private get<R>(path: string, query: Query = {}, signal?: AbortSignal): Promise<R> {
    return call<R>("GET", this.base + path, { query, signal });
  }

  private post<R>(path: string, json?: unknown): Promise<R> {
    return call<R>("POST", this.base + path, { json });
  }

  stats = (signal?: AbortSignal) => this.get<T.Counts>("/stats", {}, signal);

  // The graph.
  overview = (limit: number, edges: number, elements: number, signal?: AbortSignal) =>
    this.get<T.Overview>("/graph/overview", { limit, edges, elements, fit: true }, signal);
  /** unfold is what is in a community; level is that of the communities outside. */
  unfold = (id: string, limit: number, level: number, signal?: AbortSignal) => this.get<T.Unfolded>(`/communities/${seg(id)}/graph`, { limit, level }, signal);
  community = (id: string, signal?: AbortSignal) => this.get<T.CommunityMembers>(`/communities/${seg(id)}`, { limit: 30 }, signal);
  around = (seed: string, limit: number, signal?: AbortSignal, via = "relations") =>
    this.get<T.Subgraph>("/graph", { seed, depth: 1, limit, via }, signal);
  /** elements are some elements, at most 50, with what joins them: relations, or facts that they share. */
  elements = (ids: readonly string[], via: "relations" | "facts", signal?: AbortSignal) =>
    this.get<T.Subgraph>("/graph", { seed: ids, depth: 0, limit: 1000, via }, signal);
  paths = async (from: string, to: string, signal?: AbortSignal) =>
    (await this.get<{ paths: T.Path[] }>("/paths", { from, to, limit: 5 }, signal)).paths;
  entity = (id: string, limit = 50, signal?: AbortSignal) => this.get<T.Entity>(`/entities/${seg(id)}`, { limit }, signal);
  evidence = (id: string, from: number, limit: number, signal?: AbortSignal) =>
    this.get<{ evidence: T.Evidence[]; total: number }>(`/entities/${seg(id)}/evidence`, { from, limit }, signal);

  // Search and questions.
  find = async (q: string, limit: number, signal?: AbortSignal) =>
    (await this.get<{ entities: T.Element[] }>("/entities", { q, limit }, signal)).entities;
  search = async (q: string, k: number, method: string, signal?: AbortSignal) =>
    (await this.get<{ hits: T.Hit[] }>("/search", { q, k, method }, signal)).hits;
  ask = (question: T.Question, signal: AbortSignal, take: (e: ServerEvent) => void) =>
    follow("POST", `${this.base}/query`, { json: question, signal }, take, (e) => e.event === "done" || e.event === "error");

  // Documents.
  documents = (query: { after?: string; limit?: number; q?: string; tag?: string }, signal?: AbortSignal) =>
    this.get<{ documents: T.Document[]; next: string }>("/documents", query, signal);
  document = (id: string, signal?: AbortSignal) => this.get<T.Document>(`/documents/${seg(id)}`, {}, signal);
  text = (id: string, start: number, end: number, signal?: AbortSignal) =>
    this.get<T.Passage>(`/documents/${seg(id)}/text`, { start, end }, signal);
  /** stated are the entities and relations of a document, or of a span of its text; an end of 0 is for all of it. */
  stated = (id: string, start: number, end: number, limit: number, signal?: AbortSignal) =>
    this.get<T.Subgraph>(`/documents/${seg(id)}/graph`, { start, end, limit }, signal);
  upload = (file: File) => call<T.Job>("POST", `${this.base}/documents`, { form: formOf(file) });
  estimate = (file: File) => call<T.Estimate>("POST", `${this.base}/documents/estimate`, { form: formOf(file) });
  episodes = (id: string, from: number, limit: number, signal?: AbortSignal) =>
    this.get<{ episodes: T.Episode[] }>(`/documents/${seg(id)}/episodes`, { from, limit }, signal);
  makeGists = (id: string) => this.post<T.Job>("/gists", { documents: [id] });
  remove = (id: string) => call<T.Job>("DELETE", `${this.base}/documents/${seg(id)}`);

  // Jobs.
  jobs = async (limit: number, signal?: AbortSignal) => (await this.get<{ jobs: T.Job[] }>("/jobs", { limit }, signal)).jobs;
  /** watch hands over a job each time it moves, until it is over. */
  watch = (id: string, signal: AbortSignal, take: (job: T.Job) => void) =>
    follow("GET", `${this.base}/jobs/${seg(id)}/events`, { signal }, (e) => e.event !== "error" && take(e.data as T.Job), (e) => e.event === "done");
  cancel = (id: string) => this.post<T.Job>(`/jobs/${seg(id)}/cancel`);
  retry = (id: string) => this.post<T.Job>(`/jobs/${seg(id)}/retry`);

  // The schema and its proposals.
  schema = (signal?: AbortSignal) => this.get<T.Schema>("/schema", {}, signal);
  proposals = async (state: string, signal?: AbortSignal) =>
    (await this.get<{ proposals: T.Proposal[] }>("/schema/proposals", { state, limit: 200 }, signal)).proposals;
  proposal = (id: string, signal?: AbortSignal) => this.get<T.Proposal>(`/schema/proposals/${seg(id)}`, {}, signal);
  /** putSchema puts another schema in the place of the one there is; without sure one that loses something is only described, as any is by dry. */
  putSchema = (schema: unknown, how: { sure?: boolean; dry?: boolean }) => call<T.SchemaChange>("PUT", `${this.base}/schema`, { json: { schema, ...how } });
  judge = (id: string, verdict: "accept" | "reject" | "undo") => this.post<T.Evolution>(`/schema/proposals/${seg(id)}/${verdict}`);

  // Names of one thing.
  duplicates = async (signal?: AbortSignal) =>
    (await this.get<{ duplicates: T.Duplicate[] }>("/duplicates", { limit: 100 }, signal)).duplicates;
  decisions = async (signal?: AbortSignal) => (await this.get<{ decisions: T.Decision[] }>("/decisions", {}, signal)).decisions;
  merge = (entities: string[]) => this.post<T.Decided>("/entities/merge", { entities });
  apart = (entities: string[]) => this.post<T.Decided>("/entities/apart", { entities });
  split = (id: string, names: string[], document: string) =>
    this.post<T.Decided>(`/entities/${seg(id)}/split`, { names: names.length > 0 ? names : undefined, document: document || undefined });
  undo = (id: string) => call<T.Decided>("DELETE", `${this.base}/decisions/${seg(id)}`);

  // The whole graph, as JSON lines.
  exported = async (signal?: AbortSignal) => (await send("GET", `${this.base}/export`, { accept: "application/x-ndjson", signal })).blob();
  imported = (lines: Blob) => call<T.Job>("POST", `${this.base}/import`, { lines });

  // Traces.
  traces = async (before: string, limit: number, signal?: AbortSignal) =>
    (await this.get<{ traces: T.TraceSummary[] }>("/traces", { before, limit }, signal)).traces;
  trace = (id: string, signal?: AbortSignal) => this.get<T.Trace>(`/traces/${seg(id)}`, {}, signal);

  // Runs of evaluations.
  runs = (from: number, limit: number, signal?: AbortSignal) => this.get<{ runs: T.Run[]; next: number }>("/runs", { from, limit }, signal);
  run = (name: string, signal?: AbortSignal) => this.get<T.RunDetail>(`/runs/${seg(name)}`, {}, signal);
  /** report is the report of a run: a whole HTML page, in which foreign text may stand. */
  report = async (name: string, signal?: AbortSignal) => (await send("GET", `${this.base}/runs/${seg(name)}/report`, { accept: "text/html", signal })).text();
  compare = (name: string, other: string, signal?: AbortSignal) => this.get<T.Comparison>(`/runs/${seg(name)}/compare`, { with: other }, signal);
  removeRun = (name: string) => call<void>("DELETE", `${this.base}/runs/${seg(name)}`);
}

/** seg writes a text as one segment of a path. */
function seg(text: string): string {
  return encodeURIComponent(text);
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set("file", file, file.name);
  return form;
}
