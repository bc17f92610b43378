package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

func hostileCases() []writeCase {
	return []writeCase{
		{"hostile/strings everywhere", hostileStrings},
		{"hostile/names of types and relations are refused", hostileNames},
		{"hostile/reserved names of types and relations", reservedNames},
		{"hostile/long lookups are refused", longLookups},
		{"hostile/order of strings is by code point", stringOrder},
	}
}

// hostile are strings that break careless quoting, escaping or counting.
func hostile() []string {
	return []string{
		"'", "\"", "`", "\\", "\\'", "$", "{}", "%_*", "a\nb", "a\r\nb", "a\tb", "a\x00b", "a\x00", "😀", "𠮷野家", "e\u0301", "é", "\u202e",
		"' OR '1'='1", "'); DROP TABLE document; --", "`}) DETACH DELETE n //", "'}) MATCH (n) DETACH DELETE n RETURN '",
		"\\u0027", "\\u0060", "null", "true", "[1]", "{\"a\":1}", " ", "a ", "鲸 鱼", strings.Repeat("长", 300), "\ufffd", "\uffff", "-", "=",
	}
}

// hostileDocument uses s wherever a document may hold a free string.
func hostileDocument(i int, s string) graph.Bundle {
	b := Bundle(fmt.Sprintf("%d %s", i, s), s, Piece{
		Text: "x " + s + " y", Heading: s, Page: s,
		Mentions: []Named{
			{Surface: s, Norm: s, Type: "Thing", Description: s},
			{Surface: s, Norm: s, In: graph.InTitle},
			{Surface: "y", Norm: "y of " + s},
		},
		Facts:      []Said{{Text: s, About: []string{s}}, {Text: "fact of " + s, About: []string{s, "y of " + s}}},
		Attributes: []Has{{Entity: s, Key: s, Value: s}},
		Relations:  []Link{{Head: s, Relation: "IS", Tail: "y of " + s, HeadText: s, TailText: s}},
		Proposals:  []Proposed{{Part: graph.PartAttribute, Name: s, Subject: s, Object: s, Signature: s}},
	})
	b.Document.SourceID, b.Document.Language, b.Document.Origin = s, s, s
	b.Document.Tags = []string{s + "=" + s}
	b.Chunks[0].Name = s
	return b
}

func hostileStrings(t *testing.T, store graph.Store) {
	var add []graph.Bundle
	for i, s := range hostile() {
		add = append(add, hostileDocument(i, s))
	}
	mustApply(t, store, graph.Change{Add: add})
	before := mustDump(t, store)
	for i, s := range hostile() {
		want := add[i]
		documents := must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{Sources: []string{want.Document.Source}}))
		same(t, "document", documents, []graph.Document{want.Document})
		same(t, "by source id", len(must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{SourceIDs: []string{s}}))), 1)
		same(t, "by origin", len(must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{Origins: []string{s}}))), 1)
		chunks := must[[]graph.ChunkRow](t)(store.Chunks(t.Context(), graph.ChunksQuery{Document: want.Document.ID}))
		same(t, "chunk", chunks, []graph.ChunkRow{{Chunk: want.Chunks[0], Source: want.Document.Source, SourceID: s, Title: s}})
		found := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{s}}))
		// A name here is its own norm; the true normal form of another one may be the same.
		found = slices.DeleteFunc(found, func(k graph.KeyElement) bool { return k.Norm != s })
		same(t, "key element", found, []graph.KeyElement{{ID: element(s), Norm: s, Name: s, Aliases: []string{s}, Type: "Thing", Description: s, Support: 1}})
		prefixed := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Prefix: "y of " + s}))
		if len(prefixed) == 0 || prefixed[0].Norm != "y of "+s {
			t.Errorf("prefix of %q finds %+v", s, prefixed)
		}
		for _, k := range prefixed {
			if !strings.HasPrefix(k.Norm, "y of "+s) && !strings.HasPrefix(strings.Join(k.OtherNorms(), "\x00"), "y of "+s) {
				t.Errorf("prefix of %q finds %q", s, k.Norm)
			}
		}
		facts := must[[]graph.FactRow](t)(store.Facts(t.Context(), graph.FactsQuery{Elements: []graph.ID{element("y of " + s)}}))
		if len(facts) != 1 || facts[0].Text != "fact of "+s {
			t.Errorf("facts of %q: %+v", s, facts)
		}
		relations := must[[]graph.RelationRow](t)(store.Relations(t.Context(), graph.RelationsQuery{Elements: []graph.ID{element(s)}}))
		same(t, "relation", relations, []graph.RelationRow{{Element: element(s), HeadName: s, TailName: "y",
			Triple: graph.Triple{ID: triple(s, "IS", "y of "+s), Head: element(s), Relation: "IS", Tail: element("y of " + s), Name: s + " IS " + s, Support: 1}}})
		id := graph.AttributeID(element(s), s, s)
		page := must[[]graph.AttributePage](t)(store.PageAttributes(t.Context(), graph.PageQuery{After: id[:len(id)-1], Limit: 1}))
		if len(page) != 1 || page[0].Attribute != (graph.Attribute{ID: id, Entity: element(s), Key: s, Value: s, Support: 1}) {
			t.Errorf("attribute of %q: %+v", s, page)
		}
	}
	hostileQuestions(t, store)
	same(t, "the questions changed nothing", mustDump(t, store), before)
	for i := range add {
		mustApply(t, store, graph.Change{Remove: []graph.ID{add[i].Document.ID}})
	}
	same(t, "dump after removal", mustDump(t, store), "")
}

