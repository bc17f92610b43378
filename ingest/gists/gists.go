// Package gists brings the episodes of documents up to date: the pages of each document of which
// gists are wanted, with their gists (ReadAgent). They are a function of the document's text, the
// preset and the model's replies, which are journalled one by one.
package gists

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

// Store is what the layer needs of a workspace.
type Store interface {
	Documents(context.Context, graph.DocumentsQuery) ([]graph.Document, error)
	Chunks(context.Context, graph.ChunksQuery) ([]graph.ChunkRow, error)
	EpisodeReplies(context.Context, graph.EpisodeRepliesQuery) ([]graph.EpisodeReply, error)
	JournalEpisodes(context.Context, []graph.EpisodeReply) error
	PutEpisodes(context.Context, []graph.Pagination) error
}

// Layer is the layer of episodes.
type Layer struct {
	Store Store
	// Concurrency bounds the calls in flight; 0 is 8.
	Concurrency int
}

var _ refresh.Layer = Layer{}

// Name returns "gists".
func (Layer) Name() string { return "gists" }

// Stale reports whether a document has other episodes than those that are wanted.
func (l Layer) Stale(ctx context.Context) (bool, error) {
	due, err := l.Store.Documents(ctx, graph.DocumentsQuery{GistsDue: true, Limit: 1})
	return len(due) > 0, err
}

// Refresh makes the episodes that are wanted, and removes those that are not. A bound on calls or cost
// ends it without an error: what was paid for is journalled, and the next refresh continues.
func (l Layer) Refresh(ctx context.Context, p *refresh.Pass) error {
	if p.Silent() {
		return nil
	}
	limit := cmp.Or(max(l.Concurrency, 0), 8)
	m := &maker{Layer: l, pass: p, limit: limit}
	session, end := p.SessionOf(func(model llm.Model) llm.Model { return journal{model, l.Store, make(chan struct{}, limit)} })
	defer end()
	m.session = session
	documents, calls := errgroup.WithContext(ctx)
	documents.SetLimit(limit)
	var failed error
	for d, err := range graph.Rows(calls, l.Store.Documents, graph.DocumentsQuery{GistsDue: true}) {
		if err != nil {
			failed = err
			break
		}
		if m.limited.Load() != nil {
			break
		}
		documents.Go(func() (err error) {
			defer fault.Recover(calls, &err, "gists.document", d.Source)
			err = m.document(calls, d)
			if fault.Is(err, fault.WindowTooSmall) {
				m.refuse(d, err)
				return nil
			}
			return m.unlessLimited(err)
		})
	}
	err := documents.Wait()
	err = cmp.Or(err, failed) // not in one call: Wait comes before failed is read
	p.Report.Gists = m.report()
	p.Report.Stopped = m.tooSmall
	if reached := m.limited.Load(); reached != nil && ctx.Err() == nil {
		p.Report.Stopped = *reached
	}
	return err
}

// maker makes the episodes of one refresh.
type maker struct {
	Layer
	pass    *refresh.Pass
	session *llm.Session
	limit   int

	documents, pages, words, gistWords atomic.Int64
	// tooSmall is the error of the first document whose pages do not fit the window: it stays due.
	once     sync.Once
	tooSmall error
	// limited is the error of the first bound that was reached.
	limited atomic.Pointer[error]
}

// unlessLimited returns an error, unless a bound was reached: that ends what is not begun, but not the calls under way, which are
// paid for.
func (m *maker) unlessLimited(err error) error {
	if fault.Is(err, fault.LimitReached) {
		m.limited.CompareAndSwap(nil, &err)
		return nil
	}
	return err
}

// refuse notes a document whose pages do not fit the window.
func (m *maker) refuse(d graph.Document, err error) {
	m.once.Do(func() {
		m.tooSmall = fault.From(fault.WindowTooSmall, "gists.document", d.Source, err,
			"ask for smaller pages, such as --gists=600/280, for none with --gists=off, or set a larger --extract-window")
	})
}

func (m *maker) report() *gist.Report {
	return &gist.Report{Documents: int(m.documents.Load()), Pages: int(m.pages.Load()),
		Words: int(m.words.Load()), GistWords: int(m.gistWords.Load())}
}

// document makes the episodes of one document.
func (m *maker) document(ctx context.Context, d graph.Document) error {
	pagination := graph.Pagination{Document: d.ID, Preset: d.Gists}
	if d.Gists != "" {
		preset, err := gist.Parse(d.Gists)
		if err != nil {
			return err
		}
		body, chunks, err := m.text(ctx, d.ID)
		if err != nil {
			return err
		}
		w := &work{document: d.ID, chunks: chunks}
		if pagination.Episodes, err = m.episodes(ctx, d, preset, body, w); err != nil {
			return err
		}
		pagination.Replies = w.used()
		m.documents.Add(1)
	}
	return m.Store.PutEpisodes(ctx, []graph.Pagination{pagination})
}

// text returns the text of a document, and its chunks without their texts.
func (m *maker) text(ctx context.Context, document graph.ID) (string, []graph.Chunk, error) {
	var b strings.Builder
	var chunks []graph.Chunk
	for r, err := range graph.ChunkRows(ctx, m.Store.Chunks, document, graph.DefaultLimit) {
		if err != nil {
			return "", nil, err
		}
		b.WriteString(r.Text)
		chunks = append(chunks, graph.Chunk{ID: r.ID, Start: r.Start, End: r.End})
	}
	return b.String(), chunks, nil
}

// episodes divides a text into pages, and makes the gist of each as soon as it is known.
func (m *maker) episodes(ctx context.Context, d graph.Document, preset gist.Preset, body string, w *work) ([]graph.Episode, error) {
	var list []*graph.Episode
	gists, inside := errgroup.WithContext(ctx)
	gists.SetLimit(m.limit)
	var failed error
	var start atomic.Int64
	pager := gist.Pager{Session: m.session, Preset: preset}
	for page, err := range pager.Pages(w.from(inside, start.Load), body) {
		if err != nil {
			failed = err
			break
		}
		start.Store(int64(page.End))
		e := &graph.Episode{ID: graph.EpisodeID(d.ID, len(list)), Document: d.ID, Index: len(list), Start: page.Start, End: page.End,
			Words: page.Words, Preset: preset.Name()}
		list = append(list, e)
		gists.Go(func() (err error) {
			defer fault.Recover(inside, &err, "gists.page", d.Source)
			if e.Gist, err = gist.Make(w.from(inside, func() int64 { return int64(page.Start) }), m.session, page.Text, ""); err == nil {
				m.page(e)
			}
			return m.unlessLimited(err)
		})
	}
	if err := gists.Wait(); err != nil { // it says why the pages ended, too
		return nil, err
	}
	if reached := m.limited.Load(); reached != nil {
		return nil, *reached
	}
	if failed != nil {
		return nil, failed
	}
	return lists.Map(list, func(e *graph.Episode) graph.Episode { return *e }), nil
}

// page counts a page whose gist was made.
func (m *maker) page(e *graph.Episode) {
	m.words.Add(int64(e.Words))
	m.gistWords.Add(int64(len(text.Words(e.Gist))))
	m.pass.Pages(int(m.pages.Add(1)))
}
