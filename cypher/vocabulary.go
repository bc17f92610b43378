package cypher

import (
	"context"

	"grove/internal/graph"
)

// VocabularyQuery asks Render for the statement of Vocabulary.
type VocabularyQuery struct{}

func renderVocabulary(w scope) Statement {
	return Statement{`CALL () {
MATCH (n:KeyElement) WHERE n.key > $after AND n.key < $end AND n.type IS NOT NULL
RETURN 'type' AS part, n.type AS name, count(*) AS count
UNION ALL
MATCH (n:Triple) WHERE n.key > $after AND n.key < $end
RETURN 'relation' AS part, n.relation AS name, count(*) AS count
UNION ALL
MATCH (n:Attribute) WHERE n.key > $after AND n.key < $end
RETURN 'attribute' AS part, n.attribute AS name, count(*) AS count
}
RETURN part, name, count ORDER BY part, name`, map[string]any{"after": w.key(""), "end": w.end()}}
}

// Vocabulary counts the names of the schema that the graph uses.
func (s *Store) Vocabulary(ctx context.Context) ([]graph.Term, error) {
	return read(ctx, s, "cypher.Vocabulary", renderVocabulary(s.workspace), func(r row) graph.Term {
		return graph.Term{Part: graph.SchemaPart(r.text("part")), Name: r.text("name"), Count: r.number("count")}
	})
}
