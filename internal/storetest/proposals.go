package storetest

import (
	"fmt"
	"testing"

	"grove/internal/graph"
)

func proposalCases() []writeCase {
	return []writeCase{
		{"proposals/counts follow the documents", proposalCounts},
		{"proposals/order, bounds and chunks", proposalOrder},
		{"vocabulary/names in use", vocabulary},
	}
}

// proposing returns a document of one chunk for each list of signatures, all of the
// relation EATS.
func proposing(source string, chunks ...[]string) graph.Bundle {
	var pieces []Piece
	for i, signatures := range chunks {
		p := Piece{Text: fmt.Sprintf("Chunk %d of %s. ", i, source)}
		for j, s := range signatures {
			surface := []string{"Chunk", source}[j]
			p.Proposals = append(p.Proposals, Proposed{Part: graph.PartRelation, Name: "EATS", Subject: "s", Object: "o", Signature: s, Surface: surface})
		}
		pieces = append(pieces, p)
	}
	return Bundle(source, "", pieces...)
}

func proposalLine(p graph.ProposalRow) string {
	return fmt.Sprintf("%s %s support %d documents %d %s %g", p.Part, p.Name, p.Support, p.Documents, p.Signature, p.Confidence)
}

func proposalCounts(t *testing.T, store graph.Store) {
	one := proposing("1.txt", []string{"A>B", "A>B"}, []string{"A>C"})
	two := proposing("2.txt", []string{graph.Unsound})
	three := proposing("3.txt", []string{"A>C"})
	expect := func(what string, want ...string) {
		t.Helper()
		got, err := lines(must[[]graph.ProposalRow](t)(store.Proposals(t.Context(), graph.ProposalsQuery{})), nil, proposalLine)
		if err != nil {
			t.Fatal(err)
		}
		sameLines(t, what, got, want)
		same(t, what+": counts", must[graph.Counts](t)(store.Counts(t.Context())).Proposals, len(want))
		same(t, what+": findings", findings(t, store), nil)
	}
	withSchema(t, store)
	mustApply(t, store, graph.Change{Add: []graph.Bundle{two}})
	expect("nothing sound", "relation EATS support 1 documents 1 - 0")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{one, three}})
	expect("a tie of signatures", "relation EATS support 4 documents 3 A>B 0.4")
	mustApply(t, store, graph.Change{Remove: []graph.ID{two.Document.ID, one.Document.ID}})
	expect("what stays", "relation EATS support 1 documents 1 A>C 1")
	mustApply(t, store, graph.Change{Remove: []graph.ID{three.Document.ID}})
	expect("all gone")
}

func proposalOrder(t *testing.T, store graph.Store) {
	propose := func(source string, part graph.SchemaPart, names ...string) graph.Bundle {
		p := Piece{Text: "Of " + source}
		for _, n := range names {
			p.Proposals = append(p.Proposals, Proposed{Part: part, Name: n, Subject: "'`", Object: "值", Signature: n})
		}
		return Bundle(source, "", p)
	}
	a, b, c := propose("a", graph.PartType, "Film", "船`"), propose("b", graph.PartType, "Film"), propose("c", graph.PartAttribute, "birth date")
	mustApply(t, store, graph.Change{Add: []graph.Bundle{a, b, c}})
	film, ship := graph.ProposalID(graph.PartType, "Film"), graph.ProposalID(graph.PartType, "船`")
	ask := func(what string, q graph.ProposalsQuery, want ...string) {
		t.Helper()
		got, _ := lines(must[[]graph.ProposalRow](t)(store.Proposals(t.Context(), q)), nil, func(p graph.ProposalRow) string { return p.Name })
		sameLines(t, what, got, want)
	}
	ask("the most supported first", graph.ProposalsQuery{Limit: 1}, "Film")
	ask("of a part", graph.ProposalsQuery{Part: graph.PartAttribute}, "birth date")
	ask("with support", graph.ProposalsQuery{Least: 2}, "Film")
	ask("by id", graph.ProposalsQuery{IDs: []graph.ID{ship, "pnone"}}, "船`")
	first, second := graph.ProposingRow{Chunk: a.Chunks[0].ID, Document: a.Document.ID}, graph.ProposingRow{Chunk: b.Chunks[0].ID, Document: b.Document.ID}
	if second.Chunk < first.Chunk {
		first, second = second, first
	}
	rows := must[[]graph.ProposingRow](t)(store.Proposing(t.Context(), graph.ProposingQuery{Proposals: []graph.ID{film, ship}}))
	same(t, "chunks of two", rows, []graph.ProposingRow{first, second})
	rest := must[[]graph.ProposingRow](t)(store.Proposing(t.Context(), graph.ProposingQuery{Proposals: []graph.ID{film}, After: first.Chunk}))
	same(t, "chunks after one", rest, []graph.ProposingRow{second})
	pages := must[[]graph.ProposalPage](t)(store.PageProposals(t.Context(), graph.PageQuery{}))
	n := 0
	for _, p := range pages {
		n += len(p.Evidence)
		for _, e := range p.Evidence {
			same(t, "evidence", []string{e.Subject, e.Object, e.Signature}, []string{"'`", "值", p.Name})
		}
	}
	same(t, "pages", [2]int{len(pages), n}, [2]int{3, 4})
}

func vocabulary(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	got, _ := lines(must[[]graph.Term](t)(store.Vocabulary(t.Context())), nil, func(v graph.Term) string {
		return fmt.Sprintf("%s %s %d", v.Part, v.Name, v.Count)
	})
	sameLines(t, "vocabulary", got, []string{"attribute kind 1", "attribute rank 1", "attribute 类型 1",
		"relation COMMANDS 1", "relation FEARS 1", "relation HATES 1", "relation HUNTS 1", "relation OBEYS 1", "relation OWNS 1",
		"relation SAILS_ON 1", "relation 指挥 1", "type Person 3", "type Ship 2", "type 人物 1"})
}
