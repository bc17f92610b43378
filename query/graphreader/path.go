package graphreader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// path is one agent: it sets out from a start node with its own notebook and
// visits no node and reads no chunk twice.
type path struct {
	*run
	// graph records its reads in the path's branch of the trace.
	graph query.Graph
	trace *query.Trace
	start node
	// calls is how many model calls the path may still make; functions is how
	// many functions it has called.
	calls, functions int

	actions []string
	notes   []note
	labels  *labels
	titles  map[graph.ID]string
	visited map[graph.ID]bool
	// chunks are those read.
	chunks map[graph.ID]graph.ChunkRow
	// limited says which limit ended the path, "" if none, limitedBy which kind of.
	limited   string
	limitedBy llm.Limit
}

// errDone ends a path in the ordinary way: the agent chose to.
var errDone = errors.New("done")

// walk explores until the agent ends, nothing is left to see, or a limit is reached.
func (p *path) walk(ctx context.Context) error {
	err := p.visit(ctx, p.start)
	reason := err.Error()
	switch {
	case errors.Is(err, errDone):
		reason, err = "the agent ended", nil
	case fault.Is(err, fault.LimitReached):
		p.limited, p.limitedBy = fault.Brief(err), cmp.Or(llm.LimitOf(err), p.limitedBy)
		err = nil
	case query.Soft(err):
		err = nil
	}
	p.trace.Add(query.Step{Action: "end", Args: map[string]any{"reason": reason, "notebook": p.texts()}, Rows: len(p.notes)})
	return err
}

// visit explores nodes one after the other: facts, chunks, neighbours. It ends
// with errDone, a limit, or what failed; never with nil.
func (p *path) visit(ctx context.Context, n node) error {
	for {
		p.visited[n.id] = true
		queue, err := p.readFacts(ctx, n)
		if err != nil {
			return err
		}
		if err := p.readChunks(ctx, queue); err != nil {
			return err
		}
		next, err := p.chooseNeighbour(ctx, n)
		if err != nil {
			return err
		}
		n = next
	}
}

// situation is what the next prompt shows.
func (p *path) situation() situation {
	return situation{question: p.Question, parsed: p.Parsed, plan: p.plan,
		actions: query.LastLines(p.Session, p.actions, p.sizes.actions),
		notes:   p.notes, labels: p.labels, titles: p.titles, reply: p.sizes.reply}
}

// roomFor is how many tokens of material a prompt takes, whatever notebook and
// actions it may have to show by then. The prompt must show neither.
func roomFor[T any](p *path, prompt llm.Prompt[T]) int {
	return query.Room(p.Session, prompt) - p.sizes.notebook - p.sizes.actions
}

// bareSituation shows neither notebook nor actions, for measuring.
func (p *path) bareSituation() situation {
	s := p.situation()
	s.notes, s.actions = nil, nil
	return s
}

// call asks for the next function, within the path's limits.
func call[T any](ctx context.Context, p *path, prompt llm.Prompt[T]) (T, error) {
	var none T
	if err := p.count(); err != nil {
		return none, err
	}
	if p.calls == 0 {
		p.limitedBy = llm.LimitCalls
		return none, fault.New(fault.LimitReached, "", "", "the path's share of the calls is used up", "raise --max-calls")
	}
	reply, used, err := query.AskWithin(ctx, p.Session, prompt, min(p.calls, 2))
	p.calls -= used
	return reply, err
}

// count counts a function that is called; at the most that the path may call, it is
// LimitReached.
func (p *path) count() error {
	if most := p.Number(optionPathCalls); p.functions >= most {
		p.limitedBy = query.LimitSteps
		return fault.New(fault.LimitReached, "", "", fmt.Sprintf("%d functions called on the path", most), "")
	}
	p.functions++
	return nil
}

// did records a function that was called.
func (p *path) did(started time.Time, function, argument, thought string, args map[string]any, ids []string) {
	p.actions = append(p.actions, fmt.Sprintf("%s(%s)", function, query.OneLine(argument)))
	if thought != "" {
		args["thought"] = thought
	}
	p.trace.Add(query.Step{Action: function, Args: args, Rows: len(ids), IDs: ids, Ms: query.Since(started)})
}

// rewrite replaces the notebook. One too long for the window is cut to the most
// relevant notes.
func (p *path) rewrite(notes []note) {
	kept, cut := bounded(p.Session, p.Kit, p.Question.Text, notes, p.sizes.notebook, p.labels.write)
	p.notes = kept
	if cut > 0 {
		p.trace.Add(query.Step{Action: "notebook_cut", Args: map[string]any{"dropped": cut, "of": len(notes)}, Rows: len(kept)})
	}
}

// texts are the notes as the trace shows them.
func (p *path) texts() []string {
	out := make([]string, len(p.notes))
	for i, n := range p.notes {
		out[i] = n.text
	}
	return out
}

// topic is what lists are ranked by: question, plan and notebook.
func (p *path) topic() string {
	return p.Question.Text + "\n" + strings.Join(p.plan, "\n") + "\n" + strings.Join(p.texts(), "\n")
}

// queue is the list of chunks to read.
type queue struct{ waiting []graph.ID }

// next takes the first chunk that the path has not read.
func (q *queue) next(p *path) (graph.ID, bool) {
	for len(q.waiting) > 0 {
		id := q.waiting[0]
		q.waiting = q.waiting[1:]
		if _, read := p.chunks[id]; !read {
			return id, true
		}
	}
	return "", false
}

// insert puts a chunk at the front, unless there is none, it has been read or it waits already.
func (q *queue) insert(p *path, id graph.ID) bool {
	if _, read := p.chunks[id]; id == "" || read || slices.Contains(q.waiting, id) {
		return false
	}
	q.waiting = slices.Insert(q.waiting, 0, id)
	return true
}
