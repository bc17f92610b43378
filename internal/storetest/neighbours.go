package storetest

import (
	"fmt"

	"grove/internal/graph"
)

func neighbourReads() []readCase {
	ask := func(norm string, limit int) reading {
		return reads(graph.Reader.Neighbours, graph.NeighboursQuery{Element: element(norm), Limit: limit},
			func(n graph.Neighbour) string { return fmt.Sprintf("%d %s", n.Shared, keyElement(n.KeyElement)) })
	}
	return []readCase{
		{"neighbours/by facts shared, then id", ask("ahab", 0), []string{
			`2 whale = whale (whale) type "" description "" support 2`,
			`1 captain = Captain (Captain) type "" description "" support 1`,
			`1 pequod = Pequod (Pequod, The Pequod) type "Ship" description "" support 3`,
			`1 starbuck = Starbuck (Starbuck) type "Person" description "" support 1`,
		}},
		{"neighbours/limit", ask("pequod", 2), []string{
			`1 ishmael = Ishmael (Ishmael) type "Person" description "" support 1`,
			`1 ahab = Ahab (Ahab, Captain Ahab) type "Person" description "a captain" support 3`,
		}},
		{"neighbours/unknown element", ask("nobody", 0), []string{}},
	}
}
