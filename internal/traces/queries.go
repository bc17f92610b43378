package traces

import (
	"grove/cypher"
	"grove/internal/graph"
)

// queriesOf gives the queries that a step may have made, by its action, its parameters
// and its arguments: several where these leave open what only the statement's text says.
// Which it was is the one whose statement is that of the step; ids are in the order
// of the statement, which no result depends on.
func queriesOf(action string, p, args params) []any {
	scope, limit := p.scope(), p.number("limit")
	switch action {
	case "counts":
		return []any{cypher.CountsQuery{}}
	case "documents":
		return []any{graph.DocumentsQuery{IDs: p.ids("keys"), Sources: p.texts("sources"), SourceIDs: p.texts("sourceIds"), Origins: p.texts("origins"),
			Titles: p.texts("titles"), Like: p.text("like"), After: p.id("after"), Scope: scope, Limit: limit}}
	case "chunks":
		return []any{graph.ChunksQuery{IDs: p.ids("keys"), Document: p.id("document"), From: p.number("from"), Scope: scope, Limit: limit}}
	case "facts":
		return []any{graph.FactsQuery{Elements: p.ids("elements"), Scope: scope, Limit: limit}}
	case "key_elements":
		return []any{graph.KeyElementsQuery{Facts: p.ids("facts"), Scope: scope, Limit: limit}}
	case "find":
		return []any{graph.FindQuery{IDs: p.ids("keys"), Norms: p.texts("norms"), Prefix: p.text("prefix"), Scope: scope, Limit: limit}}
	case "mentions":
		return []any{graph.MentionsQuery{Chunks: p.ids("chunks"), Scope: scope, Limit: limit}}
	case "neighbours":
		return []any{graph.NeighboursQuery{Element: p.id("element"), Scope: scope, Limit: limit}}
	case "attributes":
		return []any{graph.AttributesQuery{Entities: p.ids("entities"), Scope: scope, Limit: limit}}
	case "members":
		return []any{graph.MembersQuery{Community: p.id("community"), After: p.id("after"), Limit: limit}}
	case "paths":
		return []any{graph.PathsQuery{From: p.id("from"), To: p.id("to"), MaxHops: args.number("max_hops"), Fanout: p.number("fanout"), Beam: p.number("beam"),
			Scope: scope, Limit: limit}}
	case "relations":
		q := graph.RelationsQuery{Elements: p.ids("elements"), Relations: args.texts("relations"), Fanout: p.number("fanout"), Scope: scope}
		return each([]graph.Direction{graph.Both, graph.Outgoing, graph.Incoming}, func(d graph.Direction) any { q.Direction = d; return q })
	case "communities":
		q := graph.CommunitiesQuery{IDs: p.ids("ids"), Parent: p.id("parent"), Members: p.ids("members"), Limit: limit}
		return each([]bool{false, true}, func(top bool) any { q.Top = top; return q })
	case "all_key_elements":
		q := cypher.Page{Label: "KeyElement", PageQuery: graph.PageQuery{After: p.id("after"), Scope: scope, Limit: limit}}
		return each([]bool{false, true}, func(bare bool) any { q.Bare = bare; return q })
	}
	return nil
}

// each makes a query of each variant.
func each[V any](variants []V, of func(V) any) []any {
	out := make([]any, len(variants))
	for i, v := range variants {
		out[i] = of(v)
	}
	return out
}
