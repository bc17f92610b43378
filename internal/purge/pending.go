package purge

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"grove/ingest/refresh"
	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/lookup"
)

// File, in the workspace's folder, has the documents of a purge until it is complete.
const File = "purge.json"

// purgedDocument is a document in File. SHA256 and IngestedAt distinguish it from one that is
// ingested later under its source. SHA256 is "" once it is removed.
type purgedDocument struct {
	graph.Document
	// Origin and IngestedAt are left out of the JSON of a graph.Document.
	Origin     string    `json:"origin"`
	IngestedAt time.Time `json:"ingested_at"`
}

// anyText, as SHA256, is of a document in a File of an earlier version, which has neither digests
// nor times: the text that was ingested before the file was written is meant.
const anyText = "*"

func (p *Purger) path() string { return filepath.Join(p.Config.Folder(), File) }

// pending returns the documents of an interrupted purge; SHA256 is "" for those it removed.
func (p *Purger) pending() ([]graph.Document, error) {
	raw, err := os.ReadFile(p.path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []purgedDocument
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	if err != nil {
		return nil, fileError(p.path(), err)
	}
	documents := make([]graph.Document, len(list))
	for i, d := range list {
		if documents[i] = d.Document; d.IngestedAt.IsZero() {
			info, err := os.Stat(p.path())
			if err != nil {
				return nil, fileError(p.path(), err)
			}
			documents[i].SHA256, d.IngestedAt = anyText, info.ModTime()
		}
		documents[i].Origin, documents[i].IngestedAt = d.Origin, d.IngestedAt
	}
	return documents, nil
}

// record records the documents of a purge.
func (p *Purger) record(documents []graph.Document) error {
	raw, err := json.Marshal(lists.Map(documents,
		func(d graph.Document) purgedDocument { return purgedDocument{d, d.Origin, d.IngestedAt} }))
	if err == nil {
		err = disk.ReplaceDurably(p.path(), raw, 0o600)
	}
	return fileError(p.path(), err)
}

// recordRemoved records that the documents of a purge are removed, except those that are left.
func (p *Purger) recordRemoved(documents, left []graph.Document) error {
	for i := range documents {
		if !slices.ContainsFunc(left, func(d graph.Document) bool { return d.ID == documents[i].ID }) {
			documents[i].SHA256 = ""
		}
	}
	return p.record(documents)
}

// end removes the record of a purge that is complete.
func (p *Purger) end() error {
	if err := os.Remove(p.path()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileError(p.path(), err)
	}
	return nil
}

func fileError(path string, err error) error {
	return fault.From(fault.Unavailable, "purge.Purge", path, err,
		"check that the data folder can be written; remove the file if it is damaged, and purge again")
}

// Finish finishes an interrupted purge, and notes the outcome. A failure other than the end
// of the context leaves the workspace usable. No model is called: the refresh after the next change
// of the graph titles the new communities.
func (p *Purger) Finish(ctx context.Context) error {
	if _, err := os.Stat(p.path()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	_, _, err := p.within(ctx, lookup.Selector{}, refresh.NoCalls())
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		p.Note("an interrupted purge is not finished: " + fault.Brief(err) + "; run `grove documents delete --purge`")
	default:
		p.Note("an interrupted purge was finished")
	}
	return nil
}
