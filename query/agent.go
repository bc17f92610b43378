package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/search"
	"grove/schema"
)

// DefaultWindow bounds each call, in tokens, where no window is given: that of the published agents.
const DefaultWindow = 4096

// Agent is a method of answering questions: its name, its options and its work. A new
// agent is a value of this type in query/agents.List.
type Agent struct {
	// Name identifies the agent: lower-case letters, digits and hyphens.
	Name string
	// Purpose describes the agent in one line; Calls is its usual number of model calls.
	Purpose, Calls string
	// LeastWindow is the smallest window it works in, in tokens, for questions of up to an
	// eighth of it; LeastCalls is the smallest useful number of model calls.
	LeastWindow, LeastCalls int
	// Parts are the components that Options.Without can disable.
	Parts []Part
	// Options are the settings specific to this agent.
	Options []Option
	// Needs are the preconditions of good answers.
	Needs []Need
	// Suits are the kinds of questions for which agent "auto" selects this agent.
	Suits []Suit
	// Episodes reports whether the agent, which has the option ScopeOption, reads the stored episodes of its input with these
	// options: missing ones are made before its question. nil if it never does.
	Episodes func(Options) bool
	// Web reports whether the agent carries out tasks on Question.Page.
	Web bool
	// Check validates the question and options before any work; may be nil.
	Check func(Question, Options) error
	// Work answers the frame's question. It fails on outages, not on unusable replies.
	Work func(context.Context, *Frame) (Answer, error)
}

// Shortcuts is the part with Grove's departures from a published method: without it an agent keeps
// to its paper.
const Shortcuts = "shortcuts"

// Part is a component of an agent that can be disabled, as in an ablation.
type Part struct {
	Name string `json:"name"`
	// Purpose describes in one line the effect of disabling the part.
	Purpose string `json:"purpose"`
}

// Deps are the dependencies of agents.
type Deps struct {
	// Graph is a consistent state of the graph.
	Graph Graph
	// Index searches chunks by words; Ranker ranks by other methods and may be nil.
	Index  Index
	Ranker Ranker
	LLM    *llm.Client
	// Embedder computes vectors; if nil, texts are compared by words alone. Meaning
	// reports whether the vectors come from a language model.
	Embedder Embedder
	Meaning  bool
	// Schema returns the current schema; nil, or a nil result, stands for the general one.
	Schema func(context.Context) (*schema.Schema, error)
	// Usage counts what uses each name of the schema, as schema.Usage does; nil if that is not known.
	Usage func(context.Context) (map[graph.ID]int, error)
	// NameCommunities gives communities the names that the model makes when they are read, in place; nil leaves them as they are.
	NameCommunities func(context.Context, *llm.Session, []graph.CommunityRow) error
	// Workspace is the workspace's name in the Cypher of traces.
	Workspace string
}

// Index searches chunks by words.
type Index interface {
	BM25(context.Context, search.Query) ([]search.Hit, error)
}

// Embedder computes vectors of unit length, one for each text.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Options are the bounds and settings for one question. The zero value selects all
// defaults.
type Options struct {
	// Window bounds each call, in tokens; 0 is DefaultWindow. A window below the agent's
	// LeastWindow is a WindowTooSmall error.
	Window int
	// MaxCalls bounds the model calls, one of which is reserved for the answer; 0 is no bound.
	MaxCalls int
	// Limits bound tokens, money and time.
	Limits Limits
	// Check has the model judge, by one more call, which quotes state each sentence of its answer, instead of the words that they
	// share; without a model it changes nothing.
	Check bool
	// Without names the parts of the agent to disable.
	Without []string
	// Own are the agent's own options: values by name.
	Own map[string]string
}

// Answer answers a question. Unsupported questions and options are Invalid errors; a
// panic becomes an Internal error, and its stack is logged. With an error, only the
// answer's Usage is set.
func (a Agent) Answer(ctx context.Context, d Deps, q Question, o Options) (Answer, error) {
	if err := a.Accepts(q, o); err != nil {
		return Answer{}, err
	}
	f, err := begin(ctx, a, d, q, o)
	if err != nil {
		return Answer{}, err
	}
	answer, err := f.work(ctx, a)
	if err != nil {
		return Answer{Usage: f.Session.Usage()}, err
	}
	return f.finish(answer), nil
}

// Accepts returns an Invalid error for unknown parts, for options that are unknown or out
// of bounds, and for what the agent's Check rejects.
func (a Agent) Accepts(q Question, o Options) error {
	op := a.Name + ".Answer"
	for _, part := range o.Without {
		switch {
		case len(a.Parts) == 0:
			return fault.New(fault.Invalid, op, part, a.Name+" has no parts to disable", "see `grove agents list`")
		case !slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Name == part }):
			return fault.New(fault.Invalid, op, part, "not a part of "+a.Name, "use "+strings.Join(a.PartNames(), ", "))
		}
	}
	if _, err := a.settings(o.Own); err != nil {
		return err
	}
	switch {
	case q.Page != "" && !a.Web:
		return fault.New(fault.Invalid, op, "page", a.Name+" does not work on web pages", "use readagent-p")
	case len(q.Page) > MaxPage:
		return fault.New(fault.Invalid, op, "page", fmt.Sprintf("the page has %d bytes, the limit is %d", len(q.Page), MaxPage),
			"give a smaller part of it")
	case a.Check == nil:
		return nil
	}
	return a.Check(q, o)
}

