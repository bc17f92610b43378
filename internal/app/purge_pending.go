package app

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// purgeFile, in the workspace's folder, has the documents of a purge until it is complete.
const purgeFile = "purge.json"

// purgedDocument is a document in purgeFile.
type purgedDocument struct {
	ID     graph.ID `json:"id"`
	Source string   `json:"source"`
	Origin string   `json:"origin"`
}

func (a *App) purgePath() string { return filepath.Join(a.Config.Folder(), purgeFile) }

// pendingPurge returns the documents of an interrupted purge, whether or not they are still in the graph.
func (a *App) pendingPurge() ([]graph.Document, error) {
	raw, err := os.ReadFile(a.purgePath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []purgedDocument
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	if err != nil {
		return nil, purgeFileError(a.purgePath(), err)
	}
	documents := make([]graph.Document, len(list))
	for i, d := range list {
		documents[i] = graph.Document{ID: d.ID, Source: d.Source, Origin: d.Origin}
	}
	return documents, nil
}

// beginPurge records the documents of a purge.
func (a *App) beginPurge(documents []graph.Document) error {
	list := make([]purgedDocument, len(documents))
	for i, d := range documents {
		list[i] = purgedDocument{d.ID, d.Source, d.Origin}
	}
	raw, err := json.Marshal(list)
	if err == nil {
		partial := a.purgePath() + ".new"
		if err = os.WriteFile(partial, raw, 0o600); err == nil {
			err = os.Rename(partial, a.purgePath())
		}
	}
	if err != nil {
		return purgeFileError(a.purgePath(), err)
	}
	return nil
}

// endPurge removes the record of a purge that is complete.
func (a *App) endPurge() error {
	for _, path := range []string{a.purgePath() + ".new", a.purgePath()} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return purgeFileError(path, err)
		}
	}
	return nil
}

func purgeFileError(path string, err error) error {
	return &fault.Error{Kind: fault.Unavailable, Op: "app.Purge", Item: path, Err: err,
		Hint: "check that the data folder can be written; remove the file if it is damaged, and purge again"}
}

// finishPurge finishes an interrupted purge, and notes the outcome. A failure other than the end
// of the context leaves the workspace usable.
func (a *App) finishPurge(ctx context.Context) error {
	if _, err := os.Stat(a.purgePath()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	_, _, err := a.Purge(ctx, lookup.Selector{})
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		a.Note("an interrupted purge is not finished: " + fault.Brief(err) + "; run `grove documents delete --purge`")
	default:
		a.Note("an interrupted purge was finished")
	}
	return nil
}
