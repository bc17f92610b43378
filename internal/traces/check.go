package traces

import (
	"context"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
	"grove/query/tree"
)

// Checked compares what a trace read with what the same reads give now.
type Checked struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	// Same tells whether every read gives what it gave.
	Same bool `json:"same"`
	// Reads is the number of Steps, Differ of those among them that are not the same.
	Reads  int `json:"reads"`
	Differ int `json:"differ"`
	// Steps are those of the trace that read the graph or searched the text.
	Steps []CheckedStep `json:"steps"`
}

// CheckedStep compares one step.
type CheckedStep struct {
	// Step is its number in the trace.
	Step   int    `json:"step"`
	Action string `json:"action"`
	Same   bool   `json:"same"`
	// Was and Now are the numbers of rows.
	Was int `json:"was"`
	Now int `json:"now"`
	// Gone are those of the step's ids that are not there any more, Come at most 100 ids
	// that were not there then, in the order of the rows. Where the step had more rows
	// than ids, Come has only what now stands before the last of its ids that is left:
	// what follows may have been among the rows of which no id was kept.
	Gone []string `json:"gone"`
	Come []string `json:"come"`
	// Why says why a step is not the same where the ids alone don't: one of the
	// constants below, else "".
	Why string `json:"why,omitempty"`
}

// What CheckedStep.Why says.
const (
	// Reordered: the same ids come in another order, of a step with more rows than ids
	// those that were kept.
	Reordered = "reordered"
	// Changed: the same ids come in the same order, and say something else.
	Changed = "changed"
	// Beyond: the step's ids come first again, and what follows them is different.
	Beyond = "beyond_ids"
	// FailedThen: the read failed when the question was asked, so there is nothing to
	// compare with; it is not made again.
	FailedThen = "failed_then"
	// Unreadable: the statement is none that this version makes for this workspace.
	Unreadable = "unreadable"
)

// Bench is what a trace is checked against.
type Bench struct {
	Workspace string
	// Graph is one state of the workspace.
	Graph tree.Graph
	// Search gives the k best chunks by a method, as query.Searcher does.
	Search func(ctx context.Context, text, method string, k int, scope graph.Scope) ([]query.Hit, error)
}

// Check makes every read and search of the trace again, without a model, and
// compares the number of rows, their ids, and, by the digests that steps have since
// query.Digest is, all that the rows say. What a step decided is not looked at. An
// outage is an error, and so is the end of ctx.
func (t Trace) Check(ctx context.Context, b Bench) (Checked, error) {
	const op = "traces.Check"
	out := Checked{ID: t.ID, Question: t.Question, Steps: []CheckedStep{}}
	scope, err := scopeIn(t.Answer.Trace, b.Workspace)
	if err != nil {
		return Checked{}, fault.Wrap(err, op, t.ID)
	}
	for _, s := range t.Answer.Trace {
		if err := ctx.Err(); err != nil {
			return Checked{}, fault.Wrap(err, op, t.ID)
		}
		again := b.reading(s, scope)
		if again == nil {
			continue
		}
		one, err := compared(ctx, s, again)
		if err != nil {
			return Checked{}, fault.Wrap(err, op, t.ID)
		}
		if out.Steps = append(out.Steps, one); !one.Same {
			out.Differ++
		}
	}
	out.Reads, out.Same = len(out.Steps), out.Differ == 0
	return out, nil
}

// compared makes a read again and compares.
func compared(ctx context.Context, was query.Step, again reading) (CheckedStep, error) {
	c := CheckedStep{Step: was.Step, Action: was.Action, Was: was.Rows, Gone: []string{}, Come: []string{}}
	if was.Args["error"] != nil {
		c.Why = FailedThen
		return c, nil
	}
	now, readable, err := again(ctx)
	if err != nil {
		return c, err
	}
	if !readable {
		c.Why = Unreadable
		return c, nil
	}
	c.compare(was, now)
	return c, nil
}

// compare compares a step with its read now, which has the ids of all rows.
func (c *CheckedStep) compare(was, now query.Step) {
	window, more := now.IDs, was.Rows > len(was.IDs) // more rows than ids were kept
	if more {
		window = upToLast(now.IDs, was.IDs)
	}
	c.Now, c.Gone, c.Come = now.Rows, lacking(was.IDs, now.IDs), lacking(window, was.IDs)
	c.Come = c.Come[:min(len(c.Come), query.ShownIDs)]
	thenIDs, then, _ := strings.Cut(was.Digest, ".")
	nowIDs, said, _ := strings.Cut(now.Digest, ".")
	known := then != "" && said != ""
	first := slices.Equal(was.IDs, now.IDs[:min(len(was.IDs), len(now.IDs))])
	switch {
	case len(c.Gone)+len(c.Come) > 0:
	case !more && was.Rows != now.Rows: // one id, more or fewer times
	case !first:
		c.Why = Reordered
	case more && (was.Rows != now.Rows || known && thenIDs != nowIDs):
		c.Why = Beyond
	case known && then != said:
		c.Why = Changed
	default:
		c.Same = true
	}
}

// upToLast is the beginning of a list up to the last that is in another.
func upToLast(list, other []string) []string {
	in := setOf(other)
	for n := len(list); n > 0; n-- {
		if in[list[n-1]] {
			return list[:n]
		}
	}
	return nil
}

// lacking are the ids of a list that another lacks.
func lacking(list, other []string) []string {
	in := setOf(other)
	out := []string{}
	for _, id := range list {
		if !in[id] {
			out = append(out, id)
		}
	}
	return out
}

func setOf(list []string) map[string]bool {
	in := make(map[string]bool, len(list))
	for _, id := range list {
		in[id] = true
	}
	return in
}
