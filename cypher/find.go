package cypher

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
)

func renderFind(w scope, q graph.FindQuery) Statement {
	q = q.Possible()
	f := filterOf(w, q.Scope)
	params := map[string]any{"limit": graph.Limit(q.Limit)}
	var branches []string
	if len(q.Norms) > 0 {
		params["workspace"], params["norms"] = string(w), lists.Sorted(q.Norms)
		branches = append(branches, "  UNWIND $norms AS norm MATCH (k:KeyElement {workspace: $workspace, norm: norm}) RETURN k\n",
			"  MATCH (k:KeyElement {workspace: $workspace, merged: true}) WHERE any(norm IN k.norms WHERE norm IN $norms) RETURN k\n")
	}
	if q.Prefix != "" {
		params["workspace"], params["prefix"] = string(w), q.Prefix
		branches = append(branches, "  MATCH (k:KeyElement) WHERE k.workspace = $workspace AND k.norm STARTS WITH $prefix"+
			f.stated("AND", "MENTIONS", "k")+"\n"+
			"  RETURN k ORDER BY k.norm, k.id LIMIT $limit\n",
			"  MATCH (k:KeyElement {workspace: $workspace, merged: true}) WHERE any(norm IN k.norms "+
				"WHERE norm STARTS WITH $prefix) RETURN k\n")
	}
	if len(q.IDs) > 0 || len(branches) == 0 {
		params["keys"] = w.keys(q.IDs)
		branches = append(branches, "  UNWIND $keys AS key MATCH (k:KeyElement {key: key}) RETURN k\n")
	}
	order := " ORDER BY k.norm, k.id"
	if f != nil {
		order = "\nWITH k" + order // a condition comes after the order of its WITH
	}
	return f.statement("CALL () {\n"+strings.Join(branches, "UNION\n")+"}\nWITH k"+f.stated("WHERE", "MENTIONS", "k")+order+
		" LIMIT $limit\nRETURN "+f.elements()+"\nORDER BY norm, id", params)
}

// Find carries out graph.FindQuery.
func (s *Store) Find(ctx context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	found, err := read(ctx, s, "cypher.Find", q, elementOf)
	// The server orders strings by UTF-16 units, which differs beyond U+FFFF.
	slices.SortFunc(found, func(a, b graph.KeyElement) int {
		return cmp.Or(cmp.Compare(a.Norm, b.Norm), cmp.Compare(a.ID, b.ID))
	})
	return found, err
}

// Find records the read, bounded to the scope.
func (t Traced) Find(ctx context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	q.Scope = t.Scope
	return traced(ctx, t, "find", q, t.Reader.Find, map[string]any{"names": q.Norms, "ids": q.IDs, "prefix": q.Prefix})
}
