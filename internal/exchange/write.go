package exchange

import (
	"bytes"
	"crypto/sha256"

	"grove/internal/fault"
	"grove/internal/graph"
)

// checkWorkspace refuses a workspace that holds anything but documents of this
// file that an interrupted import of it wrote.
func (im *importer) checkWorkspace() error {
	counts, err := im.store.Counts(im.ctx)
	if err != nil {
		return err
	}
	im.report.Resumed = counts.Documents > 0
	taken := fault.New(fault.Invalid, "exchange.Import", "", "the workspace is not empty",
		"import into a new workspace: --workspace NAME")
	decisions, err := graph.AllDecisions(im.ctx, im.store)
	switch {
	case err != nil:
		return err
	case len(decisions) > 0 && !im.report.Resumed:
		return taken
	}
	for d, err := range graph.Rows(im.ctx, im.store.Documents, graph.DocumentsQuery{Limit: pageSize}) {
		if err != nil {
			return err
		}
		// A document that was ingested has an origin.
		if digest, ok := im.documents[d.ID]; !ok || digest != d.SHA256 || d.Origin != "" {
			return taken
		}
	}
	stored, err := im.store.Schema(im.ctx)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err == nil && im.schema == "" && stored.Body != "":
		return taken
	}
	return err
}

// write writes the documents in groups, each in one transaction, so that a
// document is there wholly or, if it is a large one, marked as partial.
func (im *importer) write() error {
	if im.schema != "" {
		if _, err := im.store.PutSchema(im.ctx, im.schema); err != nil {
			return err
		}
	}
	var change graph.Change
	var paginations []graph.Pagination
	rows, written := 0, 0
	apply := func() error {
		if len(change.Add) == 0 {
			return nil
		}
		_, err := im.store.Apply(im.ctx, change)
		change, rows = graph.Change{}, 0
		im.progress(written)
		if err != nil || len(paginations) == 0 {
			return err
		}
		pages := paginations
		paginations = nil
		return im.store.PutEpisodes(im.ctx, pages)
	}
	err := im.eachDocument(func(a assembled) error {
		for b, err := range a.bundles(graph.MaxRows) {
			if err != nil {
				return err
			}
			n := b.Rows()
			if rows > 0 && rows+n > graph.MaxRows || b.After != "" {
				if err := apply(); err != nil {
					return err
				}
			}
			change.Add = append(change.Add, b)
			rows += n
		}
		if written++; len(a.episodes) > 0 {
			paginations = append(paginations, graph.Pagination{Document: a.document.ID, Preset: a.document.Gists, Episodes: a.episodes})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := apply(); err != nil {
		return err
	}
	if err := im.writeDecisions(); err != nil {
		return err
	}
	if len(im.tree) == 0 {
		return nil
	}
	return im.store.PutTree(im.ctx, im.tree)
}

// compare compares the export of a resumed import with the file: its first documents may
// have been written from another one.
func (im *importer) compare() error {
	if !im.report.Resumed {
		return nil
	}
	again := sha256.New()
	if _, err := JSONL(im.ctx, im.store, again); err != nil {
		return err
	}
	if !bytes.Equal(again.Sum(nil), im.digest.Sum(nil)) {
		return fault.New(fault.Corrupt, "exchange.Import", "", "the workspace differs from the file: it was begun from another one",
			"import into a new workspace: --workspace NAME")
	}
	return nil
}
