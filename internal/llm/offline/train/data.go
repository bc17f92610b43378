package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/ingest/chunk"
	"grove/internal/eval/metric"
	"grove/internal/learn"
	"grove/internal/lists"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query/retrieve"
)

// record is a line of a corpus or of a file of questions.
type record struct {
	ID, Title, Text, Question string
	Answers                   []string
	// head is the name that a made question is about.
	head string
}

// asked is a question with the passages read for it.
type asked struct {
	question offline.Question
	answers  []string
	passages []offline.Passage
	// examples are the candidates that a model is fitted on, without their group and the weight of the question.
	examples []learn.Row
	// unanswerable is true for a question without the passages that name what it is about, or
	// without the sentences that have the answer.
	unanswerable bool
	// variant is true for a question of the set with other passages, or with notes of them.
	variant bool
	// weight is that of a question of its data set in fitting.
	weight float64
	// set is the number of its data set, fold the part of the cross-validation.
	set, fold int
}

// set is a data set.
type set struct {
	// dir is its folder; sets of one folder are not independent of each other.
	dir, name string
	questions []*asked
}

// reading is the number of passages read for a question. For a made one it is drawn, up to
// mostReading, and a third of these are read without titles, as agents read notes and documents of
// all kinds.
const (
	reading     = 5
	mostReading = 8
)

