package storetest

import (
	"fmt"

	"grove/internal/graph"
)

func relationReads() []readCase {
	l := labelsOf(Small()...)
	ask := func(q graph.RelationsQuery) reading {
		return reads(graph.Reader.Relations, q, func(r graph.RelationRow) string {
			return fmt.Sprintf("%s: %s (%s -> %s) to %s, %d x %q", l.of(r.Element), l.of(r.ID), r.HeadName, r.TailName, l.of(r.Other()), r.Support, r.Name)
		})
	}
	return []readCase{
		{"relations/both ways, a self-loop once", ask(graph.RelationsQuery{Elements: elements("ahab")}), []string{
			`ahab: ahab COMMANDS pequod (Ahab -> Pequod) to pequod, 2 x "Ahab COMMANDS Pequod"`,
			`ahab: starbuck OBEYS ahab (Starbuck -> Ahab) to starbuck, 1 x "Starbuck OBEYS Ahab"`,
			`ahab: ahab FEARS ahab (Ahab -> Ahab) to ahab, 1 x "ahab FEARS ahab"`,
			`ahab: ahab OWNS pequod (Ahab -> Pequod) to pequod, 1 x "ahab OWNS pequod"`,
			`ahab: ahab HATES whale (Ahab -> whale) to whale, 1 x "ahab HATES whale"`,
		}},
		{"relations/outgoing, with the self-loop", ask(graph.RelationsQuery{Elements: elements("ahab"), Direction: graph.Outgoing}), []string{
			`ahab: ahab COMMANDS pequod (Ahab -> Pequod) to pequod, 2 x "Ahab COMMANDS Pequod"`,
			`ahab: ahab FEARS ahab (Ahab -> Ahab) to ahab, 1 x "ahab FEARS ahab"`,
			`ahab: ahab OWNS pequod (Ahab -> Pequod) to pequod, 1 x "ahab OWNS pequod"`,
			`ahab: ahab HATES whale (Ahab -> whale) to whale, 1 x "ahab HATES whale"`,
		}},
		{"relations/incoming, with the self-loop", ask(graph.RelationsQuery{Elements: elements("ahab"), Direction: graph.Incoming}), []string{
			`ahab: starbuck OBEYS ahab (Starbuck -> Ahab) to starbuck, 1 x "Starbuck OBEYS Ahab"`,
			`ahab: ahab FEARS ahab (Ahab -> Ahab) to ahab, 1 x "ahab FEARS ahab"`,
		}},
		{"relations/between two asked elements, twice", ask(graph.RelationsQuery{Elements: elements("whale", "pequod", "whale"), Relations: []string{"HUNTS"}}), []string{
			`whale: pequod HUNTS whale (Pequod -> whale) to pequod, 1 x "pequod HUNTS whale"`,
			`pequod: pequod HUNTS whale (Pequod -> whale) to whale, 1 x "pequod HUNTS whale"`,
		}},
		{"relations/fan-out of each element", ask(graph.RelationsQuery{Elements: elements("pequod", "ahab"), Fanout: 1}), []string{
			`ahab: ahab COMMANDS pequod (Ahab -> Pequod) to pequod, 2 x "Ahab COMMANDS Pequod"`,
			`pequod: ahab COMMANDS pequod (Ahab -> Pequod) to ahab, 2 x "Ahab COMMANDS Pequod"`,
		}},
		{"relations/chosen types", ask(graph.RelationsQuery{Elements: elements("ahab", "亚哈"), Relations: []string{"指挥", "HATES", "NONE"}}), []string{
			`亚哈: 亚哈 指挥 裴廓德号 (亚哈 -> 裴廓德号) to 裴廓德号, 1 x "亚哈 指挥 裴廓德号"`,
			`ahab: ahab HATES whale (Ahab -> whale) to whale, 1 x "ahab HATES whale"`,
		}},
		{"relations/fan-out counts chosen types alone", ask(graph.RelationsQuery{Elements: elements("ahab"), Relations: []string{"HATES"}, Fanout: 1}), []string{
			`ahab: ahab HATES whale (Ahab -> whale) to whale, 1 x "ahab HATES whale"`,
		}},
		{"relations/unknown element", ask(graph.RelationsQuery{Elements: elements("nobody")}), []string{}},
		{"relations/nothing asked", ask(graph.RelationsQuery{}), []string{}},
	}
}
