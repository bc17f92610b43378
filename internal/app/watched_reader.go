package app

import (
	"context"

	"grove/internal/graph"
)

// watchedReader is a reader whose operations are counted and traced, each under its
// own name. What an operation does says [graph.Reader].
type watchedReader struct {
	graph.Reader
	watch *watch
}

// ChangeNumber counts the read.
func (r watchedReader) ChangeNumber(ctx context.Context) (int64, error) {
	return operation(ctx, r.watch, "ChangeNumber", r.Reader.ChangeNumber)
}

// Counts counts the read.
func (r watchedReader) Counts(ctx context.Context) (graph.Counts, error) {
	return operation(ctx, r.watch, "Counts", r.Reader.Counts)
}

// Documents counts the read.
func (r watchedReader) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	return reads(ctx, r.watch, "Documents", q, r.Reader.Documents)
}

// Chunks counts the read.
func (r watchedReader) Chunks(ctx context.Context, q graph.ChunksQuery) ([]graph.ChunkRow, error) {
	return reads(ctx, r.watch, "Chunks", q, r.Reader.Chunks)
}

// Facts counts the read.
func (r watchedReader) Facts(ctx context.Context, q graph.FactsQuery) ([]graph.FactRow, error) {
	return reads(ctx, r.watch, "Facts", q, r.Reader.Facts)
}

// KeyElements counts the read.
func (r watchedReader) KeyElements(ctx context.Context, q graph.KeyElementsQuery) ([]graph.KeyElementRow, error) {
	return reads(ctx, r.watch, "KeyElements", q, r.Reader.KeyElements)
}

// Find counts the read.
func (r watchedReader) Find(ctx context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	return reads(ctx, r.watch, "Find", q, r.Reader.Find)
}

// Attributes counts the read.
func (r watchedReader) Attributes(ctx context.Context, q graph.AttributesQuery) ([]graph.Attribute, error) {
	return reads(ctx, r.watch, "Attributes", q, r.Reader.Attributes)
}

// Mentions counts the read.
func (r watchedReader) Mentions(ctx context.Context, q graph.MentionsQuery) ([]graph.MentionRow, error) {
	return reads(ctx, r.watch, "Mentions", q, r.Reader.Mentions)
}

// Neighbours counts the read.
func (r watchedReader) Neighbours(ctx context.Context, q graph.NeighboursQuery) ([]graph.Neighbour, error) {
	return reads(ctx, r.watch, "Neighbours", q, r.Reader.Neighbours)
}

// Relations counts the read.
func (r watchedReader) Relations(ctx context.Context, q graph.RelationsQuery) ([]graph.RelationRow, error) {
	return reads(ctx, r.watch, "Relations", q, r.Reader.Relations)
}

// Paths counts the read.
func (r watchedReader) Paths(ctx context.Context, q graph.PathsQuery) ([]graph.Path, error) {
	return reads(ctx, r.watch, "Paths", q, r.Reader.Paths)
}

// Changes counts the read.
func (r watchedReader) Changes(ctx context.Context, q graph.ChangesQuery) ([]graph.ChunkChange, error) {
	return reads(ctx, r.watch, "Changes", q, r.Reader.Changes)
}

// Extractions counts the read.
func (r watchedReader) Extractions(ctx context.Context, q graph.ExtractionsQuery) ([]graph.Extraction, error) {
	return reads(ctx, r.watch, "Extractions", q, r.Reader.Extractions)
}

// Quarantined counts the read.
func (r watchedReader) Quarantined(ctx context.Context, q graph.QuarantinedQuery) ([]graph.QuarantinedRow, error) {
	return reads(ctx, r.watch, "Quarantined", q, r.Reader.Quarantined)
}

// Jobs counts the read.
func (r watchedReader) Jobs(ctx context.Context, q graph.JobsQuery) ([]graph.Job, error) {
	return reads(ctx, r.watch, "Jobs", q, r.Reader.Jobs)
}

// Decisions counts the read.
func (r watchedReader) Decisions(ctx context.Context, q graph.DecisionsQuery) ([]graph.Decision, error) {
	return reads(ctx, r.watch, "Decisions", q, r.Reader.Decisions)
}

// Schema counts the read.
func (r watchedReader) Schema(ctx context.Context) (graph.SchemaVersion, error) {
	return operation(ctx, r.watch, "Schema", r.Reader.Schema)
}

// SchemaVersions counts the read.
func (r watchedReader) SchemaVersions(ctx context.Context, q graph.SchemaVersionsQuery) ([]graph.SchemaVersion, error) {
	return reads(ctx, r.watch, "SchemaVersions", q, r.Reader.SchemaVersions)
}

// Vocabulary counts the read.
func (r watchedReader) Vocabulary(ctx context.Context) ([]graph.Term, error) {
	return operation(ctx, r.watch, "Vocabulary", r.Reader.Vocabulary)
}

// Proposals counts the read.
func (r watchedReader) Proposals(ctx context.Context, q graph.ProposalsQuery) ([]graph.ProposalRow, error) {
	return reads(ctx, r.watch, "Proposals", q, r.Reader.Proposals)
}

// Proposing counts the read.
func (r watchedReader) Proposing(ctx context.Context, q graph.ProposingQuery) ([]graph.ProposingRow, error) {
	return reads(ctx, r.watch, "Proposing", q, r.Reader.Proposing)
}

// PageChunks counts the read.
func (r watchedReader) PageChunks(ctx context.Context, q graph.PageQuery) ([]graph.Chunk, error) {
	return reads(ctx, r.watch, "PageChunks", q, r.Reader.PageChunks)
}

