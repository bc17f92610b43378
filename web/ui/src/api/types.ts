// What the service answers with, as far as the page uses it. The whole is in
// /openapi.json.

export interface Workspace { name: string; store: string; documents: number; chunks: number; problem: string }

export interface Counts {
  documents: number; chunks: number; facts: number; key_elements: number; entities: number;
  triples: number; attributes: number; communities: number; proposals: number; quarantined: number;
}

export interface Offer { agents: { name: string; parts: string[] }[]; modes: string[]; methods: string[] }

export interface Element { id: string; norm: string; name: string; aliases: string[]; type: string; description: string; support: number }
export interface GraphNode extends Element { depth: number }
export interface Edge { id: string; head: string; relation: string; tail: string; support: number }
export interface Shown { cypher: string; params: Record<string, unknown> }
export interface Total { nodes: number; edges: number }
export interface Subgraph extends Shown { nodes: GraphNode[]; edges: Edge[]; total: Total; cut: boolean; hubs: string[] }

export interface CommunityNode { id: string; title: string; level: number; parent: string; size: number; children: number; relations: number; element?: Element }
/** Tie is what ties two things: relations (weight), facts and chunks that they share. */
export interface Tie { weight: number; facts: number; chunks: number }
export interface CommunityEdge extends Tie { source: string; target: string }
export interface Across extends Tie { from: string; to: string }
export interface Overview extends Shown {
  level: number; nodes: CommunityNode[]; edges: CommunityEdge[]; total: Total; cut: boolean;
  levels: number; entities: number; outside: number;
  /** elements are all entities of a small graph, each with its community; joins are the edges between them. */
  elements?: (Element & { community: string })[]; joins?: Edge[];
}
export interface Unfolded extends Shown {
  community: CommunityNode; members: Element[]; edges: Edge[]; children: CommunityNode[]; between: CommunityEdge[];
  total: Total; cut: boolean; across: Across[];
}
export interface Keyword { id: string; entity: string; name: string; rank: number }
export interface Community { id: string; level: number; parent: string; title: string; summary: string; size: number; keywords: Keyword[] }
export interface CommunityMembers extends Community { children: Omit<Community, "keywords">[]; members: Element[] }

export interface Triple { id: string; head: string; relation: string; tail: string; name: string; support: number }
export interface Path { elements: { id: string; name: string }[]; triples: Triple[]; weight: number }

export interface DocumentRef { id: string; title: string; source?: string; source_id?: string }
export interface Evidence { document: DocumentRef; chunk: string; start: number; end: number; in: string; surface: string; type: string }
export interface Entity extends Element {
  attributes: { id: string; key: string; value: string; support: number }[];
  relations: (Triple & { head_name: string; tail_name: string })[];
  facts: number; mentions: number; evidence: Evidence[]; community: Omit<Community, "keywords"> | null;
}

export interface Hit { document: DocumentRef; chunk: string; score: number; start: number; end: number; text: string }
export interface Citation { n: number; document: DocumentRef; page: string; chunk: string; start: number; end: number; quote: string; verified: boolean; weak?: boolean }
/** Near is a passage close to a question that was not answered: no answer. */
export interface Near { document: DocumentRef; chunk: string; start: number; end: number; text: string }
export interface Step {
  step: number; action: string; args: Record<string, unknown>; cypher: string; params: Record<string, unknown>;
  rows: number; ids: string[]; ms: number;
}
export interface Usage { calls: number; prompt_tokens: number; completion_tokens: number; cached_calls: number; cost?: number }
export interface Answer {
  answer: string; abstained: boolean; mode: string; agent: string; model: string; own_knowledge: boolean; limited?: string; limited_by?: string;
  citations: Citation[]; nearest?: Near[]; unsure?: string; trace: Step[]; usage: Usage; widest_call: number; ms: number; trace_id?: string;
  /** sentences are those of the answer with what supports each; offsets are in code points. */
  sentences?: Sentence[];
  /** conflicts are other answers that the sources give. */
  conflicts?: { a: Claim; b: Claim }[];
}
export interface Sentence { text: string; start: number; end: number; citations: number[]; supported: boolean }
export interface Claim { answer: string; citation: number }
/** Turn is a question of a conversation with its answer. */
export interface Turn { question: string; answer: string }
/** Filters bound what is read to documents that meet every condition; since is a time. */
export interface Filters { documents?: string[]; tags?: string[]; since?: string }
export interface Question {
  question: string; agent?: string; mode?: string; window?: number; max_calls?: number; budget?: number; timeout?: number;
  filters?: Filters; history?: Turn[]; make_gists?: boolean;
}

