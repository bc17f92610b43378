package gists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/refresh"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/sqlite"
	"grove/internal/storetest"
	"grove/internal/text"
)

const preset = "40/15"

// document returns a document of paragraphs of ten words each, two in a chunk.
func document(source string, paragraphs ...string) graph.Bundle {
	var pieces []storetest.Piece
	for pair := range slices.Chunk(paragraphs, 2) {
		body := ""
		for _, p := range pair {
			body += p + strings.Repeat(" word", 9) + ".\n\n"
		}
		pieces = append(pieces, storetest.Piece{Text: body})
	}
	b := storetest.Bundle(source, "", pieces...)
	b.Document.Gists = preset
	return b
}

// numbered returns the names of n paragraphs.
func numbered(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("P%03d", i))
	}
	return out
}

// reader returns a model that ends each page at the second pause, and whose gist is the first word of the page.
func reader() *llmtest.Model {
	return &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
		if stage == "pause" {
			return `{"pause": 2}`, nil
		}
		return llmtest.JSON(map[string]string{"gist": strings.Fields(r.Messages[1].Content)[2]}), nil
	}}
}

func client(t *testing.T, m llm.Model) *llm.Client {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	return &llm.Client{Model: m, Kit: offline.New(), Counter: counter}
}

// refreshed refreshes the layer.
func refreshed(t *testing.T, store Store, m llm.Model, o refresh.Options) (refresh.Report, error) {
	t.Helper()
	return refresh.Run(t.Context(), []refresh.Chain{{Layer{Store: store}}}, client(t, m), o)
}

