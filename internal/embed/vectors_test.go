package embed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
	"grove/internal/graph"
)

// shelf is a Store in memory.
type shelf struct {
	is   graph.Embedder
	rows map[graph.ID]graph.Embedding
}

func newShelf() *shelf { return &shelf{rows: map[graph.ID]graph.Embedding{}} }

func (s *shelf) Embedder(context.Context) (graph.Embedder, error) { return s.is, nil }

func (s *shelf) SetEmbedder(_ context.Context, e graph.Embedder) error {
	s.is = e
	return nil
}

func (s *shelf) Embeddings(_ context.Context, q graph.EmbeddingsQuery) (out []graph.Embedding, err error) {
	for _, id := range q.IDs() {
		if e, ok := s.rows[id]; ok {
			if q.Bare {
				e.Vector = nil
			}
			out = append(out, e)
		}
	}
	slices.SortFunc(out, graph.CompareEmbeddings)
	return out, q.Check()
}

func (s *shelf) PageEmbeddings(_ context.Context, q graph.PageQuery) (out []graph.Embedding, err error) {
	for _, id := range slices.Sorted(maps.Keys(s.rows)) {
		if id > q.After && len(out) < q.Limit {
			out = append(out, s.rows[id])
		}
	}
	return out, nil
}

func (s *shelf) PutEmbeddings(_ context.Context, list []graph.Embedding) error {
	for _, e := range list {
		s.rows[e.ID()] = e
	}
	return graph.CheckEmbeddings(list)
}

func (s *shelf) DropEmbeddings(_ context.Context, ids []graph.ID) error {
	for _, id := range ids {
		delete(s.rows, id)
	}
	return nil
}

// counting embeds by the hash of a text, and counts how often it did each.
type counting struct {
	name string
	dim  int
	// salt makes other vectors under the same name.
	salt string
	// tells says whether Dim is known before the first call.
	tells bool
	times map[string]int
	// dieAfter is how many texts it embeds before it fails; 0 is no bound.
	dieAfter int
}

var errGone = errors.New("the service is gone")

func newCounting(name string, dim int) *counting {
	return &counting{name: name, dim: dim, times: map[string]int{}}
}

func (c *counting) Name() string { return c.name }

func (c *counting) Dim() int {
	if c.tells {
		return c.dim
	}
	return 0
}

func (c *counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		if c.dieAfter > 0 && c.sum() >= c.dieAfter {
			return nil, errGone
		}
		c.times[t]++
		hash := graph.TextHash(c.salt + t)
		out[i] = make([]float32, c.dim)
		for d := range out[i] {
			out[i][d] = float32(hash[d%len(hash)]) - 80
		}
		unit(out[i])
	}
	return out, ctx.Err()
}

func (c *counting) sum() (n int) {
	for _, times := range c.times {
		n += times
	}
	return n
}

func manyTexts(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("text %d", i)
	}
	return out
}