// PartNames returns the names of the agent's parts, never nil.
func (a Agent) PartNames() []string {
	return lists.Map(a.Parts, func(p Part) string { return p.Name })
}

// Paper reports whether the agent keeps to its paper.
func (f *Frame) Paper() bool { return f.Without(Shortcuts) }

// work runs an agent within the frame; a panic becomes an error. An agent that reads
// documents abstains at once if none are in the question's scope.
func (f *Frame) work(ctx context.Context, a Agent) (answer Answer, err error) {
	defer fault.Recover(ctx, &err, a.Name+".Answer", f.Question.Text)
	if slices.Contains(a.Needs, NeedText) {
		if missing, err := outOfScope(ctx, f.Graph, f.Question); err != nil || missing != "" {
			return f.Abstain(missing), err
		}
	}
	return a.Work(ctx, f)
}

// Delegate answers with another agent, under the same bounds and in the same trace, with
// that agent's own options at their defaults. The answer has that agent's name.
func (f *Frame) Delegate(ctx context.Context, a Agent) (Answer, error) {
	o := f.Options
	o.Without, o.Own = nil, nil
	if err := a.Accepts(f.Question, o); err != nil {
		return Answer{}, err
	}
	if err := f.adopt(a, o); err != nil {
		return Answer{}, err
	}
	return f.work(ctx, a)
}

// adopt sets the frame's agent and options.
func (f *Frame) adopt(a Agent, o Options) (err error) {
	f.agent, f.Options = a.Name, o
	if f.own, err = a.settings(o.Own); err != nil {
		return err
	}
	return f.checkWindow(a.Name+".Answer", a.LeastWindow)
}

// Without reports whether a part of the agent is disabled.
func (f *Frame) Without(part string) bool { return slices.Contains(f.Options.Without, part) }

// Search returns the k best chunks in the question's scope by a search method, and
// records the search in the trace.
func (f *Frame) Search(ctx context.Context, method string, k int) ([]Hit, error) {
	started := time.Now()
	searcher := Searcher{Graph: f.Graph, Index: f.deps.Index, Ranker: f.deps.Ranker, Scope: f.Question.Scope}
	hits, err := searcher.Search(ctx, f.Question.Text, method, k)
	if err != nil {
		return nil, err
	}
	f.Trace.Add(Step{Action: "search", Args: map[string]any{"method": method, "query": f.Question.Text, "k": k},
		Rows: len(hits), Ms: Since(started), IDs: lists.Map(hits, func(h Hit) string { return string(h.Chunk) })})
	return hits, nil
}

// TracedIn returns the graph with its reads recorded in a branch of the trace.
func (f *Frame) TracedIn(t *Trace) Graph {
	return Traced(f.deps.Graph, t, f.deps.Workspace, f.Question.Scope)
}

// Schema returns the current schema, or the general one if the workspace has none.
func (f *Frame) Schema(ctx context.Context) (*schema.Schema, error) {
	if f.deps.Schema == nil {
		return schema.General(), nil
	}
	s, err := f.deps.Schema(ctx)
	if s == nil && err == nil {
		s = schema.General()
	}
	return s, err
}

// Usage returns how many entities, triples and attributes use each name of the schema, by the
// id of the name's proposal; nil if that is not known.
func (f *Frame) Usage(ctx context.Context) (map[graph.ID]int, error) {
	if f.deps.Usage == nil {
		return nil, nil
	}
	return f.deps.Usage(ctx)
}

// CommunityNames returns communities as a prompt shows them, with the names that the model makes when they are read. Under a bound on
// the number of calls none is spent on names: there are no rows.
func (f *Frame) CommunityNames(ctx context.Context, ids []graph.ID) ([]graph.CommunityRow, error) {
	if f.deps.NameCommunities == nil || f.Options.MaxCalls > 0 || len(ids) == 0 {
		return nil, nil
	}
	rows, err := f.deps.Graph.Communities(ctx, graph.CommunitiesQuery{IDs: ids, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	return rows, f.deps.NameCommunities(ctx, f.Session, rows)
}

// Find returns the agent of a list by name, the first for "". An unknown name is Invalid.
func Find(list []Agent, name string) (Agent, error) {
	if name == "" {
		return list[0], nil
	}
	if i := slices.IndexFunc(list, func(a Agent) bool { return a.Name == name }); i >= 0 {
		return list[i], nil
	}
	names := lists.Map(list, func(a Agent) string { return a.Name })
	return Agent{}, fault.New(fault.Invalid, "query.Find", name, "not an agent", "use one of "+strings.Join(names, ", "))
}
