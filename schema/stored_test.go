package schema

import (
	"context"
	"slices"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
)

// workspace is what a workspace keeps about its schema, in memory.
type workspace struct {
	body      string
	decisions []graph.Decision
	proposals []graph.ProposalRow
}

func (w workspace) Schema(context.Context) (graph.SchemaVersion, error) {
	return graph.SchemaVersion{Version: 1, Body: w.body}, nil
}

func (w workspace) Decisions(context.Context, graph.DecisionsQuery) ([]graph.Decision, error) {
	return w.decisions, nil
}

func (w workspace) Proposals(_ context.Context, q graph.ProposalsQuery) ([]graph.ProposalRow, error) {
	return slices.DeleteFunc(slices.Clone(w.proposals), func(p graph.ProposalRow) bool { return !slices.Contains(q.IDs, p.ID) }), nil
}

func (w workspace) Counts(context.Context) (graph.Counts, error) {
	return graph.Counts{Proposals: len(w.proposals)}, nil
}

func (workspace) Vocabulary(context.Context) ([]graph.Term, error) {
	return []graph.Term{{Part: graph.PartType, Name: "Person", Count: 7}}, nil
}

// decided is a workspace with four proposals, one of which was accepted, one rejected,
// and one accepted by evolution.
func decided(t *testing.T) workspace {
	t.Helper()
	w := workspace{proposals: []graph.ProposalRow{
		proposed(graph.PartType, "Film", 1, 5, 5), proposed(graph.PartType, "Song", 1, 5, 5),
		proposed(graph.PartRelation, "SONG", 1, 5, 5), proposed(graph.PartRelation, "DIRECTED_BY", 1, 5, 5),
	}, decisions: []graph.Decision{
		{ID: "1", Seq: 1, Kind: RejectKind, Subjects: []string{"type", "Film"}},
		{ID: "2", Seq: 2, Kind: AcceptKind, Subjects: []string{"type", "Film"}},
		{ID: "3", Seq: 3, Kind: RejectKind, Subjects: []string{"type", "Song"}},
	}}
	decisions, err := Decisions(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	w.body = seed(t, Auto).Evolve(decisions, w.proposals[3:], 9).Body()
	return w
}

func TestStates(t *testing.T) {
	w := decided(t)
	s, _, err := Stored(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := Decisions(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	states := States(s, decisions)
	for i, want := range []State{Accepted, Rejected, "", Automatic} {
		if got := states[w.proposals[i].ID]; got != want {
			t.Errorf("%s: %q, want %q", w.proposals[i].Name, got, want)
		}
	}
	if open, err := CountOpen(t.Context(), w, s, decisions); err != nil || open != 1 {
		t.Errorf("%d open proposals, %v", open, err)
	}
	if used, err := Usage(t.Context(), w); err != nil || used[graph.ProposalID(graph.PartType, "Person")] != 7 {
		t.Errorf("%v, %v", used, err)
	}
	if _, err := Decisions(t.Context(), workspace{decisions: []graph.Decision{{Subjects: []string{"nothing"}}}}); !fault.Is(err, fault.Corrupt) {
		t.Errorf("a decision about no name: %v", err)
	}
}

func TestFindName(t *testing.T) {
	w := decided(t)
	for ref, want := range map[string]Name{
		"film":                    {Part: graph.PartType, Name: "Film"},
		"directed by":             {Part: graph.PartRelation, Name: "DIRECTED_BY"},
		"relation:sung by":        {Part: graph.PartRelation, Name: "SUNG_BY"},
		"attribute:Birth_Date":    {Part: graph.PartAttribute, Name: "birth date"},
		string(w.proposals[2].ID): {Part: graph.PartRelation, Name: "SONG"},
	} {
		if got, err := FindName(t.Context(), w, ref); err != nil || got != want {
			t.Errorf("%s: %+v, %v", ref, got, err)
		}
	}
	for ref, kind := range map[string]fault.Kind{"song": fault.Invalid, "opera": fault.NotFound, "type:": fault.Invalid} {
		if got, err := FindName(t.Context(), w, ref); !fault.Is(err, kind) {
			t.Errorf("%s: %+v, %v", ref, got, err)
		}
	}
}
