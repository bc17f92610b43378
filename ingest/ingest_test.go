package ingest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/load"
	"grove/internal/storetest"
	"grove/internal/text"
)

// noIndex stands for the index, which has tests of its own.
type noIndex struct{}

func (noIndex) Sync(context.Context) error { return nil }

// model says one fact of each chunk: its first sentence. It counts the chunks
// it was asked for, and fails where fail says so.
type model struct {
	mu    sync.Mutex
	calls int
	asked map[string]int
	fail  func(text string) error
	// everyWord makes each word of the chunk an entity, for rows by the thousand.
	everyWord bool
}

func (m *model) Name() string { return "scripted" }

func (m *model) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	body := r.Messages[1].Content
	if !strings.HasPrefix(body, "<text id=") {
		said, err := m.say(body)
		return m.reply(said, err)
	}
	var texts []any
	for _, part := range strings.Split(strings.TrimPrefix(body, "<text id=\""), "\n<text id=\"") {
		id, rest, _ := strings.Cut(part, "\">\n")
		title, chunk, _ := strings.Cut(rest, "\n")
		said, err := m.say(title + "\n<text>\n" + chunk)
		if err != nil {
			return m.reply(nil, err)
		}
		said["id"] = id
		texts = append(texts, said)
	}
	return m.reply(map[string]any{"texts": texts}, nil)
}

func (m *model) reply(said map[string]any, err error) (llm.Reply, error) {
	var broken brokenReply
	if errors.As(err, &broken) {
		return llm.Reply{Text: string(broken), PromptTokens: 10, CompletionTokens: 5}, nil
	}
	if err != nil {
		return llm.Reply{}, err
	}
	raw, err := json.Marshal(said)
	return llm.Reply{Text: string(raw), PromptTokens: 10, CompletionTokens: 5}, err
}

// say is what the model says of one text, as a prompt shows it.
func (m *model) say(body string) (map[string]any, error) {
	chunk := strings.TrimSuffix(body[strings.Index(body, "<text>\n")+len("<text>\n"):], "\n</text>")
	m.asked[chunk]++
	if m.fail != nil {
		if err := m.fail(chunk); err != nil {
			return nil, err
		}
	}
	first := text.Slice(chunk, text.Sentences(chunk)[0].Start, text.Sentences(chunk)[0].End)
	name := text.Words(first)[0].Text
	entities := []any{map[string]any{"name": name, "type": "person", "description": ""}}
	if m.everyWord {
		for _, w := range text.Words(chunk) {
			entities = append(entities, map[string]any{"name": w.Text, "type": "person", "description": ""})
		}
	}
	return map[string]any{
		"facts":    []any{map[string]any{"text": first, "elements": []string{name, "not there"}}},
		"entities": entities,
		"triples": []any{map[string]any{"head": name, "relation": "knows", "tail": name},
			map[string]any{"head": name, "relation": "made up", "tail": name}},
		"attributes": []any{map[string]any{"entity": name, "key": "occupation", "value": "sailor"}},
	}, nil
}

// brokenReply is a failure that reaches the client as a reply.
type brokenReply string

func (b brokenReply) Error() string { return string(b) }

type bench struct {
	store graph.Store
	model *model
	*ingest.Pipeline
}

func newBench(t *testing.T) *bench {
	t.Helper()
	store := storetest.Open(t)
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	m := &model{asked: map[string]int{}}
	return &bench{store, m, &ingest.Pipeline{Store: store, Index: noIndex{}, Counter: counter, Now: time.Now, Pack: 1,
		Client: &llm.Client{Model: m, Kit: offline.New(), Counter: counter}}}
}

func (b *bench) run(t *testing.T, records ...load.Record) ingest.Report {
	t.Helper()
	report, err := b.Run(t.Context(), source(records...))
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return report
}

func source(records ...load.Record) ingest.Source {
	return func(_ context.Context, yield func(load.Record, error) error) error {
		for _, r := range records {
			if err := yield(r, nil); err != nil {
				return err
			}
		}
		return nil
	}
}

func record(name, body string) load.Record {
	return load.Record{Source: name, Title: name, Text: body, Origin: "/somewhere/" + name}
}

