package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
)

// The signs between Chinese clauses and those inside of one; no part of a clause begins or ends within it with a word of zhTurns.
const (
	zhBreaks = "，。；：！？!?;,:\n"
	zhInner  = "、（）()《》“”「」『』【】\" "
	zhTurns  = "是为在于有到由被的叫至达即向对从约给让请归了"
)

// chineseSpans adds the candidates of a Chinese sentence: its marks, and clauses and their parts between words, names, dates and numbers.
func chineseSpans(p *page, s *sentence, tokens []piece, add func(span)) {
	edge := make([]bool, len(tokens)+1)
	for i, t := range tokens {
		edge[i], edge[i+1] = edge[i] || t.opens, t.closes
	}
	for _, m := range s.marks {
		if m.kind == verbSpan {
			continue
		}
		add(p.spanOf(m))
		if m.kind != nounSpan {
			edge[m.first], edge[m.last] = true, true
		}
	}
	brackets := lists.Map(tokens, bracket)
	part := func(x span) {
		if !balanced(brackets[x.first:x.last]) {
			return
		}
		whole := p.body[s.lex[x.first].start:s.lex[x.last-1].end]
		if first, _ := utf8.DecodeRuneInString(whole); !vocab.ZhDoubtful[first] && zhWholeName(whole) {
			x.kind, x.typ = nameSpanKind, "Person"
		}
		add(x)
	}
	clauses := parts(len(s.lex), func(i int) bool { return strings.Contains(zhBreaks+"|", s.lex[i].lower) })
	clauses = slices.DeleteFunc(clauses, func(c [2]int) bool { return c[0] == c[1] })
	for n, c := range clauses {
		clauseParts(tokens[:c[1]], c[0], edge, part)
		more := clauses[n+1 : min(len(clauses), n+mostClauses)]
		if bar := slices.IndexFunc(more, func(later [2]int) bool {
			return slices.ContainsFunc(s.lex[c[1]:later[0]], func(l lexeme) bool { return l.lower == "|" })
		}); bar >= 0 {
			more = more[:bar] // a candidate is of one cell
		}
		for i := c[0]; i < c[1]; i++ {
			begins := i == c[0] || tokens[i-1].turns()
			for _, later := range more {
				if begins && later[1]-i <= mostSentence {
					part(span{first: i, last: later[1], kind: clauseSpan})
				}
			}
		}
	}
}

// turns reports whether a piece is a word of zhTurns.
func (t piece) turns() bool { return t.opens && t.closes && strings.Contains(zhTurns, t.lower) }

const zhNumerals = "〇零一二三四五六七八九十百千万亿两半"

// Bounds of candidates: the words of a part of a clause that ends within it, and the clauses of the longest.
const mostWords, mostClauses = 8, 4

const zhClosing = "）)》”」』】"

func endsInDigit(s string) bool { return s != "" && isDigit(s[len(s)-1]) }

// bracket is 1 for a sign that opens brackets or quotes, -1 for one that closes them, else 0.
func bracket(t piece) int {
	switch {
	case strings.Contains("（(《“「『【", t.lower):
		return 1
	case strings.Contains(zhClosing, t.lower):
		return -1
	}
	return 0
}

// balanced tells whether tokens close the brackets and quotes that they open and no others.
func balanced(brackets []int) bool {
	depth := 0
	for _, b := range brackets {
		if depth += b; depth < 0 {
			return false
		}
	}
	return depth == 0
}

// clauseParts adds the clause from start to the end of the tokens, and its parts between edges.
func clauseParts(tokens []piece, start int, edge []bool, add func(span)) {
	end := len(tokens)
	if end-start > 2*mostClause {
		return
	}
	edge[start], edge[end] = true, true
	edges := lists.Filter(lists.Indices(end + 1)[start:], func(i int) bool { return edge[i] })
	loose := func(i int) bool { return tokens[i].turns() || strings.Contains("、 –—-~～", tokens[i].lower) }
	for n, i := range edges[:len(edges)-1] {
		if i > start && loose(i) && (tokens[i].lower != "-" || endsInDigit(tokens[i-1].lower)) { // a "-" behind no digit is a minus
			continue
		}
		list := false
		for words, j := range edges[n+1:] {
			list = list || tokens[j-1].lower == "、"
			if j-i == 1 && hasHan(tokens[i].lower) || j < end && (words >= mostWords || loose(j-1)) {
				continue
			}
			x := span{first: i, last: j, kind: mixedSpan}
			if j == end && !list {
				x.kind = clauseSpan
			}
			add(x)
		}
	}
}
