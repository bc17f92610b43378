// Package cassette records what a model answered and replays it, so that tests
// of everything that asks a model are fast, free and the same each time.
//
// A cassette is a file of one JSON object a line, sorted by prompt name and the
// request's key; equal requests keep the order of their answers. The key leaves
// the model's name out: a recording serves whatever the model is called.
package cassette

import (
	"context"
	"slices"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Mode is what a cassette does.
type Mode string

const (
	// Record asks the model each time; Close replaces the file.
	Record Mode = "record"
	// Replay never asks a model.
	Replay Mode = "replay"
	// Auto replays what is recorded, asks the model for the rest, and adds that.
	Auto Mode = "auto"
)

// DefaultName is the model's name where neither a model nor a recording gives one.
const DefaultName = "cassette"

// Cassette is a model that records or replays. It is safe for concurrent use.
type Cassette struct {
	path  string
	mode  Mode
	model llm.Model

	mu sync.Mutex
	// lines are by key, in the order of their answers.
	lines map[string][]line
	// played counts the replays of a key.
	played map[string]int
	dirty  bool
}

var _ llm.Model = (*Cassette)(nil)

// Open reads the file at path, which Replay needs and Auto may lack. model may
// be nil for Replay.
func Open(path string, mode Mode, model llm.Model) (*Cassette, error) {
	const op = "cassette.Open"
	c := &Cassette{path: path, mode: mode, model: model, lines: map[string][]line{}, played: map[string]int{}}
	switch mode {
	case Record, Replay, Auto:
	default:
		return nil, fault.New(fault.Invalid, op, string(mode), "not a mode", "use record, replay or auto")
	}
	if mode != Replay && model == nil {
		return nil, fault.New(fault.Invalid, op, string(mode), "there is no model to record", "give a model, or use replay")
	}
	if mode == Record {
		return c, nil
	}
	lines, err := load(path, mode == Auto)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		c.lines[l.Key] = append(c.lines[l.Key], l)
	}
	return c, nil
}

// Name is the model's name, or in Replay the first recorded one.
func (c *Cassette) Name() string {
	if c.model != nil {
		return c.model.Name()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.sorted() {
		return l.Model
	}
	return DefaultName
}

// Complete replays or records. Equal requests are answered in the order of the
// recording, and when it ends with its last answer. In Replay a request that was
// not recorded is fault.Unavailable, which callers do not take for an answer, and
// says how it differs from the nearest one recorded.
func (c *Cassette) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	const op = "cassette.Complete"
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, fault.Wrap(err, op, "")
	}
	key := req.Key("")
	if c.mode != Record {
		if l, found := c.play(key); found {
			return l.answer()
		}
	}
	if c.mode == Replay {
		return llm.Reply{}, fault.New(fault.Unavailable, op, req.Name, c.explain(req), "record "+c.path+" again")
	}
	reply, err := c.model.Complete(ctx, req)
	if !fault.Is(err, fault.Canceled) { // that was the caller's doing, not the model's
		c.record(newLine(key, c.model.Name(), req, reply, err))
	}
	return reply, err
}

// play gives the next answer of a key.
func (c *Cassette) play(key string) (line, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines[key]
	if len(lines) == 0 {
		return line{}, false
	}
	l := lines[min(c.played[key], len(lines)-1)]
	c.played[key]++
	return l, true
}

func (c *Cassette) record(l line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines[l.Key] = append(c.lines[l.Key], l)
	c.played[l.Key] = len(c.lines[l.Key])
	c.dirty = true
}

// Close writes what was recorded; it changes nothing where nothing was.
func (c *Cassette) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.dirty {
		return nil
	}
	if err := save(c.path, c.sorted()); err != nil {
		return err
	}
	c.dirty = false
	return nil
}

// sorted is all lines in the file's order; under mu.
func (c *Cassette) sorted() []line {
	var all []line
	for _, lines := range c.lines {
		all = append(all, lines...)
	}
	slices.SortStableFunc(all, compare)
	return all
}
