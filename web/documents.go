package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"grove/ingest"
	"grove/internal/browse"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm"
	"grove/internal/load"
)

// DocumentList is a page of documents.
type DocumentList struct {
	Documents []browse.Document `json:"documents"`
	// Next is the parameter after of the next page, "" on the last page.
	Next graph.ID `json:"next"`
}

// ChunkList is a page of the chunks of a document.
type ChunkList struct {
	Chunks []graph.Chunk `json:"chunks"`
}

// EpisodeList is a page of the episodes of a document.
type EpisodeList struct {
	Episodes []graph.Episode `json:"episodes"`
}

// GistsRequest is the body of a request that has gists made.
type GistsRequest struct {
	// Documents are ids.
	Documents []graph.ID `json:"documents" min:"1" max:"5000"`
	// Preset bounds the words of a page, "MAX/MIN"; "" is 600/280.
	Preset string `json:"preset,omitempty" max:"20"`
	// MaxCalls, MaxTokens and Budget (US dollars by the service's prices) bound the calls; 0 is no limit.
	MaxCalls  int     `json:"max_calls,omitempty" min:"0"`
	MaxTokens int     `json:"max_tokens,omitempty" min:"0"`
	Budget    float64 `json:"budget,omitempty" min:"0"`
}

// FactList has the facts of some chunks of a document, in the order of the text.
type FactList struct {
	Facts []browse.Fact `json:"facts"`
	// Next is the parameter from of the next page, -1 on the last page.
	Next int `json:"next"`
}

// maxPassage is the maximum length of a browse.Passage in runes.
const maxPassage = 100_000

// NewDocument is the body of a request that adds a document as text.
type NewDocument struct {
	// Source names the document and determines its id.
	Source string `json:"source" min:"1" max:"4096"`
	NewText
}

// NewText is the text of a document, with its title and tags.
type NewText struct {
	Text  string `json:"text" min:"1"`
	Title string `json:"title,omitempty"`
	// Tags are "key=value".
	Tags Tags `json:"tags,omitempty" max:"100"`
	// Reread extracts an unchanged document again that another model extracted.
	Reread bool `json:"reread,omitempty"`
}

// Tags are the tags of a document: at most mostTags, none longer than longestField bytes.
type Tags []string

// UnmarshalJSON parses a list of texts; it stops at the first item beyond the bounds.
func (t *Tags) UnmarshalJSON(raw []byte) error {
	*t = nil
	d := json.NewDecoder(bytes.NewReader(raw))
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return errors.New("the field \"tags\" is not a list of strings")
	}
	for d.More() {
		var tag string
		if err := d.Decode(&tag); err != nil {
			return errors.New("the field \"tags\" is not a list of strings")
		}
		if *t = append(*t, tag); len(*t) > mostTags || len(tag) > longestField {
			return errors.New("the field \"tags\" has too many strings, or one that is too long")
		}
	}
	return nil
}

// longestKey is the maximum length of an Idempotency-Key in runes.
const longestKey = 200

func listDocuments(ctx context.Context, a arguments, w Workspace) (DocumentList, error) {
	scope, err := a.scope()
	if err != nil {
		return DocumentList{}, err
	}
	q := graph.DocumentsQuery{After: graph.ID(a.text("after")), Limit: a.number("limit"), Like: a.text("q"), Scope: scope}
	list, err := w.Browse().Documents(ctx, q)
	return DocumentList{list, next(list, q.Limit, func(d browse.Document) graph.ID { return d.ID })}, err
}

func listChunks(ctx context.Context, c *call, w Workspace) (ChunkList, error) {
	if _, err := w.Browse().Document(ctx, c.id()); err != nil {
		return ChunkList{}, err
	}
	chunks, err := w.Browse().Chunks(ctx, c.id(), c.number("from"), c.number("limit"))
	return ChunkList{chunks}, err
}

func listEpisodes(ctx context.Context, c *call, w Workspace) (EpisodeList, error) {
	if _, err := w.Browse().Document(ctx, c.id()); err != nil {
		return EpisodeList{}, err
	}
	list, err := w.Browse().Episodes(ctx, c.id(), c.number("from"), c.number("limit"))
	return EpisodeList{list}, err
}

