package jobs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/load"
)

// gone finds the documents of an ingest's folders whose files are gone.
type gone struct {
	read    func(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	folders []string
	// renamed are those whose files were found under other names.
	renamed map[graph.ID]bool
	// byDigest is nil until it is needed.
	byDigest map[string][]graph.Document
}

// newGone returns the finder for the folders among absolute paths.
func newGone(paths []string, read func(context.Context, graph.DocumentsQuery) ([]graph.Document, error)) *gone {
	g := &gone{read: read, renamed: map[graph.ID]bool{}}
	for _, path := range paths {
		if info, err := os.Stat(path); path != load.StandardInput && err == nil && info.IsDir() {
			g.folders = append(g.folders, path)
		}
	}
	return g
}

// moved takes a document of the digest: see ingest.Pipeline.Moved.
func (g *gone) moved(ctx context.Context, digest string) (graph.Document, bool, error) {
	if g.byDigest == nil {
		all, err := g.list(ctx, g.folders)
		if err != nil {
			return graph.Document{}, false, err
		}
		g.byDigest = map[string][]graph.Document{}
		for _, d := range all {
			g.byDigest[d.SHA256] = append(g.byDigest[d.SHA256], d)
		}
	}
	same := g.byDigest[digest]
	if len(same) == 0 {
		return graph.Document{}, false, nil
	}
	g.byDigest[digest], g.renamed[same[0].ID] = same[1:], true
	return same[0], true, nil
}

// list returns the documents below the folders whose files are gone, without those renamed.
func (g *gone) list(ctx context.Context, folders []string) (out []graph.Document, err error) {
	if len(folders) == 0 {
		return nil, nil
	}
	for d, err := range graph.Rows(ctx, g.read, graph.DocumentsQuery{Limit: graph.MaxRows}) {
		if err != nil {
			return nil, err
		}
		below := func(folder string) bool {
			return strings.HasPrefix(d.Origin, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
		}
		if !g.renamed[d.ID] && slices.ContainsFunc(folders, below) && fileGone(d.Origin) {
			out = append(out, d)
		}
	}
	return out, nil
}

// fileGone reports whether the file of an origin is gone: the origin is its path, or its path, "#"
// and what names a record in it. A file that cannot be looked at is not.
func fileGone(origin string) bool {
	for end := len(origin); end > 0; end = strings.LastIndexByte(origin[:end], '#') {
		if _, err := os.Lstat(origin[:end]); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}
