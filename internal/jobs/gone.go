package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/ingest"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/load"
)

// gone finds the documents of an ingest's folders and collection whose files are gone.
type gone struct {
	read    func(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	folders []string
	// prefix goes before the sources of the ingest: see IngestOptions.Collection.
	prefix string
	// listed are the folders below folders that the walk listed and that hold something.
	listed map[string]bool
	// renamed are those whose files were found under other names.
	renamed map[graph.ID]bool
	// lost are the documents whose files are gone, read once they are needed.
	lost     []graph.Document
	byDigest map[string][]graph.Document
}

// newGone returns the finder for the folders among the absolute paths of an ingest.
func newGone(o IngestOptions, read func(context.Context, graph.DocumentsQuery) ([]graph.Document, error)) *gone {
	g := &gone{read: read, listed: map[string]bool{}, renamed: map[graph.ID]bool{}}
	if o.Collection != "" {
		g.prefix = strings.TrimRight(o.Collection, "/") + "/"
	}
	g.folders = lists.Filter(o.Paths, func(path string) bool {
		info, err := os.Stat(path)
		return path != load.StandardInput && err == nil && info.IsDir()
	})
	return g
}

// note notes a folder that the walk listed.
func (g *gone) note(folder string) { g.listed[folder] = true }

// moved takes a document of the digest: see ingest.Pipeline.Moved.
func (g *gone) moved(ctx context.Context, digest string) (graph.Document, bool, error) {
	if err := g.find(ctx); err != nil {
		return graph.Document{}, false, err
	}
	same := g.byDigest[digest]
	if len(same) == 0 {
		return graph.Document{}, false, nil
	}
	g.byDigest[digest], g.renamed[same[0].ID] = same[1:], true
	return same[0], true, nil
}

// sameCollection reports whether a document is of the ingest's collection: without it, its source
// is the end of its path.
func (g *gone) sameCollection(d graph.Document) bool {
	path, ok := strings.CutPrefix(d.Source, g.prefix)
	return ok && strings.HasSuffix(filepath.ToSlash(d.Origin), "/"+path)
}

// missing returns the documents to delete after the walk: those whose files are gone from a folder
// that the walk listed and that holds something. The disk of another folder may not be there: it is
// returned with the number of its documents, which stay.
func (g *gone) missing(ctx context.Context) (missing []graph.Document, kept []ingest.SkippedFile, err error) {
	if err := g.find(ctx); err != nil {
		return nil, nil, err
	}
	absent := map[string]int{}
	for _, d := range g.lost {
		if g.renamed[d.ID] || FileOf(d.Origin) != "" { // its file may be back
			continue
		}
		if folder := filepath.Dir(strings.TrimSuffix(d.Origin, "#"+d.SourceID)); g.listed[folder] {
			missing = append(missing, d)
		} else {
			absent[folder]++
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(absent)) {
		kept = append(kept, ingest.SkippedFile{Item: folder, Reason: fmt.Sprintf("not there, empty or not listed: "+
			"the documents of its missing files are kept (%d); `grove documents delete` deletes them", absent[folder])})
	}
	return missing, kept, nil
}

// find reads the documents of the collection below the folders whose files are gone, once.
func (g *gone) find(ctx context.Context) error {
	if g.byDigest != nil || len(g.folders) == 0 {
		return nil
	}
	byDigest := map[string][]graph.Document{}
	for d, err := range graph.Rows(ctx, g.read, graph.DocumentsQuery{Limit: graph.MaxRows}) {
		if err != nil {
			return err
		}
		below := func(folder string) bool {
			return strings.HasPrefix(d.Origin, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
		}
		if g.sameCollection(d) && slices.ContainsFunc(g.folders, below) && FileOf(d.Origin) == "" {
			g.lost, byDigest[d.SHA256] = append(g.lost, d), append(byDigest[d.SHA256], d)
		}
	}
	g.byDigest = byDigest
	return nil
}

// FileOf returns the file of an origin, "" if it is gone: the origin is its path, or its path, "#"
// and what names a record in it. A file that cannot be looked at is not gone.
func FileOf(origin string) string {
	for end := len(origin); end > 0; end = strings.LastIndexByte(origin[:end], '#') {
		if _, err := os.Lstat(origin[:end]); !errors.Is(err, fs.ErrNotExist) {
			return origin[:end]
		}
	}
	return ""
}