// hostileQuestions asks with hostile strings in the place of ids: nothing is found.
func hostileQuestions(t *testing.T, r graph.Reader) {
	for _, s := range hostile() {
		for _, id := range []graph.ID{graph.ID(s), element("'") + "\x00" + graph.ID(s)} {
			ids := []graph.ID{id}
			for name, n := range map[string]int{
				"Documents":   must[int](t)(count(r.Documents(t.Context(), graph.DocumentsQuery{IDs: ids}))),
				"Chunks":      must[int](t)(count(r.Chunks(t.Context(), graph.ChunksQuery{IDs: ids}))),
				"Facts":       must[int](t)(count(r.Facts(t.Context(), graph.FactsQuery{Elements: ids}))),
				"KeyElements": must[int](t)(count(r.KeyElements(t.Context(), graph.KeyElementsQuery{Facts: ids}))),
				"Find":        must[int](t)(count(r.Find(t.Context(), graph.FindQuery{IDs: ids}))),
				"Mentions":    must[int](t)(count(r.Mentions(t.Context(), graph.MentionsQuery{Chunks: ids}))),
				"Neighbours":  must[int](t)(count(r.Neighbours(t.Context(), graph.NeighboursQuery{Element: id}))),
				"Relations":   must[int](t)(count(r.Relations(t.Context(), graph.RelationsQuery{Elements: ids}))),
				"Paths":       must[int](t)(count(r.Paths(t.Context(), graph.PathsQuery{From: id, To: element("'")}))),
				"Extractions": must[int](t)(count(r.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: ids, Version: s}))),
			} {
				if n != 0 {
					t.Errorf("%s of id %q gives %d rows", name, id, n)
				}
			}
		}
	}
}

func hostileNames(t *testing.T, store graph.Store) {
	for _, name := range hostile() {
		if graph.CheckName("type", name) == nil {
			continue
		}
		typed := Bundle("typed.txt", "", Piece{Text: "a", Mentions: []Named{{Surface: "a", Type: name}}})
		related := Bundle("related.txt", "", Piece{Text: "a", Mentions: []Named{{Surface: "a"}}, Relations: []Link{{Head: "a", Relation: name, Tail: "a"}}})
		for _, b := range []graph.Bundle{typed, related} {
			_, err := store.Apply(t.Context(), graph.Change{Add: []graph.Bundle{b}})
			wantKind(t, fmt.Sprintf("%s %q", b.Document.Source, name), err, fault.Invalid)
		}
		_, err := store.Relations(t.Context(), graph.RelationsQuery{Elements: elements("a"), Relations: []string{name}})
		wantKind(t, fmt.Sprintf("Relations %q", name), err, fault.Invalid)
	}
	same(t, "dump", mustDump(t, store), "")
}

