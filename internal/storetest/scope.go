package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// scopeReads are reads within a scope, with their answers in full.
func scopeReads() []readCase {
	voyage := graph.Scope{Documents: []graph.ID{graph.DocumentID("voyage.txt")}}
	log := graph.Scope{Documents: []graph.ID{graph.DocumentID("log.txt"), "dnobody"}}
	melville := graph.Scope{Tags: []string{"year=1851", "author=Melville"}}
	l := labelsOf(Small()...)
	relation := func(r graph.RelationRow) string { return fmt.Sprintf("%s %d", l.of(r.ID), r.Support) }
	path := func(p graph.Path) string { return pathLine(l, p) }
	documents := func(q graph.DocumentsQuery) reading {
		return reads(graph.Reader.Documents, q, func(d graph.Document) string { return d.Source })
	}
	find := func(q graph.FindQuery) reading {
		return reads(graph.Reader.Find, q, keyElement)
	}
	return []readCase{
		{"scope/documents", documents(graph.DocumentsQuery{Scope: log}), []string{"log.txt"}},
		{"scope/documents by tags", documents(graph.DocumentsQuery{Scope: melville}), []string{"voyage.txt"}},
		{"scope/a tag that none carries", documents(graph.DocumentsQuery{Scope: graph.Scope{Tags: []string{"year=1851", "year=185"}}}), []string{}},
		{"scope/documents, named and in scope", documents(graph.DocumentsQuery{Sources: []string{"log.txt", "voyage.txt"}, Scope: melville}), []string{"voyage.txt"}},
		{"scope/a tag is no pattern", documents(graph.DocumentsQuery{Scope: graph.Scope{Tags: []string{"year=%"}}}), []string{}},
		{"scope/a hostile tag", documents(graph.DocumentsQuery{Scope: graph.Scope{Tags: []string{"a=') OR true //`\"\x00"}}}), []string{}},
		{"documents/titles", documents(graph.DocumentsQuery{Titles: []string{"白鲸", "ahab at sea"}}), []string{"鲸.txt"}},
		{"documents/titles or sources", documents(graph.DocumentsQuery{Titles: []string{"白鲸"}, Sources: []string{"log.txt"}}), []string{"鲸.txt", "log.txt"}},
		{"documents/like a source's beginning", documents(graph.DocumentsQuery{Like: "voy"}), []string{"voyage.txt"}},
		{"documents/like a part of a title", documents(graph.DocumentsQuery{Like: "鲸"}), []string{"鲸.txt"}},
		{"documents/like is no pattern", documents(graph.DocumentsQuery{Like: "%"}), []string{}},
		{"documents/like, named", documents(graph.DocumentsQuery{Like: "log", Sources: []string{"log.txt", "voyage.txt"}}), []string{"log.txt"}},
		{"scope/chunks by id", reads(graph.Reader.Chunks,
			graph.ChunksQuery{IDs: []graph.ID{Small()[0].Chunks[1].ID, Small()[1].Chunks[0].ID}, Scope: voyage},
			func(c graph.ChunkRow) string { return fmt.Sprint(l.of(c.ID), " after ", l.of(c.Previous)) }),
			[]string{"voyage.txt#1 after voyage.txt#0"}},
		{"scope/find, support counted", find(graph.FindQuery{Norms: []string{"ahab", "starbuck", "pequod"}, Scope: melville}), []string{
			`ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 2`,
			`pequod = Pequod (Pequod, The Pequod) type "Ship" description "" support 2`,
		}},
		{"scope/find by prefix, the limit after the scope", find(graph.FindQuery{Prefix: "", IDs: elements("ahab", "captain", "starbuck"), Limit: 1,
			Scope: log}), []string{`ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 1`}},
		{"scope/find by prefix", find(graph.FindQuery{Prefix: "s", Limit: 1, Scope: voyage}), []string{}},
		{"scope/relations", reads(graph.Reader.Relations, graph.RelationsQuery{Elements: elements("ahab"), Fanout: 2, Scope: log}, relation),
			[]string{"ahab COMMANDS pequod 1", "starbuck OBEYS ahab 1"}},
		{"scope/paths", reads(graph.Reader.Paths, graph.PathsQuery{From: element("ahab"), To: element("pequod"), Scope: melville}, path), []string{
			"1: Ahab Pequod | ahab COMMANDS pequod", "1: Ahab Pequod | ahab OWNS pequod",
			"2: Ahab whale Pequod | ahab HATES whale; pequod HUNTS whale",
		}},
		{"scope/paths over another document", reads(graph.Reader.Paths,
			graph.PathsQuery{From: element("starbuck"), To: element("whale"), Scope: voyage}, path), []string{}},
		{"scope/since", documents(graph.DocumentsQuery{Scope: graph.Scope{Since: time.Date(1851, 11, 14, 12, 30, 15, 0, time.UTC)}}),
			[]string{"鲸.txt", "voyage.txt", "log.txt"}},
		{"scope/since a part of a second later", documents(graph.DocumentsQuery{Scope: graph.Scope{Since: time.Date(1851, 11, 14, 12, 30, 15, 1, time.UTC)}}),
			[]string{}},
	}
}

