package storetest

import (
	"fmt"

	"grove/internal/graph"
)

func factReads() []readCase {
	l := labelsOf(Small()...)
	ask := func(limit int, norms ...string) reading {
		return reads(graph.Reader.Facts, graph.FactsQuery{Elements: elements(norms...), Limit: limit}, func(f graph.FactRow) string {
			return fmt.Sprintf("%s of %s in %s (%s %d) %s %d-%d: %s", l.of(f.Fact), l.of(f.Element), l.of(f.Chunk), l.of(f.Document), f.Index,
				f.In, f.Start, f.End, f.Text)
		})
	}
	return []readCase{
		{"facts/of one element, a fact of two chunks", ask(0, "ahab"), []string{
			"ahab commands the pequod of ahab in voyage.txt#0 (voyage.txt 0) text 0-25: Ahab commands the Pequod",
			"ahab hates the whale of ahab in voyage.txt#2 (voyage.txt 2) text 83-104: Ahab hates the whale.",
			"ahab hunts the whale of ahab in voyage.txt#2 (voyage.txt 2) text 105-117: Ahab hunts the whale.",
			"ahab commands the pequod of ahab in log.txt#0 (log.txt 0) text 8-32: Ahab commands the Pequod",
			"starbuck obeys ahab of ahab in log.txt#0 (log.txt 0) text 34-54: Starbuck obeys Ahab.",
		}},
		{"facts/several elements of one fact, the first span", ask(0, "whale", "pequod"), []string{
			"ahab commands the pequod of pequod in voyage.txt#0 (voyage.txt 0) text 0-25: Ahab commands the Pequod",
			"ishmael sails on the pequod of pequod in voyage.txt#1 (voyage.txt 1) text 26-54: Ishmael sails on the Pequod.",
			"the pequod hunts the whale of whale in voyage.txt#1 (voyage.txt 1) text 55-82: The Pequod hunts the whale.",
			"the pequod hunts the whale of pequod in voyage.txt#1 (voyage.txt 1) text 55-82: The Pequod hunts the whale.",
			"ahab hates the whale of whale in voyage.txt#2 (voyage.txt 2) text 83-104: Ahab hates the whale.",
			"ahab hunts the whale of whale in voyage.txt#2 (voyage.txt 2) text 105-117: Ahab hunts the whale.",
			"ahab commands the pequod of pequod in log.txt#0 (log.txt 0) text 8-32: Ahab commands the Pequod",
		}},
		{"facts/an element that one chunk of two names", ask(0, "captain"), []string{
			"ahab commands the pequod of captain in voyage.txt#0 (voyage.txt 0) text 0-25: Ahab commands the Pequod",
			"ahab commands the pequod of captain in log.txt#0 (log.txt 0) text 8-32: Ahab commands the Pequod",
		}},
		{"facts/limit", ask(1, "whale", "ishmael", "whale"), []string{
			"ishmael sails on the pequod of ishmael in voyage.txt#1 (voyage.txt 1) text 26-54: Ishmael sails on the Pequod.",
		}},
		{"facts/chinese", ask(0, "裴廓德号"), []string{
			"亚哈指挥裴廓德号。 of 裴廓德号 in 鲸.txt#0 (鲸.txt 0) text 0-9: 亚哈指挥裴廓德号。",
		}},
		{"facts/unknown element", ask(0, "nobody"), []string{}},
		{"facts/nothing asked", ask(0), []string{}},
	}
}
