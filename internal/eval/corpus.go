package eval

import (
	"context"
	"fmt"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// Corpus has the digests of the documents of a data set, by which they are compared with
// those of a workspace.
type Corpus struct {
	path string
	// titles is false if the documents are read without their titles.
	titles bool
	// digests are those of the documents' titles and texts, by source id.
	digests map[string]string
}

// ReadCorpus reads the documents of a file; with titles false, their titles are dropped.
func ReadCorpus(ctx context.Context, path string, titles bool) (*Corpus, error) {
	const op = "eval.ReadCorpus"
	c := &Corpus{path: path, titles: titles, digests: map[string]string{}}
	err := c.walk(ctx, func(r load.Record, err error) error {
		if err != nil {
			return err
		}
		if r.SourceID == "" || c.Has(r.SourceID) {
			return fault.New(fault.Unreadable, op, r.Origin, fmt.Sprintf("the id %q is empty or used twice", r.SourceID),
				"give each document a unique id")
		}
		c.digests[r.SourceID] = graph.Digest(r.Title, r.Text)
		return nil
	})
	if err == nil && len(c.digests) == 0 {
		err = fault.New(fault.Unreadable, op, path, "there are no documents", "")
	}
	return c, err
}

// Has reports whether the corpus holds a document of this source id.
func (c *Corpus) Has(sourceID string) bool {
	_, ok := c.digests[sourceID]
	return ok
}

// Len returns the number of documents.
func (c *Corpus) Len() int { return len(c.digests) }

// walk yields the documents as ingest reads them.
func (c *Corpus) walk(ctx context.Context, yield load.Yield) error {
	return load.Walk(ctx, []string{c.path}, load.Options{}, func(r load.Record, err error) error {
		if !c.titles {
			r.Title = ""
		}
		return yield(r, err)
	})
}

// Missing returns a source of the documents of the corpus that are not stored, and their
// number; fault.Invalid if a stored document is not part of the corpus.
func (c *Corpus) Missing(stored []graph.Document) (ingest.Source, int, error) {
	complete := map[string]bool{}
	for _, d := range stored {
		if digest, ok := c.digests[d.SourceID]; !ok || digest != d.SHA256 {
			return nil, 0, fault.New(fault.Invalid, "eval.Missing", d.Source, "the workspace holds a document that is not in the corpus",
				"use a separate --workspace for each data set and each value of --titles")
		}
		if !d.Partial {
			complete[d.SourceID] = true
		}
	}
	source := func(ctx context.Context, yield func(load.Record, error) error) error {
		return c.walk(ctx, func(r load.Record, err error) error {
			if err == nil && complete[r.SourceID] {
				return nil
			}
			return yield(r, err)
		})
	}
	return source, len(c.digests) - len(complete), nil
}
