package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grove/internal/fault"
)

// folder is a published shape of several files.
type folder struct {
	name string
	// files must all be there.
	files []string
	read  func(set *Set, dir string) error
}

// folders are tried in order.
var folders = []folder{
	{"Grove, corpus", []string{CorpusFile, QuestionsFile}, readCorpusFolder(CorpusFile)},
	{"Grove, documents", []string{DocsFile, QuestionsFile}, readCorpusFolder(DocsFile)},
	{"Grove, corpus", []string{CorpusFile}, readCorpusFolder(CorpusFile)}, // for the error of the missing file
	{"Grove, documents", []string{DocsFile}, readCorpusFolder(DocsFile)},
	{"Youtu-GraphRAG and AnonyRAG", []string{"final_chunk_corpus.json", "final_qa_pairs.json"}, readYoutu},
	{"GraphRAG-Bench", []string{"corpus.json", "questions.json"}, readGraphRAGBench},
	{"NarrativeQA", []string{"qaps.csv"}, readNarrative},
}

// readCorpusFolder reads Grove's own shape. Questions with a doc_id are grouped with their documents; the
// others are about the whole corpus, which is read where it is ingested.
func readCorpusFolder(corpus string) func(*Set, string) error {
	return func(set *Set, dir string) error {
		path := filepath.Join(dir, corpus)
		b := newBuilder(set)
		questions := filepath.Join(dir, QuestionsFile)
		var list []Question
		named := 0
		err := ReadLines(questions, func(q Question) error {
			if q.ID == "" || q.Question == "" {
				return fmt.Errorf("a question needs an id and a text")
			}
			if q.DocID != "" {
				named++
			}
			list = append(list, q)
			return nil
		})
		if err != nil {
			return err
		}
		set.Form, set.Corpus = Shared, path
		if named > 0 {
			if named < len(list) {
				return fault.New(fault.Unreadable, "dataset.Read", questions, "some questions have a doc_id and some have none",
					"give one to all or to none")
			}
			set.Form = PerDocument
			if err := ReadLines(path, func(d Document) error { b.document(d.ID, d); return nil }); err != nil {
				return err
			}
		} else {
			b.document("")
		}
		for i, q := range list {
			if err := b.question(q.DocID, q); err != nil {
				return fault.From(fault.Unreadable, "dataset.Read", fmt.Sprintf("%s, line %d", questions, i+1), err,
					"give each question an id of its own")
			}
		}
		return nil
	}
}

// readYoutu reads chunks {title, text} and pairs {question, answer}; AnonyRAG has the same files.
func readYoutu(set *Set, dir string) error {
	type passage struct{ ID, Title, Text string }
	type pair struct {
		ID, Question, Type string
		Answer             Texts
		Options            Texts
	}
	set.Form = Shared
	b := newBuilder(set)
	n := 0
	err := eachRow(filepath.Join(dir, "final_chunk_corpus.json"), func(row passage) error {
		if n++; row.ID == "" {
			row.ID = fmt.Sprintf("c%05d", n)
		}
		b.document("", Document{ID: row.ID, Title: row.Title, Text: row.Text})
		return nil
	})
	if err != nil {
		return err
	}
	return eachRow(filepath.Join(dir, "final_qa_pairs.json"), func(row pair) error {
		return b.question("", Question{ID: row.ID, Question: row.Question, Answers: row.Answer, Type: row.Type, Options: row.Options})
	})
}

// readGraphRAGBench reads documents {corpus_name, context} and questions {id, source, question, answer,
// question_type, evidence}.
func readGraphRAGBench(set *Set, dir string) error {
	type document struct {
		Name    string `json:"corpus_name"`
		Context string
	}
	type question struct {
		ID, Source, Question string
		Answer, Evidence     Texts
		Type                 string `json:"question_type"`
	}
	set.Form = PerDocument
	b := newBuilder(set)
	err := eachRow(filepath.Join(dir, "corpus.json"), func(row document) error {
		b.document(row.Name, Document{ID: row.Name, Title: row.Name, Text: row.Context})
		return nil
	})
	if err != nil {
		return err
	}
	return eachRow(filepath.Join(dir, "questions.json"), func(row question) error {
		return b.question(row.Source, Question{ID: row.ID, Question: row.Question, Answers: row.Answer, Type: row.Type, Facts: row.Evidence,
			DocID: row.Source})
	})
}

// readNarrative reads NarrativeQA's qaps.csv and the stories tmp/ID.content, as its download script leaves them. Questions
// of stories that are not there are an error.
func readNarrative(set *Set, dir string) (err error) {
	set.Form = PerDocument
	b := newBuilder(set)
	path := filepath.Join(dir, "qaps.csv")
	f, err := os.Open(path)
	if err != nil {
		return fault.From(fault.Unreadable, "dataset.Read", path, err, "check the path")
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fault.From(fault.Unreadable, "dataset.Read", path, err, "correct the file")
	}
	for i, row := range rows {
		if i == 0 || len(row) < 5 { // document_id, set, question, answer1, answer2
			continue
		}
		id := row[0]
		if _, ok := b.groups[id]; !ok {
			story, err := os.ReadFile(filepath.Join(dir, "tmp", filepath.Base(id)+".content"))
			if err != nil {
				return fault.From(fault.Unreadable, "dataset.Read", id, err,
					"run NarrativeQA's download_stories.sh: a story is tmp/ID.content")
			}
			b.document(id, Document{ID: id, Title: id, Text: strings.ToValidUTF8(string(story), "\ufffd")})
		}
		if err := b.question(id, Question{Question: row[2], Answers: Texts{row[3], row[4]}, Type: row[1], DocID: id}); err != nil {
			return fault.From(fault.Unreadable, "dataset.Read", fmt.Sprintf("%s, row %d", path, i+1), err, "")
		}
	}
	return nil
}
