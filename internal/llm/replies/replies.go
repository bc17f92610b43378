// Package replies keeps the replies of a model on disk, so that none is paid for
// twice: after a kill, on a second run, or where two calls ask the same.
//
// A reply lies in DIR/ab/abcdef....json, named by its request's key
// ([llm.Request.Key]); the file holds the request too, so that [Cache.Purge] can
// find what a document left behind. Files are readable by their owner alone.
package replies

import (
	"context"
	"os"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Cache is a model that answers from disk what it was asked before. It is safe
// for concurrent use; only one process may write a folder.
type Cache struct {
	dir     string
	model   llm.Model
	flights flights
}

var _ llm.Model = (*Cache)(nil)

// Open uses the folder, which is made where it does not exist.
func Open(dir string, model llm.Model) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &fault.Error{Kind: fault.Unreadable, Op: "replies.Open", Item: dir, Err: err,
			Hint: "see that the folder can be written to"}
	}
	return &Cache{dir: dir, model: model, flights: flights{byKey: map[string]*flight{}}}, nil
}

// Name is the model's name.
func (c *Cache) Name() string { return c.model.Name() }

// Complete answers from disk, or asks the model and keeps a reply that is not
// blank. Calls for the same request at the same time share one call to the
// model; all but one of them get it as Cached. The shared call ends when the
// last of its callers has gone. A Fresh request is always asked, by itself, and
// its reply replaces the one kept. A reply that cannot be kept is an error.
func (c *Cache) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	const op = "replies.Complete"
	key := req.Key(c.Name())
	if req.Fresh {
		reply, err := c.ask(ctx, key, req)
		return reply, fault.Wrap(err, op, "")
	}
	reply, err := c.flights.do(ctx, key, func(ctx context.Context) (llm.Reply, error) {
		return c.fetch(ctx, key, req)
	})
	return reply, fault.Wrap(err, op, "")
}

// fetch answers from disk, or else asks.
func (c *Cache) fetch(ctx context.Context, key string, req llm.Request) (llm.Reply, error) {
	e, found, err := read(c.path(key))
	if err != nil {
		return llm.Reply{}, err
	}
	if found && e.Key == key {
		reply := e.reply()
		reply.Cached = true
		return reply, nil
	}
	return c.ask(ctx, key, req)
}

// ask asks the model and keeps the reply.
func (c *Cache) ask(ctx context.Context, key string, req llm.Request) (llm.Reply, error) {
	reply, err := c.model.Complete(ctx, req)
	if err != nil || strings.TrimSpace(reply.Text) == "" {
		return reply, err
	}
	return reply, write(c.path(key), newEntry(key, c.Name(), req, reply))
}

// Forget removes the reply to a request, so that the model is asked again. A
// request without a kept reply is no error.
func (c *Cache) Forget(req llm.Request) error {
	return fault.Wrap(remove(c.path(req.Key(c.Name()))), "replies.Forget", "")
}
