// Package replies caches the replies of a model on disk, so that no request is paid for twice:
// after an interruption, in a second run, or by concurrent equal calls.
//
// A reply is stored in DIR/ab/abcdef....json, named by its request's key ([llm.Request.Key]),
// together with the request and the chunks by which [Cache.Purge] finds it. Only their owner
// can read the files.
package replies

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/singleflight"
	"grove/internal/text"
)

// Cache is a model that returns stored replies to repeated requests. It is safe for concurrent
// use; only one process may write to a folder.
type Cache struct {
	dir     string
	model   llm.Model
	variant string
	flights singleflight.Group[llm.Reply]
}

var _ llm.Model = (*Cache)(nil)

// Open returns a cache in the folder, which is created if it does not exist. The variant, "" for none, names settings of the
// model that change its replies: those of one variant do not answer for another.
func Open(dir string, model llm.Model, variant string) (*Cache, error) {
	err := os.MkdirAll(dir, 0o700)
	return &Cache{dir: dir, model: model, variant: variant}, fault.From(fault.Unreadable, "replies.Open", dir, err,
		"check that the folder is writable")
}

// Name returns the model's name.
func (c *Cache) Name() string { return c.model.Name() }

// Complete returns the stored reply, or calls the model and stores a reply that is not blank.
// Concurrent calls with the same request share one call to the model; all but one of them get
// the reply as Cached. The shared call is canceled when all its callers are canceled. A Fresh
// request always calls the model, and its reply replaces the stored one. A reply that cannot
// be stored is an error.
func (c *Cache) Complete(ctx context.Context, req llm.Request) (llm.Reply, error) {
	const op = "replies.Complete"
	key := c.key(req)
	if req.Fresh {
		reply, err := c.call(ctx, key, req)
		return reply, fault.Wrap(err, op, "")
	}
	reply, first, err := c.flights.Do(ctx, key, func(ctx context.Context) (llm.Reply, error) {
		return c.fetch(ctx, key, req)
	})
	switch {
	case !first && err != nil: // one caller counts the tokens of a failed call
		reply = llm.Reply{Cached: true}
	case !first:
		reply.Cached = true
	}
	return reply, fault.Wrap(err, op, "")
}

// key returns the request's key.
func (c *Cache) key(req llm.Request) string {
	if c.variant == "" {
		return req.Key(c.Name())
	}
	return req.Key(c.Name() + "\x00" + c.variant)
}

// fetch returns the stored reply, or calls the model.
func (c *Cache) fetch(ctx context.Context, key string, req llm.Request) (llm.Reply, error) {
	e, found, err := read(c.path(key))
	if err != nil {
		return llm.Reply{}, err
	}
	if found && e.Key == key {
		e.Cached = true
		return e.Reply, nil
	}
	return c.call(ctx, key, req)
}

// call calls the model and stores the reply.
func (c *Cache) call(ctx context.Context, key string, req llm.Request) (llm.Reply, error) {
	reply, err := c.model.Complete(ctx, req)
	if err != nil || strings.TrimSpace(reply.Text) == "" {
		return reply, err
	}
	return reply, write(c.path(key), entry{key, c.Name(), req.Name, req.Temperature, req.MaxTokens, string(req.ReplySchema), req.Messages,
		req.Chunks, reply})
}

const entrySuffix = ".json"

// entry is the content of a file.
type entry struct {
	// Key is the request's key; a file with another key than its name is not used.
	Key         string        `json:"key"`
	Model       string        `json:"model"`
	Name        string        `json:"name"`
	Temperature float64       `json:"temperature"`
	MaxTokens   int           `json:"max_tokens"`
	Schema      string        `json:"schema,omitempty"`
	Messages    []llm.Message `json:"messages"`

	// Chunks are the chunks of the request; older files have none.
	Chunks []string `json:"chunks,omitempty"`

	llm.Reply
}

// path returns the path of a key's file.
func (c *Cache) path(key string) string { return filepath.Join(c.dir, key[:2], key+entrySuffix) }

// read reads an entry. An incomplete file counts as not found; the next write replaces it.
func read(path string) (entry, bool, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return entry{}, false, nil
	}
	if err != nil {
		return entry{}, false, fault.From(fault.Unreadable, "replies.read", path, err, "")
	}
	var e entry
	if json.Unmarshal(raw, &e) != nil {
		return entry{}, false, nil
	}
	return e, true, nil
}

// write writes the entry atomically.
func write(path string, e entry) error {
	var raw bytes.Buffer
	err := text.JSONEncoder(&raw).Encode(e)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = disk.Replace(path, raw.Bytes(), 0o600)
	}
	return fault.From(fault.KindOf(err), "replies.write", path, err, "check that the disk is writable and has free space")
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.From(fault.Unreadable, "replies.remove", path, err, "")
	}
	return nil
}

// Purge removes the replies for which match is true, given the chunks of their requests
// (none for a request that named none), and returns their number. Files that cannot be
// read (incomplete, or of an interrupted write) are removed too and not counted. No call may be
// in flight. After an interruption Purge can be repeated.
func (c *Cache) Purge(ctx context.Context, match func(chunks []string) (bool, error)) (int, error) {
	purged := 0
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || d.IsDir() {
			return err
		}
		name := d.Name()
		if strings.HasPrefix(name, ".") {
			return remove(path)
		}
		if !strings.HasSuffix(name, entrySuffix) {
			return nil
		}
		e, found, err := read(path)
		switch {
		case err != nil:
			return err
		case !found || e.Key+entrySuffix != name:
			return remove(path)
		}
		matched, err := match(e.Chunks)
		if err != nil || !matched {
			return err
		}
		purged++
		return remove(path)
	})
	return purged, fault.Wrap(err, "replies.Purge", c.dir)
}
