package cypher

import (
	"cmp"
	"context"
	"path"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
)

func renderDocuments(w scope, q graph.DocumentsQuery) Statement {
	q = q.Narrowed()
	f := filterOf(w, q.Scope)
	params := map[string]any{"after": w.key(q.After), "limit": graph.Limit(q.Limit)}
	var branches []string
	if len(q.IDs) > 0 {
		params["keys"] = w.keys(q.IDs)
		branches = append(branches, "  UNWIND $keys AS key MATCH (d:Document {key: key}) RETURN d\n")
	}
	lookup := func(name, property string, values []string) {
		if len(values) == 0 {
			return
		}
		params["workspace"], params[name] = string(w), lists.Sorted(values)
		branches = append(branches, "  UNWIND $"+name+" AS value MATCH (d:Document {workspace: $workspace, "+property+
			": value}) RETURN d\n")
	}
	lookup("sources", "source", q.Sources)
	lookup("sourceIds", "sourceId", q.SourceIDs)
	lookup("origins", "origin", q.Origins)

	if len(q.Titles) > 0 {
		params["titles"], params["end"] = lists.Sorted(q.Titles), w.end()
		branches = append(branches, "  MATCH (d:Document) WHERE d.key > $after AND d.key < $end AND d.title IN $titles RETURN d\n")
	}

	match := "MATCH (d:Document) WHERE d.key > $after AND d.key < $end"
	if len(branches) > 0 {
		match = "CALL () {\n" + strings.Join(branches, "UNION\n") + "}\nWITH d WHERE d.key > $after"
	} else {
		params["end"] = w.end()
	}
	if q.GistsDue {
		params["workspace"] = string(w)
		if len(branches) == 0 { // with few due documents the planner would read those of all workspaces
			match = strings.Replace(match, "(d:Document) ", "(d:Document) USING INDEX SEEK d:Document(workspace, gistsDue) ", 1)
		}
		match += " AND d.workspace = $workspace AND d.gistsDue = true AND NOT coalesce(d.partial, false)"
	}
	if q.Like != "" {
		params["like"] = q.Like
		match += " AND (d.source STARTS WITH $like OR d.title CONTAINS $like)"
	}
	return f.statement(match+f.document("AND", "d")+`
RETURN d.id AS id, d.source AS source, d.sourceId AS sourceId, d.title AS title, d.language AS language,
  d.sha256 AS sha256, d.tokens AS tokens, d.runes AS runes, d.tags AS tags, d.origin AS origin, d.ingestedAt AS ingestedAt,
  coalesce(d.partial, false) AS partial, d.gists AS gists, d.paged AS paged
ORDER BY d.key LIMIT $limit`, params)
}

// Documents carries out graph.DocumentsQuery.
func (s *Store) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	return read(ctx, s, "cypher.Documents", q, func(r row) graph.Document {
		return graph.Document{ID: r.id("id"), Source: r.text("source"), SourceID: r.text("sourceId"), Title: r.text("title"),
			Language: r.text("language"), SHA256: r.text("sha256"), Tokens: r.number("tokens"), Runes: r.number("runes"),
			Tags: r.texts("tags"), Origin: r.text("origin"), IngestedAt: r.time("ingestedAt"), Partial: r.flag("partial"),
			Gists: r.text("gists"), Paged: r.text("paged")}
	})
}

// Documents records the read, bounded to the scope.
func (t Traced) Documents(ctx context.Context, q graph.DocumentsQuery) ([]graph.Document, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "documents", q, t.Reader.Documents, map[string]any{"scope": q.Scope})
}

// documentRow returns the properties of a Document node.
func documentRow(w scope, d graph.Document) map[string]any {
	m := w.base(d.ID, cmp.Or(d.Title, path.Base(d.Source)))
	m["source"], m["sourceId"], m["title"] = d.Source, optional(d.SourceID), optional(d.Title)
	m["language"], m["sha256"], m["origin"] = d.Language, d.SHA256, optional(d.Origin)
	m["tokens"], m["runes"], m["tags"] = d.Tokens, d.Runes, d.Tags
	if !d.IngestedAt.IsZero() {
		m["ingestedAt"] = d.IngestedAt.UTC()
	}
	m["gists"], m["paged"], m["gistsDue"] = optional(d.Gists), nil, nil
	if d.Gists != "" {
		m["gistsDue"] = true
	}
	m["partial"] = nil
	if d.Partial {
		m["partial"] = true
	}
	return m
}
