package replies

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
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"grove/internal/disk"
	"grove/internal/fault"
	"grove/internal/llm"
)

// counted is a model that counts its calls.
type counted struct {
	mu     sync.Mutex
	calls  int
	answer func(context.Context, llm.Request) (llm.Reply, error)
}

func (m *counted) Name() string { return "m" }

func (m *counted) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	m.mu.Lock()
	m.calls++
	m.mu.Unlock()
	return m.answer(ctx, r)
}

func echo(_ context.Context, r llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: "re: " + r.Messages[0].Content, PromptTokens: 3, CompletionTokens: 4, Truncated: true}, nil
}

func open(t *testing.T, dir string, m llm.Model) *Cache {
	t.Helper()
	c, err := Open(dir, m, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{llm.User(text)}, Name: "x/1", ReplySchema: json.RawMessage(`{ "type": "object" }`),
		Limits: llm.Limits{Temperature: 0.3, MaxTokens: 7}}
}

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "replies")
	hostile := "quote \" ` \n\x00 青鱼 <b> \xff"
	m := &counted{answer: echo}
	first, err := open(t, dir, m).Complete(t.Context(), ask(hostile))
	if err != nil || first.Cached {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := open(t, dir, m).Complete(t.Context(), ask(hostile)) // another process
	first.Cached = true
	first.Text = strings.ToValidUTF8(first.Text, "\uFFFD")
	if err != nil || again != first || m.calls != 1 {
		t.Errorf("%+v after %+v, %v, %d calls", again, first, err, m.calls)
	}
	high, err := Open(dir, m, "high")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := high.Complete(t.Context(), ask(hostile)); err != nil || r.Cached || m.calls != 2 {
		t.Errorf("another variant: %+v, %v, %d calls", r, err, m.calls)
	}
	path := filepath.Join(dir, ask(hostile).Key("m")[:2], ask(hostile).Key("m")+".json")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestDamagedFilesAreReplaced(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"torn":    func(b []byte) []byte { return b[:len(b)/2] },
		"empty":   func([]byte) []byte { return nil },
		"foreign": func(b []byte) []byte { return []byte(strings.Replace(string(b), `"key":"`, `"key":"0`, 1)) },
	} {
		t.Run(name, func(t *testing.T) {
			m := &counted{answer: echo}
			c := open(t, t.TempDir(), m)
			complete := func() llm.Reply {
				t.Helper()
				r, err := c.Complete(t.Context(), ask("q"))
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			complete()
			path := c.path(ask("q").Key("m"))
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(raw), 0o600); err != nil {
				t.Fatal(err)
			}
			if r := complete(); r.Cached || r.Text != "re: q" {
				t.Errorf("served %+v", r)
			}
			if r := complete(); !r.Cached || m.calls != 2 {
				t.Errorf("not replaced: %+v, %d calls", r, m.calls)
			}
		})
	}
}

func TestWhatIsNotKept(t *testing.T) {
	down := fault.New(fault.Unavailable, "model", "", "down", "wait")
	for name, c := range map[string]struct {
		answer func(context.Context, llm.Request) (llm.Reply, error)
		want   error
	}{
		"error": {func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{}, down }, down},
		"blank": {func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: " \n"}, nil }, nil},
	} {
		m, dir := &counted{answer: c.answer}, t.TempDir()
		cache := open(t, dir, m)
		for range 2 {
			if _, err := cache.Complete(t.Context(), ask("q")); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if m.calls != 2 || files(t, dir) != 0 {
			t.Errorf("%s was kept: %d calls, %d files", name, m.calls, files(t, dir))
		}
	}
}

