package llm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// sums is a prompt that needs two calls' worth of rules.
type sums struct{}

func (sums) Form() Form {
	return Form{Name: "test.sums/2", Limits: Limits{MaxTokens: 10}, Schema: `{"type":"object"}`}
}
func (sums) Messages() []Message {
	return []Message{System("Add the numbers. ", "Reply in JSON."), User("1 and 2")}
}
func (sums) Parse(reply string) (string, error) { return reply, nil }
func (sums) Offline(*offline.Kit) string        { return "offline" }

// heard is a model that keeps the last request.
type heard struct{ last Request }

func (*heard) Name() string { return "m" }
func (h *heard) Complete(_ context.Context, r Request) (Reply, error) {
	h.last = r
	return Reply{Text: "3"}, nil
}

func TestReadInstructions(t *testing.T) {
	listed := []Listed{List("adds", sums{})}
	if l := listed[0]; l.Instructions != "Add the numbers. " || l.Added != "Reply in JSON." || l.File() != "test.sums-2.txt" {
		t.Errorf("%+v", l)
	}
	for name, c := range map[string]struct {
		file, body string
		want       string // instructions, or
		bad        string // part of the error
	}{
		"read":                     {"test.sums-2.txt", "\ufeff Sum up.\r\nAll of them.\n", "Sum up.\nAll of them.", ""},
		"largest":                  {"test.sums-2.txt", strings.Repeat("a", MaxInstructions), strings.Repeat("a", MaxInstructions), ""},
		"hidden":                   {".gitignore", "x", "", ""},
		"of another version":       {"test.sums-1.txt", "x", "", "test.sums/2 is test.sums-2.txt"},
		"of no version":            {"test.sums.txt", "x", "", "test.sums/2 is test.sums-2.txt"},
		"of no prompt":             {"notes.md", "x", "", "no prompt has a file of this name"},
		"empty":                    {"test.sums-2.txt", " \n", "", "empty"},
		"not UTF-8":                {"test.sums-2.txt", "a\xff", "", "not UTF-8"},
		"too large":                {"test.sums-2.txt", strings.Repeat("a", MaxInstructions+1), "", "larger than 32768 bytes"},
		"a folder of that name":    {"test.sums-2.txt/x", "x", "", "directory"},
		"a folder that is missing": {"", "", "", "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "prompts")
			if c.file != "" {
				path := filepath.Join(dir, c.file)
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(c.body), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			got, err := ReadInstructions(dir, listed)
			if c.bad != "" {
				if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.bad) || fault.Hint(err) == "" ||
					!strings.Contains(err.Error(), strings.Split(c.file, "/")[0]) {
					t.Errorf("%v, hint %q", err, fault.Hint(err))
				}
				return
			}
			if err != nil || got["test.sums/2"] != c.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// TestInstructions: what replaces the instructions of a prompt arrives, with what the program adds, changes the key and
// the size of its calls, and has no effect without a model.
func TestInstructions(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	const own = "Add the numbers. Reply in JSON."
	prompt := Prompt[string](sums{})
	keys, digests := map[string]bool{}, map[string]bool{}
	for _, c := range []struct {
		replaced Instructions
		sent     string
	}{
		{nil, own},
		{Instructions{"test.sums/1": "Of another version."}, own},
		{Instructions{"test.sums/2": "Multiply."}, "Multiply.\n" + guard + "Reply in JSON."},
		{Instructions{"test.sums/2": "Multiply all."}, "Multiply all.\n" + guard + "Reply in JSON."},
		{Instructions{"test.sums/2": "Multiply all.", "other/1": "x"}, "Multiply all.\n" + guard + "Reply in JSON."},
	} {
		m := &heard{}
		s := (&Client{Model: m, Counter: counter, Instructions: c.replaced}).Session(Bounds{})
		if _, err := Ask(t.Context(), s, prompt); err != nil {
			t.Fatal(err)
		}
		if got := m.last.Messages; got[0].Content != c.sent || got[1].Content != "1 and 2" {
			t.Errorf("sent %+v, want %q", got, c.sent)
		}
		mark := s.InForce().Mark("test.sums/2")
		if (c.sent == own) != (mark == "") {
			t.Errorf("%q is marked %q", c.replaced, mark)
		}
		keys[m.last.Key("m")+mark], digests[c.replaced.Digest()] = true, true
		without := (&Client{Counter: counter, Instructions: c.replaced}).Session(Bounds{})
		if c.sent != own && SizeOf(s, prompt).Messages <= SizeOf(without, prompt).Messages {
			t.Errorf("%q: the size is that of the prompt's own instructions, or they are in force without a model", c.replaced)
		}
	}
	if len(keys) != 3 || len(digests) != 5 {
		t.Errorf("%d keys of 3 texts, %d digests of 5 sets", len(keys), len(digests))
	}
}
