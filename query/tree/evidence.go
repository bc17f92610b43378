package tree

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm/offline"
	"grove/query"
)

// Shares of the room for evidence, as 1 in so many; the chunks have the rest [G].
const (
	statementShare = 5
	communityShare = 8
	// leastExcerpt is the least room for a part of a chunk, in tokens.
	leastExcerpt = 48
)

// piece is a piece of evidence of an item or a chunk.
type piece struct {
	query.Evidence
	id graph.ID
	// chunks are what it rests on.
	chunks []graph.ID
}

// passage tells whether it is a chunk's own words.
func (p piece) passage() bool { return p.Chunk.ID != "" }

// evidence gives the pieces of the memory that fit into so many tokens: statements
// and communities first, each in its share, then chunks, what was kept before
// what was found last. of is how many there are.
func (r *run) evidence(tokens int) (pieces []piece, of int) {
	m := r.memory
	of = len(m.statements) + len(m.communities) + len(m.chunks)
	add := func(p piece, budget int) int {
		n := r.Session.Count(p.Line(len(pieces)+1)) + 1
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
		for _, x := range m.inView(share.items, r.topK) {
			n := add(piece{query.Evidence{Label: string(x.of), Text: x.text, Compact: true}, x.id, x.chunks}, share.most)
			share.most, left = share.most-n, left-n
		}
	}
	var kept []graph.ID
	for _, c := range m.chunks {
		if m.kept[c.ID] {
			kept = append(kept, c.ID)
		}
	}
	topic := r.topic()
	for _, c := range first(kept, m.chunks, func(c graph.ChunkRow) graph.ID { return c.ID }) {
		if left < leastExcerpt {
			break
		}
		p := piece{query.Evidence{Label: c.Title, Chunk: c, Compact: true}, c.ID, []graph.ID{c.ID}}
		label := r.Session.Count(p.Line(len(pieces)+1)) + 2
		p.Text = r.Excerpt(c.Text, max(left/2, leastExcerpt)-label, topic)
		if p.Text != "" {
			left -= add(p, left)
		}
	}
	return pieces, of
}

// inView are the topK items to show: those kept first.
func (m *memory) inView(items []item, topK int) []item {
	var kept []graph.ID
	for _, x := range items {
		if m.kept[x.id] {
			kept = append(kept, x.id)
		}
	}
	out := first(kept, items, func(x item) graph.ID { return x.id })
	return out[:min(len(out), topK)]
}

// topic is what sentences are chosen by: the question, what was asked and what
// was concluded.
func (r *run) topic() string {
	lines := []string{r.Question.Text}
	for _, q := range r.memory.asked {
		lines = append(lines, q.text())
	}
	return strings.Join(append(lines, r.memory.thoughts...), "\n")
}

// passages are the chunks among the pieces as evidence for the offline kit, and
// the piece of each.
func passages(pieces []piece) (out []offline.Passage, at []int) {
	for i, p := range pieces {
		if p.passage() {
			out, at = append(out, offline.Passage{Title: p.Label, Text: p.Text}), append(at, i)
		}
	}
	return out, at
}

// shown are the pieces as a block of a prompt.
func shown(pieces []piece) string {
	lines := make([]string, len(pieces))
	for i, p := range pieces {
		lines[i] = p.Line(i + 1)
	}
	if len(lines) == 0 {
		lines = []string{"(nothing was found)"}
	}
	return query.Fenced("evidence", strings.Join(lines, "\n"))
}

// numbered gives the indices of pieces from the numbers in a reply; numbers that
// are not there are dropped.
func numbered(numbers []query.LooseNumber, pieces int) []int {
	var out []int
	for _, given := range numbers {
		if n := int(given); n >= 1 && n <= pieces && !slices.Contains(out, n-1) {
			out = append(out, n-1)
		}
	}
	return out
}
