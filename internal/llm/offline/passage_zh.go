package offline

import (
	"strings"
	"unicode/utf8"

	"grove/internal/lists"
	"grove/internal/segment"
)

// zhBreaks are the signs between the clauses of a Chinese sentence; no part of a clause begins or ends with zhTurns.
const (
	zhBreaks = "，。；：、！？（）()《》“”\"!?;,:\n "
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

// marked returns the names that are marked anywhere in a text.
func (p *page) marked() (out []string) {
	for _, s := range p.sentences {
		for _, m := range s.marks {
			if m.kind == nameSpanKind && utf8.RuneCountInString(m.text) > 1 {
				out = append(out, m.text)
			}
		}
	}
	return lists.Once(out)
}

// chineseSpans adds the candidates of a Chinese sentence: its marks, its clauses, and the
// parts of clauses between the edges of words and marks.
func chineseSpans(p *page, s *sentence, tokens []piece, names []string, add func(span)) {
	edge := make([]bool, len(tokens)+1)
	for i, t := range tokens {
		edge[i], edge[i+1] = edge[i] || t.opens, t.closes
	}
	for _, m := range s.marks {
		edge[m.first], edge[m.last] = true, true
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
	start := 0
	for i := 0; i <= len(s.lex); i++ {
		if i < len(s.lex) && !strings.Contains(zhBreaks, s.lex[i].lower) {
			continue
		}
		if x := (span{first: i - zhNameLetters, last: i, kind: clauseSpan}); x.first > start && person(x) {
			part(x)
		}
		clauseParts(s.lex, start, i, edge, part)
		start = i + 1
	}
	listParts(s.lex, edge, add)
	last := len(s.lex)
	for last > 0 && strings.Contains(zhBreaks, s.lex[last-1].lower) {
		last--
	}
	if last <= mostSentence {
		add(span{first: 0, last: last, kind: sentenceSpan})
	}
}

// addWords sets the words of the lexemes of a Chinese sentence.
func (p *page) addWords(s *sentence, tokens []piece) {
	at, i := s.start, 0
	for _, w := range segment.Words(p.body[s.start:s.end]) {
		start, rarity := at, segment.Rarity(w)
		at += len(w)
		for ; i < len(tokens) && tokens[i].start < at; i++ {
			tokens[i].rarity = rarity
			tokens[i].opens = tokens[i].start == start
			tokens[i].closes = tokens[i].end == at
		}
	}
}

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

// listParts adds the parts of clauses with a list, from the edge of a word or mark on.
func listParts(tokens []lexeme, edge []bool, add func(span)) {
	start, items := 0, 0
	for i := 0; i <= len(tokens); i++ {
		switch {
		case i < len(tokens) && tokens[i].lower == "、":
			items++
			continue
		case i < len(tokens) && !strings.Contains(zhBreaks, tokens[i].lower):
			continue
		}
		if items > 0 && i-start <= 2*mostClause {
			for j := start; j < i && tokens[j].lower != "、"; j++ {
				if j == start || edge[j] {
					add(span{first: j, last: i, kind: mixedSpan})
				}
			}
		}
		start, items = i+1, 0
	}
}

// most edges of a clause, and words of a part of it.
const (
	mostEdges = 24
	mostWords = 8
)

// clauseParts adds a clause and its parts between edges.
func clauseParts(tokens []lexeme, start, end int, edge []bool, add func(span)) {
	if end-start < 2 || end-start > mostClause {
		return
	}
	add(span{first: start, last: end, kind: clauseSpan})
	var edges []int
	for i := start; i <= end && len(edges) < mostEdges; i++ {
		if i == start || edge[i] {
			edges = append(edges, i)
		}
	}
	turns := func(i int) bool { return strings.Contains(zhTurns, tokens[i].lower) }
	for n, i := range edges {
		if end-i < 2 || turns(i) {
			continue
		}
		if i > start {
			add(span{first: i, last: end, kind: clauseSpan})
		}
		for _, j := range edges[n+1 : min(len(edges), n+1+mostWords)] {
			if j-i >= 2 && !turns(j-1) {
				add(span{first: i, last: j, kind: mixedSpan})
			}
		}
	}
}
