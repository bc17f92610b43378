package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"grove/internal/lists"
	"grove/query/retrieve"
)

// record is a line of a corpus or of a file of questions.
type record struct {
	ID, Title, Text, Question string
	GoldIDs                   []string `json:"gold_ids"`
	GoldComplete              bool     `json:"gold_complete"`
}

// asked is a question with its gold passages.
type asked struct {
	text string
	gold map[string]bool
	// set is the number of its data set, fold the part of the cross-validation.
	set, fold int
	// study is cached, as every fit uses it.
	study *retrieve.Study
}

// set is a data set: its index and its questions.
type set struct {
	dir, name string
	index     *retrieve.Index
	questions []asked
	// weight is the weight of a question in fitting.
	weight float64
}

// readSet reads a folder with corpus.jsonl and questions.jsonl. Questions without complete
// gold passages are left out.
func readSet(dir string, number int, titles bool) (set, error) {
	s := set{dir: filepath.Clean(dir), name: filepath.Base(dir)}
	if !titles {
		s.name += ", untitled"
	}
	corpus, err := readLines(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return s, err
	}
	var passages []retrieve.Passage
	for _, r := range corpus {
		p := retrieve.Passage{ID: r.ID, Document: r.ID, Title: r.Title, Text: r.Text}
		if !titles {
			p.Title = ""
		}
		passages = append(passages, p)
	}
	s.index = retrieve.New(passages, nil)
	questions, err := readLines(filepath.Join(dir, "questions.jsonl"))
	for _, r := range questions {
		if !r.GoldComplete || len(r.GoldIDs) == 0 {
			continue
		}
		gold := lists.Set(r.GoldIDs)
		s.questions = append(s.questions, asked{text: r.Question, gold: gold, set: number})
	}
	return s, err
}

func readLines(path string) (out []record, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		out = append(out, r)
	}
	return out, lines.Err()
}
