package graph

import (
	"context"
	"time"
)

// Reader is the read operations of a store or of a snapshot of one. Consumers declare
// smaller interfaces; the conformance suite checks both stores against this one.
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
	// Schema returns the latest schema version, or NotFound.
	Schema(context.Context) (SchemaVersion, error)
	SchemaVersions(context.Context, SchemaVersionsQuery) ([]SchemaVersion, error)
	// Vocabulary counts the names of the schema that the graph uses. Order: part, name.
	Vocabulary(context.Context) ([]Term, error)
	Proposals(context.Context, ProposalsQuery) ([]ProposalRow, error)
	Proposing(context.Context, ProposingQuery) ([]ProposingRow, error)
	Episodes(context.Context, EpisodesQuery) ([]Episode, error)
	EpisodeReplies(context.Context, EpisodeRepliesQuery) ([]EpisodeReply, error)

	PageChunks(context.Context, PageQuery) ([]Chunk, error)
	PageFacts(context.Context, PageQuery) ([]FactPage, error)
	PageKeyElements(context.Context, PageQuery) ([]KeyElementPage, error)
	PageAttributes(context.Context, PageQuery) ([]AttributePage, error)
	PageTriples(context.Context, PageQuery) ([]TriplePage, error)
	PageProposals(context.Context, PageQuery) ([]ProposalPage, error)
	PageCommunities(context.Context, PageQuery) ([]CommunityPage, error)
	PageKeywords(context.Context, PageQuery) ([]Keyword, error)
	PageEpisodes(context.Context, PageQuery) ([]Episode, error)
	// PageEntities, PageRelations and PageTies return the graph as a network, without
	// evidence: the key elements with a type, the triples, and the key elements of each
	// fact. PageTies leaves out facts with fewer than two elements; its next page begins
	// after next, "" after the last.
	PageEntities(context.Context, PageQuery) ([]KeyElement, error)
	PageRelations(context.Context, PageQuery) ([]Triple, error)
	PageTies(context.Context, PageQuery) (ties []FactElements, next ID, err error)
	// PageNames returns all mentions without their spans, in the order of chunk, element,
	// place and surface, for a page of chunks. The next page begins after next, "" after
	// the last.
	PageNames(context.Context, PageQuery) (uses []NameUse, next ID, err error)
	// PageDegrees returns the numbers of facts and neighbours of each key element of a
	// fact, PageSamples the counts of the graph of each document; both by id.
	PageDegrees(context.Context, PageQuery) ([]Degree, error)
	PageSamples(context.Context, PageQuery) ([]DocumentSample, error)
	Communities(context.Context, CommunitiesQuery) ([]CommunityRow, error)
	Members(context.Context, MembersQuery) ([]KeyElement, error)
	// TreeNumber returns the change number of the graph that the communities were made
	// from; 0 before the first.
	TreeNumber(context.Context) (int64, error)
	// TreeMethod returns the settings by which communities are made (tree.Settings), "" for the defaults.
	TreeMethod(context.Context) (string, error)
	Embeddings(context.Context, EmbeddingsQuery) ([]Embedding, error)
	// PageEmbeddings returns all embeddings by id, without their vectors.
	PageEmbeddings(context.Context, PageQuery) ([]Embedding, error)
	// Embedder returns the embedding model of the workspace; zero before the first vectors.
	Embedder(context.Context) (Embedder, error)
	Verifier
}

// Store is the graph of a workspace: all reads, the writes, and snapshots.
type Store interface {
	Reader
	// Apply carries out a change in one transaction (see the function Apply).
	Apply(context.Context, Change) (Applied, error)
	// Journal stores extractions, of which each chunk has one: a second one replaces the
	// first. The change number stays the same.
	Journal(context.Context, []Extraction) error
	// SetGists stores the preset of the episodes that are wanted of documents, "" for none.
	// PutEpisodes replaces the episodes of documents; those that are unknown or Partial are
	// ignored. JournalEpisodes stores replies about pages, replacing those of the same ids.
	// The change number stays the same.
	SetGists(ctx context.Context, documents []ID, preset string) error
	PutEpisodes(context.Context, []Pagination) error
	JournalEpisodes(context.Context, []EpisodeReply) error
	// PutJob stores a job, replacing the one with its id. The change number stays the same.
	PutJob(context.Context, Job) error
	// PutDecision stores a decision under the next Seq, and raises the change number if
	// ChangesGraph holds for its kind. DropDecision deletes one likewise, or returns NotFound.
	PutDecision(ctx context.Context, kind string, subjects []string, at time.Time) (Decision, error)
	DropDecision(context.Context, ID) error
	// PutTree replaces the communities, and leaves those that are the same unchanged. It
	// raises the change number, which becomes TreeNumber.
	PutTree(context.Context, []CommunityState) error
	// SetTreeMethod stores the settings by which communities are made. The change number
	// stays the same, so that the communities just made by them are not stale.
	SetTreeMethod(ctx context.Context, method string) error
	// PutSchema stores the next schema version, unless the latest has the same body. It
	// returns the latest version.
	PutSchema(ctx context.Context, body string) (SchemaVersion, error)
	// SettleSchema marks a version as followed by the whole graph, or returns NotFound.
	SettleSchema(ctx context.Context, version int) error
	// PutEmbeddings stores embeddings, replacing those of the same text and model.
	// DropEmbeddings deletes some by id, SetEmbedder sets the workspace's embedding model.
	// The change number stays the same.
	PutEmbeddings(context.Context, []Embedding) error
	DropEmbeddings(context.Context, []ID) error
	SetEmbedder(context.Context, Embedder) error
	// Scrub erases what was deleted: extractions without a chunk and replies about pages
	// without a document are deleted, and the
	// embedded store overwrites free space, which costs as much as copying its file. It
	// returns Held if a reader still uses an older state. Neo4j's own files are out of
	// reach. The change number stays the same.
	Scrub(context.Context) error
	// Snapshot returns a reader of one state in the embedded store; in Neo4j it reads the
	// latest committed state. The caller must call release.
	Snapshot(context.Context) (r Reader, release func(), err error)
	Close(context.Context) error
}