// ranker reads the weights of a ranker of passages, "" for the shipped ones.
func ranker(file string) (*retrieve.Chain, error) {
	weights, err := retrieve.Shipped(), error(nil)
	if file != "" {
		weights, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	return retrieve.ParseChain(weights)
}

// readSet reads a folder with corpus.jsonl or docs.jsonl and with questions.jsonl, and retrieves
// the passages of each question. If made is true, the questions are made from the corpus.
func readSet(dir string, number int, made bool, o options) (set, error) {
	s := set{dir: filepath.Clean(dir), name: filepath.Base(dir)}
	chain, err := ranker(o.rankers[s.name])
	if err != nil {
		return s, err
	}
	index, passages, err := readCorpus(dir)
	if err != nil {
		return s, err
	}
	var questions []record
	if made {
		s.name += ", made"
		questions = madeQuestions(passages, o.limit/2, o.seed)
	} else if questions, err = readLines(filepath.Join(dir, "questions.jsonl")); err != nil {
		return s, err
	}
	kit := offline.NewWith(&offline.Reader{})
	r := rand.New(rand.NewPCG(o.seed, 0))
	for n, at := range r.Perm(len(questions))[:min(len(questions), o.limit)] {
		q := &asked{question: kit.Question(questions[at].Question, ""), answers: questions[at].Answers, set: number}
		head := questions[at].head
		q.unanswerable = head != "" && n%3 == 2
		count := reading
		if made {
			count = 1 + r.IntN(mostReading)
		}
		for rank, id := range index.Study(q.question.Text).Chained(chain, count) {
			p := passages[id]
			if rank == 0 {
				q.fold = foldOf(id, o.folds)
			}
			if made && n%4 == 0 {
				p.Title = ""
			}
			switch {
			case q.unanswerable && n%6 == 5 && strings.Contains(p.Title+"\n"+p.Text, head):
				continue
			case q.unanswerable && n%6 == 2:
				p.Text = without(p.Text, q.answers)
			}
			q.passages = append(q.passages, p)
		}
		if len(q.answers) == 0 {
			q.unanswerable = true
		}
		if q.unanswerable {
			q.answers = nil
		}
		s.add(q)
		if !made && !q.unanswerable {
			s.addVariants(q, r)
		}
	}
	lists.Parallel(len(s.questions), func(i int) {
		s.questions[i].read(kit, rand.New(rand.NewPCG(o.seed, uint64(number)<<32|uint64(i))))
	})
	return s, nil
}

// foldOf returns the part of the cross-validation of a question by the document of its first passage: nearly all questions on a text
// are in one part.
func foldOf(id string, folds int) int {
	document, _, _ := strings.Cut(id, "#")
	return int(crc32.ChecksumIEEE([]byte(document)) % uint32(folds))
}

func (s *set) add(q *asked) { s.questions = append(s.questions, q) }

// wrongOnes is the largest number of wrong candidates of a question that are examples, drawn at random, of sentences without a right one,
// half of it if no candidate is right; nearOnes that of sentences with a right one, which are the hardest to tell from it; rightFrom is
// the least F1 of a candidate that is always an example.
const (
	wrongOnes = 50
	nearOnes  = 60
	rightFrom = 0.3
)

// lineRank is the input that tells the candidates of one sentence from those of others.
var lineRank = slices.Index(offline.CandidateFeatures(), "line rank")

// read computes the candidates and takes examples of them as the options of one choice, none if no candidate of an
// answerable question is right. They share a target that is the cube of the best F1, so that a part of
// an answer counts little.
func (q *asked) read(kit *offline.Kit, r *rand.Rand) {
	candidates := kit.Candidates(q.question, q.passages)
	f1, beside := make([]float64, len(candidates)), map[float64]bool{} // by the rank of the sentence
	for i, c := range candidates {
		if f1[i] = metric.F1(c.Text, q.answers); f1[i] >= rightFrom {
			beside[c.Features[lineRank]] = true
		}
	}
	right, weight := len(beside) > 0, 1.0
	left := map[bool]int{false: wrongOnes, true: nearOnes} // by whether a right one is beside
	if q.variant {
		weight = 0.5
	}
	if !right {
		left[false] /= 2
	}
	if !right && !q.unanswerable {
		return
	}
	sum, best := 0.0, 0.0
	for _, i := range r.Perm(len(f1)) {
		if near := beside[candidates[i].Features[lineRank]]; f1[i] < rightFrom {
			if left[near] == 0 {
				continue
			}
			left[near]--
		}
		target := f1[i] * f1[i] * f1[i]
		q.examples = append(q.examples, learn.Row{Features: candidates[i].Features, Target: target, Weight: weight})
		sum, best = sum+target, max(best, target)
	}
	for i := 0; sum > 0 && i < len(q.examples); i++ {
		q.examples[i].Target *= best / sum
	}
}

// addVariants adds the question with notes of its passages, and without what answers it: without
// the sentences that have the answer, or with the passages of the question before.
func (s *set) addVariants(q *asked, r *rand.Rand) {
	noted := *q
	noted.variant, noted.passages = true, notes(q.passages, q.answers, r)
	s.add(&noted)
	if q.question.Type == offline.YesNo || q.question.Compares {
		return
	}
	none := *q
	none.variant, none.unanswerable, none.answers, none.passages = true, true, nil, nil
	from := q.passages
	if other := s.questions[r.IntN(len(s.questions))]; r.IntN(3) == 0 {
		from = other.passages
	}
	for _, p := range from {
		p.Text = without(p.Text, q.answers)
		none.passages = append(none.passages, p)
	}
	if r.IntN(3) == 0 {
		none.passages = notes(none.passages, nil, r)
	}
	s.add(&none)
}

// notes returns some sentences of the passages in another order, with those before and of the
// answers; half of them without titles, as an agent's notes and prose without headings have none.
func notes(passages []offline.Passage, answers []string, r *rand.Rand) (out []offline.Passage) {
	untitled := r.IntN(2) == 0
	for _, i := range r.Perm(len(passages)) {
		p := passages[i]
		spans := text.Sentences(p.Text)
		keep := make([]bool, len(spans))
		for j, span := range spans {
			s := text.Slice(p.Text, span.Start, span.End)
			if slices.ContainsFunc(answers, func(a string) bool { return strings.Contains(s, a) }) {
				keep[j], keep[max(j-1, 0)] = true, true
			}
			keep[j] = keep[j] || j == 0 || r.IntN(4) == 0
		}
		body := ""
		for j, span := range spans {
			if keep[j] {
				body += text.Slice(p.Text, span.Start, span.End) + "\n\n"
			}
		}
		if p.Text = body; untitled {
			p.Title = ""
		}
		out = append(out, p)
	}
	return out
}

// without returns a text without the sentences that have one of the answers.
func without(body string, answers []string) string {
	var out strings.Builder
	for _, span := range text.Sentences(body) {
		s := text.Slice(body, span.Start, span.End)
		if !slices.ContainsFunc(answers, func(a string) bool { return strings.Contains(s, a) }) {
			out.WriteString(s + " ")
		}
	}
	return out.String()
}

// readCorpus splits the documents of a data set as ingestion does and indexes them.
func readCorpus(dir string) (*retrieve.Index, map[string]offline.Passage, error) {
	records, err := readLines(filepath.Join(dir, "corpus.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		records, err = readLines(filepath.Join(dir, "docs.jsonl"))
	}
	if err != nil {
		return nil, nil, err
	}
	counter, err := text.NewCounter()
	if err != nil {
		return nil, nil, err
	}
	var passages []retrieve.Passage
	of := map[string]offline.Passage{}
	for _, r := range records {
		for i, piece := range (chunk.Splitter{Counter: counter}).Split(r.Text, nil) {
			p := retrieve.Passage{ID: fmt.Sprintf("%s#%d", r.ID, i), Document: r.ID, Title: r.Title, Index: i, Text: piece.Text}
			passages, of[p.ID] = append(passages, p), offline.Passage{Title: r.Title, Text: piece.Text}
		}
	}
	return retrieve.New(passages, nil), of, nil
}

func readLines(path string) (out []record, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for n := 1; lines.Scan(); n++ {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		out = append(out, r)
	}
	return out, lines.Err()
}
