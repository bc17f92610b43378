package traces_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/traces"
	"grove/query"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// made is the trace of a question, asked so many seconds after start.
func made(t *testing.T, question string, seconds int, failed error) traces.Trace {
	t.Helper()
	steps := query.NewTrace()
	steps.Add(query.Step{Action: "plan", Args: map[string]any{"question": question}, Ms: 3})
	steps.Add(query.Step{Action: "find", Cypher: "MATCH (n) WHERE n.key IN $keys RETURN n LIMIT $limit",
		Params: map[string]any{"keys": []string{"w/k'1"}, "limit": 5, "score": 0.5, "rows": []map[string]any{{"n": 7}}}, Rows: 1, IDs: []string{"k1"}, Ms: 1})
	a := query.Answer{Answer: "Ahab <\"\x00亚哈", Mode: query.Open, Agent: "graphreader", Model: "offline", Citations: []query.Citation{}, Trace: steps.Steps(), Usage: llm.Usage{Calls: 2}, Ms: 40}
	return traces.New(start.Add(time.Duration(seconds)*time.Second), question, traces.Options{Agent: "auto"}, a, failed)
}

func put(t *testing.T, f *traces.Folder, made traces.Trace) {
	t.Helper()
	if err := f.Put(made); err != nil {
		t.Fatal(err)
	}
}

func questions(t *testing.T, f *traces.Folder, before string, limit int) (out []string) {
	t.Helper()
	list, err := f.List(t.Context(), before, limit)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		out = append(out, s.Question)
	}
	return out
}

func TestNewestAreKept(t *testing.T) {
	f := traces.In(t.TempDir(), 3)
	if got := questions(t, f, "", 10); len(got) != 0 {
		t.Errorf("before the first: %q", got)
	}
	var all []traces.Trace
	for i := range 5 {
		all = append(all, made(t, fmt.Sprint("q", i), i, nil))
	}
	for _, i := range []int{2, 0, 4, 1, 3} { // whatever comes first, the newest stay
		put(t, f, all[i])
	}
	if got := questions(t, f, "", 10); !slices.Equal(got, []string{"q4", "q3", "q2"}) {
		t.Errorf("kept: %q", got)
	}
	if got := questions(t, f, all[4].ID, 1); !slices.Equal(got, []string{"q3"}) {
		t.Errorf("before the newest: %q", got)
	}
	none := traces.In(t.TempDir(), 0)
	put(t, none, all[0])
	if got := questions(t, none, "", 10); len(got) != 0 {
		t.Errorf("with none to keep: %q", got)
	}
}

