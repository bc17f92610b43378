package cypher

import (
	"context"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/fault"
	"grove/internal/graph"
)

func renderDecisions(w scope, q graph.DecisionsQuery) Statement {
	return Statement{`MATCH (d:Decision) WHERE d.key > $after AND d.key < $end AND d.seq > $since AND (size($kinds) = 0 OR d.kind IN $kinds)
RETURN d.id AS id, d.seq AS seq, d.kind AS kind, d.subjects AS subjects, d.at AS at
ORDER BY seq LIMIT $limit`, map[string]any{"after": w.key(""), "end": w.end(), "since": q.After,
		"kinds": append([]string{}, q.Kinds...), "limit": graph.Limit(q.Limit)}}
}

// Decisions carries out graph.DecisionsQuery.
func (s *Store) Decisions(ctx context.Context, q graph.DecisionsQuery) ([]graph.Decision, error) {
	return read(ctx, s, "cypher.Decisions", q, func(r row) graph.Decision {
		return graph.Decision{ID: r.id("id"), Seq: r.number("seq"), Kind: r.text("kind"), Subjects: r.texts("subjects"), At: r.time("at")}
	})
}

// PutDecision keeps the next decision. The workspace remembers the last number,
// which never comes back.
func (s *Store) PutDecision(ctx context.Context, kind string, subjects []string, at time.Time) (graph.Decision, error) {
	return write(ctx, s, "cypher.PutDecision", func(tx neo4j.ManagedTransaction) (graph.Decision, error) {
		d := graph.Decision{Kind: kind, Subjects: subjects, At: at.UTC().Truncate(time.Second)}
		if _, err := lock(ctx, tx, s.workspace, raisedBy(kind)); err != nil {
			return d, err
		}
		number, err := first(run(ctx, tx, Statement{
			"MATCH (w:Workspace {key: $workspace})\nSET w.decisions = coalesce(w.decisions, 0) + 1\nRETURN w.decisions AS number",
			map[string]any{"workspace": string(s.workspace)}}, changeNumberOf))
		if err != nil {
			return d, err
		}
		d.Seq = int(number)
		d.ID = graph.DecisionID(d.Seq, kind, subjects)
		m := s.workspace.base(d.ID, kind)
		m["seq"], m["kind"], m["subjects"], m["at"] = d.Seq, kind, append([]string{}, subjects...), d.At
		return d, runAll(ctx, tx, mergeNodes("Decision", rows{m}))
	})
}

// raisedBy returns by how much a decision of a kind raises the change number.
func raisedBy(kind string) int {
	if graph.ChangesGraph(kind) {
		return 1
	}
	return 0
}

// DropDecision takes a decision back.
func (s *Store) DropDecision(ctx context.Context, id graph.ID) error {
	const op = "cypher.DropDecision"
	return s.update(ctx, op, func(tx neo4j.ManagedTransaction) error {
		if _, err := lock(ctx, tx, s.workspace, 0); err != nil {
			return err
		}
		kinds, err := run(ctx, tx, Statement{"MATCH (d:Decision {key: $key})\nWITH d, d.kind AS kind\nDELETE d\nRETURN kind",
			map[string]any{"key": s.workspace.key(id)}}, func(r row) string { return r.text("kind") })
		if err != nil {
			return err
		}
		if len(kinds) == 0 {
			return fault.New(fault.NotFound, op, string(id), "there is no such decision", "")
		}
		_, err = lock(ctx, tx, s.workspace, raisedBy(kinds[0]))
		return err
	})
}