func (b *bench) dump(t *testing.T) string {
	t.Helper()
	s, err := storetest.Dump(t.Context(), b.store)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestElsewhere: a document whose file is in the graph under another source is named
// with it as long as it is written; what has no file has no other.
func TestElsewhere(t *testing.T) {
	b := newBench(t)
	first := record("lib/notes.md", "Ahab sails.")
	b.run(t, first, load.Record{Source: "without", Text: "Pip drums."})
	other := first
	other.Source, other.Text = "notes.md", "Ahab sails again."
	want := []ingest.Elsewhere{{Source: "notes.md", Other: "lib/notes.md", OtherID: graph.DocumentID("lib/notes.md")}}
	if r := b.run(t, other, load.Record{Source: "without too", Text: "Pip drums."}); r.Documents.New != 2 || !slices.Equal(r.Elsewhere, want) {
		t.Errorf("%+v, want %+v", r.Elsewhere, want)
	}
	if r := b.run(t, other); r.Documents.Unchanged != 1 || r.Elsewhere != nil {
		t.Errorf("unchanged, but %+v", r.Elsewhere)
	}
	first.Text = "Ahab sails once more."
	if r := b.run(t, first); r.Documents.Replaced != 1 || len(r.Elsewhere) != 1 || r.Elsewhere[0].Other != "notes.md" {
		t.Errorf("replaced: %+v", r.Elsewhere)
	}
}

func TestNewUnchangedReplaced(t *testing.T) {
	b := newBench(t)
	first := b.run(t, record("a", "Ahab sails."), record("b", "Bildad counts money."))
	if first.Documents.New != 2 || first.Chunks != 2 || first.Facts != 2 || first.KeyElements != 2 || first.Triples != 2 {
		t.Errorf("first run: %+v", first)
	}
	if first.Dropped.NotInText == 0 || first.Dropped.OutsideSchema == 0 {
		t.Errorf("nothing dropped: %+v", first.Dropped)
	}
	again := b.run(t, record("a", "Ahab sails."), record("b", "Bildad counts money."))
	if again.Documents.Unchanged != 2 || again.Usage.Calls != 0 {
		t.Errorf("second run: %+v", again)
	}
	retitled := record("b", "Bildad counts money.")
	retitled.Title = "Another title"
	if report := b.run(t, retitled); report.Documents.Replaced != 1 || report.Usage.Calls != 1 {
		t.Errorf("with another title, which the model sees: %+v", report)
	}
	b.run(t, record("b", "Bildad counts money."))
	third := b.run(t, record("a", "Ahab returns."))
	if third.Documents.Replaced != 1 {
		t.Errorf("third run: %+v", third)
	}
	fresh := newBench(t)
	fresh.run(t, record("b", "Bildad counts money."), record("a", "Ahab returns."))
	if got, want := b.dump(t), fresh.dump(t); got != want {
		t.Errorf("after the replacement\n%s\nwant\n%s", got, want)
	}
}

func TestSourceTaken(t *testing.T) {
	b := newBench(t)
	b.run(t, record("a", "Ahab sails."))
	other := record("a", "Another Ahab.")
	other.Origin = "/elsewhere/a"
	report := b.run(t, other)
	if report.Documents.Failed != 1 || report.Errors[0].Code != string(fault.SourceTaken) || report.Errors[0].Hint == "" {
		t.Errorf("report: %+v", report)
	}
	typed := record("t", "Typed.")
	typed.Origin = load.InputOrigin
	b.run(t, typed)
	if report := b.run(t, record("t", "From a file.")); report.Documents.Failed != 1 || report.Errors[0].Code != string(fault.SourceTaken) {
		t.Errorf("a file in the place of standard input: %+v", report)
	}
	typed.Text, typed.Source = "Typed, too.", "u"
	if report := b.run(t, typed); report.Documents.New != 1 || len(report.Elsewhere) != 0 {
		t.Errorf("standard input twice: %+v", report)
	}
	b.Replace = true
	if report := b.run(t, other); report.Documents.Replaced != 1 {
		t.Errorf("with Replace: %+v", report)
	}
	twice := b.run(t, record("c", "One."), record("c", "One."), record("c", "Two."))
	if d := twice.Documents; d.New != 1 || d.Unchanged != 1 || d.Failed != 1 {
		t.Errorf("one source thrice: %+v", d)
	}
}

// An outage in the middle loses nothing that was paid for.
func TestOutageKeepsWhatWasPaidFor(t *testing.T) {
	b := newBench(t)
	b.Concurrency = 1
	var records []load.Record
	for i := range 30 {
		records = append(records, record(fmt.Sprintf("d%02d", i), fmt.Sprintf("Sailor number %d sails.", i)))
	}
	b.model.fail = func(chunk string) error {
		if strings.Contains(chunk, "number 20 ") {
			return fault.New(fault.Unavailable, "model", "", "down", "")
		}
		return nil
	}
	_, err := b.Run(t.Context(), source(records...))
	if !fault.Is(err, fault.Unavailable) {
		t.Fatalf("Run: %v, want an outage", err)
	}
	paid := len(b.model.asked)
	b.model.fail = nil
	if report := b.run(t, records...); report.Documents.New+report.Documents.Unchanged != 30 {
		t.Errorf("second run: %+v", report.Documents)
	}
	for chunk, n := range b.model.asked {
		if n > 1 && !strings.Contains(chunk, "number 20 ") {
			t.Errorf("paid %d times for %q (%d were paid for before the outage)", n, chunk, paid)
		}
	}
}

// A chunk whose replies cannot be read is quarantined: its document is there
// without what it says, and a retry brings that.
func TestQuarantineAndRetry(t *testing.T) {
	b := newBench(t)
	b.Pack = 8
	sorry := func(chunk string) error {
		if strings.HasPrefix(chunk, "Bad") {
			return brokenReply("I'm sorry, no JSON at all")
		}
		return nil
	}
	b.model.fail = sorry
	records := []load.Record{record("a", "Ahab sails."), record("bad", "Bad words."), record("c", "Chowder is good.")}
	report := b.run(t, records...)
	if d := report.Documents; d.New != 3 || d.Failed != 0 || report.Quarantined != 1 {
		t.Fatalf("first run: %+v", report)
	}
	if want := (ingest.Replies{Split: 2, GivenUp: 1}); report.Replies != want {
		t.Errorf("replies: %+v, want %+v", report.Replies, want)
	}
	rows, err := b.store.Quarantined(t.Context(), graph.QuarantinedQuery{})
	if err != nil || len(rows) != 1 || rows[0].Source != "bad" || rows[0].Raw != "I'm sorry, no JSON at all" || rows[0].Error == "" {
		t.Fatalf("quarantined: %+v, %v", rows, err)
	}
	if again := b.run(t, records...); again.Documents.Unchanged != 3 || again.Usage.Calls != 0 {
		t.Errorf("the same run again: %+v", again)
	}
	still, err := b.Retry(t.Context())
	if err != nil || still.Quarantined != 1 || still.Documents.Replaced != 0 {
		t.Errorf("a retry that fails again: %+v, %v", still, err)
	}
	b.model.fail = nil
	done, err := b.Retry(t.Context())
	if err != nil || done.Quarantined != 0 || done.Documents.Replaced != 1 || done.Facts != 1 {
		t.Errorf("a retry that goes well: %+v, %v", done, err)
	}
	fresh := newBench(t)
	fresh.run(t, records...)
	if got, want := b.dump(t), fresh.dump(t); got != want {
		t.Errorf("after the retry\n%s\nwant\n%s", got, want)
	}
}

// Short chunks share calls, and neither that nor a kill shows in the graph.
func TestPacking(t *testing.T) {
	var records []load.Record
	for i := range 50 {
		records = append(records, record(fmt.Sprintf("d%02d", i), fmt.Sprintf("Sailor%d sails.", i)))
	}
	one, packed := newBench(t), newBench(t)
	packed.Pack = 8
	one.run(t, records...)
	if report := packed.run(t, records...); report.Usage.Calls != 7 || report.Documents.New != 50 {
		t.Errorf("%d calls for 50 chunks by 8, %d documents", report.Usage.Calls, report.Documents.New)
	}
	if one.dump(t) != packed.dump(t) {
		t.Error("the packets show in the graph")
	}
	// A run that ends in the middle: the calls of the next one are the same.
	killed := newBench(t)
	killed.Pack, killed.Concurrency = 8, 1
	killed.model.fail = func(chunk string) error {
		if killed.model.calls > 3 {
			return fault.New(fault.Unavailable, "model", "", "down", "")
		}
		return nil
	}
	if _, err := killed.Run(t.Context(), source(records...)); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("Run: %v, want an outage", err)
	}
	killed.model.fail = nil
	if killed.run(t, records...); killed.model.calls != 4+4 {
		t.Errorf("%d calls in all, want 3 that were kept, one that failed and the other 4", killed.model.calls)
	}
	if one.dump(t) != killed.dump(t) {
		t.Error("the outage shows in the graph")
	}
}

