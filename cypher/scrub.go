package cypher

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
)

// scrubbed are the nodes n that Scrub removes: what waits for a chunk or a document.
var scrubbed = []string{
	"MATCH (n:Extraction) WHERE n.key > $after AND n.key < $end AND NOT EXISTS { MATCH (:Chunk {key: n.key}) }",
	"MATCH (n:EpisodeReply) WHERE n.key > $after AND n.key < $end AND NOT EXISTS { MATCH (:Document {key: $after + n.document}) }",
}

// Scrub drops the extractions that wait for their chunk, and replies about pages of documents
// that are not there. What the server keeps of deleted nodes in its store files and transaction
// logs, and for how long, is the server's own affair.
func (s *Store) Scrub(ctx context.Context) (err error) {
	const op = "cypher.Scrub"
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	for _, match := range scrubbed {
		st := Statement{match + "\nWITH n ORDER BY n.key LIMIT $limit\nDETACH DELETE n\nRETURN count(*) AS n",
			map[string]any{"after": s.workspace.key(""), "end": s.workspace.end(), "limit": graph.MaxRows}}
		for gone := graph.MaxRows; gone == graph.MaxRows; {
			gone, err = write(ctx, s, op, func(tx neo4j.ManagedTransaction) (int, error) {
				return first(run(ctx, tx, st, func(r row) int { return r.number("n") }))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
