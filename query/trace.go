package query

import (
	"maps"
	"slices"
	"sync"

	"grove/cypher"
)

// Step is an action of an agent: a decision, a search or a read of the graph.
type Step struct {
	// Step is the number of the step in the finished trace, from 1.
	Step   int            `json:"step"`
	Action string         `json:"action"`
	Args   map[string]any `json:"args"`
	// Cypher and Params are the read in Cypher, whichever store executed it; "" and
	// empty for steps that read nothing.
	Cypher string         `json:"cypher"`
	Params map[string]any `json:"params"`
	// Rows is the number of rows read; IDs are the first 100 ids among them.
	Rows int      `json:"rows"`
	IDs  []string `json:"ids"`
	// evidence are the ids of the chunks of the rows, for Trace.Read.
	evidence []string
	// Ms is the time taken, in milliseconds.
	Ms float64 `json:"ms"`
}

// ShownIDs is the largest number of ids in a step.
const ShownIDs = 100

// Trace records steps. Each concurrent task gets a branch before it starts, so that the
// order of the steps does not depend on timing. Trace is safe for concurrent use.
type Trace struct {
	mu      sync.Mutex
	args    map[string]any
	watch   func(Step)
	entries []entry
	// read are the ids of the rows of all steps; unlisted is true after a step whose rows
	// show more of the graph than their ids.
	read     map[string]bool
	unlisted bool
}

// entry is a step or a branch.
type entry struct {
	step   Step
	branch *Trace
}

// NewTrace returns an empty trace.
func NewTrace() *Trace { return &Trace{} }

// WatchedTrace returns an empty trace that calls watch, unless nil, with each added step,
// from several goroutines; the steps have no number yet.
func WatchedTrace(watch func(Step)) *Trace { return &Trace{watch: watch} }

// Branch returns a trace whose steps are together at this place of t; args are added to
// the arguments of each of them.
func (t *Trace) Branch(args map[string]any) *Trace {
	b := &Trace{args: args, watch: t.watch}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.entries = append(t.entries, entry{branch: b})
	return b
}

// Add appends a step; Steps numbers it.
func (t *Trace) Add(s Step) {
	args, ids := map[string]any{}, s.IDs
	maps.Copy(args, s.Args)
	maps.Copy(args, t.args)
	s.Args, s.IDs = args, append([]string{}, ids[:min(len(ids), ShownIDs)]...)
	evidence := s.evidence
	s.evidence = nil
	if s.Params == nil {
		s.Params = map[string]any{}
	}
	t.mu.Lock()
	t.entries = append(t.entries, entry{step: s})
	t.note(s.Action, ids, evidence)
	t.mu.Unlock()
	if t.watch != nil {
		t.watch(s)
	}
}

// Steps returns all steps so far, numbered from 1.
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

// note adds the ids of a step's rows, and of the chunks of these, to those read. Pages of
// all key elements do not count, as an agent reads the facts of the elements that it uses.
func (t *Trace) note(action string, lists ...[]string) {
	switch action {
	case "communities", "paths":
		t.unlisted = true
	case "all_key_elements":
		return
	}
	if t.read == nil {
		t.read = map[string]bool{}
	}
	for _, id := range slices.Concat(lists...) {
		if id != "" {
			t.read[id] = true
		}
	}
}

// Read returns the ids of the chunks, facts, key elements and other rows that the steps
// have read, and of the chunks that state these facts and mentions, sorted; none where a step read communities or paths, which show
// texts and names of many documents.
func (t *Trace) Read() []string {
	all := map[string]bool{}
	if !t.gather(all) {
		return nil
	}
	return slices.Sorted(maps.Keys(all))
}

// gather adds the ids read to all, and reports whether they are complete.
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

// BrowserCypher returns a step's read in the form of Neo4j Browser: the parameters, then
// the statement.
func BrowserCypher(s Step) string {
	return cypher.Statement{Text: s.Cypher, Params: s.Params}.Browser()
}
