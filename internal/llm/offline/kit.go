// Package offline answers prompts without a language model, by classic language processing in English and Chinese: sentences,
// marked phrases, statements for the graph, and a small trained model that chooses the answer among the phrases of the passages
// read. It is deterministic, and what it gives are spans or sentences of the text.
package offline

import (
	"crypto/sha256"
	"strings"
	"sync"

	"grove/internal/learn"
	"grove/internal/lists"
	"grove/internal/recent"
	"grove/internal/text"
)

// Kit is the set of tools that a prompt's Offline method works with. Make one with New; it is safe for concurrent use.
type Kit struct {
	reader *Reader
	// read has the readings of passages, answered the answers of the last questions with their passages, bags the distinct terms of texts:
	// the same ones are ranked for one question after another, and stemming is most of the cost.
	read     *recent.Cache[Passage, *reading]
	answered *recent.Cache[[sha256.Size]byte, Answer]
	bags     *recent.Cache[string, []string]
}

// shipped is the shipped model, parsed once per process.
var shipped = sync.OnceValue(func() *Reader {
	r, err := ParseReader(shippedReader)
	if err != nil {
		panic(err) // the embedded model is tested
	}
	return r
})

// New makes a kit with the shipped model.
func New() *Kit { return NewWith(shipped()) }

// NewWith makes a kit with another model.
func NewWith(r *Reader) *Kit {
	return &Kit{r, recent.New[Passage, *reading](readingBytes), recent.New[[sha256.Size]byte, Answer](mostAnswers), recent.New[string, []string](bagBytes)}
}

// The bounds of a generation: of readings, by the length of their texts; of answers, as an agent asks again while its notes
// stay the same; and of bags, by estimate.
const readingBytes, mostAnswers, bagBytes = 1 << 18, 256, 16 << 20

// reading returns the reading of a passage: agents ask about the same passages several times. It is shared: nobody may change it.
func (k *Kit) reading(p Passage) *reading {
	r, ok := k.read.Get(p)
	if !ok {
		r = readPassage(p)
		k.read.Put(p, r, len(p.Text))
	}
	return r
}

// bagsOf gives the distinct terms of each text, in the order of their first places. They are shared: nobody may change them.
func (k *Kit) bagsOf(texts []string) [][]string {
	return lists.Map(texts, func(t string) []string {
		bag, ok := k.bags.Get(t)
		if !ok {
			t = strings.Clone(t) // what is kept must not hold on to a text that this one was cut out of
			bag = lists.Once(text.Terms(t))
		}
		// A larger one is of a whole document, which no questions are compared with.
		if size := 64 + 2*len(t) + 24*len(bag); !ok && size <= bagBytes/64 {
			k.bags.Put(t, bag, size)
		}
		return bag
	})
}

// distinct are the terms that do more than ask, each once.
func distinct(terms []string) []string {
	return lists.Filter(lists.Once(terms), func(t string) bool { return !vocab.QuestionTerms[t] })
}

// Candidate is a candidate for the answer to a question with the inputs of Reader.Candidates, for training.
type Candidate struct {
	Text     string
	Features []float64
}

// Candidates reads passages for a question and returns all candidates.
func (k *Kit) Candidates(q Question, passages []Passage) []Candidate {
	all := newScene(newQuery(q), k.readings(passages)).guesses(func(guess) bool { return true })
	return lists.Map(all, func(g guess) Candidate { return Candidate{g.text, g.features} })
}

// Best returns the answer by a model of candidates, "" if there is none, and the inputs of Reader.Sure.
func Best(q Question, passages []Passage, m *learn.Model) (answer string, sure []float64) {
	k := NewWith(&Reader{Candidates: *m})
	a := k.solve(newQuery(q), k.readings(passages))
	return a.Best, a.sure
}