// TestPlansNameEveryCall: after an outage the calls of chunks that were alone are planned too. Else those that are left would be packed
// together, and a model may say other things of them then.
func TestPlansNameEveryCall(t *testing.T) {
	b := newBench(t)
	b.Pack, b.Concurrency = 8, 1
	b.model.fail = func(string) error { return fault.New(fault.Unavailable, "model", "", "down", "") }
	var records []load.Record
	var chunks []graph.ID
	for i, sentences := range []int{60, 190, 60} { // of about 300, 950 and 300 tokens
		r := record(fmt.Sprint("d", i), strings.TrimSpace(strings.Repeat(fmt.Sprintf("Sailor%d sails. ", i), sentences)))
		records, chunks = append(records, r), append(chunks, graph.ChunkID(graph.DocumentID(r.Source), r.Text, 0))
	}
	if _, err := b.Run(t.Context(), source(records...)); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("Run: %v, want an outage", err)
	}
	journal, err := b.store.Extractions(t.Context(), graph.ExtractionsQuery{Chunks: chunks})
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]bool{}
	for _, e := range journal {
		if e.State != graph.Planned {
			t.Errorf("%+v", e)
		}
		calls[e.Packet] = true
	}
	if len(journal) != 3 || len(calls) != 3 || calls[""] {
		t.Errorf("%d chunks are planned for the calls %v, want 3 for 3", len(journal), calls)
	}
	b.model.fail = nil
	if b.run(t, records...); b.model.calls != 4 {
		t.Errorf("%d calls in all, want one that failed and 3", b.model.calls)
	}
}

