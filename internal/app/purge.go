package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm/replies"
	"grove/internal/lookup"
	"grove/internal/text"
	"grove/internal/workspace"
)

// Purged is what a purge took beside the documents.
type Purged struct {
	// Replies are the kept replies of language models that held their texts.
	Replies int `json:"replies"`
	// Files are the documents' own files where they lay in the workspace's folder,
	// as those of the bundled sample do.
	Files int `json:"files"`
	// Traces are the kept questions whose traces held their texts.
	Traces int `json:"traces"`
	// Jobs are those whose requests or results were blanked, since they named or quoted
	// a document.
	Jobs int `json:"jobs"`
	// Regrown stands beside it in JSON.
	Regrown `json:"-"`
}

// Purge is Delete that leaves none of the documents' words in the workspace's
// folder: kept replies and traces go whose questions or answers hold a part of a text,
// or the name of what only these documents know, and so do pairs of names that a model
// was asked about. Merges and splits stay, with the names that they are of. Then the
// database is written anew and the text index is rebuilt, which costs as much as
// copying both. Without a document it does these two alone: after a purge that was
// interrupted, or a plain deletion. What fails once documents are gone keeps neither
// of these two from being done; it gives which went with the error. Beyond it are the
// traces of questions that were asked before it and end after it, and backups, cassettes, the documents'
// files elsewhere, and what a Neo4j server keeps in its own files. While an accepted job of the service is about
// one of the documents, nothing is done: a fault.Conflict.
func (a *App) Purge(ctx context.Context, s lookup.Selector) ([]graph.Document, Purged, error) {
	var gone []graph.Document
	var purged Purged
	var failed error
	if !s.Empty() {
		found, err := s.Documents(ctx, a.store, "app.Purge")
		if err != nil {
			return nil, purged, err
		}
		if err := a.checkWaiting(ctx, found); err != nil {
			return nil, purged, err
		}
		gone, failed = a.forget(ctx, found, &purged)
		if failed == nil {
			purged.Regrown, failed = a.regrow(ctx)
		}
		if len(gone) == 0 || ctx.Err() != nil {
			return gone, purged, failed
		}
	}
	_, err := a.vectors.Prune(ctx, a.Texts)
	return gone, purged, errors.Join(failed, err, a.store.Scrub(ctx), a.index.Rebuild(ctx))
}

// checkWaiting refuses to purge documents that a job of the service waits to write: what
// was accepted is neither lost nor carried out after it was made unreadable.
func (a *App) checkWaiting(ctx context.Context, documents []graph.Document) error {
	const op = "app.Purge"
	waiting, err := a.store.Jobs(ctx, graph.JobsQuery{Unfinished: true, Limit: graph.MaxRows})
	if err != nil {
		return err
	}
	for _, j := range waiting {
		for _, d := range documents {
			if unfinished(j) && asksFor(j, d) {
				return fault.New(fault.Conflict, op, d.Source, fmt.Sprintf("the job %s, accepted by the service, is about it and waits", j.ID),
					"start `grove serve`, let the job end or cancel it there, and purge again")
			}
		}
	}
	return nil
}

// forget removes the documents, and what holds words of them outside the graph; it
// gives those that went.
func (a *App) forget(ctx context.Context, documents []graph.Document, purged *Purged) (gone []graph.Document, err error) {
	m := memory{store: a.store, mentions: map[graph.ID]int{}}
	var known []graph.Document
	for i, d := range documents {
		if err := m.read(ctx, d); err != nil {
			return gone, err
		}
		if known = append(known, d); m.runes < memoryLimit && i < len(documents)-1 {
			continue
		}
		went, err := a.forgetKnown(ctx, known, m.known.In, purged)
		if gone = append(gone, went...); err != nil {
			return gone, err
		}
		known, m = nil, memory{store: a.store, mentions: map[graph.ID]int{}}
	}
	return gone, nil
}