// PageFacts counts the read.
func (r watchedReader) PageFacts(ctx context.Context, q graph.PageQuery) ([]graph.FactPage, error) {
	return reads(ctx, r.watch, "PageFacts", q, r.Reader.PageFacts)
}

// PageKeyElements counts the read.
func (r watchedReader) PageKeyElements(ctx context.Context, q graph.PageQuery) ([]graph.KeyElementPage, error) {
	return reads(ctx, r.watch, "PageKeyElements", q, r.Reader.PageKeyElements)
}

// PageAttributes counts the read.
func (r watchedReader) PageAttributes(ctx context.Context, q graph.PageQuery) ([]graph.AttributePage, error) {
	return reads(ctx, r.watch, "PageAttributes", q, r.Reader.PageAttributes)
}

// PageTriples counts the read.
func (r watchedReader) PageTriples(ctx context.Context, q graph.PageQuery) ([]graph.TriplePage, error) {
	return reads(ctx, r.watch, "PageTriples", q, r.Reader.PageTriples)
}

// PageProposals counts the read.
func (r watchedReader) PageProposals(ctx context.Context, q graph.PageQuery) ([]graph.ProposalPage, error) {
	return reads(ctx, r.watch, "PageProposals", q, r.Reader.PageProposals)
}

// PageCommunities counts the read.
func (r watchedReader) PageCommunities(ctx context.Context, q graph.PageQuery) ([]graph.CommunityPage, error) {
	return reads(ctx, r.watch, "PageCommunities", q, r.Reader.PageCommunities)
}

// PageKeywords counts the read.
func (r watchedReader) PageKeywords(ctx context.Context, q graph.PageQuery) ([]graph.Keyword, error) {
	return reads(ctx, r.watch, "PageKeywords", q, r.Reader.PageKeywords)
}

// PageEntities counts the read.
func (r watchedReader) PageEntities(ctx context.Context, q graph.PageQuery) ([]graph.KeyElement, error) {
	return reads(ctx, r.watch, "PageEntities", q, r.Reader.PageEntities)
}

// PageRelations counts the read.
func (r watchedReader) PageRelations(ctx context.Context, q graph.PageQuery) ([]graph.Triple, error) {
	return reads(ctx, r.watch, "PageRelations", q, r.Reader.PageRelations)
}

// PageTies counts the read.
func (r watchedReader) PageTies(ctx context.Context, q graph.PageQuery) ([]graph.FactElements, graph.ID, error) {
	return pages(ctx, r.watch, "PageTies", q, r.Reader.PageTies)
}

// PageNames counts the read.
func (r watchedReader) PageNames(ctx context.Context, q graph.PageQuery) ([]graph.NameUse, graph.ID, error) {
	return pages(ctx, r.watch, "PageNames", q, r.Reader.PageNames)
}

// PageDegrees counts the read.
func (r watchedReader) PageDegrees(ctx context.Context, q graph.PageQuery) ([]graph.Degree, error) {
	return reads(ctx, r.watch, "PageDegrees", q, r.Reader.PageDegrees)
}

// PageSamples counts the read.
func (r watchedReader) PageSamples(ctx context.Context, q graph.PageQuery) ([]graph.DocumentSample, error) {
	return reads(ctx, r.watch, "PageSamples", q, r.Reader.PageSamples)
}

// Communities counts the read.
func (r watchedReader) Communities(ctx context.Context, q graph.CommunitiesQuery) ([]graph.CommunityRow, error) {
	return reads(ctx, r.watch, "Communities", q, r.Reader.Communities)
}

// Members counts the read.
func (r watchedReader) Members(ctx context.Context, q graph.MembersQuery) ([]graph.KeyElement, error) {
	return reads(ctx, r.watch, "Members", q, r.Reader.Members)
}

// TreeNumber counts the read.
func (r watchedReader) TreeNumber(ctx context.Context) (int64, error) {
	return operation(ctx, r.watch, "TreeNumber", r.Reader.TreeNumber)
}

// TreeMethod counts the read.
func (r watchedReader) TreeMethod(ctx context.Context) (string, error) {
	return operation(ctx, r.watch, "TreeMethod", r.Reader.TreeMethod)
}

// Embeddings counts the read.
func (r watchedReader) Embeddings(ctx context.Context, q graph.EmbeddingsQuery) ([]graph.Embedding, error) {
	return reads(ctx, r.watch, "Embeddings", q, r.Reader.Embeddings)
}

// PageEmbeddings counts the read.
func (r watchedReader) PageEmbeddings(ctx context.Context, q graph.PageQuery) ([]graph.Embedding, error) {
	return reads(ctx, r.watch, "PageEmbeddings", q, r.Reader.PageEmbeddings)
}

// Embedder counts the read.
func (r watchedReader) Embedder(ctx context.Context) (graph.Embedder, error) {
	return operation(ctx, r.watch, "Embedder", r.Reader.Embedder)
}

// Evidence counts the read.
func (r watchedReader) Evidence(ctx context.Context, q graph.EvidenceQuery) (graph.Evidence, error) {
	return reads(ctx, r.watch, "Evidence", q, r.Reader.Evidence)
}

// States counts the read.
func (r watchedReader) States(ctx context.Context, q graph.StatesQuery) (graph.State, error) {
	return reads(ctx, r.watch, "States", q, r.Reader.States)
}

// Integrity counts the read.
func (r watchedReader) Integrity(ctx context.Context) ([]graph.Check, error) {
	return operation(ctx, r.watch, "Integrity", r.Reader.Integrity)
}
