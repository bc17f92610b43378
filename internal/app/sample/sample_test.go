// Package sample tests the bundled sample: the documents that `grove demo`
// ingests and the questions that it asks.
package sample

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

// documents gives the text of every file of the sample by its path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(os.DirFS("documents"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path.Join("documents", name))
		texts[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestDocuments(t *testing.T) {
	texts := documents(t)
	if len(texts) == 0 {
		t.Fatal("the sample has no documents")
	}
	for name, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\r") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: not UTF-8 with \\n at the end of each line", name)
		}
		title, _, _ := strings.Cut(text, "\n")
		switch ext := path.Ext(name); ext {
		case ".txt":
			if !strings.HasPrefix(title, "CHAPTER ") {
				t.Errorf("%s: begins with %q, not with the chapter's title", name, title)
			}
		case ".md":
			if !strings.HasPrefix(title, "# ") {
				t.Errorf("%s: begins with %q, not with a heading", name, title)
			}
		case ".jsonl":
			checkRecords(t, name, text)
		default:
			t.Errorf("%s: a document of the kind %q can't be loaded", name, ext)
		}
	}
}

// checkRecords wants every line to be a record with an id of its own.
func checkRecords(t *testing.T, name, text string) {
	t.Helper()
	ids := map[string]bool{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		var r struct{ ID, Title, Text string }
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r.ID == "" || r.Title == "" || r.Text == "" || ids[r.ID] {
			t.Errorf("%s: a record needs title, text and an id of its own: %s", name, lines.Text())
		}
		ids[r.ID] = true
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
}

// TestQuestions wants each question to have either an answer that stands in the
// documents or a refusal.
func TestQuestions(t *testing.T) {
	b, err := os.ReadFile("questions.json")
	if err != nil {
		t.Fatal(err)
	}
	var questions []struct {
		Question, Expect string
		Refuse           bool
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&questions); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, text := range documents(t) {
		all.WriteString(text)
	}
	answered, refused := 0, 0
	for _, q := range questions {
		switch {
		case q.Question == "":
			t.Error("a question is empty")
		case q.Refuse && q.Expect != "":
			t.Errorf("%s: expects both a refusal and %q", q.Question, q.Expect)
		case q.Refuse:
			refused++
		case q.Expect == "" || !strings.Contains(all.String(), q.Expect):
			t.Errorf("%s: no document holds the answer %q", q.Question, q.Expect)
		default:
			answered++
		}
	}
	if answered != 3 || refused != 1 {
		t.Errorf("%d questions with an answer and %d to refuse, want 3 and 1", answered, refused)
	}
}
