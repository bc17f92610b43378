package traces_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/traces"
	"grove/query"
	"grove/query/tree"
)

// shelf is a graph with these facts, which fails with err.
type shelf struct {
	tree.Graph
	facts []graph.FactRow
	err   error
}

func (s shelf) Facts(context.Context, graph.FactsQuery) ([]graph.FactRow, error) {
	return s.facts, s.err
}

func facts(ids ...graph.ID) (rows []graph.FactRow) {
	for _, id := range ids {
		rows = append(rows, graph.FactRow{Fact: id})
	}
	return rows
}

// asked is a trace with a decision, a read of three facts, and a search.
func asked(t *testing.T) traces.Trace {
	t.Helper()
	steps := query.NewTrace()
	steps.Add(query.Step{Action: "plan"})
	if _, err := tree.Traced(shelf{facts: facts("f1", "f2", "f3")}, steps, "w", graph.Scope{Tags: []string{"k=v"}}).
		Facts(t.Context(), graph.FactsQuery{Elements: []graph.ID{"k1"}}); err != nil {
		t.Fatal(err)
	}
	steps.Add(query.Step{Action: "search", Args: map[string]any{"query": 1, "text": "whale", "method": "bm25", "k": 2}, Rows: 1, IDs: []string{"c1"}})
	made, err := traces.New(start, "Who?", traces.Options{}, query.Answer{Trace: steps.Steps()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// found finds chunks, and refuses any other search than that of asked.
func found(chunks ...graph.ID) func(context.Context, string, string, int, graph.Scope) ([]query.Hit, error) {
	return func(_ context.Context, text, method string, k int, scope graph.Scope) (hits []query.Hit, err error) {
		if text != "whale" || method != "bm25" || k != 2 || !slices.Equal(scope.Tags, []string{"k=v"}) {
			return nil, errors.New("another search")
		}
		for _, c := range chunks {
			hits = append(hits, query.Hit{Chunk: c})
		}
		return hits, nil
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		facts      []graph.FactRow
		found      []graph.ID
		why        string
		gone, come string
		differ     int
	}{
		"the same":        {facts: facts("f1", "f2", "f3"), found: []graph.ID{"c1"}},
		"one went":        {facts: facts("f1", "f3"), found: []graph.ID{"c1"}, gone: "f2", differ: 1},
		"one for another": {facts: facts("f1", "f2", "f4"), found: []graph.ID{"c1"}, gone: "f3", come: "f4", differ: 1},
		"another order":   {facts: facts("f2", "f1", "f3"), found: []graph.ID{"c1"}, why: traces.Reordered, differ: 1},
		"nothing is left": {gone: "f1 f2 f3", differ: 2},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := asked(t).Check(t.Context(), traces.Bench{Workspace: "w", Graph: shelf{facts: c.facts}, Search: found(c.found...)})
			if err != nil || got.Reads != 2 || got.Differ != c.differ || got.Same != (c.differ == 0) {
				t.Fatalf("%+v, %v", got, err)
			}
			one := got.Steps[0]
			if one.Step != 2 || one.Was != 3 || one.Now != len(c.facts) || one.Why != c.why ||
				strings.Join(one.Gone, " ") != c.gone || strings.Join(one.Come, " ") != c.come {
				t.Errorf("%+v", one)
			}
		})
	}
}

// many are facts from..to, of which the trace of one step was made or is compared with.
func many(from, to int) []graph.FactRow {
	var rows []graph.FactRow
	for i := from; i < to; i++ {
		rows = append(rows, graph.FactRow{Fact: graph.ID(fmt.Sprintf("f%03d", i)), Text: "said"})
	}
	return rows
}

func TestCheckBeyondTheFirstIDs(t *testing.T) {
	middle := func(rows []graph.FactRow, with ...graph.FactRow) []graph.FactRow {
		return slices.Concat(rows[:50], with, rows[50:])
	}
	other := func(at int, change func(*graph.FactRow)) []graph.FactRow {
		rows := many(0, 282)
		change(&rows[at])
		return rows
	}
	for name, c := range map[string]struct {
		was, now   []graph.FactRow
		old        bool // the trace has no digest
		why        string
		gone, come int
		same       bool
	}{
		"the same":                {was: many(0, 282), now: many(0, 282), same: true},
		"the first went":          {was: many(0, 282), now: many(15, 282), gone: 15},
		"the first 100 went":      {was: many(0, 282), now: many(100, 282), gone: 100},
		"one came among them":     {was: many(0, 282), now: middle(many(0, 282), graph.FactRow{Fact: "new"}), come: 1},
		"the last went":           {was: many(0, 282), now: many(0, 281), why: traces.Beyond},
		"another last":            {was: many(0, 282), now: other(281, func(r *graph.FactRow) { r.Fact = "f9" }), why: traces.Beyond},
		"a later one changed":     {was: many(0, 282), now: other(200, func(r *graph.FactRow) { r.Text = "unsaid" }), why: traces.Changed},
		"a first one changed":     {was: many(0, 282), now: other(2, func(r *graph.FactRow) { r.Start = 7 }), why: traces.Changed},
		"few became many":         {was: many(0, 5), now: many(0, 282), come: 100},
		"one id twice":            {was: slices.Concat(many(0, 5), many(4, 5)), now: many(0, 5)},
		"old, the first went":     {was: many(0, 282), now: many(15, 282), old: true, gone: 15},
		"old, another last":       {was: many(0, 282), now: other(281, func(r *graph.FactRow) { r.Fact = "f9" }), old: true, same: true},
		"old, a first one change": {was: many(0, 282), now: other(2, func(r *graph.FactRow) { r.Start = 7 }), old: true, same: true},
	} {
		t.Run(name, func(t *testing.T) {
			steps := query.NewTrace()
			if _, err := tree.Traced(shelf{facts: c.was}, steps, "w", graph.Scope{}).Facts(t.Context(), graph.FactsQuery{Elements: []graph.ID{"k1"}}); err != nil {
				t.Fatal(err)
			}
			made, err := traces.New(start, "Who?", traces.Options{}, query.Answer{Trace: steps.Steps()}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if c.old {
				made.Answer.Trace[0].Digest = ""
			}
			got, err := made.Check(t.Context(), traces.Bench{Workspace: "w", Graph: shelf{facts: c.now}})
			if err != nil {
				t.Fatal(err)
			}
			if one := got.Steps[0]; one.Same != c.same || one.Why != c.why || len(one.Gone) != c.gone || len(one.Come) != c.come || one.Was != len(c.was) || one.Now != len(c.now) {
				t.Errorf("%+v", one)
			}
		})
	}
}

func TestCheckOfWhatCannotBeReadAgain(t *testing.T) {
	same := traces.Bench{Workspace: "w", Graph: shelf{facts: facts("f1", "f2", "f3")}, Search: found("c1")}
	for name, c := range map[string]struct {
		change func(*query.Step)
		why    string
	}{
		"another statement": {func(s *query.Step) { s.Cypher = "MATCH (n) DETACH DELETE n" }, traces.Unreadable},
		"another parameter": {func(s *query.Step) { s.Params["more"] = 1 }, traces.Unreadable},
		"another action":    {func(s *query.Step) { s.Action = "hope" }, traces.Unreadable},
		"a failure":         {func(s *query.Step) { s.Args["error"] = "down" }, traces.FailedThen},
	} {
		made := asked(t)
		c.change(&made.Answer.Trace[1])
		got, err := made.Check(t.Context(), same)
		if err != nil || got.Same || got.Steps[0].Why != c.why {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	elsewhere := same
	elsewhere.Workspace = "other"
	if got, err := asked(t).Check(t.Context(), elsewhere); err != nil || got.Steps[0].Why != traces.Unreadable {
		t.Errorf("another workspace: %+v, %v", got, err)
	}
	// An outage is no difference.
	same.Graph = shelf{err: fault.New(fault.Unavailable, "test", "", "down", "")}
	if _, err := asked(t).Check(t.Context(), same); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an outage: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := asked(t).Check(ctx, same); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled check: %v", err)
	}
}
