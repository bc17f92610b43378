package storetest

import (
	"fmt"

	"grove/internal/graph"
)

func statsReads() []readCase {
	l := labelsOf(Small()...)
	return []readCase{
		{"stats/facts and neighbours of each node", reads(graph.Reader.PageDegrees, graph.PageQuery{}, func(d graph.Degree) string {
			return fmt.Sprintf("%s: %d facts, %d neighbours", l.of(d.Element), d.Facts, d.Neighbours)
		}), []string{
			"ishmael: 1 facts, 1 neighbours", "亚哈: 1 facts, 1 neighbours", "ahab: 4 facts, 4 neighbours",
			"裴廓德号: 1 facts, 1 neighbours", "captain: 1 facts, 2 neighbours", "whale: 3 facts, 2 neighbours",
			"pequod: 3 facts, 4 neighbours", "starbuck: 1 facts, 1 neighbours",
		}},
		{"stats/a page of nodes", reads(graph.Reader.PageDegrees, graph.PageQuery{After: element("ishmael"), Limit: 1},
			func(d graph.Degree) string { return l.of(d.Element) }), []string{"亚哈"}},
		{"stats/the graph of each document", reads(graph.Reader.PageSamples, graph.PageQuery{},
			func(s graph.DocumentSample) string { return fmt.Sprintf("%s: %+v", l.of(s.Document), s.Sample) }), []string{
			"鲸.txt: {Nodes:2 Facts:1 Links:2 Ties:2 MostLinks:1 MostTies:1}",
			"voyage.txt: {Nodes:5 Facts:5 Links:11 Ties:12 MostLinks:3 MostTies:4}",
			"log.txt: {Nodes:4 Facts:2 Links:5 Ties:8 MostLinks:2 MostTies:3}",
		}},
		{"stats/a page of documents", reads(graph.Reader.PageSamples, graph.PageQuery{After: graph.DocumentID("鲸.txt"), Limit: 1},
			func(s graph.DocumentSample) string { return l.of(s.Document) }), []string{"voyage.txt"}},
	}
}
