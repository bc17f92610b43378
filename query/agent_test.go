package query

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// asked has an agent of this work answer a question.
func asked(t *testing.T, a Agent, o Options) (Answer, error) {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	a.Name = "tried"
	return a.Answer(t.Context(), Deps{Workspace: "w", LLM: &llm.Client{Kit: offline.New(), Counter: counter}}, Question{Text: "Who?"}, o)
}

// TestOptions: an agent takes its own options and parts alone, and says which those are.
func TestOptions(t *testing.T) {
	a := Agent{Parts: []Part{{Name: "plan"}}, Options: []Option{{Name: "k", Default: "5", Least: 1, Most: 9},
		{Name: "hops", Default: "1", Least: 1, Most: 3}}}
	for name, c := range map[string]struct {
		options Options
		k, hops int
		hint    string // of the refusal
	}{
		"defaults":      {Options{}, 5, 1, ""},
		"set":           {Options{Own: map[string]string{"k": "9", "hops": "3"}, Without: []string{"plan"}}, 9, 3, ""},
		"out of bounds": {Options{Own: map[string]string{"k": "10"}}, 0, 0, "1 to 9"},
		"no number":     {Options{Own: map[string]string{"k": "many"}}, 0, 0, "1 to 9"},
		"none of it":    {Options{Own: map[string]string{"depth": "1"}}, 0, 0, "k, hops"},
		"no such part":  {Options{Without: []string{"loop"}}, 0, 0, "plan"},
	} {
		t.Run(name, func(t *testing.T) {
			worked := false
			a.Work = func(_ context.Context, f *Frame) (Answer, error) {
				worked = true
				if f.Number("k") != c.k || f.Number("hops") != c.hops || f.Without("plan") != (len(c.options.Without) > 0) {
					t.Errorf("k %d, hops %d, without plan %t", f.Number("k"), f.Number("hops"), f.Without("plan"))
				}
				return Answer{}, nil
			}
			_, err := asked(t, a, c.options)
			if worked != (c.hint == "") || c.hint != "" && (!fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), c.hint)) {
				t.Errorf("worked %t, %v, hint %q", worked, err, fault.Hint(err))
			}
		})
	}
}

// TestFan: the branches stand in order, share the calls, and one that fails or panics
// leaves the others.
func TestFan(t *testing.T) {
	a := Agent{Work: func(ctx context.Context, f *Frame) (Answer, error) {
		share := Share{Calls: 7, AtOnce: 2, Args: func(i int) map[string]any { return map[string]any{"item": i} }}
		calls := make([]int, 4)
		failures := Fan(ctx, f, share, []string{"a", "b", "c", "d"}, func(_ context.Context, b Branch, item string) error {
			calls[b.Index] = b.Calls
			b.Trace.Add(Step{Action: item})
			switch item {
			case "b":
				panic("a defect")
			case "c":
				return &fault.Error{Kind: fault.Unavailable}
			}
			return nil
		})
		if !slices.Equal(calls, []int{2, 2, 2, 1}) {
			t.Errorf("shares %v", calls)
		}
		if failures[0] != nil || !fault.IsPanic(failures[1]) || failures[2] == nil || failures[3] != nil || !fault.Is(Worst(failures), fault.Unavailable) {
			t.Errorf("failures %v", failures)
		}
		return Answer{}, nil
	}}
	answer, err := asked(t, a, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range answer.Trace {
		if s.Action != string(rune('a'+i)) || s.Args["item"] != i {
			t.Errorf("step %d: %+v", i, s)
		}
	}
}

// TestFanStopsAtFailure: with StopAtFailure the first failure cancels the other items, and is
// the one to report.
func TestFanStopsAtFailure(t *testing.T) {
	for _, kind := range []fault.Kind{fault.Unavailable, fault.Corrupt} {
		a := Agent{Work: func(ctx context.Context, f *Frame) (Answer, error) {
			share := Share{StopAtFailure: true, Args: func(int) map[string]any { return nil }}
			failures := Fan(ctx, f, share, []string{"a", "b", "c"}, func(ctx context.Context, b Branch, _ string) error {
				if b.Index == 1 {
					return fault.New(kind, "test", "", "", "")
				}
				select {
				case <-ctx.Done():
				case <-time.After(10 * time.Second):
					t.Error("an item is not stopped")
				}
				return ctx.Err()
			})
			if err := Worst(failures); !fault.Is(err, kind) || ctx.Err() != nil {
				t.Errorf("%v, %v", failures, ctx.Err())
			}
			return Answer{}, nil
		}}
		if _, err := asked(t, a, Options{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPanicInAgent: it is the question's error.
func TestPanicInAgent(t *testing.T) {
	for _, work := range []func(context.Context, *Frame) (Answer, error){
		func(context.Context, *Frame) (Answer, error) { panic("a defect") },
		func(_ context.Context, f *Frame) (Answer, error) { return Answer{}, []error{nil}[f.Number("none")] },
	} {
		if _, err := asked(t, Agent{Work: work}, Options{}); !fault.IsPanic(err) {
			t.Errorf("%v", err)
		}
	}
}
