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
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/text"
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
	// Starts is the number of start nodes; 0 is DefaultStarts.
	Starts int
	// Concurrency is how many paths run at once; 0 is DefaultConcurrency.
	Concurrency int
}

// run is the work on one question.
type run struct {
	// store is the graph as it is, graph the same with its reads traced.
	store     query.Graph
	workspace string
	graph     query.Graph
	index     Index
	session   *llm.Session
	kit       *offline.Kit
	question  query.Question
	parsed    offline.Question
	sizes     sizes
	trace     *query.Trace
	plan      []string
	options   Options
	// limited says which limit was reached, "" if none.
	limited string
	// failed is the failure of a path that the others survived.
	failed error
}

// Answer answers a question. An outage is an error; a path that fails otherwise
// is noted in the trace and the others go on.
func (a *Agent) Answer(ctx context.Context, q query.Question, o Options) (query.Answer, error) {
	started := time.Now()
	r, err := a.newRun(q, o)
	if err != nil {
		return query.Answer{}, err
	}
	answer, err := r.answer(ctx)
	if err != nil {
		return query.Answer{}, err
	}
	answer.Mode, answer.Agent, answer.Model, answer.Limited = r.question.Mode, Name, a.LLM.ModelName(), r.limited
	answer.Trace, answer.Usage, answer.WidestCall = r.trace.Steps(), r.session.Usage(), r.session.Widest()
	answer.Ms = time.Since(started).Milliseconds()
	return answer, nil
}

// newRun checks the question and the options and fills in the defaults.
func (a *Agent) newRun(q query.Question, o Options) (*run, error) {
	const op = "graphreader.Answer"
	mode, err := query.ParseMode(string(q.Mode))
	if err != nil {
		return nil, err
	}
	q.Mode = mode
	if blank(q.Text) {
		return nil, fault.New(fault.Invalid, op, "", "the question is empty", "ask something")
	}
	if o.MaxCalls < 0 || o.Starts < 0 || o.Concurrency < 0 || o.Window < 0 {
		return nil, fault.New(fault.Invalid, op, "", "a negative limit", "use 0 for the default")
	}
	fill(&o.Window, DefaultWindow)
	fill(&o.Starts, DefaultStarts)
	fill(&o.Concurrency, DefaultConcurrency)
	if q.Language == "" {
		q.Language = text.Language(q.Text)
	}
	trace := query.WatchedTrace(q.Watch)
	r := &run{
		store: a.Graph, workspace: a.Workspace, graph: query.Traced(a.Graph, trace, a.Workspace, q.Scope), index: query.Within(a.Index, a.Graph, q.Scope), kit: a.LLM.Kit,
		session:  a.LLM.Session(llm.Bounds{Window: o.Window, MaxCalls: o.MaxCalls}),
		question: q, parsed: a.LLM.Kit.Question(q.Text, q.Language), trace: trace, options: o,
	}
	r.sizes, err = sizesFor(o.Window, r.session.Count(q.Text))
	return r, err
}

func fill(n *int, def int) {
	if *n == 0 {
		*n = def
	}
}

// answer goes through the stages.
func (r *run) answer(ctx context.Context) (query.Answer, error) {
	if missing, err := query.OutOfScope(ctx, r.graph, r.question); err != nil || missing != "" {
		return r.abstain(time.Now(), missing), err
	}
	quota := newQuota(r.options.MaxCalls)
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
	plan, _, err := ask(ctx, r.session, planPrompt{question: r.question, parsed: r.parsed, reply: r.sizes.plan}, 1)
	step := query.Step{Action: "plan", Args: map[string]any{"question": r.question.Text}}
	if err != nil {
		if !soft(err) {
			return err
		}
		step.Args["error"] = err.Error()
	}
	r.plan = r.sizes.cutLines(r.session, plan, r.sizes.plan)
	step.Args["plan"], step.Rows, step.Ms = r.plan, len(r.plan), since(started)
	r.trace.Add(step)
	return nil
}

// tracedIn is the graph with its reads recorded in a branch of the trace.
func (r *run) tracedIn(t *query.Trace) query.Graph {
	return query.Traced(r.store, t, r.workspace, r.question.Scope)
}

// soft tells the failures that a stage survives: a reply that cannot be read,
// a limit. Outages and cancellation are not.
func soft(err error) bool {
	return fault.Is(err, fault.BadReply) || fault.Is(err, fault.LimitReached) || fault.Is(err, fault.WindowTooSmall)
}

func ids[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, id := range list {
		out[i] = string(id)
	}
	return out
}

var _ Index = (*search.Index)(nil)
