package offline

import (
	"slices"
	"strings"

	"grove/internal/segment"
)

// The signs between the clauses of a Chinese sentence and those inside of a clause; no part of a clause begins or ends within it with
// a word of zhTurns.
const (
	zhBreaks = "，。；：！？!?;,:\n"
	zhInner  = "、（）()《》“”「」『』【】\" "
	zhTurns  = "是为在于有到由被的叫至达即向对从约给让请归了"
)

// zhPersonForm reports whether a part of a clause has the form of the name of a person; at the
// end of the clause a surname and any two letters do.
func zhPersonForm(part []rune, end bool) bool {
	if len(part) < 2 || len(part) > 4 || zhDoubtful[part[0]] {
		return false
	}
	return zhWholeName(string(part)) ||
		end && len(part) == 3 && zhSurnames[part[0]] && !zhPlaceSuffixes[part[2]] && !zhCommonNouns[string(part[1:])]
}

// chineseSpans adds the candidates of a Chinese sentence: its marks, its clauses, and the
// parts of clauses between the edges of words, names, dates and numbers.
func chineseSpans(p *page, s *sentence, tokens []piece, names []string, add func(span)) {
	edge := make([]bool, len(tokens)+1)
	for i, t := range tokens {
		edge[i], edge[i+1] = edge[i] || t.opens, t.closes
	}
	for _, m := range s.marks {
		switch m.kind {
		case nameSpanKind, dateSpan, numberSpan:
			edge[m.first], edge[m.last] = true, true
		}
		if m.kind != verbSpan {
			add(p.spanOf(m))
		}
	}
	person := func(x span) bool {
		return zhPersonForm([]rune(p.body[s.lex[x.first].start:s.lex[x.last-1].end]), x.kind == clauseSpan)
	}
	part := func(x span) {
		if person(x) {
			x.kind, x.typ = nameSpanKind, "Person"
		}
		add(x)
	}
	for _, n := range names {
		p.eachPlace(s, n, func(first, last int) {
			edge[first], edge[last] = true, true
			add(span{first: first, last: last, kind: nameSpanKind, typ: p.typeOf(n)})
		})
	}
	addAmounts(s.lex, add)
	clauses, depth := zhClauses(s.lex), bracketDepths(tokens)
	for n, c := range clauses {
		if x := (span{first: c[1] - zhNameLetters, last: c[1], kind: clauseSpan}); x.first > c[0] && person(x) {
			part(x)
		}
		clauseParts(tokens[:c[1]], c[0], edge, depth, part)
		for i := c[0]; i < c[1]; i++ {
			if i > c[0] && !tokens[i-1].turns() {
				continue
			}
			for _, later := range clauses[n+1 : min(len(clauses), n+mostClauses)] {
				if later[1]-i <= mostSentence && depth[i] == depth[later[1]] {
					add(span{first: i, last: later[1], kind: clauseSpan})
				}
			}
		}
	}
}

// zhClauses returns the parts of a sentence between zhBreaks.
func zhClauses(lex []lexeme) [][2]int {
	clauses := parts(len(lex), func(i int) bool { return strings.Contains(zhBreaks, lex[i].lower) })
	return slices.DeleteFunc(clauses, func(c [2]int) bool { return c[0] == c[1] })
}

// addWords sets the words of the pieces of a Chinese sentence.
func addWords(s *sentence, tokens []piece) {
	for _, w := range s.words {
		rarity := segment.Rarity(w.text)
		for i := w.first; i < w.last; i++ {
			tokens[i].opens, tokens[i].closes, tokens[i].rarity = i == w.first, i == w.last-1, rarity
		}
	}
}

// turns reports whether a piece is a word of zhTurns.
func (t piece) turns() bool { return t.opens && t.closes && strings.Contains(zhTurns, t.lower) }

// zhNameLetters is the length of most Chinese names of persons.
const zhNameLetters = 3

// zhNumerals write numbers in Chinese.
const zhNumerals = "〇零一二三四五六七八九十百千万亿两半"

// addAmounts adds numbers in Chinese letters with one or two letters of their unit.
func addAmounts(tokens []lexeme, add func(span)) {
	numeral := func(i int) bool { return strings.Contains(zhNumerals, tokens[i].lower) }
	for i := 0; i < len(tokens); i++ {
		first := i
		for i < len(tokens) && numeral(i) {
			i++
		}
		for end := i; i > first && end < min(i+2, len(tokens)) && !strings.Contains(zhBreaks, tokens[end].lower); end++ {
			add(span{first: first, last: end + 1, kind: numberSpan})
		}
	}
}

// Bounds of candidates: the words of a part of a clause that ends within it, and the clauses of the longest.
const mostWords, mostClauses = 8, 4

// bracketDepths returns the number of brackets and quotes that are open before each token, and at the end.
func bracketDepths(tokens []piece) []int {
	depth := make([]int, len(tokens)+1)
	for i, t := range tokens {
		depth[i+1] = depth[i]
		switch {
		case strings.Contains("（(《“「『【", t.lower):
			depth[i+1]++
		case strings.Contains("）)》”」』】", t.lower):
			depth[i+1]--
		}
	}
	return depth
}

// clauseParts adds the clause from start to the end of the tokens, and its parts between edges with all of a bracket or quote or
// nothing of it.
func clauseParts(tokens []piece, start int, edge []bool, depth []int, add func(span)) {
	end := len(tokens)
	if end-start > 2*mostClause {
		return
	}
	var edges []int
	for i := start; i < end; i++ {
		if i == start || edge[i] {
			edges = append(edges, i)
		}
	}
	loose := func(i int) bool { return tokens[i].turns() || strings.Contains("、 ", tokens[i].lower) }
	edges = append(edges, end)
	for n, i := range edges[:len(edges)-1] {
		if loose(i) && i > start {
			continue
		}
		list := false
		for words, j := range edges[n+1:] {
			if depth[j] < depth[i] {
				break
			}
			list = list || tokens[j-1].lower == "、"
			whole := j == end || depth[j+1] < depth[j]
			one := j-i == 1 && hasHan(tokens[i].lower)
			if depth[j] > depth[i] || one || words >= mostWords && !whole || j < end && loose(j-1) {
				continue
			}
			x := span{first: i, last: j, kind: mixedSpan}
			if whole && !list {
				x.kind = clauseSpan
			}
			add(x)
		}
	}
}
