package query

import (
	"maps"
	"slices"
	"sync"

	"grove/cypher"
)

// Step is one thing an agent did: a decision, a search or a read of the graph.
type Step struct {
	// Step counts from 1 in the order of the finished trace.
	Step   int            `json:"step"`
	Action string         `json:"action"`
	Args   map[string]any `json:"args"`
	// Cypher and Params are the read as Cypher, whichever store ran it; "" and
	// nil for steps that read nothing.
	Cypher string         `json:"cypher"`
	Params map[string]any `json:"params"`
	// Rows is the number of rows read; IDs are the first 100 ids among them.
	Rows int      `json:"rows"`
	IDs  []string `json:"ids"`
	// Ms is the time taken, in milliseconds.
	Ms float64 `json:"ms"`
}

// ShownIDs is the most ids that a step shows.
const ShownIDs = 100

// Trace collects steps. Work that runs side by side gets a branch each, made
// before it starts, so that the order of steps follows from the branches and
// not from time. It is safe for concurrent use; make one with NewTrace.
type Trace struct {
	mu      sync.Mutex
	args    map[string]any
	watch   func(Step)
	entries []entry
	// read are the ids of the rows of all steps; unlisted is true after a step whose rows
	// show more of the graph than their ids name.
	read     map[string]bool
	unlisted bool
}

// entry is a step, or a branch with its own.
type entry struct {
	step   Step
	branch *Trace
}

// NewTrace makes an empty trace.
func NewTrace() *Trace { return &Trace{} }

// WatchedTrace makes an empty trace of which watch, unless nil, is told each step
// as it is added, without its number, from several goroutines.
func WatchedTrace(watch func(Step)) *Trace { return &Trace{watch: watch} }

// Branch makes a trace whose steps stand here together; args are added to the
// arguments of each of them.
func (t *Trace) Branch(args map[string]any) *Trace {
	b := &Trace{args: args, watch: t.watch}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries = append(t.entries, entry{branch: b})
	return b
}

// Add appends a step. Its number is given when the trace is read.
func (t *Trace) Add(s Step) {
	args := maps.Clone(s.Args)
	if args == nil {
		args = map[string]any{}
	}
	maps.Copy(args, t.args)
	s.Args = args
	ids := s.IDs
	s.IDs = ids[:min(len(ids), ShownIDs)]
	if s.IDs == nil {
		s.IDs = []string{}
	}
	if s.Params == nil {
		s.Params = map[string]any{}
	}
	t.mu.Lock()
	t.entries = append(t.entries, entry{step: s})
	t.note(s.Action, ids)
	t.mu.Unlock()
	if t.watch != nil {
		t.watch(s)
	}
}

// Steps are all steps so far, numbered from 1.
func (t *Trace) Steps() []Step {
	steps := t.collect([]Step{})
	for i := range steps {
		steps[i].Step = i + 1
	}
	return steps
}

func (t *Trace) collect(steps []Step) []Step {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.entries {
		if e.branch != nil {
			steps = e.branch.collect(steps)
		} else {
			steps = append(steps, e.step)
		}
	}
	return steps
}

// note adds the ids of a step's rows to those read. The pages of all key elements are not
// counted: an agent reads the facts of those that it goes on with.
func (t *Trace) note(action string, ids []string) {
	switch action {
	case "communities", "paths":
		t.unlisted = true
	case "all_key_elements":
		return
	}
	if t.read == nil {
		t.read = map[string]bool{}
	}
	for _, id := range ids {
		t.read[id] = true
	}
}

// Read returns the ids of the chunks, facts, key elements and other rows that the steps
// have read, sorted; none where a step read communities or paths, which show texts and
// names of many documents.
func (t *Trace) Read() []string {
	all := map[string]bool{}
	if !t.gather(all) {
		return nil
	}
	return slices.Sorted(maps.Keys(all))
}

// gather adds what was read to all, and reports whether that is everything.
func (t *Trace) gather(all map[string]bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.Copy(all, t.read)
	listed := !t.unlisted
	for _, e := range t.entries {
		listed = listed && (e.branch == nil || e.branch.gather(all))
	}
	return listed
}

// BrowserCypher is a step's read in the form that Neo4j Browser takes: its
// parameters, then the statement.
func BrowserCypher(s Step) string {
	return cypher.Statement{Text: s.Cypher, Params: s.Params}.Browser()
}