// A reply that breaks off is asked for in smaller calls.
func TestLadder(t *testing.T) {
	for _, c := range []struct {
		name string
		fail func(call int, chunk string) error
		want ingest.Replies
	}{
		{"broken once", func(call int, _ string) error {
			if call == 1 {
				return brokenReply(`{"facts": `)
			}
			return nil
		}, ingest.Replies{AskedAgain: 4}},
		{"too much at once", func(_ int, chunk string) error {
			if strings.HasPrefix(chunk, "Sailor2") {
				return brokenReply("")
			}
			return nil
		}, ingest.Replies{Split: 3, GivenUp: 1}},
		{"refused", func(int, string) error { return brokenReply("No.") }, ingest.Replies{GivenUp: 4}},
	} {
		b := newBench(t)
		b.Pack = 4
		b.model.fail = func(chunk string) error { return c.fail(b.model.calls, chunk) }
		var records []load.Record
		for i := range 4 {
			records = append(records, record(fmt.Sprint(i), fmt.Sprintf("Sailor%d sails.", i)))
		}
		if report := b.run(t, records...); report.Replies != c.want || report.Documents.New != 4 || report.Quarantined != c.want.GivenUp {
			t.Errorf("%s: %+v, %d new", c.name, report.Replies, report.Documents.New)
		}
	}
}

// A bound on tokens stops the run between calls; the next run goes on.
func TestTokenBoundStopsAndGoesOn(t *testing.T) {
	b := newBench(t)
	b.Concurrency = 1
	b.Bounds.MaxTotalTokens = 4000
	var records []load.Record
	for i := range 300 {
		records = append(records, record(fmt.Sprintf("d%03d", i), fmt.Sprintf("Sailor%d sails.", i)))
	}
	first := b.run(t, records...)
	if first.Stopped == nil || first.Stopped.Code != string(fault.LimitReached) || first.Documents.Failed != 0 ||
		first.Documents.New == 0 || first.Documents.New == 300 {
		t.Fatalf("first run: %+v", first)
	}
	b.Bounds.MaxTotalTokens = 0
	rest := b.run(t, records...)
	if rest.Stopped != nil || first.Documents.New+rest.Documents.New != 300 || b.model.calls != 300 {
		t.Errorf("the rest: %+v, %d calls", rest.Documents, b.model.calls)
	}
}

func TestCancelStopsSpending(t *testing.T) {
	b := newBench(t)
	b.Concurrency = 1
	ctx, cancel := context.WithCancel(t.Context())
	b.model.fail = func(chunk string) error {
		if strings.Contains(chunk, "number 5 ") {
			cancel()
		}
		return nil
	}
	var records []load.Record
	for i := range 500 {
		records = append(records, record(fmt.Sprint(i), fmt.Sprintf("Sailor number %d sails.", i)))
	}
	if _, err := b.Run(ctx, source(records...)); !fault.Is(err, fault.Canceled) {
		t.Errorf("Run: %v, want canceled", err)
	}
	if n := len(b.model.asked); n > 10 {
		t.Errorf("%d chunks were asked after the cancellation", n)
	}
}