func scopeCases() []writeCase {
	return []writeCase{
		{"scope/is what the others' removal leaves", scopeIsRemoval},
		{"scope/bounds", scopeBounds},
	}
}

// scopeIsRemoval holds every read within a scope against the same read without one
// of a graph that has only the documents in it.
func scopeIsRemoval(t *testing.T, store graph.Store) {
	bundles := Small()
	for i := range bundles {
		bundles[i].Document.IngestedAt = time.Date(2026, 1, 1+i, 12, 0, 0, 0, time.UTC)
	}
	bundles[1].Document.Tags = []string{"year=1851"}
	scopes := map[string]graph.Scope{
		"document":  {Documents: []graph.ID{bundles[0].Document.ID}},
		"documents": {Documents: []graph.ID{bundles[1].Document.ID, bundles[2].Document.ID}},
		"tag":       {Tags: []string{"year=1851"}},
		"since":     {Since: time.Date(2026, 1, 2, 13, 0, 0, 0, time.FixedZone("", 3600))},
		"all three": {Documents: []graph.ID{bundles[0].Document.ID, bundles[1].Document.ID}, Tags: []string{"year=1851"}, Since: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)},
		"nothing":   {Documents: []graph.ID{"dnobody"}},
	}
	for name, scope := range scopes {
		hops := 4
		if len(scope.Tags) > 0 || !scope.Since.IsZero() {
			hops = 2 // each condition is a statement of its own, which takes seconds to be planned with four
		}
		mustApply(t, store, graph.Change{Add: bundles})
		within := scopedReads(t, store, bundles, scope, hops)
		var outside graph.Change
		for _, b := range bundles {
			if !scope.Holds(b.Document) {
				outside.Remove = append(outside.Remove, b.Document.ID)
			}
		}
		mustApply(t, store, outside)
		sameLines(t, name, within, scopedReads(t, store, bundles, graph.Scope{}, hops))
		if name != "nothing" && len(within) < 10 {
			t.Errorf("%s: only %d lines are compared", name, len(within))
		}
	}
}

