package cypher

import "context"

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
		if err := s.exhaust(ctx, op, drops(match, s.workspace.key(""), s.workspace.end())); err != nil {
			return err
		}
	}
	return nil
}
