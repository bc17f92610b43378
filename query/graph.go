package query

import (
	"context"

	"grove/internal/graph"
)

// Chunks reads chunks.
type Chunks interface {
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
}

// Graph is what agents read of the graph. A store or a snapshot of one serves.
type Graph interface {
	Chunks
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	Counts(context.Context) (graph.Counts, error)
	Facts(context.Context, graph.FactsQuery) ([]graph.FactRow, error)
	KeyElements(context.Context, graph.KeyElementsQuery) ([]graph.KeyElementRow, error)
	Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error)
	Mentions(context.Context, graph.MentionsQuery) ([]graph.MentionRow, error)
	Neighbours(context.Context, graph.NeighboursQuery) ([]graph.Neighbour, error)
	Relations(context.Context, graph.RelationsQuery) ([]graph.RelationRow, error)
	Paths(context.Context, graph.PathsQuery) ([]graph.Path, error)
	Attributes(context.Context, graph.AttributesQuery) ([]graph.Attribute, error)
	Communities(context.Context, graph.CommunitiesQuery) ([]graph.CommunityRow, error)
	Members(context.Context, graph.MembersQuery) ([]graph.KeyElement, error)
	PageKeyElements(context.Context, graph.PageQuery) ([]graph.KeyElementPage, error)
}
