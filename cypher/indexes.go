package cypher

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// lookups are the range indexes that operations seek in, beside the unique
// keys. Each begins with the workspace.
var lookups = []struct{ label, property string }{
	{"Document", "source"},
	{"Document", "sourceId"},
	{"Document", "origin"},
	{"KeyElement", "norm"},
	// Of the few elements that go by several names, all are looked through.
	{"KeyElement", "merged"},
	{"Chunk", "changed"},
	{"Tombstone", "changed"},
	{"Triple", "subject"},
	{"Triple", "object"},
	{"Extraction", "state"},
	{"Document", "gistsDue"},
	{"EpisodeReply", "document"},
}

// indexStatements give the name of each constraint and index and the statement
// that creates it.
func indexStatements() (names, texts []string) {
	for _, label := range structuralLabels {
		name := "grove_" + snake(label) + "_key"
		names = append(names, name)
		texts = append(texts, "CREATE CONSTRAINT "+name+" IF NOT EXISTS FOR (n:"+label+") REQUIRE n.key IS UNIQUE")
	}
	for _, l := range lookups {
		name := "grove_" + snake(l.label) + "_" + snake(l.property)
		names = append(names, name)
		texts = append(texts, "CREATE INDEX "+name+" IF NOT EXISTS FOR (n:"+l.label+") ON (n.workspace, n."+l.property+")")
	}
	return names, texts
}

// ensureIndexes creates what is missing and waits until it can be used. A
// unique constraint must be there before the first MERGE: without it two
// writers make two nodes of one key.
func (s *Store) ensureIndexes(ctx context.Context) error {
	const op = "cypher.ensureIndexes"
	absent, err := s.missingIndexes(ctx)
	if err != nil || len(absent) == 0 {
		return err
	}
	names, texts := indexStatements()
	var missing []Statement
	for i, name := range names {
		if slices.Contains(absent, name) {
			missing = append(missing, Statement{Text: texts[i]})
		}
	}
	missing = append(missing, Statement{Text: "CALL db.awaitIndexes(60)"})
	// One a transaction: the server neither mixes changes of the schema with
	// others nor lets two processes that start together wait for each other.
	for _, st := range missing {
		if err := s.change(ctx, op, []Statement{st}); err != nil && !alreadyCreated(err) {
			return err
		}
	}
	return nil
}

// alreadyCreated tells that another process created the index at the same moment, which IF NOT EXISTS
// does not prevent.
func alreadyCreated(err error) bool {
	e, ok := errors.AsType[*neo4j.Neo4jError](err)
	return ok && (e.Code == "Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists" ||
		e.Code == "Neo.ClientError.Schema.IndexAlreadyExists" || e.Code == "Neo.ClientError.Schema.ConstraintAlreadyExists")
}

// missingIndexes names the constraints and indexes that are not there, or not ready.
func (s *Store) missingIndexes(ctx context.Context) ([]string, error) {
	online, err := read(ctx, s, "cypher.missingIndexes",
		Statement{Text: "SHOW INDEXES YIELD name, state WHERE state = 'ONLINE' RETURN name ORDER BY name"},
		func(r row) string { return r.text("name") })
	if err != nil {
		return nil, err
	}
	names, _ := indexStatements()
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(online, name) }), nil
}

// snake writes an UpperCamel or lowerCamel name in lower_snake.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
