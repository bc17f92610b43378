package cassette

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
)

// counting answers with the request's text and the number of the call for it.
type counting struct {
	mu    sync.Mutex
	calls map[string]int
}

func newCounting() *counting { return &counting{calls: map[string]int{}} }

func (m *counting) Name() string { return "counting" }

func (m *counting) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	text := r.Messages[len(r.Messages)-1].Content
	m.calls[text]++
	if strings.HasPrefix(text, "fail") {
		return llm.Reply{}, fault.New(fault.WindowTooSmall, "model", "q", "too long", "shorten it")
	}
	return llm.Reply{Text: fmt.Sprint(text, " ", m.calls[text]), PromptTokens: 5, CompletionTokens: 6, Truncated: true}, nil
}

func ask(name, text string) llm.Request {
	return llm.Request{Name: name, Messages: []llm.Message{llm.System("be brief", ""), llm.User(text)}, Limits: llm.Limits{MaxTokens: 10}}
}

func open(t *testing.T, path string, mode Mode, m llm.Model) *Cassette {
	t.Helper()
	c, err := Open(path, mode, m)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// said is a call's outcome as one text.
func said(t *testing.T, c *Cassette, r llm.Request) string {
	t.Helper()
	reply, err := c.Complete(t.Context(), r)
	if err != nil {
		return fmt.Sprintf("%s %s (%s)", fault.KindOf(err), fault.Brief(err), fault.Hint(err))
	}
	return fmt.Sprintf("%+v", reply)
}

const hostile = "\" ` \n\x00 </think> 青鱼 <b>"

// tape records a few calls and closes.
func tape(t *testing.T, path string) []string {
	t.Helper()
	c := open(t, path, Record, newCounting())
	var all []string
	for _, r := range []llm.Request{ask("b/1", "x"), ask("a/1", hostile), ask("b/1", "x"), ask("a/1", "fail")} {
		all = append(all, said(t, c, r))
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "tape.jsonl")
	recorded := tape(t, path)
	c := open(t, path, Replay, nil)
	var replayed []string
	for _, r := range []llm.Request{ask("b/1", "x"), ask("a/1", hostile), ask("b/1", "x"), ask("a/1", "fail")} {
		replayed = append(replayed, said(t, c, r))
	}
	for i := range recorded {
		if recorded[i] != replayed[i] {
			t.Errorf("call %d: recorded %q, replayed %q", i, recorded[i], replayed[i])
		}
	}
	if third := said(t, c, ask("b/1", "x")); third != recorded[2] {
		t.Errorf("after the end: %q, want the last one %q", third, recorded[2])
	}
	if c.Name() != "counting" {
		t.Errorf("the model's name is %q", c.Name())
	}
}

func TestFileIsTheSameWhateverTheOrder(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for run := range 3 {
		path := filepath.Join(dir, fmt.Sprint(run))
		c := open(t, path, Record, newCounting())
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() { said(t, c, ask(fmt.Sprintf("p%d/1", i%3), fmt.Sprint(i))) })
		}
		wg.Wait()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(raw))
	}
	if files[0] != files[1] || files[1] != files[2] || strings.Count(files[0], "\n") != 50 {
		t.Error("the files differ")
	}
}

func TestAuto(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	m := newCounting()
	for run, want := range []int{1, 1} {
		c := open(t, path, Auto, m)
		said(t, c, ask("a/1", "x"))
		said(t, c, ask("a/1", "x")) // replays what was just recorded
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if m.calls["x"] != want {
			t.Errorf("run %d: %d calls", run, m.calls["x"])
		}
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	c := open(t, path, Auto, m)
	said(t, c, ask("a/1", "y"))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(path); err != nil || after.Size() <= before.Size() || m.calls["x"] != 1 {
		t.Errorf("the new call was not added: %v, %v", after, err)
	}
}

func TestUnknownRequests(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	tape(t, path)
	c := open(t, path, Replay, nil)
	limit := ask("b/1", "x")
	limit.MaxTokens++
	longer := ask("b/1", "x")
	longer.Messages = append(longer.Messages, llm.User("more"))
	for _, q := range []struct {
		req  llm.Request
		want string
	}{
		{ask("b/1", "xyz"), `requested "yz\n", recorded "\n"`},
		{ask("a/1", "failure"), `requested "ure\n"`},
		{limit, "reply schema, temperature or reply limit"},
		{longer, `requested "user: more\n", recorded ""`},
		{ask("c/1", "x"), "recorded prompts: a/1, b/1"},
		{ask("a/1", strings.Repeat("z", 1000)), `zzz", recorded`},
	} {
		_, err := c.Complete(t.Context(), q.req)
		if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), q.want) || !strings.Contains(err.Error(), q.req.Name) {
			t.Errorf("%v, want %s", err, q.want)
		}
	}
}

func TestCanceledIsNotRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tape.jsonl")
	c := open(t, path, Record, newCounting())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Complete(ctx, ask("a/1", "x")); !fault.Is(err, fault.Canceled) {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a file was written: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(content string) string {
		path := filepath.Join(dir, fmt.Sprint(len(content)))
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct {
		path  string
		mode  Mode
		model llm.Model
		kind  fault.Kind
	}{
		"mode":     {file(""), "rewind", newCounting(), fault.Invalid},
		"no model": {file(""), Auto, nil, fault.Invalid},
		"no file":  {filepath.Join(dir, "none"), Replay, nil, fault.Unreadable},
		"torn":     {file("{}x"), Replay, nil, fault.Unreadable},
		"no reply": {file(`{"key":"a"}`), Replay, nil, fault.Unreadable},
	} {
		if _, err := Open(c.path, c.mode, c.model); !fault.Is(err, c.kind) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
