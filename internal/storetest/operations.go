package storetest

import (
	"context"
	"fmt"
	"slices"

	"grove/internal/graph"
)

// readCases returns the cases of reads of the small graph.
func readCases() []readCase {
	return slices.Concat(documentReads(), chunkReads(), factReads(), keyElementReads(), findReads(), mentionReads(),
		neighbourReads(), relationReads(), pathReads(), countReads(), statsReads(), changeReads(), pageReads(), nameReads(), scopeReads())
}

// writeCases returns the cases that need a workspace of their own.
func writeCases() []writeCase {
	return slices.Concat([]writeCase{
		{"names/found by every name, as long as it has it", foundByNames},
		{"jobs/put, replace, order", jobsOrder},
		{"decisions/put, read, take back", decisionsLifetime},
		{"communities/put, read, change, drop", communitiesLifetime},
		{"episodes/put, read, replace, drop", episodesLifetime},
		{"episodes/wanted and due", episodesDue},
		{"episodes/replies of a document that is replaced, then removed", episodeReplies},
		{"network/entities, relations and ties, in pages", networkPages},
		{"schema/versions", schemaVersions},
		{"restate/as if said so from the start", restate},
		{"changes/tombstones come and go", tombstones},
		{"page/more things than the greatest limit", longPages},
		{"empty/every read of an empty workspace", emptyReads},
		{"empty/an empty change", emptyChange},
		{"apply/in slices", inSlices},
		{"apply/shrink then remove", shrinkRemove},
		{"scrub/takes what waits, leaves the rest", scrub},
		{"property/history does not show", history},
	}, applyCases(), aggregateCases(), journalCases(), proposalCases(), verifyCases(), embeddingCases(),
		hostileCases(), hubCases(), concurrencyCases(), cancelCases(), boundCases(), scopeCases())
}

// operation carries out a read and returns the number of its rows.
type operation func(context.Context, graph.Reader) (int, error)

// operations returns all reads of rows, by name. Queries by ids have n of them.
func operations(n int) map[string]operation {
	ids := make([]graph.ID, n)
	for i := range ids {
		ids[i] = element(fmt.Sprint("nobody ", i))
	}
	return map[string]operation{
		"Documents":   read(graph.Reader.Documents, graph.DocumentsQuery{IDs: ids}),
		"Chunks":      read(graph.Reader.Chunks, graph.ChunksQuery{IDs: ids}),
		"Facts":       read(graph.Reader.Facts, graph.FactsQuery{Elements: ids}),
		"KeyElements": read(graph.Reader.KeyElements, graph.KeyElementsQuery{Facts: ids}),
		"Find":        read(graph.Reader.Find, graph.FindQuery{IDs: ids}),
		"Attributes":  read(graph.Reader.Attributes, graph.AttributesQuery{Entities: ids}),
		"PageNames": func(ctx context.Context, r graph.Reader) (int, error) {
			uses, _, err := r.PageNames(ctx, graph.PageQuery{})
			return len(uses), err
		},
		"Mentions":       read(graph.Reader.Mentions, graph.MentionsQuery{Chunks: ids}),
		"Relations":      read(graph.Reader.Relations, graph.RelationsQuery{Elements: ids}),
		"Extractions":    read(graph.Reader.Extractions, graph.ExtractionsQuery{Chunks: ids, Version: "v"}),
		"Communities":    read(graph.Reader.Communities, graph.CommunitiesQuery{IDs: ids}),
		"Members":        read(graph.Reader.Members, graph.MembersQuery{Community: ids[0]}),
		"Proposals":      read(graph.Reader.Proposals, graph.ProposalsQuery{IDs: ids}),
		"Proposing":      read(graph.Reader.Proposing, graph.ProposingQuery{Proposals: ids}),
		"PageProposals":  read(graph.Reader.PageProposals, graph.PageQuery{}),
		"SchemaVersions": read(graph.Reader.SchemaVersions, graph.SchemaVersionsQuery{}),
		"Vocabulary": func(ctx context.Context, r graph.Reader) (int, error) {
			return count(r.Vocabulary(ctx))
		},
		"PageCommunities": read(graph.Reader.PageCommunities, graph.PageQuery{}),
		"Episodes":        read(graph.Reader.Episodes, graph.EpisodesQuery{Chunks: ids}),
		"EpisodeReplies":  read(graph.Reader.EpisodeReplies, graph.EpisodeRepliesQuery{IDs: ids}),
		"PageEpisodes":    read(graph.Reader.PageEpisodes, graph.PageQuery{}),
		"PageKeywords":    read(graph.Reader.PageKeywords, graph.PageQuery{}),
		"PageDegrees":     read(graph.Reader.PageDegrees, graph.PageQuery{}),
		"PageSamples":     read(graph.Reader.PageSamples, graph.PageQuery{}),
		"Embeddings":      read(graph.Reader.Embeddings, graph.EmbeddingsQuery{Model: "m", Texts: []string{"t"}}),
		"PageEmbeddings":  read(graph.Reader.PageEmbeddings, graph.PageQuery{}),
		"Decisions":       read(graph.Reader.Decisions, graph.DecisionsQuery{}),
		"PageEntities":    read(graph.Reader.PageEntities, graph.PageQuery{}),
		"PageRelations":   read(graph.Reader.PageRelations, graph.PageQuery{}),
		"PageTies": func(ctx context.Context, r graph.Reader) (int, error) {
			ties, _, err := r.PageTies(ctx, graph.PageQuery{})
			return len(ties), err
		},
		"Quarantined":     read(graph.Reader.Quarantined, graph.QuarantinedQuery{}),
		"Jobs":            read(graph.Reader.Jobs, graph.JobsQuery{}),
		"Neighbours":      read(graph.Reader.Neighbours, graph.NeighboursQuery{Element: ids[0]}),
		"Paths":           read(graph.Reader.Paths, graph.PathsQuery{From: ids[0], To: element("somebody")}),
		"Changes":         read(graph.Reader.Changes, graph.ChangesQuery{}),
		"PageChunks":      read(graph.Reader.PageChunks, graph.PageQuery{}),
		"PageFacts":       read(graph.Reader.PageFacts, graph.PageQuery{}),
		"PageKeyElements": read(graph.Reader.PageKeyElements, graph.PageQuery{}),
		"PageAttributes":  read(graph.Reader.PageAttributes, graph.PageQuery{}),
		"PageTriples":     read(graph.Reader.PageTriples, graph.PageQuery{}),
	}
}

// read returns the operation that carries out a query by a method of the reader.
func read[Q, R any](do func(graph.Reader, context.Context, Q) ([]R, error), q Q) operation {
	return func(ctx context.Context, r graph.Reader) (int, error) { return count(do(r, ctx, q)) }
}

func count[R any](rows []R, err error) (int, error) { return len(rows), err }
