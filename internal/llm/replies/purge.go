package replies

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"grove/internal/fault"
)

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
