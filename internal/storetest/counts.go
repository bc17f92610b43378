package storetest

import (
	"context"
	"fmt"

	"grove/internal/graph"
)

func countReads() []readCase {
	return []readCase{{"counts/one a kind", func(ctx context.Context, r graph.Reader) ([]string, error) {
		c, err := r.Counts(ctx)
		return []string{fmt.Sprintf("%+v", c)}, err
	}, []string{"{Documents:3 Chunks:5 Episodes:0 Facts:7 KeyElements:8 Entities:6 Triples:8 Attributes:3 Communities:0 Keywords:0 Proposals:0 Extractions:0 Quarantined:0 Tombstones:0 Embeddings:0}"}}}
}