// forgetKnown is forget of documents that are known. It sweeps before they go, since
// afterwards nobody knows any more what to look for should it be interrupted, and
// once more then: questions that were under way have had them in their answers.
func (a *App) forgetKnown(ctx context.Context, documents []graph.Document, known func(string) bool, purged *Purged) ([]graph.Document, error) {
	if err := a.sweep(ctx, documents, known, purged); err != nil {
		return nil, err
	}
	if err := a.removeCopies(documents, purged); err != nil {
		return nil, err
	}
	gone, err := a.remove(ctx, documents)
	if len(gone) == 0 {
		return nil, err
	}
	return gone, errors.Join(err, a.sweep(ctx, documents, known, purged))
}

// sweep removes what is kept beside the graph and holds what is known.
func (a *App) sweep(ctx context.Context, documents []graph.Document, known func(string) bool, purged *Purged) error {
	n, err := a.purgeReplies(ctx, known)
	if err != nil {
		return err
	}
	purged.Replies += n
	if n, err = a.Traces().Purge(ctx, known); err != nil {
		return err
	}
	purged.Traces += n
	if n, err = a.blankJobs(ctx, known, documents); err != nil {
		return err
	}
	purged.Jobs += n
	return a.forgetAsked(ctx, known)
}

// forgetAsked drops which names a model was asked about, where they are known: the
// worst that comes of it is that it is asked again. What was decided stays.
func (a *App) forgetAsked(ctx context.Context, known func(string) bool) error {
	asked, err := graph.AllDecisions(ctx, a.store, graph.AskedDecision)
	for _, d := range asked {
		if slices.ContainsFunc(d.Subjects, known) {
			err = errors.Join(err, a.store.DropDecision(ctx, d.ID))
		}
	}
	return err
}

func (a *App) purgeReplies(ctx context.Context, known func(string) bool) (int, error) {
	dir := filepath.Join(a.config.Folder(), workspace.RepliesFolder)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	// No model: nothing is asked of it.
	cache, err := replies.Open(dir, nil)
	if err != nil {
		return 0, err
	}
	return cache.Purge(ctx, replies.Holds(known))
}

// blankJobs empties what jobs were asked and what they say of their end, where that
// quotes a text or names a document.
func (a *App) blankJobs(ctx context.Context, known func(string) bool, documents []graph.Document) (int, error) {
	n := 0
	for q := (graph.JobsQuery{Limit: graph.MaxRows}); ; {
		jobs, err := a.store.Jobs(ctx, q)
		if err != nil {
			return n, err
		}
		blanked, err := a.blank(ctx, jobs, known, documents)
		if n += blanked; err != nil || len(jobs) < q.Limit {
			return n, err
		}
		q.After = &jobs[len(jobs)-1]
	}
}