func TestFresh(t *testing.T) {
	n := 0
	m := &counted{answer: func(context.Context, llm.Request) (llm.Reply, error) {
		n++
		return llm.Reply{Text: fmt.Sprint("answer ", n)}, nil
	}}
	c := open(t, t.TempDir(), m)
	fresh := ask("q")
	fresh.Fresh = true
	for i, step := range []struct {
		req    llm.Request
		text   string
		cached bool
	}{{ask("q"), "answer 1", false}, {fresh, "answer 2", false}, {fresh, "answer 3", false}, {ask("q"), "answer 3", true}} {
		if r, err := c.Complete(t.Context(), step.req); err != nil || r.Text != step.text || r.Cached != step.cached {
			t.Errorf("step %d: %+v, %v", i, r, err)
		}
	}
}

func TestUnreadableFolderIsNoMiss(t *testing.T) {
	m := &counted{answer: echo}
	c := open(t, t.TempDir(), m)
	if err := os.MkdirAll(c.path(ask("q").Key("m")), 0o700); err != nil { // a folder where the file belongs
		t.Fatal(err)
	}
	if _, err := c.Complete(t.Context(), ask("q")); !fault.Is(err, fault.Unreadable) || m.calls != 0 {
		t.Errorf("%v, %d calls", err, m.calls)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file, m, ""); !fault.Is(err, fault.Unreadable) {
		t.Error(err)
	}
	if _, err := (&Cache{dir: file, model: m}).Complete(t.Context(), ask("q")); err == nil {
		t.Error("a reply that cannot be kept is no error")
	}
}

func TestPurge(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir, &counted{answer: echo})
	for i := range 20 {
		r := ask(fmt.Sprintf("document %d.", i))
		r.Chunks = []string{fmt.Sprintf("c%d", i)}
		if _, err := c.Complete(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"aa/" + disk.TempPrefix + "1", "aa/aa.json", "aa/notes.txt"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("document 3"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	n, err := c.Purge(t.Context(), func(chunks []string) (bool, error) {
		return slices.Contains(chunks, "c3") || slices.Contains(chunks, "c4"), nil
	})
	if err != nil || n != 2 || files(t, dir) != 19 { // 18 replies and the foreign file
		t.Errorf("purged %d, %v; %d files are left", n, err, files(t, dir))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := c.Purge(ctx, func([]string) (bool, error) { return true, nil }); n != 0 || !fault.Is(err, fault.Canceled) {
		t.Errorf("canceled: %d, %v", n, err)
	}
}

func files(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	if err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestEqualCallsShareOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &counted{answer: func(ctx context.Context, r llm.Request) (llm.Reply, error) {
			time.Sleep(time.Second)
			return echo(ctx, r)
		}}
		c := open(t, t.TempDir(), m)
		paid, wg := make(chan bool, 20), sync.WaitGroup{}
		impatient, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		wg.Go(func() { // the first to ask does not wait
			if _, err := c.Complete(impatient, ask("q")); !fault.Is(err, fault.Canceled) {
				t.Errorf("%v", err)
			}
		})
		synctest.Wait()
		for range cap(paid) {
			wg.Go(func() {
				r, err := c.Complete(t.Context(), ask("q"))
				if err != nil || r.Text != "re: q" {
					t.Errorf("%+v, %v", r, err)
				}
				paid <- !r.Cached
			})
		}
		wg.Wait()
		n := 0
		for range cap(paid) {
			if <-paid {
				n++
			}
		}
		if m.calls != 1 || n != 1 {
			t.Errorf("%d calls, %d of them counted as paid", m.calls, n)
		}
	})
}

func TestCallEndsWithItsLastCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := 0
		m := &counted{answer: func(ctx context.Context, _ llm.Request) (llm.Reply, error) {
			<-ctx.Done()
			ended++
			return llm.Reply{}, ctx.Err()
		}}
		c := open(t, t.TempDir(), m)
		var wg sync.WaitGroup
		for i := range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i+1)*time.Second)
			defer cancel()
			wg.Go(func() {
				if _, err := c.Complete(ctx, ask("q")); !fault.Is(err, fault.Canceled) {
					t.Errorf("%v", err)
				}
			})
		}
		wg.Wait()
		synctest.Wait()
		if m.calls != 1 || ended != 1 {
			t.Errorf("%d calls, %d ended", m.calls, ended)
		}
	})
}
