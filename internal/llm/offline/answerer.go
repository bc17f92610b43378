package offline

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/learn"
	"grove/internal/lists"
	"grove/internal/text"
)

// Reader is the trained model of answers: Candidates gives the probability that a candidate is the answer, Sure the expected F1
// of the best one; where its Score is below the Threshold, the kit abstains.
type Reader struct {
	Candidates learn.Model `json:"candidates"`
	Sure       learn.Model `json:"sure"`
	Threshold  float64     `json:"threshold"`
}

// shippedReader is trained by internal/llm/offline/train, whose documentation has the command.
//
//go:embed reader.json
var shippedReader []byte

// ParseReader parses a model in JSON. Features other than those of this program and invalid trees are Corrupt.
func ParseReader(body []byte) (*Reader, error) {
	var r Reader
	err := json.Unmarshal(body, &r)
	if err == nil {
		err = r.Candidates.Check(CandidateFeatures())
	}
	if err == nil {
		err = r.Sure.Check(SureFeatures())
	}
	if err == nil && !(r.Threshold > 0 && r.Threshold < 1) {
		err = fmt.Errorf("threshold %v", r.Threshold)
	}
	if err != nil {
		return nil, fault.New(fault.Corrupt, "offline.ParseReader", "weights", err.Error(), "retrain: go run ./internal/llm/offline/train")
	}
	return &r, nil
}

// mostScored is the number of candidates that all trees score. With it and mostCandidates, 14 of 819 questions get another best candidate than
// if all trees scored twice as many, and the kit takes two fifths of the time.
const mostScored = 50

// The least-risk choice: among the mostRivals best candidates, that with the highest expected F1 with the others, weighed by the
// squares of their probabilities; its own probability is at least nearBest times the highest.
const (
	mostRivals = 25
	nearBest   = 0.5
	// noRival are the log-odds of a rival that is not there.
	noRival = -10.0
)

// sureOwn are the inputs of Reader.Sure that are not those of the candidate; oddsAt and comparedAt are places of two of them. Compared
// is 1 for a comparison and 2 for a verdict, whose agreement is the share of the question in its sentence, and whose margin is 1 where
// that has another detail.
var sureOwn = []string{"log odds", "compared", "agreement", "margin"}

const oddsAt, comparedAt = 0, 1

// relative is the probability of a candidate as a share of another one's: they are options of one choice.
func (g guess) relative(to guess) float64 { return math.Exp(g.score - to.score) }

// SureFeatures returns the names of the features of the expected F1 of the best candidate, its own among them.
func SureFeatures() []string { return slices.Concat(sureOwn, featureNames) }

// pick scores the leading candidates, of which there is at least one, and chooses one. sure are the features of Sure, next the best
// candidates, each text once, best first.
func (s *scene) pick(m *learn.Model, all []guess) (best guess, sure []float64, next []guess) {
	places, odds := m.Leaders(lists.Map(all, func(g guess) []float64 { return g.features }), mostScored)
	for _, n := range places {
		all[n].score = odds[n]
		next = append(next, all[n])
	}
	slices.SortStableFunc(next, func(a, b guess) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.norm, b.norm))
	})
	next = lists.OnceBy(next, func(g guess) string { return g.norm })
	next = next[:min(len(next), mostRivals)]
	words := lists.Map(next, func(g guess) []string { return normWords(g.norm) })
	weights, total := make([]float64, len(next)), 0.0
	for i, g := range next {
		weights[i] = g.relative(next[0]) * g.relative(next[0])
		total += weights[i]
	}
	chosen, most := 0, -1.0
	for i := range words {
		sum := 0.0
		for j := range words {
			sum += float64(weights[j] * overlap(words[i], words[j]))
		}
		if next[i].relative(next[0]) >= nearBest && sum > most+1e-12 {
			chosen, most = i, sum
		}
	}
	if s.several {
		chosen = wholeList(next, chosen)
	}
	best = next[chosen]
	rival := noRival
	for i, g := range next {
		if i != chosen && overlap(words[i], words[chosen]) == 0 {
			rival = max(rival, g.score)
		}
	}
	return best, slices.Concat([]float64{best.score, 0, most / total, best.score - rival}, best.features), next
}

// listShare is the least likelihood of a list as a share of that of its item.
const listShare = 0.1

// wholeList returns the longest list that a candidate is an item of, else the candidate.
func wholeList(all []guess, item int) int {
	out := item
	for i, g := range all {
		if x := all[item]; g.place == x.place && g.first <= x.first && g.last >= x.last && g.last-g.first > all[out].last-all[out].first &&
			strings.ContainsAny(g.text, ",、，") && (g.kind == mixedSpan || g.kind == nameSpanKind || g.kind == nounSpan) &&
			g.relative(x) >= listShare {
			out = i
		}
	}
	return out
}

// normWords splits a folded text; each Chinese letter is a word.
func normWords(norm string) []string {
	if !hasHan(norm) {
		return strings.Fields(norm)
	}
	return strings.Split(strings.ReplaceAll(norm, " ", ""), "")
}

