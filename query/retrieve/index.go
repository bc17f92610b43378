// Package retrieve finds the chunks that a question needs, over several hops,
// without a language model.
//
// An [Index] is made once from a state of the graph. A table of names (titles,
// what texts begin with, the entities of the graph) links the names in questions
// and texts to documents. Passages and the entities that they name make a
// bipartite graph, which is walked from the question's names and best matches by
// words (personalised PageRank; HippoRAG showed the idea on extracted triples).
// That walk alone is the untrained ranker.
//
// A [Chain] of three small models ranks better: what a passage says by itself;
// what a hop from one passage to the next says, by a name in it, by the words
// around that name and by what the question still leaves open; and all of it
// together. query/retrieve/train fits it; the shipped weights are in the binary.
//
// The same passages and question give the same ranking on every machine: sums
// run in a fixed order, scores are rounded, ties go to the smaller id.
package retrieve

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"grove/internal/fault"
)

// Passage is one chunk as the index reads it.
type Passage struct {
	// ID orders the passages and breaks ties. It is unique.
	ID string
	// Document groups the chunks of one document; Title is the document's.
	Document, Title string
	// Index is the chunk's place in its document, from 0.
	Index int
	Text  string
}

// whole is the title and the text.
func (p Passage) whole() string { return strings.TrimSpace(p.Title + "\n" + p.Text) }

// Entity is a thing that texts name, with every form of its name.
type Entity struct{ Names []string }

// occurrences counts a word's places inside sentences, and those with a capital.
type occurrences struct{ all, upper int32 }

// passage is what the index keeps of a Passage.
type passage struct {
	id string
	// text is the title and the text, shared with the Passage.
	text     string
	document int32
	index    int
	title    reading
	body     reading
	// mentions are the known names in the text that mean another document's
	// entity; spans the capitalised names.
	mentions, spans []match
	spanEntities    []int32
	// and those in the title, besides the title as a whole.
	titleMentions, titleSpans []match
	titleSpanEntities         []int32
	// person tells that the text seems to be about one.
	person bool
}

// Index is an immutable picture of a set of passages, made for questions. It is
// safe for concurrent use.
type Index struct {
	lexicon  *lexicon
	passages []passage
	seen     []occurrences // by folded word
	bag      postings      // title, title, text
	titles   postings
	aliases  *aliases
	// Entities are numbered: first the documents, then the things that texts name
	// beside them, up to spansFrom, then the spans.
	documents, spansFrom int
	spanIDs              map[string]int32
	// aliasHolders and spanHolders are the passages that hold a name, by number.
	aliasHolders, spanHolders [][]int32
	graph                     bipartite
	chunks                    [][]int32 // of each document
	names                     []string  // the ids of the documents
	cues                      cues
	// personTerms are the terms of questions about people.
	personTerms map[uint32]bool
}

// New reads passages into an index. entities add names that the texts don't show
// by capitals, and say which names mean the same; they may be none. The order of
// both plays no part.
func New(passages []Passage, entities []Entity) *Index {
	passages, entities = slices.Clone(passages), slices.Clone(entities)
	slices.SortFunc(passages, func(a, b Passage) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(entities, func(a, b Entity) int { return slices.Compare(a.Names, b.Names) })
	x := &Index{lexicon: newLexicon(), aliases: newAliases(), spanIDs: map[string]int32{}}
	x.read(passages)
	x.name(entities)
	x.connect()
	return x
}

// read numbers all words and inverts the terms.
func (x *Index) read(passages []Passage) {
	cut := make([][2]segments, len(passages))
	inParallel(len(passages), func(i int) {
		cut[i] = [2]segments{segment(passages[i].Title), segment(passages[i].Text)}
	})
	documents := map[string]int32{}
	var bag, titles bags
	var terms []uint32
	for i, p := range passages {
		document, ok := documents[p.Document]
		if !ok {
			document = int32(len(documents))
			documents[p.Document] = document
			x.chunks = append(x.chunks, nil)
			x.names = append(x.names, p.Document)
		}
		x.chunks[document] = append(x.chunks[document], int32(i))
		own := passage{id: p.ID, text: p.whole(), document: document, index: p.Index,
			title: x.lexicon.number(cut[i][0], true), body: x.lexicon.number(cut[i][1], true)}
		own.person = x.aboutPerson(own.body.tokens)
		x.passages = append(x.passages, own)
		x.count(own.body.tokens)
		title := x.lexicon.termsOf(nil, own.title.tokens)
		titles.add(title)
		terms = terms[:0]
		for range titleTimes {
			terms = append(terms, title...)
		}
		terms = x.lexicon.termsOf(terms, own.body.tokens)
		bag.add(terms)
	}
	x.documents = len(documents)
	x.bag = bag.postings(len(x.lexicon.terms), bText)
	x.titles = titles.postings(len(x.lexicon.terms), bTitle)
	x.cues = newCues(x.lexicon)
	x.personTerms = map[uint32]bool{}
	for _, t := range x.lexicon.known(personAsked) {
		x.personTerms[t] = true
	}
}

// count notes the capitals inside sentences.
func (x *Index) count(tokens []token) {
	x.growSeen()
	for _, t := range tokens {
		if t.gap == startGap {
			continue
		}
		x.seen[t.lower].all++
		if t.is(upper) {
			x.seen[t.lower].upper++
		}
	}
}

// growSeen makes room for all folded words.
func (x *Index) growSeen() {
	if n := len(x.lexicon.folded) - len(x.seen); n > 0 {
		x.seen = append(x.seen, make([]occurrences, n)...)
	}
}

// inParallel calls f for 0..n-1 on all processors. A panic of f is one of the caller's.
func inParallel(n int, f func(int)) {
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	failures := make([]error, workers)
	for w := range workers {
		wait.Go(func() {
			defer fault.Recover(context.Background(), &failures[w], "retrieve.inParallel", "")
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wait.Wait()
	if err := errors.Join(failures...); err != nil {
		panic(err)
	}
}

// texts are titles and texts of all passages.
func (x *Index) texts() []string {
	out := make([]string, len(x.passages))
	for i, p := range x.passages {
		out[i] = p.text
	}
	return out
}

func best(scores []float64) float64 {
	top := 0.0
	for _, s := range scores {
		top = max(top, s)
	}
	return top
}

func round(s float64) float64 { return math.Round(s*1e9) / 1e9 }