func (a *App) blank(ctx context.Context, jobs []graph.Job, known func(string) bool, documents []graph.Document) (n int, err error) {
	for _, j := range jobs {
		tells, named := known(j.Error) || known(j.Result), false
		for _, d := range documents {
			named = named || asksFor(j, d)
			tells = tells || namesDocument(j.Error, d) || namesDocument(j.Result, d)
		}
		if !tells && !named {
			continue
		}
		if tells {
			j.Error, j.Result = "", ""
		}
		if named {
			if err := a.dropUpload(j); err != nil {
				return n, err
			}
			j.Request = "{}"
		}
		if err := a.store.PutJob(ctx, j); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// dropUpload removes what was uploaded for a job of the service that is over.
func (a *App) dropUpload(j graph.Job) error {
	if !ours(j) {
		return nil
	}
	t, err := taskOf(j)
	if err != nil || t.order.File == "" {
		return err
	}
	return a.spool().drop(t.order.File)
}

// asksFor tells whether a job's request names a document, or the file that it is a record of.
func asksFor(j graph.Job, d graph.Document) bool {
	if namesDocument(j.Request, d) {
		return true
	}
	file := strings.LastIndexByte(d.Source, '#')
	return file >= 0 && ours(j) && namesDocument(j.Request, graph.Document{Source: d.Source[:file]})
}

// namesDocument tells whether a text, or a string in the JSON that it is, is the
// source of a document or the path of its file.
func namesDocument(s string, d graph.Document) bool {
	return d.Origin != "" && strings.Contains(s, inJSON(d.Origin)) || strings.Contains(s, `"`+inJSON(d.Source)+`"`)
}

// inJSON is a text as it stands inside a string of JSON.
func inJSON(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return strings.Trim(string(raw), `"`)
}

// removeCopies removes the files of documents that lie in the workspace's folder.
func (a *App) removeCopies(documents []graph.Document, purged *Purged) error {
	folder, err := filepath.Abs(a.config.Folder())
	if err != nil {
		return &fault.Error{Kind: fault.Invalid, Op: "app.Purge", Item: a.config.Folder(), Err: err}
	}
	for _, d := range documents {
		if !strings.HasPrefix(d.Origin, folder+string(filepath.Separator)) {
			continue
		}
		switch err := os.Remove(d.Origin); {
		case err == nil:
			purged.Files++
		case !errors.Is(err, fs.ErrNotExist):
			return &fault.Error{Kind: fault.Unavailable, Op: "app.Purge", Item: d.Origin, Err: err, Hint: "check the file's permissions"}
		}
	}
	return nil
}

// memoryLimit is about how many runes of text are sought at once; a fingerprint
// takes some 40 bytes for each.
const memoryLimit = 4 << 20

// memoryPage is how many chunks are read at once.
const memoryPage = 500

// memory gathers what documents say, to be known again.
type memory struct {
	store graph.Store
	known text.Fingerprint
	// runes is how much text known has.
	runes int
	// mentions counts, for each element, the chunks read that mention it.
	mentions map[graph.ID]int
}

// read takes in a document: its texts, its facts, and the names of those
// entities that no chunk beyond the documents read mentions.
func (m *memory) read(ctx context.Context, d graph.Document) error {
	m.known.Add(d.Title)
	for from := 0; ; {
		rows, err := m.store.Chunks(ctx, graph.ChunksQuery{Document: d.ID, From: from, Limit: memoryPage})
		if err != nil {
			return err
		}
		ids := make([]graph.ID, len(rows))
		for i, r := range rows {
			ids[i], from = r.ID, r.Index+1
			m.known.Add(r.Text)
			m.runes += r.End - r.Start
		}
		if err := m.evidence(ctx, ids); err != nil {
			return err
		}
		if len(rows) < memoryPage {
			return nil
		}
	}
}

func (m *memory) evidence(ctx context.Context, chunks []graph.ID) error {
	if len(chunks) == 0 {
		return nil
	}
	e, err := m.store.Evidence(ctx, graph.EvidenceQuery{Chunks: chunks})
	if err != nil {
		return err
	}
	for _, f := range e.Facts {
		m.known.Add(f.Text)
	}
	// Rows are by chunk and element, one a surface.
	var elements []graph.ID
	for i, r := range e.Mentions {
		if i > 0 && e.Mentions[i-1].Chunk == r.Chunk && e.Mentions[i-1].Element == r.Element {
			continue
		}
		m.mentions[r.Element]++
		elements = append(elements, r.Element)
	}
	slices.Sort(elements)
	for ids := range slices.Chunk(slices.Compact(elements), graph.MaxIDs) {
		found, err := m.store.Find(ctx, graph.FindQuery{IDs: ids, Limit: len(ids)})
		if err != nil {
			return err
		}
		for _, k := range found {
			if k.Type == "" || k.Support > m.mentions[k.ID] {
				continue
			}
			for _, name := range k.Aliases {
				m.known.Add(name)
			}
			m.known.Add(k.Description)
		}
	}
	return nil
}
