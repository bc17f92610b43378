// Package graphreader implements the GraphReader agent. It makes a rational plan, selects
// start nodes among the key elements, explores the graph from each of them with a notebook
// (atomic facts, then chunks, then neighbours), and answers from all notebooks. Each stage
// has a file of its own, with its prompt.
//
// Values marked [G] are Grove's, where the published method says nothing.
package graphreader

import (
	"context"
	"fmt"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/query"
)

// Name is the agent's name in answers.
const Name = "graphreader"

const (
	// LeastWindow is the smallest window the agent works in, in tokens, for a
	// question of up to an eighth of it [G].
	LeastWindow = 1536
	// leastNamed is the number of key elements that the choice of start nodes should name.
	leastNamed = 10
	// maxBatches is the largest number of calls for a list that does not fit one [G].
	maxBatches = 3
	// startHits is the number of best chunks that yield candidates for start nodes [G].
	startHits = 10
	// temperature is that of the published agent.
	temperature = 0.2
)

// The agent's options and the parts that can be disabled.
const (
	optionStarts    = "start-nodes"
	optionPathCalls = "path-calls"
	optionAtOnce    = "paths-at-once"

	partPlan      = "plan"
	partSelection = "selection"
)

// Agent returns the agent.
func Agent() query.Agent {
	needs := []query.Need{query.NeedModel}
	return query.Agent{
		Name: Name, Purpose: "plans, walks the graph from several key elements with a notebook each, and answers from the notes",
		Calls: "10 to 55", LeastWindow: LeastWindow, LeastCalls: 4, Needs: []query.Need{query.NeedText, query.NeedModel},
		Options: []query.Option{
			{Name: optionStarts, Purpose: "key elements that the walks start from", Default: "5", Least: 1, Most: 50,
				Source: "GraphReader: N = 5, the best of the counts tried"},
			{Name: optionPathCalls, Purpose: "functions that one walk may call", Default: "10", Least: 1, Most: 100,
				Source: "GraphReader: at most 10 function calls a path"},
			{Name: optionAtOnce, Purpose: "walks at a time", Default: "5", Least: 1, Most: 50, Source: "Grove"},
		},
		Parts: []query.Part{
			{Name: partPlan, Purpose: "no rational plan is made"},
			{Name: partSelection, Purpose: "start nodes and neighbours are drawn at random, instead of being chosen"},
		},
		Suits: []query.Suit{
			{Kind: query.KindLong, Needs: needs, Why: "the question is long: it takes a plan, and notes from several places"},
			{Kind: query.KindOther, Needs: needs,
				Why: "the question has no form that a search could answer at once: the graph is walked with a plan and notes"},
		},
		Work: answer,
	}
}

// run is the work on one question.
type run struct {
	*query.Frame
	sizes sizes
	plan  []string
	// failed is the error of a failed path while others succeeded.
	failed error
}

// answer runs the stages. A failed path is recorded in the trace; the others continue.
func answer(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r := &run{Frame: f, sizes: sizesFor(f.Options.Window)}
	quota := newQuota(f.Options.MaxCalls, f.Session.Usage().Calls)
	if !f.Without(partPlan) && quota.take(quota.plans) {
		if err := r.makePlan(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	starts, err := r.startNodes(ctx, quota)
	if err != nil {
		return query.Answer{}, err
	}
	paths, err := r.explore(ctx, starts, quota)
	if err != nil {
		return query.Answer{}, err
	}
	return r.reason(ctx, paths)
}

// makePlan asks for the plan. Without a usable reply the agent continues without a plan.
func (r *run) makePlan(ctx context.Context) error {
	started := time.Now()
	prompt := planPrompt{question: r.Question, parsed: r.Parsed, reply: r.sizes.plan}
	plan, _, err := query.AskWithin(ctx, r.Session, prompt, 1)
	step := query.Step{Action: "plan", Args: map[string]any{"question": r.Question.Text}}
	if err != nil {
		if !query.Soft(err) {
			return err
		}
		step.Args["error"] = err.Error()
	}
	r.plan = plan[:query.Fit(r.Session, plan, r.sizes.plan)]
	step.Args["plan"], step.Rows, step.Ms = r.plan, len(r.plan), query.Since(started)
	r.Trace.Add(step)
	return nil
}

// explore walks from all start nodes concurrently and returns the paths in the order of
// the nodes. A failed path keeps its notes, and the others continue. If there are no notes
// at all or every path failed, explore returns an error, an outage before any other;
// otherwise the error is in r.failed.
func (r *run) explore(ctx context.Context, starts []node, quota *quota) ([]*path, error) {
	paths := make([]*path, len(starts))
	for i, start := range starts {
		paths[i] = &path{run: r, start: start, labels: newLabels(), titles: map[graph.ID]string{},
			visited: map[graph.ID]bool{}, chunks: map[graph.ID]graph.ChunkRow{}}
	}
	share := query.Share{Calls: quota.free(), AtOnce: r.Number(optionAtOnce),
		Args: func(i int) map[string]any { return map[string]any{"path": i + 1, "start": starts[i].name} }}
	failures := query.Fan(ctx, r.Frame, share, paths, func(ctx context.Context, b query.Branch, p *path) error {
		p.graph, p.trace, p.calls = b.Graph, b.Trace, b.Calls
		return p.walk(ctx)
	})
	if err := ctx.Err(); err != nil {
		return nil, fault.Wrap(err, "graphreader.explore", "")
	}
	notes, failed := 0, 0
	for i, p := range paths {
		notes += len(p.notes)
		if failures[i] != nil {
			failed++
		}
	}
	r.failed = query.Worst(failures)
	if r.failed == nil {
		return paths, nil
	}
	if notes == 0 || failed == len(paths) {
		return paths, r.failed
	}
	r.EndedBy("", fmt.Sprintf("%d of %d paths failed: %s", failed, len(paths), fault.Brief(r.failed)))
	return paths, nil
}
