package tree

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// Shares of the tokens for evidence, as reciprocals; the chunks get the remainder [G].
const (
	statementShare = 5
	communityShare = 8
	// leastExcerpt is the smallest part of a chunk worth showing, in tokens.
	leastExcerpt = 48
)

// piece is a piece of evidence from an item or a chunk.
type piece struct {
	query.Evidence
	id graph.ID
	// chunks are the ids of the chunks that state it.
	chunks []graph.ID
}

// passage reports whether the piece is text of a chunk.
func (p piece) passage() bool { return p.Chunk.ID != "" }

// evidence returns the pieces of the memory that fit into a number of tokens: statements and
// communities within their shares, then chunks, then facts whose chunks are not shown; retained
// pieces come before recent ones. others bounds the pieces of each kind that are not retained.
// of is the number of all pieces.
func (r *run) evidence(tokens, others int) (pieces []piece, of int) {
	m := r.memory
	of = len(m.statements) + len(m.facts) + len(m.communities) + len(m.chunks)
	add := func(p piece, budget int) int {
		p.Number = r.EvidenceNumber(p.id)
		n := r.Session.Count(p.Line(p.Number)) + 1
		if n <= budget {
			pieces = append(pieces, p)
			return n
		}
		return 0
	}
	left := tokens
	for _, share := range []struct {
		items []item
		most  int
	}{{m.statements, tokens / statementShare}, {m.communities, tokens / communityShare}} {
		items := retainedFirst(m, share.items, others, func(x item) graph.ID { return x.id })
		for _, x := range items[:min(len(items), r.topK)] {
			n := add(statement(x), share.most)
			share.most, left = share.most-n, left-n
		}
	}
	topic, shown := r.topic(), map[graph.ID]bool{}
	for _, c := range retainedFirst(m, m.chunks, others, func(c graph.ChunkRow) graph.ID { return c.ID }) {
		if left < leastExcerpt {
			break
		}
		p := piece{query.Evidence{Label: c.Title, Chunk: c, Compact: true}, c.ID, []graph.ID{c.ID}}
		label := r.Session.Count(p.Line(r.EvidenceNumber(c.ID))) + 2
		room := max(left/2, leastExcerpt) - label
		if p.Text = m.retained[c.ID]; p.Text == "" || r.Session.Count(p.Text) > room {
			p.Text = r.Excerpt(c.Text, room, topic)
		}
		if p.Text != "" {
			left -= add(p, left)
			shown[c.ID] = true
		}
	}
	for _, x := range retainedFirst(m, m.facts, others, func(x item) graph.ID { return x.id }) {
		if m.retains(x.id) || !slices.ContainsFunc(x.chunks, func(c graph.ID) bool { return shown[c] }) {
			left -= add(statement(x), left)
		}
	}
	return pieces, of
}

// statement returns an item as a piece.
func statement(x item) piece {
	return piece{query.Evidence{Label: string(x.of), Text: x.text, Compact: true}, x.id, x.chunks}
}

// retainedFirst returns the things that the memory retains, then up to most others, both in order.
func retainedFirst[T any](m *memory, things []T, most int, id func(T) graph.ID) []T {
	var retained, others []T
	for _, t := range things {
		if m.retains(id(t)) {
			retained = append(retained, t)
		} else if len(others) < most {
			others = append(others, t)
		}
	}
	return append(retained, others...)
}

// topic returns the text by which sentences are ranked: the question, the sub-queries and
// the conclusions.
func (r *run) topic() string {
	asked := lists.Map(r.memory.asked, subQuery.text)
	return strings.Join(slices.Concat([]string{r.Question.Text}, asked, r.memory.thoughts), "\n")
}

// passages returns the chunks among the pieces as passages for the offline kit, with the
// index of the piece of each.
func passages(pieces []piece) (out []offline.Passage, at []int) {
	for i, p := range pieces {
		if p.passage() {
			out, at = append(out, offline.Passage{Title: p.Label, Text: p.Text}), append(at, i)
		}
	}
	return out, at
}

// shown formats the pieces as a block of a prompt.
func shown(pieces []piece) string {
	lines := lists.Map(pieces, func(p piece) string { return p.Line(p.Number) })
	if len(lines) == 0 {
		lines = []string{"(nothing was found)"}
	}
	return llm.Fenced("evidence", strings.Join(lines, "\n"))
}

// numbered converts the piece numbers in a reply to indices; unknown numbers are dropped.
func numbered(numbers []query.LooseNumber, pieces []piece) []int {
	var out []int
	for _, given := range numbers {
		i := slices.IndexFunc(pieces, func(p piece) bool { return p.Number == int(given) })
		if i >= 0 && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}
