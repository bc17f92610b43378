// Package dataset reads sets of questions in the shapes in which they are published (see
// shapes), and groups them with the documents that they are about.
package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grove/internal/lists"
)

// Form tells which documents a question is asked about.
type Form string

const (
	// Shared: all questions are about one corpus.
	Shared Form = "shared corpus"
	// PerDocument: each question names its document; each document is a graph of its own.
	PerDocument Form = "a document a question"
	// PerContext: each question comes with its own text or passages.
	PerContext Form = "a context a question"
)

// Set is a set of questions with their documents.
type Set struct {
	// Name is the name of the folder, or of the file without its extension.
	Name string
	// Shape is the name of the shape that was recognised, Form its kind.
	Shape string
	Form  Form
	// Corpus is the path of the file of documents of a folder in Grove's own shape, else "".
	Corpus string
	// Questions have unique ids and are in the order of the file.
	Questions []Question
	// Groups are the documents that become one graph each, with the indices of their Questions. The group of a Shared
	// set with a Corpus has no documents.
	Groups []Group
	// Duplicates counts repeated questions that were dropped, Unknown the rows with a column that the shape
	// does not have, by column.
	Duplicates int
	Unknown    map[string]int
}

// Group is a graph's worth of documents, and the questions about it.
type Group struct {
	Name      string
	Documents []Document
	// Questions are indices in Set.Questions.
	Questions []int
}

// Digest returns a hash of the documents, by which their graph is found again.
func (g Group) Digest() string {
	h := sha256.New()
	for _, d := range g.Documents {
		for _, part := range []string{d.ID, d.Title, d.Lang, d.Text} {
			fmt.Fprintf(h, "%d:%s", len(part), part)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// Document is a document of a group.
type Document struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Lang  string `json:"lang,omitempty"`
	Text  string `json:"text"`
}

// Question is one question of a set.
type Question struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	// Answers are the accepted answers, empty if the set has none for this question.
	Answers Texts `json:"answers"`
	// GoldIDs are the unique ids of the documents that the answer needs; GoldComplete
	// reports that it needs no other document.
	GoldIDs      Texts `json:"gold_ids"`
	GoldComplete bool  `json:"gold_complete"`
	// Type is the kind of question according to the set.
	Type string `json:"type"`
	// DocID names the document that the question is about, "" for all.
	DocID string `json:"doc_id,omitempty"`
	// Options are those of a multiple-choice question, from A; they are part of Question too.
	Options Texts `json:"options,omitempty"`
	// Keywords are those of LV-Eval's F1*.
	Keywords string `json:"keywords,omitempty"`
	// Facts are the sentences that the answer needs.
	Facts Texts `json:"facts,omitempty"`
	// Unanswerable is true if the documents do not have the answer.
	Unanswerable bool `json:"unanswerable,omitempty"`
	// Web is the gold step of a web task.
	Web *WebStep `json:"web,omitempty"`
	// Needle is the place of what is asked for in a long text.
	Needle *Needle `json:"needle,omitempty"`
	// Names are the accepted names by tag of an item of anonymity reversion, the gold name first.
	Names map[string][]string `json:"names,omitempty"`
}

// Needle is the length of a text in tokens, with the depth of each needle: its share of the tokens before it, 0 to 1.
type Needle struct {
	Length int       `json:"length"`
	Depths []float64 `json:"depths"`
}

// WebStep is the gold of one step of a web task: the accepted elements, the operation such as "TYPE
// new york", and the task that the step belongs to.
type WebStep struct {
	Elements  []string `json:"elements"`
	Operation string   `json:"operation"`
	Episode   string   `json:"episode"`
}

// Texts decodes a string, a number, a list of them, a list of objects with a "text", or null.
type Texts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *Texts) UnmarshalJSON(raw []byte) error {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return err
	}
	*t = nil
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, v := range list {
		switch v := v.(type) {
		case nil:
		case string:
			if strings.TrimSpace(v) != "" {
				*t = append(*t, v)
			}
		case float64:
			*t = append(*t, strconv.FormatFloat(v, 'f', -1, 64))
		case bool:
			*t = append(*t, map[bool]string{true: "yes", false: "no"}[v])
		case map[string]any:
			text, ok := v["text"].(string)
			if !ok {
				return fmt.Errorf("an answer is an object without a text")
			}
			*t = append(*t, text)
		default:
			return fmt.Errorf("an answer is not a text, a number or a list of them")
		}
	}
	return nil
}

// builder collects questions with their documents; documents of an equal key share a graph, where
// each id is kept once.
type builder struct {
	set    *Set
	groups map[string]int
	docs   map[string]map[string]bool
	ids    map[string]int
}

func newBuilder(set *Set) *builder {
	return &builder{set, map[string]int{}, map[string]map[string]bool{}, map[string]int{}}
}

// document adds documents to the graph of a key.
func (b *builder) document(key string, documents ...Document) {
	i, ok := b.groups[key]
	if !ok {
		i = len(b.set.Groups)
		b.groups[key] = i
		b.docs[key] = map[string]bool{}
		b.set.Groups = append(b.set.Groups, Group{Name: key})
	}
	for _, d := range documents {
		if !b.docs[key][d.ID] && strings.TrimSpace(d.Text) != "" {
			b.docs[key][d.ID] = true
			b.set.Groups[i].Documents = append(b.set.Groups[i].Documents, d)
		}
	}
}

// question adds a question about the graph of a key. A question without an id is numbered; an
// equal question of an equal id is dropped and counted, a different one is an error.
func (b *builder) question(key string, q Question) error {
	if strings.TrimSpace(q.Question) == "" {
		return fmt.Errorf("a question needs an id and a text")
	}
	if q.ID == "" {
		q.ID = fmt.Sprintf("q%05d", len(b.set.Questions)+1)
	}
	q.GoldIDs = lists.Once(q.GoldIDs)
	if i, twice := b.ids[q.ID]; twice {
		if old := b.set.Questions[i]; old.Question != q.Question || !slices.Equal(old.Answers, q.Answers) {
			return fmt.Errorf("the id %q is used twice, for different questions", q.ID)
		}
		b.set.Duplicates++
		return nil
	}
	if _, ok := b.groups[key]; !ok {
		return fmt.Errorf("the question %q is about %q, which is not among the documents", q.ID, key)
	}
	b.ids[q.ID] = len(b.set.Questions)
	g := &b.set.Groups[b.groups[key]]
	g.Questions = append(g.Questions, len(b.set.Questions))
	b.set.Questions = append(b.set.Questions, q)
	return nil
}
