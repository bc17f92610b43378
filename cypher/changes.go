package cypher

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
)

// ChangeNumberQuery asks Render for the statement of ChangeNumber.
type ChangeNumberQuery struct{}

func renderChangeNumber(w scope) Statement {
	return Statement{"MATCH (w:Workspace {key: $workspace}) RETURN w.changeNumber AS number",
		map[string]any{"workspace": string(w)}}
}

// ChangeNumber returns the number of the last write; 0 where nothing was written.
func (s *Store) ChangeNumber(ctx context.Context) (int64, error) {
	return firstOrZero(read(ctx, s, "cypher.ChangeNumber", renderChangeNumber(s.workspace), changeNumberOf))
}

func changeNumberOf(r row) int64 { return value[int64](r, "number") }

// renderLock takes the workspace's write lock, which lasts until the
// transaction ends, and raises the change number by so much.
func renderLock(w scope, raise int) Statement {
	return Statement{`MERGE (w:Workspace {key: $workspace})
ON CREATE SET w.id = $workspace, w.workspace = $workspace, w.name = $workspace, w.changeNumber = 0
SET w.changeNumber = w.changeNumber + $raise
RETURN w.changeNumber AS number`, map[string]any{"workspace": string(w), "raise": raise}}
}

// lock runs the first statement of every write, and returns the change number.
func lock(ctx context.Context, tx neo4j.ManagedTransaction, w scope, raise int) (int64, error) {
	return first(run(ctx, tx, renderLock(w, raise), changeNumberOf))
}

func renderChanges(w scope, q graph.ChangesQuery) Statement {
	branch := func(label, gone string) string {
		return "  MATCH (n:" + label + ") WHERE n.workspace = $workspace AND n.changed >= $since\n" +
			"    AND (n.changed > $since OR n.id > $after)\n" +
			"  RETURN n.changed AS number, n.id AS chunk, " + gone + " AS gone ORDER BY number, chunk LIMIT $limit\n"
	}
	return Statement{"CALL () {\n" + branch("Chunk", "false") + "UNION ALL\n" + branch("Tombstone", "true") + "}\n" +
		"RETURN number, chunk, gone ORDER BY number, chunk LIMIT $limit",
		map[string]any{"workspace": string(w), "since": q.Since, "after": string(q.After), "limit": graph.Limit(q.Limit)}}
}

// Changes carries out graph.ChangesQuery.
func (s *Store) Changes(ctx context.Context, q graph.ChangesQuery) ([]graph.ChunkChange, error) {
	return read(ctx, s, "cypher.Changes", q, func(r row) graph.ChunkChange {
		return graph.ChunkChange{Number: changeNumberOf(r), Chunk: r.id("chunk"), Gone: value[bool](r, "gone")}
	})
}
