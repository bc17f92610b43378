package reversion

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/text"
)

// The files of a set. The names of the book stand in all but ChunksFile.
const (
	ChunksFile     = "final_chunk_corpus.json"
	PairsFile      = "final_qa_pairs.json"
	DictionaryFile = "dictionary.json"
	ReferenceFile  = "reference.jsonl"
	ReportFile     = "report.json"
)

// Set is an anonymised book with its questions.
type Set struct {
	// Chunks are the anonymised chapters, Reference those that are left named.
	Chunks, Reference []Chapter
	Items             []Item
	Dictionary        Dictionary
	Report            Report
}

// Classes are numbers of items by their hops.
type Classes struct {
	Simple  int `json:"simple"`
	Complex int `json:"complex"`
}

// Report is the result of making a set.
type Report struct {
	// Chunks are the anonymised chapters.
	Chunks    int `json:"chunks"`
	Reference int `json:"reference"`
	Persons   int `json:"persons"`
	Locations int `json:"locations"`
	// Reversion and Choice are the items by form.
	Reversion Classes `json:"reversion"`
	Choice    Classes `json:"choice"`
	// Types are the reversion items by type: at most MostOf of each, fewer where the text has no more.
	Types map[string]int `json:"types"`
	// Known are the items that the model answered without context; they were left out.
	Known int `json:"known"`
	// Leaks is the number of names that are left in the anonymised texts, Leaked has them; Reviewed
	// is the number of exceptions. Similar are words that differ from a name by a letter, for review.
	Leaks    int    `json:"leaks"`
	Reviewed int    `json:"reviewed"`
	Leaked   []Leak `json:"leaked"`
	Similar  []Leak `json:"similar"`
	// Lost is the number of characters that the book's file has lost, shown as U+25A1.
	Lost int    `json:"lost"`
	Seed uint64 `json:"seed"`
	Out  string `json:"out"`
}

// Source is a book with the facts that its graph has of each chapter, by the chapter's id.
type Source struct {
	Chapters []Chapter
	Facts    map[string][]string
}

// Make anonymises a book by a dictionary and makes its items.
func Make(src Source, d Dictionary, seed uint64) Set {
	m, mentions := newMask(d), map[string]int{}
	rest, reference := split(src.Chapters, seed)
	s := Set{Reference: reference, Report: Report{Seed: seed, Reference: len(reference), Reviewed: len(d.Exceptions)}}
	var facts, sentences, texts []string
	for _, c := range rest {
		masked := Chapter{c.ID, m.replace(c.Title, mentions), m.replace(c.Text, mentions)}
		s.Chunks = append(s.Chunks, masked)
		texts = append(texts, masked.Title, masked.Text)
		for _, f := range src.Facts[c.ID] {
			facts = append(facts, m.replace(f, map[string]int{}))
		}
		sentences = slices.AppendSeq(sentences, text.EachSentence(masked.Text))
	}
	for _, c := range reference {
		m.replace(c.Title+"\n"+c.Text, mentions)
	}
	s.Report.Lost = lists.Sum(src.Chapters, func(c Chapter) int { return strings.Count(c.Text, "□") })
	s.Dictionary = Dictionary{d.Language, nil, d.Exceptions}
	for _, e := range d.Entries {
		if e.Mentions = mentions[e.Tag]; e.Mentions > 0 {
			s.Dictionary.Entries = append(s.Dictionary.Entries, e)
		}
	}
	facts = slices.DeleteFunc(facts, func(f string) bool { // a model may name whom the text does not
		return slices.ContainsFunc(tagsOf(f), func(tag string) bool { return mentions[tag] == 0 })
	})
	doubtful := lists.Table(d.Entries, func(e Entry) (string, bool) { return e.Tag, e.Doubtful })
	p := newPairer(d.Language == "zh", doubtful, facts, sentences)
	items := p.items(seed)
	for _, i := range items {
		texts = append(texts, i.Question, i.Answer)
	}
	s.Items = slices.Concat(p.reversions(items, s.Dictionary), p.choices(items, seed))
	for i := range s.Items {
		s.Items[i].ID = fmt.Sprintf("%s-%03d", s.Items[i].Form, i+1)
	}
	s.Report.Leaked, s.Report.Similar = leaks(s.Dictionary, texts)
	s.count()
	return s
}