func apply(t *testing.T, store *sqlite.Store, c graph.Change) {
	t.Helper()
	if _, err := store.Apply(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

// episodes returns the episodes of a document, "gist:words" each.
func episodes(t *testing.T, store *sqlite.Store, d graph.ID) string {
	t.Helper()
	rows, err := store.Episodes(t.Context(), graph.EpisodesQuery{Document: d})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range rows {
		out = append(out, fmt.Sprintf("%s:%d", e.Gist, e.Words))
	}
	return strings.Join(out, " ")
}

// TestRefresh: the documents of which gists are wanted get them, each of their pages once; others, and a second refresh,
// cost nothing.
func TestRefresh(t *testing.T) {
	store, model := storetest.Open(t), reader()
	a, b, empty := document("a.txt", numbered(9)...), document("b.txt", numbered(3)...), document("empty.txt")
	other := document("other.txt", numbered(20)...)
	other.Document.Gists = ""
	apply(t, store, graph.Change{Add: []graph.Bundle{a, b, empty, other}})
	report, err := refreshed(t, store, model, refresh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := episodes(t, store, a.Document.ID); got != "P000:30 P003:30 P006:30" {
		t.Errorf("a: %s", got)
	}
	if got := episodes(t, store, b.Document.ID); got != "P000:30" {
		t.Errorf("b: %s", got)
	}
	if got := episodes(t, store, other.Document.ID); got != "" {
		t.Errorf("other: %s", got)
	}
	if model.Count("pause") != 2 || model.Count("page") != 4 || report.Usage.Calls != 6 {
		t.Errorf("%d pauses, %d gists, usage %+v", model.Count("pause"), model.Count("page"), report.Usage)
	}
	if g := report.Gists; g == nil || g.Documents != 3 || g.Pages != 4 || g.Words != 120 || g.GistWords != 4 {
		t.Errorf("report %+v", g)
	}
	// Each request names the chunks whose text it shows.
	for _, r := range model.Requests() {
		for _, c := range a.Chunks[2:] { // their text is not in b
			if strings.Contains(r.Messages[1].Content, c.Text[:4]) && !slices.Contains(r.Chunks, string(c.ID)) {
				t.Errorf("%s does not name chunk %d, only %s", r.Name, c.Index, r.Chunks)
			}
		}
		if len(r.Chunks) == 0 {
			t.Errorf("%s names no chunk", r.Name)
		}
	}
	report, err = refreshed(t, store, model, refresh.Options{Rebuild: true})
	if err != nil || report.Usage.Calls != 0 || len(model.Requests()) != 6 {
		t.Errorf("again: %+v, %v", report.Usage, err)
	}
}

// TestOnlyChangedPages: of a document that is replaced only the pages that changed are asked for again; once it is
// removed nothing of it is left.
func TestOnlyChangedPages(t *testing.T) {
	store, model := storetest.Open(t), reader()
	before, after := numbered(90), numbered(90)
	after[40] = "Changed"
	a := document("a.txt", before...)
	apply(t, store, graph.Change{Add: []graph.Bundle{a}})
	if _, err := refreshed(t, store, model, refresh.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := model.Count("page"); got != 30 {
		t.Fatalf("%d pages", got)
	}
	first := len(model.Requests())
	apply(t, store, graph.Change{Remove: []graph.ID{a.Document.ID}, Add: []graph.Bundle{document("a.txt", after...)}})
	report, err := refreshed(t, store, model, refresh.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The passage of four paragraphs of a page begins with the page; the changed paragraph is in two passages.
	if more := len(model.Requests()) - first; more != 2 && more != 3 {
		t.Errorf("%d requests for a changed paragraph", more)
	}
	if report.Usage.Calls <= report.Usage.CachedCalls || report.Gists.Pages != 30 {
		t.Errorf("usage %+v, report %+v", report.Usage, report.Gists)
	}
	if got := episodes(t, store, a.Document.ID); strings.Count(got, " ") != 29 {
		t.Errorf("episodes %s", got)
	}
	apply(t, store, graph.Change{Remove: []graph.ID{a.Document.ID}})
	apply(t, store, graph.Change{Add: []graph.Bundle{a}})
	if _, err := refreshed(t, store, model, refresh.Options{}); err != nil || model.Count("page") < 60 {
		t.Errorf("after a removal %d gists, %v: the journal outlived the document", model.Count("page"), err)
	}
}

// TestKilled: a refresh that fails after any number of calls is completed by the next one, which pays for no reply twice,
// and gives what one without a failure gives.
func TestKilled(t *testing.T) {
	whole := storetest.Open(t)
	bundles := []graph.Bundle{document("a.txt", numbered(30)...), document("b.txt", numbered(7)...)}
	apply(t, whole, graph.Change{Add: bundles})
	if _, err := refreshed(t, whole, reader(), refresh.Options{}); err != nil {
		t.Fatal(err)
	}
	want, err := storetest.Dump(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, calls := range []int64{0, 1, 2, 7, 15, 20} {
		store, model := storetest.Open(t), reader()
		apply(t, store, graph.Change{Add: bundles})
		dying := &failingModel{Model: model}
		dying.left.Store(calls)
		_, err := refreshed(t, store, dying, refresh.Options{})
		if !fault.Is(err, fault.Unavailable) {
			t.Fatalf("%d calls: %v", calls, err)
		}
		if _, err := refreshed(t, store, model, refresh.Options{}); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, r := range model.Requests() {
			key := r.Key("") + strings.Join(r.Chunks, " ")
			if seen[key] {
				t.Errorf("%d calls: asked for again: %s", calls, r.Messages[1].Content)
			}
			seen[key] = true
		}
		if got, err := storetest.Dump(t.Context(), store); err != nil || got != want {
			t.Errorf("%d calls: %v, another graph: %s", calls, err, cmp.Diff(want, got))
		}
	}
}

// failingModel is a model that is away after some calls.
type failingModel struct {
	llm.Model
	left atomic.Int64
}

func (f *failingModel) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	if f.left.Add(-1) < 0 {
		return llm.Reply{}, &fault.Error{Kind: fault.Unavailable, Err: errors.New("the model is away")}
	}
	return f.Model.Complete(ctx, r)
}

// TestBounds: a bound ends the making without an error, and the next refresh goes on; one that may make no call makes
// none; a page that does not fit the window is reported and leaves other documents their gists.
func TestBounds(t *testing.T) {
	store, model := storetest.Open(t), reader()
	names := numbered(30)
	for i := range names {
		names[i] += strings.Repeat("qxzv", 100) // one word of some 200 tokens
	}
	a := document("a.txt", names...)
	apply(t, store, graph.Change{Add: []graph.Bundle{a}})
	report, err := refreshed(t, store, model, refresh.Options{Bounds: llm.Bounds{MaxCalls: 3}})
	if err != nil || !fault.Is(report.Stopped, fault.LimitReached) || report.Usage.Calls != 3 {
		t.Errorf("3 calls: %v, stopped %v, %+v", err, report.Stopped, report.Usage)
	}
	report, err = refreshed(t, store, model, refresh.Options{Bounds: refresh.NoCalls()})
	if err != nil || report.Stopped != nil || report.Usage.Calls != 0 || episodes(t, store, a.Document.ID) != "" {
		t.Errorf("no calls: %v, %+v", err, report)
	}
	b := document("b.txt", numbered(2)...)
	apply(t, store, graph.Change{Add: []graph.Bundle{b}})
	report, err = refreshed(t, store, model, refresh.Options{Bounds: llm.Bounds{Window: 700}})
	if err != nil || !fault.Is(report.Stopped, fault.WindowTooSmall) || fault.Hint(report.Stopped) == "" || episodes(t, store, b.Document.ID) == "" {
		t.Errorf("a small window: %v, %+v, b: %s", err, report.Stopped, episodes(t, store, b.Document.ID))
	}
	if _, err = refreshed(t, store, model, refresh.Options{}); err != nil || episodes(t, store, a.Document.ID) == "" {
		t.Errorf("at last: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.SetGists(t.Context(), []graph.ID{a.Document.ID}, "80/30"); err != nil {
		t.Fatal(err)
	}
	calls := len(model.Requests())
	if _, err := refresh.Run(ctx, []refresh.Chain{{Layer{Store: store}}}, client(t, model), refresh.Options{}); !fault.Is(err, fault.Canceled) || len(model.Requests()) != calls {
		t.Errorf("canceled: %v, %d calls more", err, len(model.Requests())-calls)
	}
}

// slowModel counts the calls in flight. Where it has none left it waits for the end of the context, which the third such call causes.
type slowModel struct {
	llm.Model
	left           atomic.Int64
	flying, widest atomic.Int64
	cancel         context.CancelFunc
}

func (s *slowModel) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	now := s.flying.Add(1)
	defer s.flying.Add(-1)
	for w := s.widest.Load(); now > w && !s.widest.CompareAndSwap(w, now); w = s.widest.Load() {
	}
	if left := s.left.Add(-1); left < 0 {
		if left == -3 {
			s.cancel()
		}
		<-ctx.Done()
		return llm.Reply{}, ctx.Err()
	}
	time.Sleep(time.Millisecond)
	return s.Model.Complete(ctx, r)
}

// TestConcurrency: the calls in flight are bounded over all documents, and a refresh that is canceled makes no more; the next
// one does not repeat those that ended.
func TestConcurrency(t *testing.T) {
	store, model := storetest.Open(t), reader()
	var bundles []graph.Bundle
	for i := range 6 {
		bundles = append(bundles, document(fmt.Sprint(i, ".txt"), numbered(60)...))
	}
	apply(t, store, graph.Change{Add: bundles})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	slow := &slowModel{Model: model, cancel: cancel}
	slow.left.Store(50)
	chain := []refresh.Chain{{Layer{Store: store, Concurrency: 3}}}
	if _, err := refresh.Run(ctx, chain, client(t, slow), refresh.Options{}); !fault.Is(err, fault.Canceled) {
		t.Fatalf("%v", err)
	}
	if n := slow.widest.Load(); n != 3 || slow.flying.Load() != 0 || slow.left.Load() < -3 {
		t.Errorf("%d calls at once, %d after the end, %d too many", n, slow.flying.Load(), -slow.left.Load())
	}
	slow.left.Store(1 << 30)
	if _, err := refresh.Run(t.Context(), chain, client(t, slow), refresh.Options{}); err != nil {
		t.Fatal(err)
	}
	if n := len(model.Requests()); n != 6*(19+20) {
		t.Errorf("%d calls, want each once", n)
	}
}

// TestOffline: without a model pages and gists are made by rules; those that are wanted no more are removed.
func TestOffline(t *testing.T) {
	store := storetest.Open(t)
	a := document("a.txt", numbered(30)...)
	before, err := storetest.Dump(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, store, graph.Change{Add: []graph.Bundle{a}})
	report, err := refreshed(t, store, nil, refresh.Options{})
	if err != nil || report.Gists.Pages < 8 || report.Usage.PaidPrompt != 0 {
		t.Errorf("%+v, %v", report.Gists, err)
	}
	if err := store.SetGists(t.Context(), []graph.ID{a.Document.ID}, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := refreshed(t, store, nil, refresh.Options{}); err != nil || episodes(t, store, a.Document.ID) != "" {
		t.Errorf("still there: %s, %v", episodes(t, store, a.Document.ID), err)
	}
	apply(t, store, graph.Change{Remove: []graph.ID{a.Document.ID}})
	if after, err := storetest.Dump(t.Context(), store); err != nil || after != before {
		t.Errorf("left of a document: %s, %v", after, err)
	}
}