func inPages(texts []string, size int) Texts {
	return func(_ context.Context, each func([]string) error) error {
		for page := range slices.Chunk(texts, size) {
			if err := each(page); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestVectorsMadeOnce(t *testing.T) {
	store, e := newShelf(), newCounting("m", 6)
	texts := append(manyTexts(graph.MaxEmbeddings+10), "text 3", "", "\x00`'")
	var told [][2]int
	v := Vectors{Store: store, Embedder: e, Keep: true, Progress: func(done, of int) { told = append(told, [2]int{done, of}) }}
	first, err := v.Passages(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := newCounting("m", 6).Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(direct, first); d != "" {
		t.Errorf("vectors (-want +got):\n%s", d)
	}
	different := graph.MaxEmbeddings + 12
	if last := told[len(told)-1]; last != [2]int{different, different} {
		t.Errorf("the last progress is %v", last)
	}
	slices.Reverse(texts)
	second, err := Vectors{Store: store, Embedder: e, Keep: true}.Passages(t.Context(), append(texts, "new"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(first)
	if d := cmp.Diff(first, second[:len(texts)]); d != "" {
		t.Errorf("stored vectors (-want +got):\n%s", d)
	}
	for text, times := range e.times {
		if times != 1 {
			t.Errorf("%q was embedded %d times", text, times)
		}
	}
	if len(e.times) != different+1 || store.is != (graph.Embedder{Model: "m", Dim: 6}) {
		t.Errorf("%d texts embedded; the workspace's embedder is %+v", len(e.times), store.is)
	}
}

func TestVectorsUnkept(t *testing.T) {
	store := newShelf()
	v := Vectors{Store: store, Embedder: Builtin{}}
	rows, err := v.Passages(t.Context(), []string{"a whale", "a whale"})
	if err != nil || len(rows) != 2 || len(store.rows) != 0 || store.is != (graph.Embedder{}) {
		t.Errorf("%d rows, %d stored, %v", len(rows), len(store.rows), err)
	}
	if made, err := v.Prepare(t.Context(), []string{"a whale"}); made != 0 || err != nil {
		t.Errorf("prepared %d, %v", made, err)
	}
}

func TestVectorsOfAnotherModelAreRefused(t *testing.T) {
	larger, known := newCounting("m", 8), newCounting("m", 8)
	known.tells = true
	for name, v := range map[string]Vectors{
		"another name":                     {Embedder: newCounting("other", 6), Keep: true},
		"the built-in one":                 {Embedder: Builtin{}},
		"another length, known before":     {Embedder: known, Keep: true},
		"another length, known afterwards": {Embedder: larger, Keep: true},
	} {
		t.Run(name, func(t *testing.T) {
			store := newShelf()
			if _, err := (Vectors{Store: store, Embedder: newCounting("m", 6), Keep: true}).Passages(t.Context(), []string{"a"}); err != nil {
				t.Fatal(err)
			}
			v.Store = store
			_, err := v.Passages(t.Context(), []string{"a", "b"})
			if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), "grove reembed") {
				t.Errorf("%v, hint %q", err, fault.Hint(err))
			}
			if len(store.rows) != 1 || store.is.Model != "m" || store.is.Dim != 6 {
				t.Errorf("the store changed: %d rows, %+v", len(store.rows), store.is)
			}
			if done, err := v.Renew(t.Context(), inPages([]string{"a", "b"}, 1)); err != nil || done.Dropped != 1 {
				t.Fatalf("renewed %+v, %v", done, err)
			}
			rows, err := v.Passages(t.Context(), []string{"a", "b"})
			if err != nil || len(rows) != 2 || len(rows[0]) != len(rows[1]) {
				t.Errorf("after the remedy: %d rows, %v", len(rows), err)
			}
		})
	}
}

func TestRenewGoesOn(t *testing.T) {
	store, e := newShelf(), newCounting("new", 4)
	texts := append(manyTexts(3*putEvery), "text 1")
	old := Vectors{Store: store, Embedder: newCounting("old", 6), Keep: true}
	if _, err := old.Passages(t.Context(), append(texts, "gone since")); err != nil {
		t.Fatal(err)
	}
	v := Vectors{Store: store, Embedder: e, Keep: true}
	e.dieAfter = 2*putEvery + 1
	if _, err := v.Renew(t.Context(), inPages(texts, 50)); !errors.Is(err, errGone) {
		t.Fatalf("%v", err)
	}
	if _, err := old.Passages(t.Context(), texts); err != nil {
		t.Errorf("half-way, the former vectors: %v", err)
	}
	kept := 0
	for _, row := range store.rows {
		if row.Model == "new" {
			kept++
		}
	}
	e.dieAfter = 0
	maps.DeleteFunc(e.times, func(string, int) bool { return true })
	done, err := v.Renew(t.Context(), inPages(texts, 50))
	want := Renewed{Model: "new", Dim: 4, Texts: 3 * putEvery, Made: 3*putEvery - kept, Kept: kept, Dropped: 3*putEvery + 1}
	if err != nil || done != want || kept == 0 {
		t.Errorf("%+v, want %+v; %v", done, want, err)
	}
	if n := e.sum(); n != done.Made+1 {
		t.Errorf("%d texts embedded for %d vectors and one probe", n, done.Made)
	}
	if len(store.rows) != 3*putEvery || store.is != (graph.Embedder{Model: "new", Dim: 4}) {
		t.Errorf("%d rows, %+v", len(store.rows), store.is)
	}
	again, err := v.Renew(t.Context(), inPages(texts, 1000))
	if err != nil || again.Made != 0 || again.Kept != 3*putEvery || again.Dropped != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

// TestRenewNoticesAnotherModel: what answers under the name gives other vectors.
func TestRenewNoticesAnotherModel(t *testing.T) {
	for name, now := range map[string]*counting{
		"other numbers": {name: "m", dim: 6, salt: "!", times: map[string]int{}}, "another length": newCounting("m", 5),
	} {
		t.Run(name, func(t *testing.T) {
			store := newShelf()
			texts := manyTexts(10)
			if _, err := (Vectors{Store: store, Embedder: newCounting("m", 6), Keep: true}).Passages(t.Context(), texts); err != nil {
				t.Fatal(err)
			}
			v := Vectors{Store: store, Embedder: now, Keep: true}
			done, err := v.Renew(t.Context(), inPages(texts, 4))
			if want := (Renewed{Model: "m", Dim: now.dim, Texts: 10, Made: 10, Dropped: 10}); err != nil || done != want {
				t.Errorf("%+v, want %+v; %v", done, want, err)
			}
			rows, err := v.Passages(t.Context(), texts)
			if err != nil {
				t.Fatal(err)
			}
			fresh, err := now.Embed(t.Context(), texts)
			if d := cmp.Diff(fresh, rows); d != "" || err != nil {
				t.Errorf("vectors (-want +got):\n%s%v", d, err)
			}
		})
	}
}

func TestRenewWithoutKeeping(t *testing.T) {
	store := newShelf()
	if _, err := (Vectors{Store: store, Embedder: newCounting("m", 6), Keep: true}).Passages(t.Context(), manyTexts(3)); err != nil {
		t.Fatal(err)
	}
	done, err := Vectors{Store: store, Embedder: Builtin{}}.Renew(t.Context(), inPages(manyTexts(3), 2))
	if err != nil || done != (Renewed{Dropped: 3}) || len(store.rows) != 0 || store.is != (graph.Embedder{}) {
		t.Errorf("%+v, %d rows, %+v, %v", done, len(store.rows), store.is, err)
	}
}

func TestPrune(t *testing.T) {
	store := newShelf()
	v := Vectors{Store: store, Embedder: newCounting("m", 6), Keep: true}
	if made, err := v.Prepare(t.Context(), manyTexts(5)); made != 5 || err != nil {
		t.Fatal(made, err)
	}
	dropped, err := v.Prune(t.Context(), inPages(manyTexts(3), 2))
	if dropped != 2 || err != nil || len(store.rows) != 3 {
		t.Errorf("%d dropped, %d left, %v", dropped, len(store.rows), err)
	}
}

func TestVectorsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	v := Vectors{Store: newShelf(), Embedder: newCounting("m", 6), Keep: true, Progress: func(int, int) { cancel() }}
	if _, err := v.Passages(ctx, manyTexts(5*putEvery)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if n := len(v.Store.(*shelf).rows); n != putEvery {
		t.Errorf("%d vectors kept, want those of one batch", n)
	}
}

func TestPackedVectorsComeBack(t *testing.T) {
	v := []float32{0, 1, -1, math.MaxFloat32, float32(math.Inf(1))}
	back, err := graph.UnpackVector(graph.PackVector(v), len(v))
	if err != nil || !slices.Equal(v, back) {
		t.Errorf("%v %v", back, err)
	}
	for _, dim := range []int{-1, 0, 4, 6} {
		if _, err := graph.UnpackVector(graph.PackVector(v), dim); !fault.Is(err, fault.Corrupt) {
			t.Errorf("%d components: %v", dim, err)
		}
	}
}

// several is an embedder for concurrent use that says how many calls were under way at once. The first waits for another.
type several struct {
	counting
	mu           sync.Mutex
	busy, widest int
	two          chan struct{}
}

func (s *several) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	s.mu.Lock()
	s.busy++
	if s.busy == 2 && s.widest < 2 {
		close(s.two)
	}
	s.widest = max(s.widest, s.busy)
	s.mu.Unlock()
	select {
	case <-s.two:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
	return s.counting.Embed(ctx, texts)
}

// TestVectorsTogether: batches side by side give the same; where one fails,
// those under way are kept.
func TestVectorsTogether(t *testing.T) {
	e := &several{counting: *newCounting("m", 6), two: make(chan struct{})}
	store, texts, told := newShelf(), manyTexts(20*putEvery), 0
	v := Vectors{Store: store, Embedder: e, Keep: true, Concurrency: 4, Progress: func(done, of int) {
		if done <= told || of != 20*putEvery {
			t.Errorf("%d of %d after %d", done, of, told)
		}
		told = done
	}}
	rows, err := v.Passages(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	want, err := newCounting("m", 6).Embed(t.Context(), texts)
	if d := cmp.Diff(want, rows); d != "" || err != nil {
		t.Errorf("vectors (-want +got):\n%s%v", d, err)
	}
	if e.widest < 2 || e.widest > 4 || told != len(texts) || e.sum() != len(texts) {
		t.Errorf("%d calls at once, %d told, %d embedded", e.widest, told, e.sum())
	}
	failing := &several{counting: *newCounting("m", 6), two: make(chan struct{})}
	failing.dieAfter = 5 * putEvery
	store = newShelf()
	v.Store, v.Embedder, v.Progress = store, failing, nil
	if _, err := v.Passages(t.Context(), texts); !errors.Is(err, errGone) {
		t.Errorf("%v", err)
	}
	if len(store.rows) != 5*putEvery {
		t.Errorf("%d vectors kept, want %d", len(store.rows), 5*putEvery)
	}
}
