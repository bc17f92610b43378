package storetest

import (
	"context"
	"fmt"

	"grove/internal/graph"
)

// operation carries out a read and gives the number of its rows.
type operation func(context.Context, graph.Reader) (int, error)

// operations returns all reads that give rows, by name; those that name ids name n of them.
func operations(n int) map[string]operation {
	ids := make([]graph.ID, n)
	for i := range ids {
		ids[i] = element(fmt.Sprint("nobody ", i))
	}
	return map[string]operation{
		"Documents": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Documents(ctx, graph.DocumentsQuery{IDs: ids}))
		},
		"Chunks": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Chunks(ctx, graph.ChunksQuery{IDs: ids}))
		},
		"Facts": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Facts(ctx, graph.FactsQuery{Elements: ids}))
		},
		"KeyElements": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.KeyElements(ctx, graph.KeyElementsQuery{Facts: ids}))
		},
		"Find": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Find(ctx, graph.FindQuery{IDs: ids}))
		},
		"Attributes": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Attributes(ctx, graph.AttributesQuery{Entities: ids}))
		},
		"PageNames": func(ctx context.Context, r graph.Reader) (int, error) {
			uses, _, err := r.PageNames(ctx, graph.PageQuery{})
			return len(uses), err
		},
		"Mentions": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Mentions(ctx, graph.MentionsQuery{Chunks: ids}))
		},
		"Relations": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Relations(ctx, graph.RelationsQuery{Elements: ids}))
		},
		"Extractions": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Extractions(ctx, graph.ExtractionsQuery{Chunks: ids, Version: "v"}))
		},
		"Communities": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Communities(ctx, graph.CommunitiesQuery{IDs: ids}))
		},
		"Members": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Members(ctx, graph.MembersQuery{Community: ids[0]}))
		},
		"Proposals": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Proposals(ctx, graph.ProposalsQuery{IDs: ids}))
		},
		"Proposing": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Proposing(ctx, graph.ProposingQuery{Proposals: ids}))
		},
		"PageProposals": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageProposals(ctx, graph.PageQuery{}))
		},
		"SchemaVersions": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.SchemaVersions(ctx, graph.SchemaVersionsQuery{}))
		},
		"Vocabulary": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Vocabulary(ctx))
		},
		"PageCommunities": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageCommunities(ctx, graph.PageQuery{}))
		},
		"PageKeywords": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageKeywords(ctx, graph.PageQuery{}))
		},
		"PageDegrees": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageDegrees(ctx, graph.PageQuery{}))
		},
		"PageSamples": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageSamples(ctx, graph.PageQuery{}))
		},
		"Embeddings": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Embeddings(ctx, graph.EmbeddingsQuery{Model: "m", Texts: []string{"t"}}))
		},
		"PageEmbeddings": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageEmbeddings(ctx, graph.PageQuery{}))
		},
		"Decisions": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Decisions(ctx, graph.DecisionsQuery{}))
		},
		"PageEntities": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageEntities(ctx, graph.PageQuery{}))
		},
		"PageRelations": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageRelations(ctx, graph.PageQuery{}))
		},
		"PageTies": func(ctx context.Context, r graph.Reader) (int, error) {
			ties, _, err := r.PageTies(ctx, graph.PageQuery{})
			return len(ties), err
		},
		"Quarantined": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Quarantined(ctx, graph.QuarantinedQuery{}))
		},
		"Jobs": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Jobs(ctx, graph.JobsQuery{}))
		},
		"Neighbours": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Neighbours(ctx, graph.NeighboursQuery{Element: ids[0]}))
		},
		"Paths": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Paths(ctx, graph.PathsQuery{From: ids[0], To: element("somebody")}))
		},
		"Changes": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Changes(ctx, graph.ChangesQuery{}))
		},
		"PageChunks": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageChunks(ctx, graph.PageQuery{}))
		},
		"PageFacts": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageFacts(ctx, graph.PageQuery{}))
		},
		"PageKeyElements": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageKeyElements(ctx, graph.PageQuery{}))
		},
		"PageAttributes": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageAttributes(ctx, graph.PageQuery{}))
		},
		"PageTriples": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.PageTriples(ctx, graph.PageQuery{}))
		},
	}
}

func count[R any](rows []R, err error) (int, error) { return len(rows), err }