// A large document is written in slices; a run that ends between two of them is
// gone on with, and the slices do not show in the graph.
func TestLargeDocumentIsWrittenInSlices(t *testing.T) {
	if testing.Short() {
		t.Skip("a large document takes minutes under the race detector; the whole run has it")
	}
	var body strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&body, "Sailor%d sails with Sailor%d and Sailor%d.\n\n", i, i+1, i+2)
	}
	large := record("large", body.String())
	whole, cut := newBench(t), newBench(t)
	for _, b := range []*bench{whole, cut} {
		b.model.everyWord, b.GroupRows = true, 1000
	}
	whole.run(t, large)
	cut.Store = &failing{Store: cut.store, after: 1}
	if _, err := cut.Run(t.Context(), source(large)); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("Run: %v, want an outage after the first slice", err)
	}
	half, err := cut.store.Documents(t.Context(), graph.DocumentsQuery{})
	if err != nil || len(half) != 1 || !half[0].Partial {
		t.Fatalf("after the outage: %+v, %v", half, err)
	}
	cut.Store = cut.store
	if report := cut.run(t, large); report.Documents.New != 1 || report.Usage.Calls != 0 {
		t.Errorf("the second run: %+v", report)
	}
	if whole.dump(t) != cut.dump(t) {
		t.Error("the slices show in the graph")
	}
	rows, err := cut.store.Chunks(t.Context(), graph.ChunksQuery{Document: half[0].ID, Limit: graph.MaxRows})
	if err != nil || len(rows) < 10 {
		t.Fatalf("%d chunks, %v", len(rows), err)
	}
	other := record("large", body.String()[:len(body.String())/2]+"Here the tale ends.\n")
	if report := cut.run(t, other); report.Documents.Replaced != 1 || report.Usage.Calls > 3 {
		t.Errorf("replacing the large document: %d replaced, %d calls", report.Documents.Replaced, report.Usage.Calls)
	}
	fresh := newBench(t)
	fresh.model.everyWord, fresh.GroupRows = true, 1000
	fresh.run(t, other)
	if fresh.dump(t) != cut.dump(t) {
		t.Error("the replaced text shows in the graph")
	}
	for i, r := range rows {
		if (r.Previous == "") != (i == 0) || (r.Next == "") != (i == len(rows)-1) {
			t.Errorf("chunk %d: previous %q, next %q", i, r.Previous, r.Next)
		}
	}
}

// TestChunkTokens: new documents are cut to the size that is asked for; a document of
// which a part was written with another size is cut anew, and one that is whole stays.
func TestChunkTokens(t *testing.T) {
	if testing.Short() {
		t.Skip("a large document takes minutes under the race detector; the whole run has it")
	}
	var body strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&body, "Sailor%d sails with Sailor%d and Sailor%d.\n\n", i, i+1, i+2)
	}
	large := record("large", body.String())
	cut, fresh := newBench(t), newBench(t)
	cut.model.everyWord, fresh.model.everyWord = true, true
	cut.Store, cut.GroupRows = &failing{Store: cut.store, after: 1}, 2000
	if _, err := cut.Run(t.Context(), source(large)); !fault.Is(err, fault.Unavailable) {
		t.Fatalf("Run: %v, want an outage after the first slice", err)
	}
	cut.Store, cut.ChunkTokens, fresh.ChunkTokens = cut.store, 300, 300
	cut.run(t, large)
	fresh.run(t, large)
	if fresh.dump(t) != cut.dump(t) {
		t.Error("the first cut shows in the graph")
	}
	rows, err := fresh.store.Chunks(t.Context(), graph.ChunksQuery{Document: graph.DocumentID("large"), Limit: graph.MaxRows})
	if err != nil || len(rows) < 100 || slices.ContainsFunc(rows, func(r graph.ChunkRow) bool { return r.Tokens > 300 }) {
		t.Errorf("%d chunks, %v", len(rows), err)
	}
	cut.ChunkTokens = 0
	if report := cut.run(t, large); report.Documents.Unchanged != 1 {
		t.Errorf("%+v", report.Documents)
	}
}

// failing is a store that is lost after some writes.
type failing struct {
	ingest.Store
	after int
}

