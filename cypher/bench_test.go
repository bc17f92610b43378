package cypher

import (
	"fmt"
	"testing"

	"grove/internal/graph"
	"grove/internal/storetest"
)

// small returns a small document: one chunk, four key elements, two facts, an
// attribute and a relation, of which some are shared with other documents.
func small(i int) graph.Bundle {
	who, ship := fmt.Sprint("Sailor ", i%97), fmt.Sprint("Ship ", i%31)
	norm := func(s string) string { return "the " + s }
	return storetest.Bundle(fmt.Sprintf("log-%d.txt", i), fmt.Sprint("Log ", i), storetest.Piece{
		Text: fmt.Sprintf("%s sails on %s. On day %d they see a whale.", who, ship, i),
		Mentions: []storetest.Named{{Surface: who, Norm: norm(who), Type: "Person"}, {Surface: ship, Norm: norm(ship), Type: "Ship"},
			{Surface: fmt.Sprint("day ", i)}, {Surface: "whale"}},
		Facts: []storetest.Said{{Text: who + " sails on " + ship + ".", About: []string{norm(who), norm(ship)}},
			{Text: fmt.Sprintf("On day %d they see a whale.", i), About: []string{fmt.Sprint("day ", i), "whale"}}},
		Attributes: []storetest.Has{{Entity: norm(ship), Key: "day", Value: fmt.Sprint(i)}},
		Relations:  []storetest.Link{{Head: norm(who), Relation: "SAILS_ON", Tail: norm(ship)}},
	})
}

// BenchmarkApply writes 500 small documents, a hundred and one a transaction.
func BenchmarkApply(b *testing.B) {
	const documents = 500
	for _, group := range []int{100, 1} {
		b.Run(fmt.Sprintf("500 documents, %d a transaction", group), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := open(b)
				b.StartTimer()
				for at := 0; at < documents; at += group {
					var change graph.Change
					for i := at; i < at+group; i++ {
						change.Add = append(change.Add, small(i))
					}
					if _, err := s.Apply(b.Context(), change); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkRead asks each read of one element among 500 small documents.
func BenchmarkRead(b *testing.B) {
	s := open(b)
	var change graph.Change
	for i := range 500 {
		change.Add = append(change.Add, small(i))
	}
	if _, err := s.Apply(b.Context(), change); err != nil {
		b.Fatal(err)
	}
	whale, sailor := graph.KeyElementID("whale", ""), graph.KeyElementID("the Sailor 1", "")
	for name, ask := range map[string]func() error{
		"Facts of 500": func() error {
			_, err := s.Facts(b.Context(), graph.FactsQuery{Elements: []graph.ID{whale}})
			return err
		},
		"Neighbours of 500": func() error {
			_, err := s.Neighbours(b.Context(), graph.NeighboursQuery{Element: whale, Limit: 20})
			return err
		},
		"Relations": func() error {
			_, err := s.Relations(b.Context(), graph.RelationsQuery{Elements: []graph.ID{sailor}})
			return err
		},
		"Paths": func() error {
			_, err := s.Paths(b.Context(), graph.PathsQuery{From: sailor, To: graph.KeyElementID("the Sailor 32", "")})
			return err
		},
		"Counts": func() error { _, err := s.Counts(b.Context()); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := ask(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
