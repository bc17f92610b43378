package storetest

import (
	"grove/internal/graph"
)

func findReads() []readCase {
	ask := func(q graph.FindQuery) reading {
		return reads(graph.Reader.Find, q, func(k graph.KeyElement) string { return k.Norm })
	}
	whole := reads(graph.Reader.Find, graph.FindQuery{Norms: []string{"pequod", "亚哈"}}, keyElement)
	return []readCase{
		{"find/norms", ask(graph.FindQuery{Norms: []string{"whale", "Whale", "ahab", "ahab"}}), []string{"ahab", "whale"}},
		{"find/ids", ask(graph.FindQuery{IDs: elements("whale", "ishmael", "nobody")}), []string{"ishmael", "whale"}},
		{"find/prefix", ask(graph.FindQuery{Prefix: "a"}), []string{"ahab"}},
		{"find/prefix of chinese", ask(graph.FindQuery{Prefix: "亚"}), []string{"亚哈"}},
		{"find/the whole name as prefix", ask(graph.FindQuery{Prefix: "pequod"}), []string{"pequod"}},
		{"find/another name", ask(graph.FindQuery{Norms: []string{"captain ahab"}}), []string{"ahab"}},
		{"find/another name as prefix", ask(graph.FindQuery{Prefix: "captain"}), []string{"ahab", "captain"}},
		{"find/prefix is no pattern", ask(graph.FindQuery{Prefix: "%"}), []string{}},
		{"find/prefix minds case", ask(graph.FindQuery{Prefix: "A"}), []string{}},
		{"find/any of three, each once", ask(graph.FindQuery{IDs: elements("ishmael"), Norms: []string{"ishmael", "starbuck"}, Prefix: "is"}), []string{"ishmael", "starbuck"}},
		{"find/limit", ask(graph.FindQuery{Norms: []string{"亚哈", "whale", "captain"}, Limit: 2}), []string{"captain", "whale"}},
		{"find/nothing asked", ask(graph.FindQuery{}), []string{}},
		{"find/every field", whole, []string{
			`pequod = Pequod (Pequod, The Pequod) type "Ship" description "" support 3`,
			`亚哈 = 亚哈 (亚哈) type "人物" description "" support 1`,
		}},
	}
}