// overlap is the F1 of two lists of words.
func overlap(a, b []string) float64 {
	rest := slices.Clone(b)
	for _, w := range a {
		if i := slices.Index(rest, w); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return 2 * float64(len(b)-len(rest)) / float64(max(len(a)+len(b), 1))
}

// Passage is a piece of evidence: a title, which may be "", and a text.
type Passage struct{ Title, Text string }

// Support is a sentence of a passage that an answer rests on.
type Support struct {
	// Passage is the index of the passage.
	Passage int
	// Span is the sentence, in runes of the passage's text.
	text.Span
}

// Answer is what the kit finds in passages. Its lists are shared: nobody may change them.
type Answer struct {
	// Text is a span or a sentence of a passage, one of the options of the question, or yes or no; "" where Abstained.
	Text      string
	Abstained bool
	// Best is the best candidate, also of an abstention; "" if there is none.
	Best string
	// Missing says what was not found, in the question's language; "" if nothing.
	Missing string
	// Sure is true if more text will hardly hold a better answer; never of an abstention.
	Sure bool
	// Score is how sure Best is, 0 to 1, by the function Score; of a multiple choice, how far its best option is ahead.
	Score float64
	// Support are the sentences that Best rests on.
	Support []Support
	// Wanted are names about which more should be read, the most wanted first.
	Wanted []string
	// sure are the inputs of Reader.Sure, nil without a candidate.
	sure []float64
}

// Answer answers a question from the passages and nothing else.
func (k *Kit) Answer(q Question, passages []Passage) Answer {
	if why := q.unanswerable(); why != "" {
		return Answer{Abstained: true, Missing: why}
	}
	if a, ok := k.choose(q, passages); ok {
		return a
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", q.Language, q.Text, passages))
	if a, ok := k.answered.Get(key); ok {
		return a
	}
	readings := k.readings(passages)
	a := k.solve(newQuery(q), readings)
	if a.sure != nil {
		a.Score = Score(&k.reader.Sure, a.sure)
	}
	a.Abstained = a.Score < k.reader.Threshold || a.Best == "" || foreign(readings, a.sure)
	a.Sure = !a.Abstained && a.Score >= (1+k.reader.Threshold)/2
	if a.Abstained {
		a.Missing = lacking(q, readings)
	} else {
		a.Text = a.Best
	}
	k.answered.Put(key, a, 1)
	return a
}

// foreign reports whether a question has names and no text read has a word of them, where each text has a title: then they are about
// other things. A text without a title may be about what its title would name. sure are the inputs of Reader.Sure.
func foreign(readings []*reading, sure []float64) bool {
	input := func(name string) float64 { return sure[len(sureOwn)+featureIndex[name]] }
	return sure != nil && input("names") > 0 && input("names found") == 0 &&
		!slices.ContainsFunc(readings, func(r *reading) bool { return r.title == "" })
}

// Score is how sure an answer with these inputs of Reader.Sure is, 0 to 1: its expected F1, or, of yes or no and of a comparison by
// date, where half the guesses are right, how far that is above a guess.
func Score(sure *learn.Model, inputs []float64) float64 {
	f1 := sure.Probability(inputs)
	if inputs[comparedAt] > 0 {
		return max(0, 2*f1-1)
	}
	return f1
}

func (k *Kit) readings(passages []Passage) []*reading {
	out := make([]*reading, len(passages))
	lists.Parallel(len(out), func(i int) { out[i] = k.reading(passages[i]) })
	return out
}

// solve finds the best answer: of a comparison by its options, else the best candidate.
func (k *Kit) solve(q *query, readings []*reading) Answer {
	if a, compares := k.compare(q, readings); compares {
		return a
	}
	if q.Type == YesNo && !q.offers {
		return k.verdict(q, readings)
	}
	return k.spanAnswer(q, readings, func(guess) bool { return true })
}

// spanAnswer chooses among the candidates that accept admits.
func (k *Kit) spanAnswer(q *query, readings []*reading, accept func(guess) bool) Answer {
	s := newScene(q, readings)
	all := s.guesses(accept)
	if len(all) == 0 {
		return Answer{Wanted: q.Names}
	}
	best, sure, next := s.pick(&k.reader.Candidates, all)
	a := Answer{Best: best.text, sure: sure}
	at := s.stating(best, all)
	a.Support = lists.Once(lists.Map(append(s.way(at), at), s.support))
	names := lists.Filter(next, func(g guess) bool { return g.kind == nameSpanKind && g.features[featureIndex["all in question"]] == 0 })
	a.Wanted = lists.Once(lists.Map(names, func(g guess) string { return g.text }))
	a.Wanted = a.Wanted[:min(len(a.Wanted), 5)]
	return a
}

// leastGain is the least share of the question that makes the way to a passage support.
const leastGain = 0.05

// way returns the sentence by which another one has more of the question, if there is one.
func (s *scene) way(to *lineView) []*lineView {
	source := s.passages[to.passage].source
	switch {
	case to.bridged:
		return []*lineView{to.bridge}
	case source != nil && s.share(to.linked) > s.share(to.alone)+leastGain:
		return []*lineView{source}
	}
	return nil
}

// stating returns the sentence with the answer that has most of the question by itself.
func (s *scene) stating(answer guess, all []guess) *lineView {
	at, most := answer.lineView, s.share(answer.alone)
	for _, g := range all {
		if w := s.share(g.alone); g.norm == answer.norm && w > most+1e-9 {
			at, most = g.lineView, w
		}
	}
	return at
}

func (s *scene) support(l *lineView) Support { return s.passages[l.passage].support(l.place) }

// support returns the sentence at a place of the passage.
func (r *reading) support(at place) Support {
	l, offsets := r.lines[at.line], text.NewOffsets(r.text)
	return Support{at.passage, text.Span{Start: offsets.Rune(l.start), End: offsets.Rune(l.end)}}
}
