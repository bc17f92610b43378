//go:build data

package main_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestMultiHop ingests a corpus of encyclopedic passages and asks the first ten
// of its questions: some are answered (of all, .44 by cross-validation), and every citation is verified.
func TestMultiHop(t *testing.T) {
	folder := filepath.Join(os.Getenv("GROVE_TEST_DATA"), "retrieval", "2wiki_train500")
	data := t.TempDir()
	var report struct{ Documents map[string]int }
	want(t, 0, &report, "ingest", filepath.Join(folder, "corpus.jsonl"), "--data", data)
	if report.Documents["new"] != 2624 {
		t.Fatalf("ingest: %v", report.Documents)
	}
	want(t, 0, &report, "ingest", filepath.Join(folder, "corpus.jsonl"), "--data", data)
	if report.Documents["new"] != 0 || report.Documents["unchanged"] != 2624 {
		t.Errorf("ingest again: %v", report.Documents)
	}
	cited := 0
	for _, question := range firstQuestions(t, filepath.Join(folder, "questions.jsonl"), 10) {
		var said answer
		want(t, 0, &said, "ask", question, "--agent", "graphreader", "--data", data)
		if !said.Abstained && len(said.Citations) > 0 {
			cited++
		}
		for _, c := range said.Citations {
			if !c.Verified {
				t.Errorf("%s: citation %q is not verified", question, c.Quote)
			}
		}
	}
	if cited < 5 {
		t.Errorf("%d of 10 questions have an answer with a citation, want 5", cited)
	}
}

// TestChineseDocument asks a long Chinese document and wants verified citations in Chinese.
func TestChineseDocument(t *testing.T) {
	data := t.TempDir()
	docs := filepath.Join(os.Getenv("GROVE_TEST_DATA"), "docqa", "longbench_multifieldqa_zh", "docs.jsonl")
	var report struct{ Documents map[string]int }
	want(t, 0, &report, "ingest", docs, "--data", data)
	if report.Documents["new"] == 0 {
		t.Fatalf("ingest: %v", report.Documents)
	}
	for _, question := range firstQuestions(t, filepath.Join(filepath.Dir(docs), "questions.jsonl"), 5) {
		var said answer
		want(t, 0, &said, "ask", question, "--data", data)
		for _, c := range said.Citations {
			if !c.Verified {
				t.Errorf("%s: citation %q is not verified", question, c.Quote)
			}
		}
	}
}

func firstQuestions(t *testing.T, name string, n int) (out []string) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && len(out) < n {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		out = append(out, q.Question)
	}
	if err := lines.Err(); err != nil || len(out) < n {
		t.Fatalf("%d questions in %s, %v", len(out), name, err)
	}
	return out
}

// TestKilledIngestOfPassages kills an ingest of the first 1,000 encyclopedic passages.
func TestKilledIngestOfPassages(t *testing.T) {
	const documents = 1000
	in, err := os.Open(filepath.Join(os.Getenv("GROVE_TEST_DATA"), "retrieval", "2wiki_train500", "corpus.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	corpus := filepath.Join(t.TempDir(), "passages.jsonl")
	out, err := os.Create(corpus)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 0; n < documents && lines.Scan(); n++ {
		if _, err := out.Write(append(lines.Bytes(), '\n')); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(lines.Err(), out.Close()); err != nil {
		t.Fatal(err)
	}
	killedIngest(t, "broken", nil, corpus, documents)
}
