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
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
)

// path is the exploration from one start node, with a notebook of its own. It visits no
// node and reads no chunk twice.
type path struct {
	*run
	// graph records its reads in the path's branch of the trace.
	graph query.Graph
	trace *query.Trace
	start node
	// at is the node visited last.
	at node
	// calls is the number of model calls left to the path; functions is the number of
	// functions that it has called.
	calls, functions int

	actions []string
	notes   []note
	labels  *labels
	titles  map[graph.ID]string
	visited map[graph.ID]bool
	// chunks are the chunks read.
	chunks map[graph.ID]graph.ChunkRow
	// chosen are the chunks of the first look that the path still has to read, handed those that it has to read for another path too,
	// which could not; others are those that another path reads. enough is true if the path ended with notes of its facts.
	chosen, handed queue
	others         []graph.ID
	enough         bool
	// failed is true if the path failed the last time that it was taken further.
	failed bool
	// ended is true once the path has ended, until it goes on; done once it reads no more of what waits, until another chunk is
	// handed to it.
	ended, done bool
	// limited describes the limit that ended the path, "" if none; limitedBy is its kind.
	limited   string
	limitedBy llm.Limit
}

// errDone ends a path by the agent's own decision, errLooked ends its first look.
var (
	errDone   = errors.New("done")
	errLooked = errors.New("the facts and chunks of the node are read")
)

// walk explores until the agent terminates, no node is left, or a limit is reached.
func (p *path) walk(ctx context.Context) error { return p.end(p.visit(ctx, p.start)) }

// lookAtFacts reads the facts of the start node.
func (p *path) lookAtFacts(ctx context.Context) error {
	p.visited[p.start.id], p.at = true, p.start
	chosen, err := p.readFacts(ctx, p.start)
	if err != nil {
		p.enough = errors.Is(err, errDone) && len(p.notes) > 0
		return p.end(err)
	}
	p.chosen = *chosen
	return nil
}

// readChosen reads the chunks chosen in the first look.
func (p *path) readChosen(ctx context.Context) error {
	if p.ended {
		return nil
	}
	return p.end(cmp.Or(p.readChunks(ctx, &p.chosen), errLooked))
}

// leaveChosen ends the first look without these chunks.
func (p *path) leaveChosen(context.Context) error {
	if p.ended {
		return nil
	}
	return p.end(errLooked)
}

// adopt takes the notes of a chunk from the path that read it, and reports whether it did read it.
func (p *path) adopt(id graph.ID, from *path) bool {
	row, read := from.chunks[id]
	if !read {
		return false
	}
	p.chunks[id], p.titles[id] = row, row.Title
	notes := slices.Clone(p.notes)
	for _, n := range from.notes {
		if slices.Contains(n.chunks, id) && !slices.ContainsFunc(notes, func(o note) bool { return o.text == n.text }) {
			notes = append(notes, n)
		}
	}
	p.rewrite(notes)
	return true
}

// reads reports whether the path reads on and still has the chunk before it.
func (p *path) reads(id graph.ID) bool {
	return p.limited == "" && !p.failed && !p.done && (slices.Contains(p.chosen.waiting, id) || slices.Contains(p.handed.waiting, id))
}

// drop removes a chunk from those that the path still has to read.
func (p *path) drop(id graph.ID) {
	for _, q := range []*queue{&p.chosen, &p.handed} {
		q.waiting = slices.DeleteFunc(q.waiting, func(waiting graph.ID) bool { return waiting == id })
	}
}

// readHanded reads the chunks that other paths could not read.
func (p *path) readHanded(ctx context.Context) error {
	if p.limited != "" || len(p.handed.waiting) == 0 {
		return nil
	}
	p.done = true
	return p.end(cmp.Or(p.readChunks(ctx, &p.handed), errLooked))
}

// goOn reads the chunks that were left, and walks on from the node visited last, unless a limit has ended the path.
func (p *path) goOn(ctx context.Context) error {
	if p.limited != "" {
		return nil
	}
	p.done = true
	err := p.readChunks(ctx, &p.chosen)
	if err == nil {
		err = p.readChunks(ctx, &p.handed)
	}
	var next node
	if err == nil {
		next, err = p.chooseNeighbour(ctx, p.at)
	}
	if err == nil {
		err = p.visit(ctx, next)
	}
	return p.end(err)
}