// reversions returns items that ask for the names of the tags of pairs.
func (p *pairer) reversions(pairs []Item, d Dictionary) (out []Item) {
	names := lists.Table(d.Entries, func(e Entry) (string, string) { return e.Tag, e.Name })
	for _, i := range pairs {
		i.Form, i.Asked = FormReversion, fmt.Sprintf(p.words.names, i.Question, i.Answer)
		lines := lists.Map(tagsOf(i.Question+i.Answer), func(tag string) string { return tag + run.NameLine + names[tag] })
		i.Question, i.Answer = i.Asked, strings.Join(lines, "\n")
		i.Asked = ""
		out = append(out, i)
	}
	return out
}

// count sets the numbers of the report.
func (s *Set) count() {
	r := &s.Report
	r.Chunks, r.Leaks, r.Persons, r.Locations = len(s.Chunks), len(r.Leaked), 0, 0
	r.Reversion, r.Choice, r.Types = Classes{}, Classes{}, map[string]int{}
	for _, e := range s.Dictionary.Entries {
		if e.Kind() == Person {
			r.Persons++
		} else {
			r.Locations++
		}
	}
	for _, i := range s.Items {
		of := &r.Reversion
		if i.Form == FormChoice {
			of = &r.Choice
		} else {
			r.Types[i.Type]++
		}
		if i.Class() == "simple" {
			of.Simple++
		} else {
			of.Complex++
		}
	}
}

// Drop leaves out items that a model answered without the text, and counts them.
func (s *Set) Drop(known func(Item) bool) {
	before := len(s.Items)
	s.Items = slices.DeleteFunc(s.Items, known)
	s.Report.Known = before - len(s.Items)
	s.count()
}

// Write writes the files of the set into a folder.
func (s *Set) Write(dir string) error {
	const op = "reversion.Write"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.From(fault.Invalid, op, dir, err, "name a folder that can be written")
	}
	s.Report.Out = dir
	var lines bytes.Buffer
	for _, c := range s.Reference {
		if err := dataset.WriteLine(&lines, c); err != nil {
			return fault.Wrap(err, op, ReferenceFile)
		}
	}
	if err := disk.Replace(filepath.Join(dir, ReferenceFile), lines.Bytes(), 0o644); err != nil {
		return fault.Wrap(err, op, ReferenceFile)
	}
	for _, f := range s.files() {
		raw, err := plainJSON(f.part)
		if err == nil {
			err = disk.Replace(filepath.Join(dir, f.name), raw, 0o644)
		}
		if err != nil {
			return fault.Wrap(err, op, f.name)
		}
	}
	return nil
}

// file is a file of a set, and what is in it.
type file struct {
	name string
	part any
}

// files returns the files of the set but that of the reference.
func (s *Set) files() []file {
	return []file{{DictionaryFile, &s.Dictionary}, {ChunksFile, &s.Chunks}, {PairsFile, &s.Items}, {ReportFile, &s.Report}}
}

// plainJSON returns a value as JSON in unescaped UTF-8, with a line end.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := text.JSONEncoder(&b)
	e.SetIndent("", " ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// Read reads the files of a set.
func Read(dir string) (s Set, err error) {
	for _, f := range s.files() {
		if err := readJSON(filepath.Join(dir, f.name), f.part); err != nil {
			return s, err
		}
	}
	if err := s.Dictionary.Check(filepath.Join(dir, DictionaryFile)); err != nil {
		return s, err
	}
	err = dataset.ReadLines(filepath.Join(dir, ReferenceFile), func(c Chapter) error { s.Reference = append(s.Reference, c); return nil })
	if err != nil {
		return s, err
	}
	seen := map[string]bool{}
	for _, i := range s.Items {
		if i.ID == "" || seen[i.ID] || i.Question == "" || i.Answer == "" {
			return s, fault.New(fault.Unreadable, "reversion.Read", PairsFile,
				fmt.Sprintf("item %q has no id of its own, no question or no answer", i.ID), "build the set again")
		}
		seen[i.ID] = true
	}
	return s, nil
}

// ReadDictionary reads and checks a dictionary.
func ReadDictionary(path string) (d Dictionary, err error) {
	if err = readJSON(path, &d); err == nil {
		err = d.Check(path)
	}
	return d, err
}

func readJSON(path string, v any) error {
	raw, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	return fault.From(fault.Unreadable, "reversion.Read", path, err, "make the set by `grove eval reversion build`")
}