func (f *failing) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	if f.after--; f.after < 0 {
		return graph.Applied{}, fault.New(fault.Unavailable, "failing.Apply", "", "lost", "")
	}
	return f.Store.Apply(ctx, c)
}

// Order and concurrency do not show in the graph.
func TestOrderDoesNotShow(t *testing.T) {
	records := []load.Record{record("a", "Ahab sails. Ahab drinks."), record("b", "ahab counts."), record("c", "Ahab sails. The end."),
		record("d", strings.Repeat("Ahab has a ship. And a leg.\n\n", 900))}
	one, many := newBench(t), newBench(t)
	one.Concurrency, many.Concurrency = 1, 7
	one.run(t, records...)
	slices.Reverse(records)
	many.run(t, records...)
	if one.dump(t) != many.dump(t) {
		t.Error("the order of ingestion shows in the graph")
	}
}

// liveHeap measures the memory in use while a document is being written.
type liveHeap struct {
	graph.Store
	most uint64
}

func (l *liveHeap) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	l.most = max(l.most, heapInUse())
	return l.Store.Apply(ctx, c)
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestEvidenceIsBounded: the evidence of a document that does not fit in the bound is
// resolved again when it is written: the graph and the report are the same, in less memory.
func TestEvidenceIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("a large document takes minutes under the race detector; the whole run has it")
	}
	var body strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&body, "Sailor%d sails with Mate%d and Captain%d.\n\n", i, i, i)
	}
	type result struct {
		dump, report string
		used         uint64
	}
	run := func(rows int, records ...load.Record) (out result) {
		b := newBench(t)
		b.model.everyWord, b.HeldRows, b.GroupRows = true, rows, 1000
		store := &liveHeap{Store: b.store}
		b.Store = store
		before := heapInUse()
		report := b.run(t, records...)
		report.Ms = 0
		slices.Sort(report.DocumentIDs) // which of two documents is written first depends on time
		out.dump, out.report, out.used = b.dump(t), fmt.Sprintf("%+v", report), store.most-min(before, store.most)
		return out
	}
	large, small := record("large", body.String()), record("small", "Ahab sails.")
	run(500, small) // what is made once
	whole, sliced := run(1<<30, large, small), run(500, large, small)
	if whole.dump != sliced.dump {
		t.Error("the bound shows in the graph")
	}
	if whole.report != sliced.report {
		t.Errorf("the bound shows in the report:\n%s\n%s", whole.report, sliced.report)
	}
	if sliced.used > whole.used/2 {
		t.Errorf("%d bytes in use, %d without the bound", sliced.used, whole.used)
	}
	t.Logf("%d bytes in use, %d without the bound", sliced.used, whole.used)
}

// TestRenameUnderAnotherVersion: a renamed document takes over extractions of another version too, as
// its estimate says, whether its evidence is held or not.
func TestRenameUnderAnotherVersion(t *testing.T) {
	body := strings.Repeat("Ahab commands the Pequod, and sails. ", 40)
	rename := func(rows int, separate bool) string {
		b := newBench(t)
		b.ChunkTokens, b.HeldRows = 100, rows
		b.run(t, record("old", body))
		calls := b.model.calls
		stored, err := b.store.Documents(t.Context(), graph.DocumentsQuery{IDs: []graph.ID{graph.DocumentID("old")}})
		if err != nil || len(stored) != 1 || calls < 3 {
			t.Fatalf("%+v, %v, %d calls", stored, err, calls)
		}
		b.Moved = func(_ context.Context, digest string) (graph.Document, bool, error) {
			return stored[0], digest == stored[0].SHA256, nil
		}
		b.Separate = separate
		renamed := record("new", body)
		renamed.Title = "old" // as in a file's own text: the name is no part of it
		e, err := b.Estimate(t.Context(), source(renamed))
		if err != nil || e.Calls != 0 || e.Documents.Renamed != 1 {
			t.Errorf("estimate: %+v, %v", e, err)
		}
		report := b.run(t, renamed)
		if report.Documents.Renamed != 1 || b.model.calls != calls {
			t.Errorf("%d rows, separate %v: %+v, %d calls", rows, separate, report, b.model.calls-calls)
		}
		return b.dump(t)
	}
	want := rename(0, false)
	for _, rows := range []int{0, 1} {
		if got := rename(rows, true); got != want {
			t.Errorf("%d rows held: another graph", rows)
		}
	}
}
