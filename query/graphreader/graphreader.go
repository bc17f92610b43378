// Package graphreader implements the GraphReader agent. It makes a rational plan, selects
// start nodes among the key elements, explores the graph from each of them with a notebook
// (atomic facts, then chunks, then neighbours), and answers from all notebooks. Each stage
// has a file of its own, with its prompt.
//
// Values marked [G] are Grove's, where the published method says nothing.
package graphreader

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
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
	return query.Agent{
		Name: Name, Purpose: "plans, walks the graph from several key elements with a notebook each, and answers from the notes",
		Calls: "6 to 55", LeastWindow: LeastWindow, LeastCalls: 4, Needs: []query.Need{query.NeedText, query.NeedModel},
		Options: []query.Option{
			{Name: optionStarts, Purpose: "key elements that the walks start from", Default: "5", Least: 1, Most: 50,
				Source: "GraphReader: N = 5, the best of the counts tried"},
			{Name: optionPathCalls, Purpose: "functions that one walk may call", Default: "10", Least: 1, Most: 100,
				Source: "GraphReader: at most 10 function calls a path"},
			{Name: optionAtOnce, Purpose: "walks at a time", Default: "5", Least: 1, Most: 50, Source: "Grove"},
		},
		Parts: []query.Part{
			{Name: partPlan, Purpose: "no rational plan is made"},
			{Name: query.Shortcuts, Purpose: "keeps to the paper: each walk goes on by itself to its end, " +
				"from as many of the start nodes named as there are walks; only shared facts lead to neighbours"},
			{Name: partSelection, Purpose: "start nodes and neighbours are drawn at random, instead of being chosen"},
		},
		Suits: []query.Suit{
			{Kind: query.KindDistant, Why: "what is still missing is looked for by walking from key elements to their facts, " +
				"chunks and neighbours"},
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
	// reader is the path that reads each chunk of the first look.
	reader map[graph.ID]*path
}

// answer runs the stages. A failed path is recorded in the trace; the others continue.
func answer(ctx context.Context, f *query.Frame) (query.Answer, error) {
	r := &run{Frame: f, sizes: sizesFor(f.Options.Window), reader: map[graph.ID]*path{}}
	quota := newQuota(f.Options.MaxCalls, f.Session.Usage().Calls)
	if r.plan = planFrom(f.Found()); len(r.plan) == 0 && !f.Without(partPlan) && quota.take(quota.plans) {
		if err := r.makePlan(ctx); err != nil {
			return query.Answer{}, err
		}
	}
	starts, err := r.startNodes(ctx, quota)
	if err != nil {
		return query.Answer{}, err
	}
	paths := r.newPaths(starts)
	if f.Paper() {
		if err := r.explore(ctx, paths, 1, (*path).walk); err != nil {
			return query.Answer{}, err
		}
		return r.reason(ctx, paths)
	}
	if err := r.look(ctx, paths); err != nil {
		return query.Answer{}, err
	}
	answer, err := r.reason(ctx, paths)
	if err != nil || !r.walkOn(paths) {
		return answer, err
	}
	r.Reserve()
	if err := r.explore(ctx, paths, 2, (*path).goOn); err != nil {
		return query.Answer{}, err
	}
	for round := 3; r.handOver(paths); round++ {
		failed := r.failed
		if err := r.explore(ctx, paths, round, (*path).readHanded); err != nil {
			return query.Answer{}, err
		}
		r.failed = cmp.Or(r.failed, failed)
	}
	further, err := r.reason(ctx, paths)
	if !answer.Abstained && (further.Abstained || err == nil && further.Model != answer.Model) {
		return answer, nil // also where a path failed, which the answer states
	}
	return further, err
}

// planFrom returns a plan from what an earlier agent found, none if there was none.
func planFrom(found query.Found) (plan []string) {
	lacks := found.Lacks()
	if len(lacks) == 0 {
		return nil
	}
	for _, h := range found.Hops {
		if h.From == query.FromEvidence {
			plan = append(plan, query.OneLine(llm.Defused("known: "+h.Needs+": "+h.Found)))
		}
	}
	for _, need := range lacks {
		plan = append(plan, query.OneLine(llm.Defused("to be found: "+need)))
	}
	return plan
}

// walkOn reports whether the answer lacks something that the paths may still find, and prepares
// them: they know what the others read, and look for what is missing.
func (r *run) walkOn(paths []*path) bool {
	plan := planFrom(r.Found())
	if len(plan) == 0 || r.Stopped().ByUser() || newQuota(r.Options.MaxCalls, r.Session.Usage().Calls).free() == 0 {
		return false
	}
	r.plan = plan[:query.Fit(r.Session, plan, r.sizes.plan)]
	visited, chunks := map[graph.ID]bool{}, map[graph.ID]graph.ChunkRow{}
	for _, p := range paths {
		maps.Copy(visited, p.visited)
		maps.Copy(chunks, p.chunks)
	}
	for _, p := range paths {
		p.visited, p.chunks = maps.Clone(visited), maps.Clone(chunks)
	}
	return len(paths) > 0
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

// newPaths returns a path for each start node, in their order.
func (r *run) newPaths(starts []node) []*path {
	return lists.Map(starts, func(start node) *path {
		return &path{run: r, start: start, at: start, labels: newLabels(), titles: map[graph.ID]string{},
			visited: map[graph.ID]bool{}, chunks: map[graph.ID]graph.ChunkRow{}}
	})
}

// look has all paths read the facts of their start nodes, and then the chunks that they chose, each once: a path that chose a chunk
// of another one gets the other's notes of it, or where the other could not read the chunk, reads it in goOn. If the facts are enough for
// a path, the chunks are left for goOn.
func (r *run) look(ctx context.Context, paths []*path) error {
	failures := r.each(ctx, paths, 1, (*path).lookAtFacts)
	for _, p := range paths {
		p.chosen.waiting = slices.DeleteFunc(p.chosen.waiting, func(id graph.ID) bool {
			if r.reader[id] == nil {
				r.reader[id] = p
				return false
			}
			p.others = append(p.others, id)
			return true
		})
	}
	then := (*path).readChosen
	if slices.ContainsFunc(paths, func(p *path) bool { return p.enough }) {
		then = (*path).leaveChosen
	}
	for i, err := range r.each(ctx, paths, 1, then) {
		failures[i] = cmp.Or(failures[i], err)
	}
	r.handOver(paths)
	return r.settle(ctx, paths, failures)
}

// handOver gives the paths that chose a chunk of another one the other's notes of it. Where a limit, a failure or its own end kept the
// other from reading it, the next of them that can is to read it. It reports whether there is such a chunk.
func (r *run) handOver(paths []*path) (handed bool) {
	for _, p := range paths {
		p.others = slices.DeleteFunc(p.others, func(id graph.ID) bool {
			from := r.reader[id]
			if p.adopt(id, from) {
				return true
			}
			if from.reads(id) || p.limited != "" || p.failed {
				return false
			}
			from.drop(id)
			r.reader[id], p.done, handed = p, false, true
			p.handed.waiting = append(p.handed.waiting, id)
			return true
		})
	}
	return handed
}

// explore takes all paths further concurrently; round counts from 1.
func (r *run) explore(ctx context.Context, paths []*path, round int, further func(*path, context.Context) error) error {
	return r.settle(ctx, paths, r.each(ctx, paths, round, further))
}

// each takes all paths further concurrently and returns the failure of each. A failed path keeps its notes, and the others continue.
func (r *run) each(ctx context.Context, paths []*path, round int, further func(*path, context.Context) error) []error {
	args := func(i int) map[string]any {
		out := map[string]any{"path": i + 1, "start": paths[i].start.name}
		if round > 1 {
			out["round"] = round
		}
		return out
	}
	calls := newQuota(r.Options.MaxCalls, r.Session.Usage().Calls).free()
	share := query.Share{Calls: calls, AtOnce: r.Number(optionAtOnce), Args: args}
	failures := query.Fan(ctx, r.Frame, share, paths, func(ctx context.Context, b query.Branch, p *path) error {
		p.graph, p.trace, p.calls = b.Graph, b.Trace, b.Calls
		return further(p, ctx)
	})
	for i, p := range paths {
		p.failed = failures[i] != nil
	}
	return failures
}

// settle returns an error if there are no notes at all or every path failed, an outage before any other; otherwise the error is in
// r.failed.
func (r *run) settle(ctx context.Context, paths []*path, failures []error) error {
	if err := ctx.Err(); err != nil {
		return fault.Wrap(err, "graphreader.explore", "")
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
		return nil
	}
	if notes == 0 || failed == len(paths) {
		return r.failed
	}
	r.EndedBy("", fmt.Sprintf("%d of %d paths failed: %s", failed, len(paths), fault.Brief(r.failed)))
	return nil
}

// Prompts describes the prompts of the agent.
func Prompts() []llm.Listed {
	s := situation{reply: 512, labels: newLabels()}
	published := s
	published.paper = true
	return []llm.Listed{
		llm.List("steps that lead to the answer", planPrompt{reply: 512}),
		llm.List("nodes of the graph to start from", initialPrompt{reply: 512}),
		llm.List("nodes of the graph to start from, as published (--paper)", initialPrompt{reply: 512, paper: true}),
		llm.List("note what facts say, and choose chunks to read", factsPrompt{situation: s}),
		llm.List("note what facts say, and choose chunks to read, as published (--paper)", factsPrompt{situation: published}),
		llm.List("note what a chunk says, and choose what to read next", chunkPrompt{situation: s}),
		llm.List("which neighbouring node to go on to", neighbourPrompt{situation: s}),
		llm.List("answer from the notebooks", answerPrompt(nil, 512)),
	}
}
