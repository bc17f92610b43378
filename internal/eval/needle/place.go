package needle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/lists"
	"grove/internal/text"
)

// pieceTokens is the size of the documents that a haystack is divided into [Grove's]. They are read into one graph that all
// cells share; a cell takes those of its length, one or two of them with a needle.
const pieceTokens = 1000

// Haystack is a long text in pieces of whole sentences.
type Haystack struct {
	pieces []piece
	tokens int
}

// piece is a part of a haystack; starts are the rune offsets of its sentences, before the tokens of the
// piece before each.
type piece struct {
	text   string
	tokens int
	starts []int
	before []int
	// cut is the number of its sentences if it is cut, else 0.
	cut int
}

// NewHaystack divides texts into pieces, up to a number of tokens.
func NewHaystack(texts []string, most int, counter *text.Counter) Haystack {
	var h Haystack
	var p piece
	var b strings.Builder
	end := func() {
		if p.tokens > 0 {
			p.text = b.String()
			h.pieces, h.tokens = append(h.pieces, p), h.tokens+p.tokens
		}
		p, b = piece{}, strings.Builder{}
	}
	runes := 0
	for _, t := range texts {
		for sentence := range text.EachSentence(t) {
			sentence = text.OneLine(sentence) + " "
			n := tokensOf(sentence, counter)
			if p.tokens > 0 && p.tokens+n > pieceTokens {
				end()
				runes = 0
			}
			if h.tokens >= most {
				return h
			}
			p.starts, p.before = append(p.starts, runes), append(p.before, p.tokens)
			b.WriteString(sentence)
			runes += len([]rune(sentence))
			p.tokens += n
		}
	}
	end()
	return h
}

// tokensOf is the length of a sentence that stands behind another: its first token has the space before it.
func tokensOf(sentence string, counter *text.Counter) int {
	return counter.Count(" " + strings.TrimSpace(sentence))
}

// Tokens is the length of the haystack.
func (h Haystack) Tokens() int { return h.tokens }

// first returns the first pieces, up to a number of tokens, the last of them cut at the end of a sentence; at least one sentence.
func (h Haystack) first(tokens int) (out []piece) {
	for _, p := range h.pieces {
		if p.tokens > tokens {
			n := 0
			for n+1 < len(p.starts) && (p.before[n+1] <= tokens || n == 0 && len(out) == 0) {
				n++
			}
			if n > 0 {
				p = piece{string([]rune(p.text)[:p.starts[n]]), p.before[n], p.starts[:n], p.before[:n], n}
			}
			if n > 0 || len(out) == 0 {
				out = append(out, p)
			}
			return out
		}
		out, tokens = append(out, p), tokens-p.tokens
	}
	return out
}

// Cell is a length of the text with the depths of its needles. The length is that of the whole text, needles included, and at most a
// sentence longer than the text.
type Cell = dataset.Needle

// Item is a needle in a cell.
type Item struct {
	Cell
	Needle Needle `json:"needle"`
	// Documents are the pieces of the text in their order, by id.
	Documents []string `json:"documents"`
}

// Plan is the items of a run, with the documents that they share.
type Plan struct {
	Items     []Item
	Documents []dataset.Document
}

// NewPlan draws needles for each cell, by the seed, and places them.
func NewPlan(h Haystack, needles []Needle, cells []Cell, each int, seed uint64, counter *text.Counter) Plan {
	var p Plan
	ids := map[string]bool{}
	add := func(id, body string) {
		if !ids[id] {
			ids[id] = true
			p.Documents = append(p.Documents, dataset.Document{ID: id, Text: body})
		}
	}
	for _, c := range cells {
		r := dataset.Draws(seed, fmt.Sprint("cell ", c.Length, c.Depths))
		for _, n := range r.Perm(len(needles))[:min(each, len(needles))] {
			item := Item{Cell: c, Needle: needles[n]}
			room := c.Length
			for k := range c.Depths {
				room -= tokensOf(item.Needle.text(k), counter)
			}
			pieces, tokens := h.first(room), 0
			for _, p := range pieces {
				tokens += p.tokens
			}
			put := map[int][]spot{}
			for k, depth := range c.Depths {
				at, sentence := place(pieces, int(depth*float64(tokens)))
				which := min(k, len(item.Needle.Texts)-1)
				put[at] = append(put[at], spot{sentence, which, item.Needle.text(k)})
			}
			for i, p := range pieces {
				id, body := fmt.Sprintf("piece-%04d", i+1), p.text
				if p.cut > 0 {
					id += fmt.Sprintf(".%d", p.cut)
				}
				if spots := put[i]; len(spots) > 0 {
					id += fmt.Sprintf("-%s-%v", item.Needle.ID, placesOf(spots))
					body = p.with(spots)
				}
				add(id, body)
				item.Documents = append(item.Documents, id)
			}
			p.Items = append(p.Items, item)
		}
	}
	slices.SortFunc(p.Documents, func(a, b dataset.Document) int { return strings.Compare(a.ID, b.ID) })
	return p
}

