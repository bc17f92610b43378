package sqlite

import (
	"encoding/json"
	"fmt"
	"strings"

	"grove/internal/graph"
)

// scope is a graph.Scope as a part of queries; nil is the whole workspace.
//
// It is a table expression "scope" of the ids of its documents, which precedes the query
// and holds all of its arguments. SQLite looks documents up in it by id, so that the cost
// of a read depends on the evidence that it visits, not on the number of documents.
type scope struct {
	with string
	args []any
}

// scopeFrom numbers the scope's arguments from the given place on, so that a
// query's others may stand before or after them.
func scopeFrom(place int, s graph.Scope) *scope {
	if s.Empty() {
		return nil
	}
	var where []string
	var args []any
	add := func(condition string, value any) {
		where = append(where, fmt.Sprintf(condition, fmt.Sprintf("?%d", place+len(args))))
		args = append(args, value)
	}
	if len(s.Documents) > 0 {
		// One argument: the driver looks through all of them for each place. A list of
		// strings always has a JSON form.
		ids, _ := json.Marshal(s.Documents)
		add("id IN (SELECT value FROM json_each(%s))", string(ids))
	}
	for _, tag := range s.Tags {
		add("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = %s)", tag)
	}
	if !s.Since.IsZero() {
		add("ingested_at >= %s", s.From().Unix())
	}
	return &scope{"scope (id) AS NOT MATERIALIZED (SELECT id FROM document WHERE " + strings.Join(where, " AND ") + ")", args}
}

// scoped returns the scope with its arguments in the first places.
func scoped(s graph.Scope) *scope { return scopeFrom(1, s) }

// query puts the scope before a query, and its arguments before the others.
func (s *scope) query(text string, args ...any) (string, []any) {
	if s == nil {
		return text, args
	}
	args = append(s.args[:len(s.args):len(s.args)], args...)
	if rest, more := strings.CutPrefix(text, "WITH "); more {
		return "WITH " + s.with + ", " + rest, args
	}
	return "WITH " + s.with + "\n" + text, args
}

// after puts the scope's arguments behind others.
func (s *scope) after(args []any) []any {
	if s == nil {
		return args
	}
	return append(args, s.args...)
}

// document returns the condition " AND ..." that a column names a document in the
// scope, "" without one.
func (s *scope) document(column string) string {
	if s == nil {
		return ""
	}
	return " AND EXISTS (SELECT 1 FROM scope WHERE scope.id = " + column + ")"
}

// chunk returns the same for a column that names a chunk.
func (s *scope) chunk(column string) string {
	if s == nil {
		return ""
	}
	return " AND EXISTS (SELECT 1 FROM chunk within JOIN scope ON scope.id = within.document WHERE within.id = " + column + ")"
}

// stated returns the condition that evidence, the rows of a table whose column names
// the item, has a chunk in the scope.
func (s *scope) stated(table, column, item string) string {
	if s == nil {
		return ""
	}
	return " AND EXISTS (SELECT 1 FROM " + table + " e WHERE e." + column + " = " + item + s.chunk("e.chunk") + ")"
}

// support counts the chunks in the scope that give evidence of the item; without
// a scope it is the stored support.
func (s *scope) support(stored, table, column, item string) string {
	if s == nil {
		return stored
	}
	return "(SELECT count(DISTINCT e.chunk) FROM " + table + " e WHERE e." + column + " = " + item + s.chunk("e.chunk") + ")"
}

// keyElements are keyElementColumns, the support counted in the scope.
func (s *scope) keyElements() string {
	if s == nil {
		return keyElementColumns
	}
	return "k.id, k.norm, k.name, k.type, k.description, " + s.support("", "mentions", "element", "k.id") + ", k.surfaces"
}

// mentioned returns the condition that a chunk in the scope mentions the key element.
func (s *scope) mentioned(element string) string { return s.stated("mentions", "element", element) }

// about returns the condition that a chunk in the scope states the fact about the element:
// the edge between the two may come from another chunk.
func (s *scope) about(fact, element string) string {
	if s == nil {
		return ""
	}
	return " AND EXISTS (SELECT 1 FROM has_fact e, json_each(e.about) said WHERE e.fact = " + fact + " AND said.value = " +
		element + s.chunk("e.chunk") + ")"
}

// triples are tripleColumns, the support counted in the scope.
func (s *scope) triples() string {
	if s == nil {
		return tripleColumns
	}
	return "t.id, t.head, t.relation, t.tail, t.name, " + s.support("", "states_triple", "triple", "t.id")
}

// triple returns the condition that a chunk in the scope states the triple.
func (s *scope) triple(id string) string { return s.stated("states_triple", "triple", id) }
