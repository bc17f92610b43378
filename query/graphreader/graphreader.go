// Package graphreader is the GraphReader agent: it makes a rational plan, picks
// start nodes among the key elements, lets an agent with its own notebook walk
// from each of them (atomic facts, then chunks, then neighbours), and reasons
// over all notebooks. Each prompt has its own file.
//
// Values marked [G] are Grove's, where the published method says nothing.
package graphreader

import (
	"context"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/search"
	"grove/query"
)

// Name is the agent's name in answers.
const Name = "graphreader"

const (
	// DefaultWindow bounds each call, in tokens, where no window is given.
	DefaultWindow = 4096
	// LeastWindow is the smallest window the agent works in, in tokens, for a
	// question of up to an eighth of it [G].
	LeastWindow = 1536
	// DefaultStarts is N, how many start nodes are explored.
	DefaultStarts = 5
	// DefaultConcurrency is how many paths run at once [G].
	DefaultConcurrency = 5
	// maxFunctions is how many functions one path may call.
	maxFunctions = 10
	// leastNamed is how many key elements the choice of start nodes should name.
	leastNamed = 10
	// maxBatches is in how many calls a list that does not fit one is offered [G].
	maxBatches = 3
	// startHits is how many of the best chunks give candidates for start nodes [G].
	startHits = 10
)

// Index finds chunks by their words.
type Index interface {
	BM25(context.Context, search.Query) ([]search.Hit, error)
}

// Agent answers questions. It is safe for concurrent use.
type Agent struct {
	Graph query.Graph
	Index Index
	LLM   *llm.Client
	// Workspace is named in the Cypher that the trace shows.
	Workspace string
}

// Options bound one question.
type Options struct {
	// Window bounds each call, in tokens; 0 is DefaultWindow, below LeastWindow is refused.
	Window int
	// MaxCalls bounds the model calls; 0 is no bound. One is kept for the answer;
	// the paths share what planning leaves equally, so that what one path does
	// never depends on how fast another is.
	MaxCalls int
	// Limits bound tokens, money and time.
	Limits query.Limits
	// Starts is the number of start nodes; 0 is DefaultStarts.
	Starts int
	// Concurrency is how many paths run at once; 0 is DefaultConcurrency.
	Concurrency int
}

// run is the work on one question.
type run struct {
	*query.Frame
	// store is the graph as it is, graph the same with its reads traced.
	store     query.Graph
	workspace string
	graph     query.Graph
	index     Index
	sizes     sizes
	plan      []string
	options   Options
	// failed is the failure of a path that the others survived.
	failed error
}

// Answer answers a question. An outage is an error; a path that fails otherwise
// is noted in the trace and the others go on.
func (a *Agent) Answer(ctx context.Context, q query.Question, o Options) (query.Answer, error) {
	r, err := a.newRun(ctx, q, o)
	if err != nil {
		return query.Answer{}, err
	}
	answer, err := r.answer(ctx)
	if err != nil {
		return r.Failed(), err
	}
	return r.Finish(answer), nil
}

// newRun checks the question and the options and fills in the defaults.
func (a *Agent) newRun(ctx context.Context, q query.Question, o Options) (*run, error) {
	if o.Starts < 0 || o.Concurrency < 0 {
		return nil, fault.New(fault.Invalid, "graphreader.Answer", "", "a negative limit", "use 0 for the default")
	}
	fill(&o.Window, DefaultWindow)
	fill(&o.Starts, DefaultStarts)
	fill(&o.Concurrency, DefaultConcurrency)
	frame, err := query.Begin(ctx, a.LLM, q, query.Setting{Agent: Name, Window: o.Window, Least: LeastWindow, MaxCalls: o.MaxCalls, Limits: o.Limits})
	if err != nil {
		return nil, err
	}
	return &run{
		Frame: frame, store: a.Graph, workspace: a.Workspace, graph: query.Traced(a.Graph, frame.Trace, a.Workspace, q.Scope),
		index:   query.Within(a.Index, a.Graph, q.Scope),
		options: o, sizes: sizesFor(o.Window),
	}, nil
}

func fill(n *int, def int) {
	if *n == 0 {
		*n = def
	}
}

// answer goes through the stages.
func (r *run) answer(ctx context.Context) (query.Answer, error) {
	if missing, err := query.OutOfScope(ctx, r.graph, r.Question); err != nil || missing != "" {
		return r.Abstain(missing), err
	}
	quota := newQuota(r.options.MaxCalls, r.Session.Usage().Calls)
	if quota.take(quota.plans) {
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

// makePlan asks for the plan. A plan that cannot be read is done without.
func (r *run) makePlan(ctx context.Context) error {
	started := time.Now()
	plan, _, err := ask(ctx, r.Session, planPrompt{question: r.Question, parsed: r.Parsed, reply: r.sizes.plan}, 1)
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

// tracedIn is the graph with its reads recorded in a branch of the trace.
func (r *run) tracedIn(t *query.Trace) query.Graph {
	return query.Traced(r.store, t, r.workspace, r.Question.Scope)
}

var _ Index = (*search.Index)(nil)
