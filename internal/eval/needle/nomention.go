package needle

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
	"grove/query/longagent"
)

// Unanswerable is a question with a text that does not have its answer.
type Unanswerable struct {
	Question dataset.Question
	Document dataset.Document
}

// NoMention returns up to n unanswerable pairs of a set (LongAgent: 500 at each length): questions drawn by the seed, each with
// sentences of other documents, of together at most length tokens, none of which has one of its answers. Questions without answers, those
// of yes or no, and those for which the other documents don't fill nine tenths of the length are left out.
func NoMention(set dataset.Set, documents []dataset.Document, length, n int, seed uint64, counter *text.Counter) []Unanswerable {
	own := map[int]map[string]bool{}
	for _, g := range set.Groups {
		for _, i := range g.Questions {
			own[i] = map[string]bool{}
			for _, d := range g.Documents {
				own[i][d.ID] = set.Form != dataset.Shared
			}
		}
	}
	cut := cutter{counter: counter, documents: documents, known: map[int][]sized{}}
	r := dataset.Draws(seed, fmt.Sprint("no mention ", length))
	var out []Unanswerable
	for _, i := range r.Perm(len(set.Questions)) {
		q := set.Questions[i]
		if len(out) == n {
			break
		}
		if len(q.Answers) == 0 || q.Unanswerable || len(q.Options) > 0 || slices.ContainsFunc(q.Answers, closed) {
			continue
		}
		without := own[i]
		if without == nil {
			without = map[string]bool{}
		}
		for _, id := range q.GoldIDs {
			without[id] = true
		}
		body, tokens := cut.fill(q.Answers, without, length, r.Perm(len(documents)))
		if tokens < length*9/10 {
			continue
		}
		id := fmt.Sprintf("none-%d-%s", length, q.ID)
		q.ID, q.DocID, q.Answers, q.GoldIDs, q.GoldComplete, q.Facts, q.Unanswerable = id, id, nil, nil, false, nil, true
		out = append(out, Unanswerable{q, dataset.Document{ID: id, Title: "Passages", Text: body}})
	}
	slices.SortFunc(out, func(a, b Unanswerable) int { return cmp.Compare(a.Question.ID, b.Question.ID) })
	return out
}

// closed reports whether an answer may follow from any text.
func closed(answer string) bool {
	return slices.Contains([]string{"", "yes", "no", "是", "否", "不是"}, strings.ToLower(strings.TrimSpace(answer)))
}

// sized is a sentence with its size in tokens.
type sized struct {
	text   string
	tokens int
}

// cutter cuts documents into sentences, each once.
type cutter struct {
	counter   *text.Counter
	documents []dataset.Document
	known     map[int][]sized
}

// fill returns sentences of documents in an order, up to a length in tokens, without some documents and without answers.
func (c cutter) fill(answers []string, without map[string]bool, length int, order []int) (body string, tokens int) {
	var b strings.Builder
	for _, i := range order {
		if d := c.documents[i]; without[d.ID] {
			continue
		}
		for _, s := range c.sentences(i) {
			if tokens >= length*9/10 {
				return strings.TrimSpace(b.String()), tokens
			}
			if tokens+s.tokens > length {
				continue
			}
			folded := strings.ToLower(s.text)
			if !slices.ContainsFunc(answers,
				func(a string) bool { return strings.Contains(folded, strings.ToLower(strings.TrimSpace(a))) }) {
				b.WriteString(s.text)
				tokens += s.tokens
			}
		}
		b.WriteString("\n\n")
	}
	return strings.TrimSpace(b.String()), tokens
}

func (c cutter) sentences(i int) []sized {
	if list, ok := c.known[i]; ok {
		return list
	}
	body := c.documents[i].Text
	var list []sized
	for s := range text.EachSentence(body) {
		s += " "
		list = append(list, sized{s, c.counter.Count(s)})
	}
	c.known[i] = list
	return list
}

// Silence is the result of a member on the pairs of a length. Accuracy is the share of No Mention among the Asked; Failed pairs had no
// usable reply and are left out of it.
type Silence struct {
	Length   int     `json:"length"`
	Pairs    int     `json:"pairs"`
	Asked    int     `json:"asked"`
	Failed   int     `json:"failed"`
	Accuracy float64 `json:"accuracy"`
	Out      string  `json:"out"`
}

// Silent asks a LongAgent member for each question in its text, at most limit at a time.
func Silent(ctx context.Context, s *llm.Session, kit *offline.Kit, pairs []Unanswerable, limit int,
	progress func()) (out Silence, err error) {
	group, asking := errgroup.WithContext(ctx)
	group.SetLimit(limit)
	var mu sync.Mutex
	silent := 0
	for _, p := range pairs {
		group.Go(func() (err error) {
			defer fault.Recover(asking, &err, "needle.Silent", p.Question.ID)
			mentioned, err := longagent.Mentions(asking, s, kit, p.Question.Question, p.Document.Title, p.Document.Text)
			if err != nil && !query.Soft(err) {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				out.Failed++
			} else if out.Asked++; !mentioned {
				silent++
			}
			progress()
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return out, err
	}
	if out.Pairs = len(pairs); out.Asked > 0 {
		out.Accuracy = float64(silent) / float64(out.Asked)
	}
	return out, nil
}

// SaveUnanswerable writes pairs as a set of one document a question, which eval run reads.
func SaveUnanswerable(pairs []Unanswerable, dir string) error {
	var docs, questions bytes.Buffer
	for _, p := range pairs {
		if err := dataset.WriteLine(&docs, p.Document); err != nil {
			return err
		}
		if err := dataset.WriteLine(&questions, p.Question); err != nil {
			return err
		}
	}
	return saveSet(dir, docs.Bytes(), questions.Bytes())
}

// saveSet writes the two files of a set of one document a question.
func saveSet(dir string, docs, questions []byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fault.Wrap(err, "needle.saveSet", dir)
	}
	if err := disk.Replace(filepath.Join(dir, dataset.DocsFile), docs, 0o644); err != nil {
		return fault.Wrap(err, "needle.saveSet", dir)
	}
	return fault.Wrap(disk.Replace(filepath.Join(dir, dataset.QuestionsFile), questions, 0o644), "needle.saveSet", dir)
}
