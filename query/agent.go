package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/search"
	"grove/schema"
)

// DefaultWindow bounds each call, in tokens, where no window is given: that of the published agents.
const DefaultWindow = 4096

// Agent is a way to answer questions: what it is called and made for, what it can be
// told, and how it works. A new one is a value of this type in query/agents.List.
type Agent struct {
	// Name is how it is asked for: lower case letters, digits and hyphens.
	Name string
	// Purpose says in one line what it does; Calls how many calls to the model that takes.
	Purpose, Calls string
	// LeastWindow is the smallest window that it works in, in tokens, for a question of
	// up to an eighth of it; LeastCalls the fewest calls with which it gets anywhere.
	LeastWindow, LeastCalls int
	// Parts can be left out by Options.Without.
	Parts []Part
	// Options are the settings that it alone has.
	Options []Option
	// Needs are what it does not work well without.
	Needs []Need
	// Suits are the kinds of questions that it is the one to ask, for agents that choose.
	Suits []Suit
	// Check refuses a question or options before anything is done for it; may be nil.
	Check func(Question, Options) error
	// Work answers within a frame. An outage is an error; a reply that cannot be used is not.
	Work func(context.Context, *Frame) (Answer, error)
}

// Part is a part of an agent that can be left out, as in an ablation.
type Part struct {
	Name string `json:"name"`
	// Purpose says in one line what is lost without it.
	Purpose string `json:"purpose"`
}

// Deps are what agents work with.
type Deps struct {
	// Graph is one state of the graph.
	Graph Graph
	// Index finds chunks by their words; Ranker by other methods, and may be nil.
	Index  Index
	Ranker Ranker
	LLM    *llm.Client
	// Embedder gives texts vectors; without one their words alone are compared. Meaning
	// tells that its vectors are those of a language model.
	Embedder Embedder
	Meaning  bool
	// Schema gives the schema in force; nil, also as its result, is the general one.
	Schema func(context.Context) (*schema.Schema, error)
	// Workspace is named in the Cypher that traces show.
	Workspace string
}

// Index finds chunks by their words.
type Index interface {
	BM25(context.Context, search.Query) ([]search.Hit, error)
}

// Embedder turns texts into vectors of unit length.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Options bound the work on one question and set how it is done. The zero value is
// the default of everything.
type Options struct {
	// Window bounds each call, in tokens; 0 is DefaultWindow, below the agent's
	// LeastWindow is refused as WindowTooSmall.
	Window int
	// MaxCalls bounds the calls to the model; 0 is no bound. One is kept for the answer.
	MaxCalls int
	// Limits bound tokens, money and time.
	Limits Limits
	// Without leaves out parts of the agent, by their names.
	Without []string
	// Own are options of the agent, by their names, as texts.
	Own map[string]string
}

// Answer answers a question. A question or options that the agent does not take are
// Invalid. A panic on the way is an Internal error, with its stack in the log. With
// any error the answer has the usage alone.
func (a Agent) Answer(ctx context.Context, d Deps, q Question, o Options) (Answer, error) {
	if err := a.Accepts(q, o); err != nil {
		return Answer{}, err
	}
	f, err := begin(ctx, a, d, q, o)
	if err != nil {
		return Answer{}, err
	}
	answer, err := f.safely(ctx, a)
	if err != nil {
		return Answer{Usage: f.Session.Usage()}, err
	}
	return f.finish(answer), nil
}

// safely has the agent work; a panic becomes an error.
func (f *Frame) safely(ctx context.Context, a Agent) (answer Answer, err error) {
	defer fault.Recover(ctx, &err, a.Name+".Answer", f.Question.Text)
	return f.work(ctx, a)
}

// Accepts refuses, as Invalid, parts that the agent does not have, options that it does
// not have or that are out of bounds, and what its own Check refuses.
func (a Agent) Accepts(q Question, o Options) error {
	op := a.Name + ".Answer"
	for _, part := range o.Without {
		switch {
		case len(a.Parts) == 0:
			return fault.New(fault.Invalid, op, part, a.Name+" has no parts to leave out", "see `grove agents list`")
		case !slices.ContainsFunc(a.Parts, func(p Part) bool { return p.Name == part }):
			return fault.New(fault.Invalid, op, part, "not a part of "+a.Name, "use "+strings.Join(a.PartNames(), ", "))
		}
	}
	if _, err := a.settings(o.Own); err != nil {
		return err
	}
	if a.Check == nil {
		return nil
	}
	return a.Check(q, o)
}

// PartNames are the names of the agent's parts, never nil.
func (a Agent) PartNames() []string {
	names := make([]string, len(a.Parts))
	for i, p := range a.Parts {
		names[i] = p.Name
	}
	return names
}

// work has an agent answer within the frame; where nothing lies within the question's
// scope, one that reads documents abstains at once.
func (f *Frame) work(ctx context.Context, a Agent) (Answer, error) {
	if slices.Contains(a.Needs, NeedText) {
		if missing, err := outOfScope(ctx, f.Graph, f.Question); err != nil || missing != "" {
			return f.Abstain(missing), err
		}
	}
	return a.Work(ctx, f)
}

// Delegate has another agent answer in the place of the frame's own: within the same
// bounds and the same trace, with its own options at their defaults. The answer carries
// its name.
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

// adopt makes the frame one of the agent's.
func (f *Frame) adopt(a Agent, o Options) (err error) {
	f.agent, f.Options = a.Name, o
	if f.own, err = a.settings(o.Own); err != nil {
		return err
	}
	return f.checkWindow(a.Name+".Answer", a.LeastWindow)
}

// Without tells whether a part of the agent is left out.
func (f *Frame) Without(part string) bool { return slices.Contains(f.Options.Without, part) }

// Search ranks the best chunks for the question by a search method, within its scope,
// and puts the search into the trace.
func (f *Frame) Search(ctx context.Context, method string, k int) ([]Hit, error) {
	started := time.Now()
	searcher := Searcher{Graph: f.Graph, Index: f.deps.Index, Ranker: f.deps.Ranker, Scope: f.Question.Scope}
	hits, err := searcher.Search(ctx, f.Question.Text, method, k)
	if err != nil {
		return nil, err
	}
	step := Step{Action: "search", Args: map[string]any{"method": method, "query": f.Question.Text, "k": k},
		Rows: len(hits), Ms: Since(started)}
	for _, h := range hits {
		step.IDs = append(step.IDs, string(h.Chunk))
	}
	f.Trace.Add(step)
	return hits, nil
}

// TracedIn is the graph with its reads recorded in a branch of the trace.
func (f *Frame) TracedIn(t *Trace) Graph {
	return Traced(f.deps.Graph, t, f.deps.Workspace, f.Question.Scope)
}

// Schema is the schema in force, the general one where the workspace has none.
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

// Find gives the agent of a list with a name; "" is the first. Another is Invalid.
func Find(list []Agent, name string) (Agent, error) {
	if name == "" {
		return list[0], nil
	}
	var names []string
	for _, a := range list {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Agent{}, fault.New(fault.Invalid, "query.Find", name, "not an agent", fmt.Sprintf("use one of %s", strings.Join(names, ", ")))
}