func makeGists(ctx context.Context, c *call, w Workspace) (job jobs.Job, err error) {
	body, err := decode[GistsRequest](ctx, c, c.server.Limits.Body)
	if err != nil {
		return job, err
	}
	if min(body.MaxCalls, body.MaxTokens) < 0 || body.Budget < 0 {
		return job, fault.New(fault.Invalid, "web.gists", "", "a limit is negative", "omit limits that do not apply")
	}
	return w.Jobs().QueueGists(ctx, jobs.GistsOptions{Documents: body.Documents, Preset: body.Preset,
		Bounds: llm.Bounds{MaxCalls: body.MaxCalls, MaxTotalTokens: body.MaxTokens, Budget: body.Budget}})
}

func showText(ctx context.Context, c *call, w Workspace) (browse.Passage, error) {
	start, end := c.number("start"), c.number("end")
	return w.Browse().Text(ctx, c.id(), start, min(cmp.Or(end, start+maxPassage), start+maxPassage))
}

func listFacts(ctx context.Context, c *call, w Workspace) (FactList, error) {
	from, limit := c.number("from"), c.number("limit")
	facts, more, err := w.Browse().Facts(ctx, c.id(), from, limit)
	out := FactList{Facts: facts, Next: -1}
	if more {
		out.Next = from + limit
	}
	return out, err
}

func documentGraph(ctx context.Context, a arguments, w Workspace) (browse.Subgraph, error) {
	return w.Browse().DocumentGraph(ctx, browse.DocumentGraphQuery{
		Document: a.id(), Start: a.number("start"), End: a.number("end"), Limit: a.number("limit"),
	})
}

func addDocument(ctx context.Context, c *call, w Workspace) (jobs.Job, error) {
	u, err := c.received(ctx, w)
	if err != nil {
		return jobs.Job{}, err
	}
	return c.add(ctx, w, u)
}

// received writes the document in the body, which is JSON or a form, to the spool.
func (c *call) received(ctx context.Context, w Workspace) (jobs.Upload, error) {
	if c.media() == formType {
		return c.uploaded(ctx, w)
	}
	body, err := decode[NewDocument](ctx, c, c.server.Limits.Upload)
	if err != nil {
		return jobs.Upload{}, err
	}
	return spoolText(ctx, w, body.Source, body.NewText)
}

func estimateDocument(ctx context.Context, c *call, w Workspace) (ingest.Estimate, error) {
	u, err := c.received(ctx, w)
	if err != nil {
		return ingest.Estimate{}, err
	}
	return w.Jobs().Estimate(ctx, u)
}

func replaceDocument(ctx context.Context, c *call, w Workspace) (job jobs.Job, err error) {
	d, err := w.Browse().Document(ctx, c.id())
	if err != nil {
		return job, err
	}
	body, err := decode[NewText](ctx, c, c.server.Limits.Upload)
	if err != nil {
		return job, err
	}
	u, err := spoolText(ctx, w, d.Source, body)
	if err != nil {
		return job, err
	}
	u.Replace = true
	return c.add(ctx, w, u)
}

// spoolText writes a text to the spool of a job.
func spoolText(ctx context.Context, w Workspace, source string, t NewText) (jobs.Upload, error) {
	if err := checkSource(source); err != nil {
		return jobs.Upload{}, err
	}
	if strings.TrimSpace(t.Text) == "" {
		return jobs.Upload{}, fault.New(fault.Invalid, "web.document", "text", "the text is empty", "give a text")
	}
	file, err := w.Jobs().SpoolRecord(ctx, jobs.Record{Title: t.Title, Text: t.Text})
	return jobs.Upload{File: file, Source: source, Tags: t.Tags, Reread: t.Reread}, err
}

// add queues the job of an upload.
func (c *call) add(ctx context.Context, w Workspace, u jobs.Upload) (jobs.Job, error) {
	u.IdempotencyKey = c.text("Idempotency-Key")
	return w.Jobs().QueueUpload(ctx, u)
}

// checkSource returns fault.Invalid for a source that cannot name a document.
func checkSource(source string) error {
	switch {
	case source == "", source == ".", source == "..":
		return fault.New(fault.Invalid, "web.document", "source", "the document has no name", "give a source")
	case len(source) > load.MaxName || !utf8.ValidString(source) || hasControls(source):
		return fault.New(fault.Invalid, "web.document", "source", "the source cannot name a document",
			"use at most 4096 bytes of UTF-8 without control characters")
	}
	return nil
}