func TestGetGivesWhatWasPut(t *testing.T) {
	f := traces.In(t.TempDir(), 10)
	want := made(t, "Who?\n`MATCH (n) DETACH DELETE n`", 0, nil)
	put(t, f, want)
	got, err := f.Get(want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if one, two := asJSON(t, want), asJSON(t, got); one != two {
		t.Errorf("put\n%s\ngot\n%s", one, two)
	}
	if got.Answer.TraceID != want.ID || got.Steps != 2 || got.Calls != 2 {
		t.Errorf("%+v", got.Summary)
	}
	if one, two := query.BrowserCypher(want.Answer.Trace[1]), query.BrowserCypher(got.Answer.Trace[1]); one != two {
		t.Errorf("Cypher before\n%safter\n%s", one, two)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestNoSuchTrace(t *testing.T) {
	dir := t.TempDir()
	f := traces.In(dir, 10)
	there := made(t, "q", 0, nil)
	put(t, f, there)
	if err := os.WriteFile(filepath.Join(dir, "secret.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"", "t", "../secret", "t/../../secret", there.ID + "\x00", strings.ToUpper(there.ID), made(t, "other", 0, nil).ID} {
		if _, err := f.Get(id); !fault.Is(err, fault.NotFound) || fault.Hint(err) == "" {
			t.Errorf("Get(%q): %v", id, err)
		}
		if err := f.Delete(there.ID, id); !fault.Is(err, fault.NotFound) {
			t.Errorf("Delete(%q): %v", id, err)
		}
	}
	if got := questions(t, f, "", 10); len(got) != 1 {
		t.Errorf("a refused deletion removed: %q are left", got)
	}
	if err := f.Delete(there.ID); err != nil || len(questions(t, f, "", 10)) != 0 {
		t.Errorf("deleted: %v", err)
	}
}

func TestTornFileIsCorrupt(t *testing.T) {
	dir := t.TempDir()
	f := traces.In(dir, 10)
	torn := made(t, "q", 0, nil)
	put(t, f, torn)
	if err := os.WriteFile(filepath.Join(dir, "traces", torn.ID+".json"), []byte(`{"id":"t`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Get(torn.ID); !fault.Is(err, fault.Corrupt) {
		t.Errorf("Get: %v", err)
	}
	if _, err := f.List(t.Context(), "", 10); !fault.Is(err, fault.Corrupt) {
		t.Errorf("List: %v", err)
	}
	if err := f.Delete(torn.ID); err != nil {
		t.Errorf("Delete: %v", err)
	}
}

func TestPurge(t *testing.T) {
	dir := t.TempDir()
	f := traces.In(dir, 10)
	secret := made(t, "about Quorndon", 0, nil)
	secret.Read = []string{"c1"}
	put(t, f, secret)
	put(t, f, made(t, "about Nantucket", 1, nil))
	half := filepath.Join(dir, "traces", ".part-1")
	if err := os.WriteFile(half, []byte("Quorn"), 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := f.Purge(t.Context(), func(read []string) (bool, error) { return slices.Contains(read, "c1"), nil })
	if err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
	if got := questions(t, f, "", 10); !slices.Equal(got, []string{"about Nantucket"}) {
		t.Errorf("left: %q", got)
	}
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the half of a file is there: %v", err)
	}
}

// TestReplay: the events come in their order, all of them, and of a failure its error.
func TestReplay(t *testing.T) {
	answered := made(t, "q", 0, nil)
	failed := made(t, "q", 0, fault.New(fault.Unavailable, "llm", "endpoint", "away", "start it"))
	for _, c := range []struct {
		name  string
		trace traces.Trace
		speed float64
		want  []query.EventKind
	}{
		{"answered, at once", answered, 0, []query.EventKind{"plan", "step", "references", "token", "usage", "done"}},
		{"answered, ten times as fast", answered, 10, []query.EventKind{"plan", "step", "references", "token", "usage", "done"}},
		{"failed", failed, 0, []query.EventKind{"plan", "step", "error"}},
	} {
		var got []query.EventKind
		began := time.Now()
		if err := c.trace.Replay(t.Context(), 0, c.speed, func(e query.Event) error {
			got = append(got, e.Kind)
			return nil
		}); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
		if took := time.Since(began); c.speed > 0 && took < 4*time.Millisecond {
			t.Errorf("%s: took %v, a tenth of 40 ms was asked for", c.name, took)
		}
	}
	if failed.Reply != "endpoint: away" || !failed.Failed || failed.Error.Code != fault.Unavailable {
		t.Errorf("%+v", failed)
	}
}

func TestReplayEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, stop)
	if err := made(t, "q", 0, nil).Replay(ctx, 0, 0.0001, func(query.Event) error { return nil }); !fault.Is(err, fault.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	enough := errors.New("enough")
	if err := made(t, "q", 0, nil).Replay(t.Context(), 0, 0, func(query.Event) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("a teller that fails: %v", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	f := traces.In(t.TempDir(), 5)
	var all []traces.Trace
	for i := range 40 {
		all = append(all, made(t, "q", i, nil))
	}
	var wg sync.WaitGroup
	for _, one := range all {
		wg.Go(func() {
			if err := f.Put(one); err != nil {
				t.Error(err)
			}
			if _, err := f.List(t.Context(), "", 10); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := questions(t, f, "", 50); len(got) != 5 {
		t.Errorf("%d are kept", len(got))
	}
}
