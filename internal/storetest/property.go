package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"grove/internal/graph"
	"grove/internal/lists"
)

// history plays random sequences of additions, replacements and removals. After
// each, the dump equals that of the surviving documents added at once to an
// empty workspace. The seeds are fixed.
func history(t *testing.T, store graph.Store) {
	const sequences, steps, pool = 30, 6, 8
	for seed := range seeds(store, sequences) {
		random := rand.New(rand.NewPCG(seed, 1851))
		there := map[graph.ID]graph.Bundle{}
		log := ""
		for range steps {
			change := graph.Change{}
			for range 1 + random.IntN(3) {
				b := randomDocument(random.IntN(pool), random.IntN(3))
				id := b.Document.ID
				if slices.ContainsFunc(change.Add, func(o graph.Bundle) bool { return o.Document.ID == id }) || slices.Contains(change.Remove, id) {
					continue
				}
				old, taken := there[id]
				switch {
				case taken && random.IntN(2) == 0:
					log += " -" + b.Document.Source
					change.Remove = append(change.Remove, id)
					delete(there, id)
					continue
				case taken && old.Document.SHA256 != b.Document.SHA256:
					change.Remove = append(change.Remove, id)
				}
				log += " +" + b.Document.Source + b.Document.Title
				change.Add = append(change.Add, b)
				there[id] = b
			}
			mustApply(t, store, change)
		}
		got := mustDump(t, store)
		emptyOut(t, store)
		mustApply(t, store, graph.Change{Add: survivors(there)})
		if want := mustDump(t, store); got != want {
			same(t, fmt.Sprintf("seed %d:%s", seed, log), got, want)
			return
		}
		emptyOut(t, store)
	}
}

// emptyOut removes all documents and checks that nothing is left.
func emptyOut(t *testing.T, store graph.Store) {
	t.Helper()
	var ids []graph.ID
	for _, d := range must[[]graph.Document](t)(store.Documents(t.Context(), graph.DocumentsQuery{})) {
		ids = append(ids, d.ID)
	}
	mustApply(t, store, graph.Change{Remove: ids})
	same(t, "dump of an emptied workspace", mustDump(t, store), "")
}

// survivors returns the documents, by id.
func survivors(there map[graph.ID]graph.Bundle) []graph.Bundle {
	return lists.Map(slices.Sorted(maps.Keys(there)), func(id graph.ID) graph.Bundle { return there[id] })
}

// randomDocument is one version of a document of the pool: always the same for
// the same numbers. Versions share pieces, and documents share what they say.
func randomDocument(number, version int) graph.Bundle {
	random := rand.New(rand.NewPCG(uint64(number), uint64(version)))
	var pieces []Piece
	for range 1 + random.IntN(3) {
		pieces = append(pieces, randomPiece(random.IntN(6)))
	}
	return Bundle(fmt.Sprintf("%d.txt", number), fmt.Sprintf("version %d", version), pieces...)
}

func randomPiece(number int) Piece {
	random := rand.New(rand.NewPCG(uint64(number), 7))
	name := func() string { return string(rune('a' + random.IntN(5))) }
	p := Piece{Text: fmt.Sprintf("Piece %d: A B C D E. ", number)}
	said := map[string]bool{}
	mention := func(norms ...string) {
		for _, n := range norms {
			if !said[n] {
				said[n] = true
				p.Mentions = append(p.Mentions, Named{Surface: string(rune(n[0] - 'a' + 'A')), Norm: n,
					Type: []string{"", "Odd", "Even"}[random.IntN(3)], Description: []string{"", "one", "two"}[random.IntN(3)],
					Same: []string{"", "a", "a\nb"}[random.IntN(3)], Apart: []string{"", "", "c"}[random.IntN(3)]})
			}
		}
	}
	for range 2 {
		a, b, c := name(), name(), name()
		mention(a, b, c)
		p.Facts = append(p.Facts, Said{Text: fmt.Sprintf("Fact %d.", random.IntN(4)), About: []string{a, b}})
		p.Relations = append(p.Relations, Link{Head: b, Relation: []string{"ONE", "TWO"}[random.IntN(2)], Tail: c, HeadText: fmt.Sprint(b, random.IntN(2))})
		p.Attributes = append(p.Attributes, Has{Entity: a, Key: "k", Value: fmt.Sprint(random.IntN(2))})
		p.Proposals = append(p.Proposals, Proposed{Part: graph.PartRelation, Name: fmt.Sprint("R", random.IntN(3)), Subject: a, Object: b,
			Signature: []string{"A>B", "B>A", graph.Unsound}[random.IntN(3)], Surface: []string{"", "Piece", "A B"}[random.IntN(3)]})
	}
	return p
}
