package storetest

import (
	"fmt"
	"strings"

	"grove/internal/graph"
)

func pathReads() []readCase {
	l := labelsOf(Small()...)
	ask := func(q graph.PathsQuery) reading {
		return reads(graph.Reader.Paths, q, func(p graph.Path) string { return pathLine(l, p) })
	}
	return []readCase{
		{"paths/by hops, weight, triple ids", ask(graph.PathsQuery{From: element("starbuck"), To: element("whale")}), []string{
			"2: Starbuck Ahab whale | starbuck OBEYS ahab; ahab HATES whale",
			"4: Starbuck Ahab Pequod whale | starbuck OBEYS ahab; ahab COMMANDS pequod; pequod HUNTS whale",
			"3: Starbuck Ahab Pequod whale | starbuck OBEYS ahab; ahab OWNS pequod; pequod HUNTS whale",
		}},
		{"paths/parallel relations, against their direction", ask(graph.PathsQuery{From: element("pequod"), To: element("ahab"), MaxHops: 1}), []string{
			"2: Pequod Ahab | ahab COMMANDS pequod",
			"1: Pequod Ahab | ahab OWNS pequod",
		}},
		{"paths/limit", ask(graph.PathsQuery{From: element("starbuck"), To: element("whale"), Limit: 2}), []string{
			"2: Starbuck Ahab whale | starbuck OBEYS ahab; ahab HATES whale",
			"4: Starbuck Ahab Pequod whale | starbuck OBEYS ahab; ahab COMMANDS pequod; pequod HUNTS whale",
		}},
		{"paths/too few hops", ask(graph.PathsQuery{From: element("ishmael"), To: element("starbuck"), MaxHops: 2}), []string{}},
		{"paths/fan-out binds all hops but the last", ask(graph.PathsQuery{From: element("ahab"), To: element("whale"), Fanout: 1}), []string{
			"1: Ahab whale | ahab HATES whale",
			"3: Ahab Pequod whale | ahab COMMANDS pequod; pequod HUNTS whale",
		}},
		{"paths/fan-out of one", ask(graph.PathsQuery{From: element("ahab"), To: element("ishmael"), Fanout: 1}), []string{
			"3: Ahab Pequod Ishmael | ahab COMMANDS pequod; ishmael SAILS_ON pequod",
		}},
		{"paths/a self-loop takes a place in the fan-out", ask(graph.PathsQuery{From: element("ahab"), To: element("ishmael"), Fanout: 3, MaxHops: 2}), []string{
			"3: Ahab Pequod Ishmael | ahab COMMANDS pequod; ishmael SAILS_ON pequod",
		}},
		{"paths/one more place in the fan-out", ask(graph.PathsQuery{From: element("ahab"), To: element("ishmael"), Fanout: 4, MaxHops: 2}), []string{
			"3: Ahab Pequod Ishmael | ahab COMMANDS pequod; ishmael SAILS_ON pequod",
			"2: Ahab Pequod Ishmael | ahab OWNS pequod; ishmael SAILS_ON pequod",
		}},
		{"paths/beam", ask(graph.PathsQuery{From: element("ahab"), To: element("ishmael"), Beam: 1}), []string{
			"3: Ahab Pequod Ishmael | ahab COMMANDS pequod; ishmael SAILS_ON pequod",
		}},
		{"paths/from an element to itself", ask(graph.PathsQuery{From: element("ahab"), To: element("ahab")}), []string{}},
		{"paths/unknown ends", ask(graph.PathsQuery{From: element("ahab"), To: element("nobody")}), []string{}},
		{"paths/no connection", ask(graph.PathsQuery{From: element("ahab"), To: element("亚哈")}), []string{}},
	}
}

func pathLine(l labels, p graph.Path) string {
	triples := make([]string, len(p.Triples))
	for i, t := range p.Triples {
		triples[i] = l.of(t.ID)
		if want := l.of(t.Head) + " " + t.Relation + " " + l.of(t.Tail); triples[i] != want {
			triples[i] += " with the fields of " + want
		}
	}
	return fmt.Sprintf("%d: %s | %s", p.Weight, strings.Join(p.Names, " "), strings.Join(triples, "; "))
}
