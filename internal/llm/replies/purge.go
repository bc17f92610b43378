package replies

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
)

// Purge removes the replies for which match is true, and gives their number.
// What cannot be read (torn files, those of a write that was killed) could hold
// anything, and goes too, uncounted. No call may be under way. Interrupted, it has removed
// some and can be run again.
func (c *Cache) Purge(ctx context.Context, match func(llm.Request, llm.Reply) bool) (int, error) {
	purged := 0
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil || d.IsDir() {
			return err
		}
		name := d.Name()
		if strings.HasPrefix(name, tempPrefix) {
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
		case match(e.request(), e.reply()):
			purged++
			return remove(path)
		}
		return nil
	})
	return purged, fault.Wrap(err, "replies.Purge", c.dir)
}

// Holds matches replies whose text the function knows, or one of whose messages.
func Holds(known func(string) bool) func(llm.Request, llm.Reply) bool {
	return func(req llm.Request, reply llm.Reply) bool {
		for _, m := range req.Messages {
			if known(m.Content) {
				return true
			}
		}
		return known(reply.Text)
	}
}