// reservedNames: names of the store's own structure, when a schema uses them, imitate nothing.
func reservedNames(t *testing.T, store graph.Store) {
	types := []string{"Document", "Chunk", "KeyElement", "Entity", "Workspace", "document", "table", "Null", "人物"}
	relations := []string{"HAS_CHUNK", "MENTIONS", "ABOUT", "NEXT", "SELECT", "null", "指挥", "A_"}
	p := Piece{Text: "a and b"}
	for _, typ := range types {
		p.Mentions = append(p.Mentions, Named{Surface: "a", Norm: "a " + typ, Type: typ})
	}
	for _, r := range relations {
		p.Relations = append(p.Relations, Link{Head: "a Document", Relation: r, Tail: "a Chunk"})
	}
	b := Bundle("reserved.txt", "", p)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	for _, typ := range types {
		found := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{"a " + typ}}))
		if len(found) != 1 || found[0].Type != typ {
			t.Errorf("type %s: %+v", typ, found)
		}
	}
	for _, name := range relations {
		rows := must[[]graph.RelationRow](t)(store.Relations(t.Context(), graph.RelationsQuery{Elements: elements("a Chunk"), Relations: []string{name}}))
		if len(rows) != 1 || rows[0].Relation != name {
			t.Errorf("relation %s: %+v", name, rows)
		}
	}
	same(t, "counts", must[graph.Counts](t)(store.Counts(t.Context())), graph.Counts{Documents: 1, Chunks: 1,
		KeyElements: len(types), Entities: len(types), Triples: len(relations)})
	mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	same(t, "dump", mustDump(t, store), "")
}

// longLookups: what is looked up by has a greatest length, and that length works.
func longLookups(t *testing.T, store graph.Store) {
	longest := strings.Repeat("x", graph.MaxLookupBytes)
	long := func(norm, source string) graph.Bundle {
		b := Bundle(source, "", Piece{Text: "x", Mentions: []Named{{Surface: "x", Norm: norm}}})
		b.Document.SourceID, b.Document.Origin = longest, longest
		return b
	}
	for what, b := range map[string]graph.Bundle{"norm": long(longest+"x", "a"), "source": long("x", longest+"x")} {
		_, err := store.Apply(t.Context(), graph.Change{Add: []graph.Bundle{b}})
		wantKind(t, what, err, fault.Invalid)
	}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{long(longest, longest)}})
	same(t, "by norm", len(must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{longest}}))), 1)
	beyond := strings.Repeat(longest, 20)
	same(t, "by a norm among longer ones", len(must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{beyond, longest}}))), 1)
	same(t, "by what no element has", len(must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Norms: []string{beyond}, Prefix: beyond}))), 0)
	for what, q := range map[string]graph.DocumentsQuery{
		"source": {Sources: []string{longest}}, "source id": {SourceIDs: []string{longest}}, "origin": {Origins: []string{longest}},
	} {
		same(t, "by "+what, len(must[[]graph.Document](t)(store.Documents(t.Context(), q))), 1)
	}
}

// stringOrder: UTF-16 would put the astral character before U+FF5E, and a
// language's rules would mix the cases.
func stringOrder(t *testing.T, store graph.Store) {
	norms := []string{"qB", "qa", "qb", "qé", "q鲸", "q\uff5e", "q😀", "q😀a"}
	p := Piece{Text: "q"}
	for i := range norms {
		p.Mentions = append(p.Mentions, Named{Surface: "q", Norm: norms[len(norms)-1-i]})
	}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{Bundle("q.txt", "", p)}})
	found := must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Prefix: "q"}))
	got, _ := lines(found, nil, func(k graph.KeyElement) string { return k.Norm })
	sameLines(t, "by normalised name", got, norms)
	found = must[[]graph.KeyElement](t)(store.Find(t.Context(), graph.FindQuery{Prefix: "q😀"}))
	same(t, "with an astral prefix", len(found), 2)
}
