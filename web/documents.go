package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"grove/internal/browse"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// DocumentList is a page of documents.
type DocumentList struct {
	Documents []browse.Document `json:"documents"`
	// Next is what after must be for the next page, "" on the last one.
	Next graph.ID `json:"next"`
}

// ChunkList is a page of a document's chunks.
type ChunkList struct {
	Chunks []graph.Chunk `json:"chunks"`
}

// NewDocument is a document given as a text.
type NewDocument struct {
	// Source names the document and decides its id.
	Source string `json:"source" min:"1" max:"4096"`
	NewText
}

// NewText is a text that a document gets.
type NewText struct {
	Text  string `json:"text" min:"1"`
	Title string `json:"title,omitempty"`
	// Tags are "key=value".
	Tags Tags `json:"tags,omitempty" max:"100"`
}

// Tags are those of a document that is sent: at most mostTags, none longer than
// longestField bytes.
type Tags []string

// UnmarshalJSON reads a list no further than it may be long.
func (t *Tags) UnmarshalJSON(raw []byte) error {
	*t = nil
	d := json.NewDecoder(bytes.NewReader(raw))
	if begin, err := d.Token(); err != nil || begin != json.Delim('[') {
		return errors.New("the field \"tags\" is not a list of texts")
	}
	for d.More() {
		var tag string
		if err := d.Decode(&tag); err != nil {
			return errors.New("the field \"tags\" is not a list of texts")
		}
		if *t = append(*t, tag); len(*t) > mostTags || len(tag) > longestField {
			return errors.New("the field \"tags\" has too many texts, or one that is too long")
		}
	}
	return nil
}

// longestKey is the most runes of an Idempotency-Key.
const longestKey = 200

func listDocuments(ctx context.Context, c *call, w Workspace) error {
	limit := c.number("limit")
	scope, err := c.scope()
	if err != nil {
		return err
	}
	list, err := w.Browse().Documents(ctx, graph.DocumentsQuery{After: graph.ID(c.text("after")), Limit: limit, Like: c.text("q"), Scope: scope})
	if err != nil {
		return err
	}
	out := DocumentList{Documents: list}
	if len(list) == limit {
		out.Next = list[limit-1].ID
	}
	return c.reply(http.StatusOK, out)
}

func showDocument(ctx context.Context, c *call, w Workspace) error {
	d, err := w.Browse().Document(ctx, c.id())
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, d)
}

func listChunks(ctx context.Context, c *call, w Workspace) error {
	if _, err := w.Browse().Document(ctx, c.id()); err != nil {
		return err
	}
	chunks, err := w.Browse().Chunks(ctx, c.id(), c.number("from"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, ChunkList{chunks})
}

func addDocument(ctx context.Context, c *call, w Workspace) error {
	u, err := c.received(ctx, w)
	if err != nil {
		return err
	}
	return c.add(ctx, w, u)
}

// received keeps what was sent as JSON or as a form.
func (c *call) received(ctx context.Context, w Workspace) (Upload, error) {
	if c.media() == formType {
		return c.uploaded(ctx, w)
	}
	var asked NewDocument
	if err := c.decode(ctx, &asked, c.server.Limits.Upload); err != nil {
		return Upload{}, err
	}
	return spoolText(ctx, w, asked.Source, asked.NewText)
}

func estimateDocument(ctx context.Context, c *call, w Workspace) error {
	u, err := c.received(ctx, w)
	if err != nil {
		return err
	}
	e, err := w.Estimate(ctx, u)
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, e)
}

func retryDocument(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Reread(ctx, c.id())
	if err != nil {
		return err
	}
	return c.accepted(j)
}

func replaceDocument(ctx context.Context, c *call, w Workspace) error {
	d, err := w.Browse().Document(ctx, c.id())
	if err != nil {
		return err
	}
	var asked NewText
	if err := c.decode(ctx, &asked, c.server.Limits.Upload); err != nil {
		return err
	}
	u, err := spoolText(ctx, w, d.Source, asked)
	if err != nil {
		return err
	}
	u.Replace = true
	return c.add(ctx, w, u)
}

// spoolText keeps a text for its job.
func spoolText(ctx context.Context, w Workspace, source string, t NewText) (Upload, error) {
	if err := checkSource(source); err != nil {
		return Upload{}, err
	}
	if strings.TrimSpace(t.Text) == "" {
		return Upload{}, fault.New(fault.Invalid, "web.document", "text", "the text is empty", "give a text")
	}
	file, err := w.SpoolRecord(ctx, Record{t.Title, t.Text})
	return Upload{File: file, Source: source, Tags: t.Tags}, err
}

func (c *call) add(ctx context.Context, w Workspace, u Upload) error {
	u.IdempotencyKey = c.text("Idempotency-Key")
	j, err := w.Add(ctx, u)
	if err != nil {
		return err
	}
	return c.accepted(j)
}

func deleteDocument(ctx context.Context, c *call, w Workspace) error {
	j, err := w.Remove(ctx, c.id())
	if err != nil {
		return err
	}
	return c.accepted(j)
}

// accepted answers with a job, and says where it can be followed.
func (c *call) accepted(j Job) error {
	c.gin.Header("Location", "/v1/workspaces/"+c.workspace()+"/jobs/"+string(j.ID))
	return c.reply(http.StatusAccepted, j)
}

// checkSource refuses what cannot name a document.
func checkSource(source string) error {
	switch {
	case source == "", source == ".", source == "..":
		return fault.New(fault.Invalid, "web.document", "source", "the document has no name", "name it by source")
	case len(source) > load.MaxName || !utf8.ValidString(source) || hasControls(source):
		return fault.New(fault.Invalid, "web.document", "source", "not a name of a document", "use at most 4096 bytes of UTF-8 without control characters")
	}
	return nil
}
