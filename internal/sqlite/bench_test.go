package sqlite_test

import (
	"fmt"
	"testing"

	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
)

// smallDocuments are n documents of one chunk with 5 key elements, 4 facts, 3
// relations and an attribute each; a part of it they share.
func smallDocuments(n int) []graph.Bundle {
	bundles := make([]graph.Bundle, n)
	for i := range bundles {
		p := storetest.Piece{Text: fmt.Sprintf("Report %d. A ship, a captain and a crew left port %d for the sea.", i, i%50)}
		norms := []string{"ship", fmt.Sprint("captain ", i), fmt.Sprint("crew ", i%100), fmt.Sprint("port ", i%50), "sea"}
		for _, norm := range norms {
			p.Mentions = append(p.Mentions, storetest.Named{Surface: "port", Norm: norm, Type: "Thing"})
		}
		for j, norm := range norms[1:] {
			p.Facts = append(p.Facts, storetest.Said{Text: fmt.Sprintf("Fact %d of report %d.", j, i), About: []string{"ship", norm}})
		}
		for _, norm := range norms[1:4] {
			p.Relations = append(p.Relations, storetest.Link{Head: "ship", Relation: "WITH", Tail: norm})
		}
		p.Attributes = []storetest.Has{{Entity: norms[1], Key: "report", Value: fmt.Sprint(i)}}
		bundles[i] = storetest.Bundle(fmt.Sprintf("%d.txt", i), "Report", p)
	}
	return bundles
}

func BenchmarkApply500(b *testing.B) {
	bundles := smallDocuments(500)
	for b.Loop() {
		b.StopTimer()
		store := storetest.Open(b)
		b.StartTimer()
		apply(b, store, graph.Change{Add: bundles})
	}
}

func BenchmarkApplyOneByOne(b *testing.B) {
	bundles := smallDocuments(500)
	store := storetest.Open(b)
	i := 0
	for b.Loop() {
		if i == len(bundles) {
			b.StopTimer()
			store, i = storetest.Open(b), 0
			b.StartTimer()
		}
		apply(b, store, graph.Change{Add: bundles[i : i+1]})
		i++
	}
}

func BenchmarkRemoveOne(b *testing.B) {
	bundles := smallDocuments(500)
	store := storetest.Open(b)
	apply(b, store, graph.Change{Add: bundles})
	for b.Loop() {
		apply(b, store, graph.Change{Remove: []graph.ID{bundles[7].Document.ID}})
		b.StopTimer()
		apply(b, store, graph.Change{Add: bundles[7:8]})
		b.StartTimer()
	}
}

// hubbed returns a store in which "ship" shares facts with some 5,000 key elements.
func hubbed(b *testing.B) *sqlite.Store {
	store := storetest.Open(b)
	apply(b, store, graph.Change{Add: smallDocuments(5000)})
	return store
}

func BenchmarkReads(b *testing.B) {
	store := hubbed(b)
	ship, captain, port := graph.KeyElementID("ship", ""), graph.KeyElementID("captain 7", ""), graph.KeyElementID("port 7", "")
	for _, read := range []struct {
		name string
		run  func() (int, error)
	}{
		{"NeighboursOfHub", func() (int, error) {
			rows, err := store.Neighbours(b.Context(), graph.NeighboursQuery{Element: ship, Limit: 50})
			return len(rows), err
		}},
		{"Neighbours", func() (int, error) {
			rows, err := store.Neighbours(b.Context(), graph.NeighboursQuery{Element: port, Limit: 50})
			return len(rows), err
		}},
		{"Facts", func() (int, error) {
			rows, err := store.Facts(b.Context(), graph.FactsQuery{Elements: []graph.ID{port}})
			return len(rows), err
		}},
		{"FactsOfHub", func() (int, error) {
			rows, err := store.Facts(b.Context(), graph.FactsQuery{Elements: []graph.ID{ship}, Limit: 50})
			return len(rows), err
		}},
		{"RelationsOfHub", func() (int, error) {
			rows, err := store.Relations(b.Context(), graph.RelationsQuery{Elements: []graph.ID{ship}})
			return len(rows), err
		}},
		{"PathsThroughHub", func() (int, error) {
			rows, err := store.Paths(b.Context(), graph.PathsQuery{From: captain, To: port})
			return len(rows), err
		}},
		{"Find", func() (int, error) {
			rows, err := store.Find(b.Context(), graph.FindQuery{Norms: []string{"captain 7"}})
			return len(rows), err
		}},
		{"Counts", func() (int, error) { c, err := store.Counts(b.Context()); return c.Documents, err }},
	} {
		b.Run(read.name, func(b *testing.B) {
			for b.Loop() {
				if n, err := read.run(); err != nil || n == 0 {
					b.Fatalf("%d rows, %v", n, err)
				}
			}
		})
	}
}