// scopedReads returns all reads that know a scope, of everything in the bundles, with paths of at most so many hops.
func scopedReads(t *testing.T, r graph.Reader, bundles []graph.Bundle, scope graph.Scope, hops int) []string {
	t.Helper()
	ctx := t.Context()
	l := labelsOf(bundles...)
	ids := map[byte][]graph.ID{}
	for id := range l {
		if id != "" {
			ids[id[0]] = append(ids[id[0]], id)
		}
	}
	for _, list := range ids {
		slices.Sort(list)
	}
	documents, chunks := ids[bundles[0].Document.ID[0]], ids[bundles[0].Chunks[0].ID[0]]
	named, facts := ids[element("ahab")[0]], ids[fact("Ahab hates the whale.")[0]]
	var out []string
	add := func(format string, values ...any) { out = append(out, fmt.Sprintf(format, values...)) }
	for _, d := range must[[]graph.Document](t)(r.Documents(ctx, graph.DocumentsQuery{Scope: scope})) {
		add("document %s", l.of(d.ID))
	}
	for _, d := range documents {
		for _, c := range must[[]graph.ChunkRow](t)(r.Chunks(ctx, graph.ChunksQuery{Document: d, Scope: scope})) {
			add("chunk %s of %s", l.of(c.ID), l.of(d))
		}
	}
	for _, c := range must[[]graph.ChunkRow](t)(r.Chunks(ctx, graph.ChunksQuery{IDs: chunks, Scope: scope})) {
		add("chunk %s, %s, %s", l.of(c.ID), l.of(c.Previous), l.of(c.Next))
	}
	for _, f := range must[[]graph.FactRow](t)(r.Facts(ctx, graph.FactsQuery{Elements: named, Scope: scope})) {
		add("fact %s of %s in %s %d-%d", l.of(f.Fact), l.of(f.Element), l.of(f.Chunk), f.Start, f.End)
	}
	for _, k := range must[[]graph.KeyElementRow](t)(r.KeyElements(ctx, graph.KeyElementsQuery{Facts: facts, Scope: scope})) {
		add("fact %s about %s %d", l.of(k.Fact), k.Norm, k.Support)
	}
	for _, k := range must[[]graph.KeyElement](t)(r.Find(ctx, graph.FindQuery{IDs: named, Prefix: "a", Scope: scope})) {
		add("element %s %d", k.Norm, k.Support)
	}
	for _, m := range must[[]graph.MentionRow](t)(r.Mentions(ctx, graph.MentionsQuery{Chunks: chunks, Scope: scope})) {
		add("mention in %s of %s %d %d", l.of(m.Chunk), m.Norm, m.Count, m.Support)
	}
	for _, a := range must[[]graph.Attribute](t)(r.Attributes(ctx, graph.AttributesQuery{Entities: named, Scope: scope})) {
		add("attribute %s %d", l.of(a.ID), a.Support)
	}
	for _, k := range must[[]graph.KeyElementPage](t)(r.PageKeyElements(ctx, graph.PageQuery{Scope: scope})) {
		add("page %s %d: %d", k.Norm, k.Support, len(k.Evidence))
	}
	for _, direction := range []graph.Direction{graph.Both, graph.Incoming, graph.Outgoing} {
		for _, x := range must[[]graph.RelationRow](t)(r.Relations(ctx, graph.RelationsQuery{Elements: named, Direction: direction, Fanout: 3, Scope: scope})) {
			add("relation of %s: %s %d", l.of(x.Element), l.of(x.ID), x.Support)
		}
	}
	for _, x := range must[[]graph.RelationRow](t)(r.Relations(ctx, graph.RelationsQuery{Elements: named, Relations: []string{"HUNTS", "COMMANDS"}, Scope: scope})) {
		add("relation of %s: %s %d", l.of(x.Element), l.of(x.ID), x.Support)
	}
	for _, from := range named {
		for _, n := range must[[]graph.Neighbour](t)(r.Neighbours(ctx, graph.NeighboursQuery{Element: from, Scope: scope})) {
			add("neighbour of %s: %s %d %d", l.of(from), n.Norm, n.Shared, n.Support)
		}
		for _, to := range elements("pequod", "whale") {
			for _, p := range must[[]graph.Path](t)(r.Paths(ctx, graph.PathsQuery{From: from, To: to, MaxHops: hops, Fanout: 4, Scope: scope})) {
				add("path %d: %s", p.Weight, l.all(p.Elements))
				for _, t := range p.Triples {
					add("  %s %d", l.of(t.ID), t.Support)
				}
			}
		}
	}
	return out
}

// scopeBounds: a scope beyond the bounds is refused by every read that knows one.
func scopeBounds(t *testing.T, store graph.Store) {
	many := make([]graph.ID, graph.MaxIDs+1)
	tags := strings.Split(strings.Repeat("a=b,", graph.MaxTags)+"a=b", ",")
	for _, scope := range []graph.Scope{{Documents: many}, {Tags: tags}, {Tags: []string{"untied"}}, {Tags: []string{"=v"}}} {
		ids := elements("ahab")
		for name, read := range map[string]operation{
			"Documents":       read(graph.Reader.Documents, graph.DocumentsQuery{Scope: scope}),
			"Chunks":          read(graph.Reader.Chunks, graph.ChunksQuery{IDs: ids, Scope: scope}),
			"Facts":           read(graph.Reader.Facts, graph.FactsQuery{Elements: ids, Scope: scope}),
			"KeyElements":     read(graph.Reader.KeyElements, graph.KeyElementsQuery{Facts: ids, Scope: scope}),
			"Find":            read(graph.Reader.Find, graph.FindQuery{IDs: ids, Scope: scope}),
			"Attributes":      read(graph.Reader.Attributes, graph.AttributesQuery{Entities: ids, Scope: scope}),
			"Mentions":        read(graph.Reader.Mentions, graph.MentionsQuery{Chunks: ids, Scope: scope}),
			"Neighbours":      read(graph.Reader.Neighbours, graph.NeighboursQuery{Element: ids[0], Scope: scope}),
			"Relations":       read(graph.Reader.Relations, graph.RelationsQuery{Elements: ids, Scope: scope}),
			"Paths":           read(graph.Reader.Paths, graph.PathsQuery{From: ids[0], To: ids[0], Scope: scope}),
			"PageKeyElements": read(graph.Reader.PageKeyElements, graph.PageQuery{Scope: scope}),
		} {
			_, err := read(t.Context(), store)
			wantKind(t, name, err, fault.Invalid)
		}
	}
}
