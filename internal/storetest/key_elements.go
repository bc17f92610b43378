package storetest

import (
	"grove/internal/graph"
)

func keyElementReads() []readCase {
	l := labelsOf(Small()...)
	ask := func(limit int, facts ...graph.ID) reading {
		return reads(graph.Reader.KeyElements, graph.KeyElementsQuery{Facts: facts, Limit: limit},
			func(k graph.KeyElementRow) string { return l.of(k.Fact) + ": " + keyElement(k.KeyElement) })
	}
	commands, obeys := fact("Ahab commands the Pequod."), fact("Starbuck obeys Ahab.")
	return []readCase{
		{"key elements/of two facts", ask(0, commands, obeys, commands), []string{
			`starbuck obeys ahab: ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 3`,
			`starbuck obeys ahab: starbuck = Starbuck (Starbuck) type "Person" description "" support 1`,
			`ahab commands the pequod: ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 3`,
			`ahab commands the pequod: captain = Captain (Captain) type "" description "" support 1`,
			`ahab commands the pequod: pequod = Pequod (Pequod, The Pequod) type "Ship" description "" support 3`,
		}},
		{"key elements/limit", ask(1, commands), []string{
			`ahab commands the pequod: ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 3`,
		}},
		{"key elements/unknown fact", ask(0, "fnobody"), []string{}},
		{"key elements/nothing asked", ask(0), []string{}},
	}
}
