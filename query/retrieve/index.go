// Package retrieve finds the chunks that a question needs, over several hops,
// without a language model.
//
// An [Index] is built from a state of the graph. A table of names (titles, names at the
// beginning of texts, entities of the graph) links the names in questions and texts to
// documents. Passages and the entities that they name are a bipartite graph. The untrained
// ranker is personalised PageRank on that graph, from the question's names and its best
// matches by words, as HippoRAG does on extracted triples.
//
// A [Chain] of three small models ranks better: the first judges a passage by itself; the
// second judges a hop from one passage to the next, by a name in it, the words around that
// name and the part of the question that is still open; the third combines both.
// query/retrieve/train fits the models; the shipped weights are embedded in the binary.
//
// Rankings are the same on every machine: sums have a fixed order, scores are rounded, and
// ties go to the smaller id.
package retrieve

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"grove/internal/lists"
)

// Passage is a chunk as input of an index.
type Passage struct {
	// ID is unique; it orders the passages and breaks ties.
	ID string
	// Document groups the chunks of one document; Title is the document's.
	Document, Title string
	// Index is the position of the chunk in its document, from 0.
	Index int
	Text  string
}

// whole returns the title and the text.
func (p Passage) whole() string { return strings.TrimSpace(p.Title + "\n" + p.Text) }

// Entity is an entity of the graph with all forms of its name.
type Entity struct{ Names []string }

// occurrences counts a word inside sentences, in all and capitalised.
type occurrences struct{ all, upper int32 }

// passage is an indexed Passage.
type passage struct {
	id string
	// text is the title and the text, shared with the Passage.
	text     string
	document int32
	index    int
	title    reading
	body     reading
	// mentions are the aliases in the text that refer to other documents; spans are the
	// capitalised names that are not aliases.
	mentions, spans []match
	spanEntities    []int32
	// The same for the title, except for the title as a whole.
	titleMentions, titleSpans []match
	titleSpanEntities         []int32
	// person is true if the text seems to be about a person.
	person bool
}

// Index is an immutable index of passages for ranking. It is safe for concurrent use.
type Index struct {
	lexicon  *lexicon
	passages []passage
	seen     []occurrences // by folded word
	bag      postings      // title, title, text
	titles   postings
	aliases  *aliases
	// Entities are numbered: first the documents, then the other named entities up to
	// spansFrom, then the spans.
	documents, spansFrom int
	spanIDs              map[string]int32
	// aliasHolders and spanHolders are the passages that contain a name, by number.
	aliasHolders, spanHolders [][]int32
	graph                     bipartite
	chunks                    [][]int32 // of each document
	names                     []string  // the ids of the documents
	cues                      cues
	// personTerms are the terms of questions about people.
	personTerms map[uint32]bool
}

// New builds an index of passages. entities, which may be nil, add names without capitals
// and aliases. The order of both is irrelevant.
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

// read tokenises the passages and inverts their terms.
func (x *Index) read(passages []Passage) {
	cut := make([][2]segments, len(passages))
	lists.Parallel(len(passages), func(i int) {
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
	x.personTerms = lists.Set(x.lexicon.known(personAsked))
}

// count counts capitalised words inside sentences.
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

// growSeen extends seen to all folded words.
func (x *Index) growSeen() {
	if n := len(x.lexicon.folded) - len(x.seen); n > 0 {
		x.seen = append(x.seen, make([]occurrences, n)...)
	}
}

// texts returns the titles and texts of all passages.
func (x *Index) texts() []string {
	return lists.Map(x.passages, func(p passage) string { return p.text })
}

func best(scores []float64) float64 {
	top := 0.0
	for _, s := range scores {
		top = max(top, s)
	}
	return top
}

func round(s float64) float64 { return math.Round(s*1e9) / 1e9 }