export interface Document {
  id: string; source: string; source_id: string; title: string; language: string; tokens: number; runes: number; tags: string[];
  ingested_at: string; partial: boolean;
  /** gists is the preset of the document's episodes, "" without any. */
  gists: string;
}
/** Episode is a page of a document with its gist. */
export interface Episode { id: string; document: string; index: number; start: number; end: number; words: number; gist: string; preset: string }
export interface Passage { document: DocumentRef; start: number; end: number; text: string; runes: number }
export interface Fact { id: string; chunk: string; text: string; start: number; end: number; in: string; about: { id: string; name: string }[] }
export interface Range { low: number; high: number }
export interface Estimate {
  documents: Record<string, number>; chunks: number; journalled: number; tokens: number; calls: number; prompt_tokens: number;
  completion_tokens: Range; cost: Range; seconds: Range; model: string; errors: { item?: string; message?: string }[];
}

export type JobState = "queued" | "running" | "done" | "partly" | "failed" | "cancelled" | "interrupted";
export interface Job {
  id: string; kind: string; state: JobState; error: string; created: string; updated: string;
  request?: Record<string, unknown>; progress?: Record<string, unknown>; result?: Record<string, unknown>;
}

/** by says who accepted a name that the schema's own file lacks. */
export interface SchemaType { name: string; description?: string; by?: string }
export interface SchemaRelation { name: string; description?: string; domain?: string[]; range?: string[]; by?: string }
export interface Schema {
  name: string; version: number; settled: boolean; evolution: string; proposals: number;
  names?: { part: string; name: string; by?: string; count: number }[];
  schema: { name: string; types: SchemaType[]; relations: SchemaRelation[]; attributes: SchemaType[]; evolution?: string };
}
export interface Proposal {
  id: string; part: "type" | "relation" | "attribute"; name: string; support: number; signature: string; confidence: number;
  documents: number; state: string; evidence: { chunk: string; subject: string; object: string; signature: string; start: number; end: number }[];
}
/** SchemaChange is what another schema does, or would do. */
export interface SchemaChange {
  added: { part: string; name: string }[]; removed: { part: string; name: string }[]; everything: boolean;
  lost: { part: string; name: string; count: number }[]; mode: { from: string; to: string } | null; done: boolean; evolution: Evolution | null;
}
export interface Evolution { mode: string; accepted: unknown[]; dropped: unknown[]; open: number; restated: number; left: number }

export interface Candidate { id: string; name: string; type: string; documents: number }
export interface Duplicate { a: Candidate; b: Candidate; reason: string; score: number; similarity: number }
export interface Decision { id: string; kind: string; names: string[]; documents: string[]; at: string }
export interface Decided { decision: Decision; restated: number; left: number; entities: Element[]; ms: number }

export interface TraceSummary {
  id: string; asked: string; question: string; reply: string; agent: string; asked_agent: string; mode: string; model: string;
  abstained: boolean; failed: boolean; steps: number; calls: number; ms: number;
}
export interface Trace extends TraceSummary { answer: Answer; error: { code: string; message: string; hint: string } | null }

/** Figure is a mean score with its 95 % interval over n answers. */
export interface Figure { mean: number; low: number; high: number; n: number; deviation: number }
export type RunState = "done" | "running" | "unfinished" | "unreadable";
export interface Run {
  name: string; state: RunState; problem: string; started: string; dataset: string; digest: string; agents: string[]; models: string[]; modes: string[];
  answers: number; items: number; headline: string; scores: { system: string; items: number; failed: number; score: Figure | null }[];
}
/** RunDetail has a summary once there is a report. */
export interface RunDetail extends Run { metrics: string[]; summary: RunSummary | null }
export interface RunSummary { systems: RunSystem[]; pairs: RunPair[]; skipped: number }
export interface RunSystem {
  title: string; questions: number; items: number; failed: number; unjudged: number; abstained: number; scores: Record<string, Figure>;
  calls: number; tokens: number; ms_p50: number;
}
export interface RunPair { a: string; b: string; metric: string; n: number; difference: number; low: number; high: number; p: number }
/** Comparison is that of a run a with a run b. */
export interface Comparison {
  a: string; b: string; only?: string[]; dropped: string[]; headline: string; fell: number;
  changes: { system: string; metric: string; before: Figure; after: Figure; pair: RunPair; dropped: boolean; outcome: "better" | "worse" | "" }[];
  worse: { system: string; id: string; question: string; gold: string[]; before: number; after: number; answer_before: string; answer_after: string }[];
}
