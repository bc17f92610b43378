package storetest

import (
	"context"
	"fmt"
	"testing"

	"grove/internal/graph"
	"grove/internal/text"
)

func nameReads() []readCase {
	l := labelsOf(Small()...)
	return []readCase{
		{"names/uses of a page of chunks", func(ctx context.Context, r graph.Reader) ([]string, error) {
			var out []string
			for after := graph.ID(""); ; {
				uses, next, err := r.PageNames(ctx, graph.PageQuery{After: after, Limit: 2})
				if err != nil {
					return nil, err
				}
				for _, u := range uses {
					out = append(out, fmt.Sprintf("%s of %s: %s as %q %s %d %s|%s", l.of(u.Chunk), l.of(u.Document), l.of(u.Element), u.Surface, u.Type, u.Count, u.Same, u.Apart))
				}
				out = append(out, "--")
				if after = next; next == "" {
					return out, nil
				}
			}
		}, []string{
			`voyage.txt#2 of voyage.txt: ahab as "Ahab"  1 |`,
			`voyage.txt#2 of voyage.txt: whale as "whale"  1 |`,
			`鲸.txt#0 of 鲸.txt: 亚哈 as "亚哈" 人物 1 |`,
			`鲸.txt#0 of 鲸.txt: 裴廓德号 as "裴廓德号" Ship 1 |`,
			"--",
			`log.txt#0 of log.txt: ahab as "Ahab" Person 2 |`,
			`log.txt#0 of log.txt: ahab as "Captain Ahab" Person 1 |`,
			`log.txt#0 of log.txt: captain as "Captain"  1 |`,
			`log.txt#0 of log.txt: pequod as "Pequod" Ship 1 |`,
			`log.txt#0 of log.txt: starbuck as "Starbuck" Person 1 |`,
			`voyage.txt#0 of voyage.txt: ahab as "Ahab" Person 1 |`,
			`voyage.txt#0 of voyage.txt: ahab as "Ahab" Person 1 |`,
			`voyage.txt#0 of voyage.txt: pequod as "Pequod" Ship 1 |`,
			"--",
			`voyage.txt#1 of voyage.txt: ishmael as "Ishmael" Person 1 |`,
			`voyage.txt#1 of voyage.txt: whale as "whale"  1 |`,
			`voyage.txt#1 of voyage.txt: pequod as "Pequod" Ship 2 |`,
			"voyage.txt#1 of voyage.txt: pequod as \"The Pequod\" Vessel 1 the ship\nwhaler|whale",
			"--",
		}},
		{"names/attributes of entities", reads(graph.Reader.Attributes,
			graph.AttributesQuery{Entities: elements("pequod", "ahab", "ahab", "nobody", "裴廓德号")},
			func(a graph.Attribute) string {
				return fmt.Sprintf("%s %s %d", l.of(a.Entity), a.Name(), a.Support)
			}), []string{"ahab rank: Captain 1", "裴廓德号 类型: 船 1", "pequod kind: ship 1"}},
		{"names/attributes, limit", reads(graph.Reader.Attributes, graph.AttributesQuery{Entities: elements("pequod", "ahab"), Limit: 1},
			graph.Attribute.Name), []string{"rank: Captain"}},
		{"names/attributes, nothing asked", reads(graph.Reader.Attributes, graph.AttributesQuery{}, graph.Attribute.Name), []string{}},
	}
}

// foundByNames moves a name from one element to another and back, and looks both up.
func foundByNames(t *testing.T, store graph.Store) {
	piece := Piece{Text: "Sherlock Holmes met Mr. Holmes' double and 福尔摩斯.", Mentions: []Named{
		{Surface: "Sherlock Holmes", Type: "Person"}, {Surface: "Mr. Holmes", Norm: text.Normalise("Mr. Holmes"), Type: "Person"}, {Surface: "福尔摩斯"}},
		Facts: []Said{{Text: "Sherlock Holmes met a double.", About: []string{"sherlock holmes", text.Normalise("Mr. Holmes")}}}}
	apart := Bundle("a.txt", "", piece)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{apart}})
	before := mustDump(t, store)
	find := func(q graph.FindQuery) []string {
		t.Helper()
		rows, err := store.Find(t.Context(), q)
		out, err := lines(rows, err, func(k graph.KeyElement) string { return k.Norm })
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	restate := func(e graph.Evidence) {
		t.Helper()
		mustApply(t, store, graph.Change{Restate: []graph.Restatement{{Document: apart.Document.ID, Chunks: []graph.ID{apart.Chunks[0].ID}, Evidence: e}}})
	}
	same(t, "apart", find(graph.FindQuery{Norms: []string{"福尔摩斯", "sherlock holmes"}}), []string{"sherlock holmes", "福尔摩斯"})
	one := Bundle("a.txt", "", piece).Evidence
	for i := range one.Mentions {
		one.Mentions[i].Element, one.Mentions[i].Norm = element("sherlock holmes"), "sherlock holmes"
	}
	one.Facts[0].About = elements("sherlock holmes")
	restate(one)
	for _, q := range []graph.FindQuery{{Norms: []string{"福尔摩斯"}}, {Norms: []string{"福尔摩斯", "sherlock holmes"}}, {Prefix: "福尔"},
		{Prefix: "sherlock"}, {IDs: elements("sherlock holmes"), Norms: []string{"福尔摩斯"}, Prefix: "s"}} {
		same(t, fmt.Sprintf("as one, %v", q), find(q), []string{"sherlock holmes"})
	}
	same(t, "what was merged has no id of its own", find(graph.FindQuery{IDs: elements("福尔摩斯")}), []string{})
	restate(apart.Evidence)
	same(t, "apart again", find(graph.FindQuery{Norms: []string{"福尔摩斯"}}), []string{"福尔摩斯"})
	same(t, "prefix apart again", find(graph.FindQuery{Prefix: "福"}), []string{"福尔摩斯"})
	if after := mustDump(t, store); after != before {
		t.Errorf("a merge that was taken back shows:\n%s\nbefore:\n%s", after, before)
	}
	mustApply(t, store, graph.Change{Remove: []graph.ID{apart.Document.ID}})
	same(t, "gone", find(graph.FindQuery{Norms: []string{"福尔摩斯", "sherlock holmes", text.Normalise("Mr. Holmes")}}), []string{})
}