// end records why a path ends, and returns the error if it failed.
func (p *path) end(err error) error {
	p.ended = true
	reason := err.Error()
	switch {
	case errors.Is(err, errDone):
		reason, err = "the agent ended", nil
	case errors.Is(err, errLooked):
		err = nil
	case fault.Is(err, fault.LimitReached):
		p.limited, p.limitedBy = fault.Brief(err), cmp.Or(llm.LimitOf(err), p.limitedBy)
		err = nil
	case query.Soft(err):
		err = nil
	}
	p.trace.Add(query.Step{Action: "end", Args: map[string]any{"reason": reason, "notebook": p.texts()}, Rows: len(p.notes)})
	return err
}

// visit explores nodes one after the other: facts, chunks, neighbours. It never returns
// nil, but errDone, a limit or a failure.
func (p *path) visit(ctx context.Context, n node) error {
	for {
		if err := p.read(ctx, n); err != nil {
			return err
		}
		next, err := p.chooseNeighbour(ctx, n)
		if err != nil {
			return err
		}
		n = next
	}
}

// read reads the facts of a node and the chunks that the agent chooses.
func (p *path) read(ctx context.Context, n node) error {
	p.visited[n.id], p.at = true, n
	queue, err := p.readFacts(ctx, n)
	if err != nil {
		return err
	}
	return p.readChunks(ctx, queue)
}

// situation returns the common part of the next prompt.
func (p *path) situation() situation {
	return situation{question: p.Question, parsed: p.Parsed, plan: p.plan,
		actions: query.LastLines(p.Session, p.actions, p.sizes.actions),
		notes:   p.notes, labels: p.labels, titles: p.titles, reply: p.sizes.reply, paper: p.Paper()}
}

// roomFor returns the number of tokens of material that fit into a prompt, with the
// largest possible notebook and list of actions. The prompt itself must have neither.
func roomFor[T any](p *path, prompt llm.Prompt[T]) int {
	return query.Room(p.Session, prompt) - p.sizes.notebook - p.sizes.actions
}

// bareSituation returns the situation without notebook and actions, for measuring.
func (p *path) bareSituation() situation {
	s := p.situation()
	s.notes, s.actions = nil, nil
	return s
}

// call sends a prompt within the path's limits.
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

// count counts a function call; beyond the path's limit it returns LimitReached.
func (p *path) count() error {
	if most := p.Number(optionPathCalls); p.functions >= most {
		p.limitedBy = query.LimitSteps
		return fault.New(fault.LimitReached, "", "", fmt.Sprintf("a path of the graph has made its %d reads", most), "")
	}
	p.functions++
	return nil
}

// did records a function call in the actions and the trace.
func (p *path) did(started time.Time, function, argument, thought string, args map[string]any, ids []string) {
	p.actions = append(p.actions, fmt.Sprintf("%s(%s)", function, query.OneLine(argument)))
	if thought != "" {
		args["thought"] = thought
	}
	p.trace.Add(query.Step{Action: function, Args: args, Rows: len(ids), IDs: ids, Ms: query.Since(started)})
}

// rewrite replaces the notebook. If the notes exceed the notebook's size, the most
// relevant ones are retained.
func (p *path) rewrite(notes []note) {
	texts := lists.Map(notes, p.labels.write)
	rank := func() []float64 { return p.Kit.Rank(p.Question.Text, texts) }
	p.notes = lists.Map(query.BestFit(p.Session, texts, p.sizes.notebook, 1, rank), func(i int) note { return notes[i] })
	if dropped := len(notes) - len(p.notes); dropped > 0 {
		p.trace.Add(query.Step{Action: "notebook_cut", Args: map[string]any{"dropped": dropped, "of": len(notes)}, Rows: len(p.notes)})
	}
}

// texts returns the texts of the notes.
func (p *path) texts() []string { return lists.Map(p.notes, func(n note) string { return n.text }) }

// topic returns the text by which lists are ranked: question, plan and notebook.
func (p *path) topic() string {
	return p.Question.Text + "\n" + wanted(p.plan) + "\n" + strings.Join(p.texts(), "\n")
}

// queue is the list of chunks to read.
type queue struct{ waiting []graph.ID }

// next removes and returns the first unread chunk.
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

// insert puts a chunk at the front, unless it is "", read or in the queue already.
func (q *queue) insert(p *path, id graph.ID) bool {
	if _, read := p.chunks[id]; id == "" || read || slices.Contains(q.waiting, id) {
		return false
	}
	q.waiting = slices.Insert(q.waiting, 0, id)
	return true
}
