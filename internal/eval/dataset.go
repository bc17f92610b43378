package eval

import (
	"fmt"
	"os"
	"path/filepath"

	"grove/internal/fault"
)

// The files of a data set.
const (
	// CorpusFile holds passages {id, title, text}.
	CorpusFile = "corpus.jsonl"
	// DocsFile holds long documents {id, title, lang, text}; it is read if there is no
	// CorpusFile.
	DocsFile = "docs.jsonl"
	// QuestionsFile holds the questions.
	QuestionsFile = "questions.jsonl"
)

// Dataset is a folder with documents and questions about them.
type Dataset struct {
	// Name is the folder's own name.
	Name string
	// Corpus is the path of the documents' file.
	Corpus string
	// Questions have unique ids and are in the order of the file.
	Questions []Question
}

// Question is one question of a data set.
type Question struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Answers  []string `json:"answers"`
	// GoldIDs are the unique ids of the documents that the answer needs; GoldComplete
	// reports that it needs no other document.
	GoldIDs      []string `json:"gold_ids"`
	GoldComplete bool     `json:"gold_complete"`
	// Type is the kind of question according to the data set.
	Type string `json:"type"`
}

// ReadDataset reads the questions of a folder and finds its documents.
func ReadDataset(dir string) (Dataset, error) {
	const op = "eval.ReadDataset"
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Dataset{}, fault.Wrap(err, op, dir)
	}
	d := Dataset{Name: filepath.Base(dir), Corpus: filepath.Join(dir, CorpusFile)}
	if _, err := os.Stat(d.Corpus); err != nil {
		d.Corpus = filepath.Join(dir, DocsFile)
	}
	if _, err := os.Stat(d.Corpus); err != nil {
		return Dataset{}, fault.New(fault.Unreadable, op, dir, "no file "+CorpusFile+" can be read there",
			"a data set is a folder with "+CorpusFile+" and "+QuestionsFile)
	}
	seen := map[string]bool{}
	err = readLines(filepath.Join(dir, QuestionsFile), func(q Question) error {
		switch {
		case q.ID == "" || q.Question == "":
			return fmt.Errorf("a question needs an id and a text")
		case seen[q.ID]:
			return fmt.Errorf("the id %q is used twice", q.ID)
		}
		seen[q.ID] = true
		q.GoldIDs = once(q.GoldIDs)
		d.Questions = append(d.Questions, q)
		return nil
	})
	if err != nil {
		return Dataset{}, err
	}
	if len(d.Questions) == 0 {
		return Dataset{}, fault.New(fault.Unreadable, op, dir, "there are no questions", "fill "+QuestionsFile)
	}
	return d, nil
}

// once returns each value once, in the order of their first occurrences.
func once[E comparable](values []E) []E {
	seen := make(map[E]bool, len(values))
	var out []E
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
