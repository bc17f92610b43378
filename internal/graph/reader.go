package graph

import (
	"context"
	"time"
)

// Reader is every read operation: what a store, or a snapshot of one, offers.
// Consumers declare smaller interfaces of what they use; this one is the list
// that the conformance suite checks both stores against.
type Reader interface {
	ChangeNumber(context.Context) (int64, error)
	Counts(context.Context) (Counts, error)
	Documents(context.Context, DocumentsQuery) ([]Document, error)
	Chunks(context.Context, ChunksQuery) ([]ChunkRow, error)
	Facts(context.Context, FactsQuery) ([]FactRow, error)
	KeyElements(context.Context, KeyElementsQuery) ([]KeyElementRow, error)
	Find(context.Context, FindQuery) ([]KeyElement, error)
	Attributes(context.Context, AttributesQuery) ([]Attribute, error)
	Mentions(context.Context, MentionsQuery) ([]MentionRow, error)
	Neighbours(context.Context, NeighboursQuery) ([]Neighbour, error)
	Relations(context.Context, RelationsQuery) ([]RelationRow, error)
	Paths(context.Context, PathsQuery) ([]Path, error)
	Changes(context.Context, ChangesQuery) ([]ChunkChange, error)
	Extractions(context.Context, ExtractionsQuery) ([]Extraction, error)
	Quarantined(context.Context, QuarantinedQuery) ([]QuarantinedRow, error)
	Jobs(context.Context, JobsQuery) ([]Job, error)
	Decisions(context.Context, DecisionsQuery) ([]Decision, error)
	// Schema gives the latest schema version; NotFound where none was put.
	Schema(context.Context) (SchemaVersion, error)
	SchemaVersions(context.Context, SchemaVersionsQuery) ([]SchemaVersion, error)
	// Vocabulary counts the names of the schema that the graph uses. Order: part, name.
	Vocabulary(context.Context) ([]Term, error)
	Proposals(context.Context, ProposalsQuery) ([]ProposalRow, error)
	Proposing(context.Context, ProposingQuery) ([]ProposingRow, error)

	PageChunks(context.Context, PageQuery) ([]Chunk, error)
	PageFacts(context.Context, PageQuery) ([]FactPage, error)
	PageKeyElements(context.Context, PageQuery) ([]KeyElementPage, error)
	PageAttributes(context.Context, PageQuery) ([]AttributePage, error)
	PageTriples(context.Context, PageQuery) ([]TriplePage, error)
	PageProposals(context.Context, PageQuery) ([]ProposalPage, error)
	PageCommunities(context.Context, PageQuery) ([]CommunityPage, error)
	PageKeywords(context.Context, PageQuery) ([]Keyword, error)
	// PageEntities, PageRelations and PageTies give the graph as a network, without
	// evidence: the key elements that carry a type, the triples, and the key elements
	// of each fact. A page of PageTies is over all facts: Next is where the next
	// one begins, "" after the last.
	PageEntities(context.Context, PageQuery) ([]KeyElement, error)
	PageRelations(context.Context, PageQuery) ([]Triple, error)
	PageTies(context.Context, PageQuery) (ties []FactElements, next ID, err error)
	// PageNames gives all mentions without their spans, in the order of chunk,
	// element, place and surface. A page is over all chunks: Next is where the next one
	// begins, "" after the last.
	PageNames(context.Context, PageQuery) (uses []NameUse, next ID, err error)
	// PageDegrees gives the facts and neighbours of the key elements that facts are
	// about, PageSamples what the graph of each document is like; both by id.
	PageDegrees(context.Context, PageQuery) ([]Degree, error)
	PageSamples(context.Context, PageQuery) ([]DocumentSample, error)
	Communities(context.Context, CommunitiesQuery) ([]CommunityRow, error)
	Members(context.Context, MembersQuery) ([]KeyElement, error)
	// TreeNumber is the change number up to which the communities are true; 0
	// where none were ever made.
	TreeNumber(context.Context) (int64, error)
	// TreeMethod is the method by which the workspace's communities are made, "" for
	// the default.
	TreeMethod(context.Context) (string, error)
	Embeddings(context.Context, EmbeddingsQuery) ([]Embedding, error)
	// PageEmbeddings gives all vectors by id, without their numbers.
	PageEmbeddings(context.Context, PageQuery) ([]Embedding, error)
	// Embedder says what the vectors of the workspace are of; zero where none were made.
	Embedder(context.Context) (Embedder, error)
	Verifier
}

// Store is a workspace's graph: all reads, the writes, and one-snapshot reading.
type Store interface {
	Reader
	// Apply carries out a change in one transaction (see graph.Apply).
	Apply(context.Context, Change) (Applied, error)
	// Journal keeps extractions, one a chunk: a second one of a chunk replaces
	// the first. It does not change the graph, so the
	// change number stays.
	Journal(context.Context, []Extraction) error
	// PutJob writes a job whole; the one of its id is replaced. The change number stays.
	PutJob(context.Context, Job) error
	// PutDecision keeps the next decision (Seq and ID are given by the store) and
	// raises the change number, but for a kind that is none of ChangesGraph.
	// DropDecision takes one back likewise; NotFound without it.
	PutDecision(ctx context.Context, kind string, subjects []string, at time.Time) (Decision, error)
	DropDecision(context.Context, ID) error
	// PutTree makes these the communities: what is the same stays as it is. It
	// raises the change number, which becomes the tree's.
	PutTree(context.Context, []CommunityState) error
	// SetTreeMethod says by which method communities are made from now on. It takes
	// the workspace's write lock, and the change number stays: it is set after the
	// communities that the method made, which a raised number would call stale.
	SetTreeMethod(ctx context.Context, method string) error
	// PutSchema stores the next schema version; the same body as the latest
	// version stores nothing. It gives the version in force.
	PutSchema(ctx context.Context, body string) (SchemaVersion, error)
	// SettleSchema notes that the whole graph follows a version; NotFound without it.
	SettleSchema(ctx context.Context, version int) error
	// PutEmbeddings keeps vectors; one of the same text and model is replaced.
	// DropEmbeddings removes some by id, SetEmbedder says what the workspace's are
	// of. None of them changes the graph, so the change number stays.
	PutEmbeddings(context.Context, []Embedding) error
	DropEmbeddings(context.Context, []ID) error
	SetEmbedder(context.Context, Embedder) error
	// Scrub leaves nothing of what was deleted: extractions that wait for a chunk
	// go, and the embedded store overwrites the space that became free, which costs
	// as much as copying its file. Held says that a reader still uses an older
	// state; what Neo4j keeps in its own files is beyond its clients. The change
	// number stays.
	Scrub(context.Context) error
	// Snapshot gives a reader that sees one state as far as the store can: the
	// embedded store pins it, Neo4j reads what is committed. release must be called.
	Snapshot(context.Context) (r Reader, release func(), err error)
	Close(context.Context) error
}