// spot is a place for a text before a sentence; which is the index of the text in its needle.
type spot struct {
	sentence, which int
	text            string
}

// placesOf returns the sentence and the text of each spot, which tell the documents of a needle apart.
func placesOf(spots []spot) (out []string) {
	return lists.Map(spots, func(s spot) string { return fmt.Sprintf("%d.%d", s.sentence, s.which+1) })
}

// place returns the piece and the sentence nearest to a number of tokens from the beginning.
func place(pieces []piece, tokens int) (piece, sentence int) {
	for i, p := range pieces {
		if tokens < p.tokens || i == len(pieces)-1 {
			for k, before := range p.before {
				if before >= tokens {
					return i, k
				}
			}
			return i, len(p.before)
		}
		tokens -= p.tokens
	}
	return 0, 0
}

// with returns the text of a piece with others before its sentences.
func (p piece) with(spots []spot) string {
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(b.sentence-a.sentence, b.which-a.which) })
	runes := []rune(p.text)
	end := len(runes)
	for _, s := range spots {
		at := end
		if s.sentence < len(p.starts) {
			at = p.starts[s.sentence]
		}
		runes = slices.Insert(runes, at, []rune(s.text+" ")...)
	}
	return string(runes)
}

// Context returns the whole text of an item.
func (p Plan) Context(i Item) string {
	var b strings.Builder
	for _, id := range i.Documents {
		at, _ := slices.BinarySearchFunc(p.Documents, id, func(d dataset.Document, id string) int { return strings.Compare(d.ID, id) })
		b.WriteString(p.Documents[at].Text)
	}
	return b.String()
}

// Published is an item in the shape in which such sets are published.
type Published struct {
	ID            string   `json:"id"`
	Context       string   `json:"context"`
	ContextLength int      `json:"context_length"`
	DepthPercent  any      `json:"depth_percent"`
	Input         string   `json:"input"`
	Dataset       string   `json:"dataset"`
	Answers       []string `json:"answers"`
}

// Set returns the items as questions about the graph of the plan's documents, in their order; an id names needle, answer, length and
// depths.
func (p Plan) Set(name string) dataset.Set {
	set := dataset.Set{Name: name, Shape: "Needles in a haystack", Form: dataset.Shared,
		Groups: []dataset.Group{{Name: name, Documents: p.Documents}}}
	for n, i := range p.Items {
		set.Questions = append(set.Questions, dataset.Question{ID: strings.Join([]string{i.Needle.ID, i.Needle.Answer, fmt.Sprint(i.Length),
			fmt.Sprint(i.Depths)}, "/"), Question: i.Needle.Question, Answers: dataset.Texts{i.Needle.Answer}, Needle: &p.Items[n].Cell})
		set.Groups[0].Questions = append(set.Groups[0].Questions, n)
	}
	return set
}

// Publish returns an item with its whole text. The depths of a pair are a list.
func (p Plan) Publish(i Item, name string) Published {
	var depth any = 100 * i.Depths[0]
	if len(i.Depths) > 1 {
		depth = []float64{100 * i.Depths[0], 100 * i.Depths[1]}
	}
	return Published{fmt.Sprintf("%s-%d-%v", i.Needle.ID, i.Length, i.Depths), p.Context(i), i.Length, depth, i.Needle.Question, name,
		[]string{i.Needle.Answer}}
}

// Lengths returns n lengths from least to most in equal steps (LongAgent: 15 from 1k to 128k).
func Lengths(least, most, n int) []int {
	return lists.Map(lists.Indices(n), func(i int) int { return least + (most-least)*i/max(n-1, 1) })
}

// Cells returns the cells of lengths and depths; of pairs those with the first depth at most the second.
func Cells(lengths []int, depths []float64, pairs bool) (out []Cell) {
	for _, l := range lengths {
		for i, d := range depths {
			if !pairs {
				out = append(out, Cell{Length: l, Depths: []float64{d}})
				continue
			}
			for _, e := range depths[i:] {
				out = append(out, Cell{Length: l, Depths: []float64{d, e}})
			}
		}
	}
	return out
}
