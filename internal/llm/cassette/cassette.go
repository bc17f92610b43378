// Package cassette records the replies of a model and replays them, so that tests with a model
// are fast, free and deterministic.
//
// A cassette is a file of JSON lines, sorted by prompt name and request key; replies to equal
// requests remain in their order. The key does not include the model's name: a recording is
// valid for every model.
package cassette

import (
	"context"
	"slices"
	"sync"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Mode is the mode of a cassette.
type Mode string

const (
	// Record always calls the model; Close replaces the file.
	Record Mode = "record"
	// Replay never calls a model.
	Replay Mode = "replay"
	// Auto replays recorded requests, and calls the model for others and records these.
	Auto Mode = "auto"
)

// defaultName is the model's name if there is neither a model nor a recording.
const defaultName = "cassette"

// Cassette is a model that records or replays. It is safe for concurrent use.
type Cassette struct {
	path  string
	mode  Mode
	model llm.Model

	mu sync.Mutex
	// lines are the recorded calls by key, in their order.
	lines map[string][]line
	// played counts the replays by key.
	played map[string]int
	dirty  bool
}

var _ llm.Model = (*Cassette)(nil)

// Open reads the file at path, which must exist for Replay. model may be nil for Replay.
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

// Name returns the model's name, or in Replay that of the first recorded call.
func (c *Cassette) Name() string {
	if c.model != nil {
		return c.model.Name()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range c.sorted() {
		return l.Model
	}
	return defaultName
}

// Complete replays or records a call. Equal requests get their replies in the recorded order,
// and then the last one again. In Replay a request that was not recorded is fault.Unavailable,
// with the difference from the most similar recorded request.
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
	if !fault.Is(err, fault.Canceled) { // the caller canceled the call
		c.record(newLine(key, c.model.Name(), req, reply, err))
	}
	return reply, err
}

// play returns the next reply of a key.
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

// Close writes the file if something was recorded.
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

// sorted returns all lines in the order of the file. The caller holds the lock.
func (c *Cassette) sorted() []line {
	var all []line
	for _, lines := range c.lines {
		all = append(all, lines...)
	}
	slices.SortStableFunc(all, compare)
	return all
}
