package cypher

import (
	"context"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/graph"
)

// Evidence carries out graph.EvidenceQuery, as a write that removes the chunks
// would read it.
func (s *Store) Evidence(ctx context.Context, q graph.EvidenceQuery) (graph.Evidence, error) {
	if err := q.Check(); err != nil {
		return graph.Evidence{}, s.observe.Refuse(ctx, "cypher.Evidence", err)
	}
	removed, err := inspect(ctx, s, "cypher.Evidence", func(t *applyTx) (graph.Removed, error) { return t.Removed(ctx, nil, q.Chunks) })
	removed.Evidence.Canonical()
	return removed.Evidence, err
}

// States carries out graph.StatesQuery, as a write that touches the items would
// read them, with all ABOUT edges of the facts.
func (s *Store) States(ctx context.Context, q graph.StatesQuery) (graph.State, error) {
	if err := q.Check(); err != nil {
		return graph.State{}, s.observe.Refuse(ctx, "cypher.States", err)
	}
	return inspect(ctx, s, "cypher.States", func(t *applyTx) (graph.State, error) {
		state, err := t.State(ctx, graph.Touched{Facts: q.Facts, Elements: q.Elements, Attributes: q.Attributes, Triples: q.Triples,
			Proposals: q.Proposals})
		if err != nil {
			return graph.State{}, err
		}
		err = t.lookUpFrom(ctx, "AtomicFact", q.Facts, "-[a:ABOUT]->(k:KeyElement)", "n.id AS fact, k.id AS element, a.support AS support",
			func(r row) {
				state.Abouts[graph.AboutKey{Fact: r.id("fact"), Element: r.id("element")}] = r.number("support")
			})
		return state, err
	})
}

// inspect reads what a write transaction would read.
func inspect[T any](ctx context.Context, s *Store, op string, look func(*applyTx) (T, error)) (T, error) {
	return session(ctx, s, op, neo4j.FetchDefault, neo4j.SessionWithContext.ExecuteRead, func(tx neo4j.ManagedTransaction) (T, error) {
		return look(&applyTx{tx: tx, workspace: s.workspace})
	})
}

// searches find, for each check, what is wrong with nodes n of a label. Edges
// cannot lead to nothing here; properties can.
var searches = []struct {
	check string
	parts []string
}{
	{graph.SourcesCheck, []string{
		"MATCH (n:Chunk) WHERE %s AND NOT EXISTS { (:Document)-[:HAS_CHUNK]->(n) }\nRETURN n.id AS item, 'no document' AS problem",
		"MATCH (n:Episode) WHERE %s AND NOT EXISTS { (:Document)-[:HAS_EPISODE]->(n) }\nRETURN n.id AS item, 'no document' AS problem",
	}},
	{graph.DanglingCheck, []string{
		"MATCH (n:Attribute) WHERE %s AND NOT EXISTS { (k:KeyElement)-[:HAS_ATTRIBUTE]->(n) WHERE k.id = n.entity }\n" +
			"RETURN n.id AS item, 'its entity ' + n.entity + ' does not lead to it' AS problem",
		"MATCH (n:Chunk)-[e:HAS_FACT]->(f:AtomicFact) WHERE %s\nUNWIND e.about AS about\n" +
			"WITH n, about WHERE NOT EXISTS { (k:KeyElement {key: $after + about}) }\n" +
			"RETURN n.id AS item, 'has a fact about ' + about + ', which is not there' AS problem",
		"MATCH (d:Document)-[:HAS_EPISODE]->(n:Episode) WHERE %s\n" +
			"  AND COUNT { (d)-[:HAS_CHUNK]->(c) WHERE c.start < n.`end` AND n.start < c.`end` AND EXISTS { (n)-[:COVERS]->(c) } } <> " +
			"COUNT { (n)-[:COVERS]->() }\n" +
			"RETURN n.id AS item, 'covers a chunk that it shares no text with' AS problem",
		"MATCH (d:Document)-[:HAS_EPISODE]->(n:Episode) WHERE %s AND NOT EXISTS { (n)-[:COVERS]->(:Chunk) }\n" +
			"RETURN n.id AS item, 'covers no chunk' AS problem",
	}},
	{graph.RelationsCheck, []string{
		"MATCH (n:Triple) WHERE %s AND NOT EXISTS {\n" +
			"  MATCH (:KeyElement {key: $after + n.subject})-[r {key: n.key}]->(:KeyElement {key: $after + n.object})\n" +
			"  WHERE type(r) IN [n.relation, n.relation + '_'] AND r.support = n.support }\n" +
			"RETURN n.id AS item, 'no typed relation that agrees with it' AS problem",
		"MATCH (n:KeyElement)-[r]->(:KeyElement) WHERE %s AND NOT EXISTS { (t:Triple {key: r.key}) }\n" +
			"RETURN coalesce(r.id, n.id) AS item, 'the typed relation ' + type(r) + ' has no triple' AS problem",
	}},
	{graph.JournalCheck, []string{
		"MATCH (n:Extraction) WHERE %s AND NOT EXISTS { (c:Chunk {key: n.key}) }\nRETURN n.id AS item, 'waits for its chunk' AS problem",
	}},
	{graph.StorageCheck, []string{
		"MATCH (n:KeyElement) WHERE %s AND n.type IS NOT NULL AND NOT (n:Entity AND any(l IN labels(n) WHERE l IN [n.type, " +
			"n.type + '_']))\n" +
			"RETURN n.id AS item, 'does not carry the labels of its type ' + n.type AS problem",
		"MATCH (n:Entity) WHERE %s AND n.type IS NULL\nRETURN n.id AS item, 'is labelled Entity without a type' AS problem",
	}},
}

// Integrity makes the checks that only the database can make.
func (s *Store) Integrity(ctx context.Context) (checks []graph.Check, err error) {
	const op = "cypher.Integrity"
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	for _, search := range searches {
		rows, err := read(ctx, s, op, renderSearch(s.workspace, search.parts), func(r row) graph.Check {
			return graph.Found(search.check, r.number("count"), r.texts("items"))
		})
		if err != nil {
			return nil, err
		}
		checks = append(checks, rows...)
	}
	missing, err := s.missingIndexes(ctx)
	if err != nil {
		return nil, err
	}
	storage := &checks[len(checks)-1]
	for _, name := range missing {
		storage.Find(graph.ID(name), "the constraint or index is not there")
	}
	return checks, nil
}

// renderSearch counts the findings of all parts, and gives the first.
func renderSearch(w scope, parts []string) Statement {
	text := "CALL () {\n"
	for i, part := range parts {
		if i > 0 {
			text += "UNION ALL\n"
		}
		text += strings.ReplaceAll(part, "%s", "n.key > $after AND n.key < $end") + "\n"
	}
	return Statement{text + "}\nWITH item + ': ' + problem AS finding ORDER BY finding\n" +
		"RETURN count(*) AS count, collect(finding)[..$limit] AS items",
		map[string]any{"after": w.key(""), "end": w.end(), "limit": graph.MaxItems}}
}
