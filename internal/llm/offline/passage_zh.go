package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// zhBreaks are the signs between the clauses of a Chinese sentence, zhTurns the letters behind
// which an answer may begin.
const (
	zhBreaks = "，。；：、！？（）()《》“”\"!?;,:\n "
	zhTurns  = "是为在于有到由被的叫至达即向对从约给让请归"
)

func (r *reading) readChinese() {
	z := readChinese(r.title, r.text)
	r.name = foldName(z.title)
	byteAt := make([]int, 0, len(z.body)+1)
	for i := range r.text {
		byteAt = append(byteAt, i)
	}
	byteAt = append(byteAt, len(r.text))
	names := namesOf(z)
	for _, s := range z.sentences {
		l := line{start: byteAt[s.Start], end: byteAt[s.End]}
		at := make([]int, s.End-s.Start+1) // token of each rune
		for i := s.Start; i < s.End; {
			c, j := z.body[i], i+1
			at[i-s.Start] = len(l.tokens)
			if unicode.IsSpace(c) {
				i++
				continue
			}
			t := piece{start: byteAt[i]}
			if !isHan(c) && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
				for j < s.End && !isHan(z.body[j]) && (unicode.IsLetter(z.body[j]) || unicode.IsDigit(z.body[j]) || z.body[j] == '.' && j+1 < s.End && unicode.IsDigit(z.body[j+1])) {
					at[j-s.Start] = len(l.tokens)
					j++
				}
			}
			t.end = byteAt[j]
			t.lower = strings.ToLower(r.text[t.start:t.end])
			switch {
			case isHan(c) && j < s.End && isHan(z.body[j]):
				t.terms = []string{string(z.body[i : j+1])}
			case !isHan(c) && (unicode.IsLetter(c) || unicode.IsDigit(c)):
				t.terms = text.Terms(t.lower)
			}
			l.tokens = append(l.tokens, t)
			i = j
		}
		at[s.End-s.Start] = len(l.tokens)
		if len(l.tokens) == 0 {
			continue
		}
		l.folded = foldName(r.text[l.start:l.end])
		if s.subject != "" && !strings.Contains(l.folded, foldName(s.subject)) {
			l.subject, l.about = s.subject, text.Terms(s.subject)
		}
		for _, m := range s.marks {
			if m.kind == Verb {
				l.verbs = append(l.verbs, [2]int{at[m.Start-s.Start], at[m.End-s.Start]})
			}
		}
		l.spans = chineseSpans(z, s, names, l.tokens, at)
		r.lines = append(r.lines, l)
	}
}

// zhPersonForm reports whether a part of a clause has the form of the name of a person; at the
// end of the clause a surname and any two letters do.
func zhPersonForm(part []rune, end bool) bool {
	if len(part) < 2 || len(part) > 4 || zhDoubtful[part[0]] {
		return false
	}
	_, place := zhPlaceSuffixes[part[len(part)-1]]
	return zhWholeName(string(part)) || end && len(part) == 3 && zhSurnames[part[0]] && !place && !zhCommonNouns[string(part[1:])]
}

// runeOf returns the first rune of a token.
func runeOf(at []int, token int) int { return slices.Index(at, token) }

// namesOf returns the names that are marked anywhere in a Chinese text.
func namesOf(z *zhPage) (out []string) {
	for _, s := range z.sentences {
		for _, m := range s.marks {
			if m.kind == Name && utf8.RuneCountInString(m.text) > 1 && !slices.Contains(out, m.text) {
				out = append(out, m.text)
			}
		}
	}
	return out
}

// chineseSpans returns the candidates of a Chinese sentence: its marks, its clauses, and the
// parts of clauses from one mark or turn to another.
func chineseSpans(z *zhPage, s *zhSentence, names []string, tokens []piece, at []int) (out []span) {
	seen := map[[2]int]bool{}
	add := func(x span) {
		if key := [2]int{x.first, x.last}; x.first < x.last && !seen[key] {
			seen[key] = true
			out = append(out, x)
		}
	}
	edge := make([]bool, len(tokens)+1)
	for _, m := range s.marks {
		x := span{first: at[m.Start-s.Start], last: at[m.End-s.Start]}
		if x.first < x.last {
			edge[x.first], edge[x.last] = true, true
		}
		switch m.kind {
		case Verb:
			continue
		case Name, Place:
			x.kind, x.typ = nameSpanKind, z.types[m.text]
		case Time:
			x.kind = dateSpan
			if utf8.RuneCountInString(m.text) <= 5 {
				x.kind = yearSpan
			}
		case Number:
			x.kind = numberSpan
		default:
			x.kind = nounSpan
		}
		add(x)
	}
	body := string(z.body[s.Start:s.End])
	person := func(x span) bool {
		return zhPersonForm(z.body[s.Start+runeOf(at, x.first):s.Start+runeOf(at, x.last)], x.kind == clauseSpan)
	}
	part := func(x span) {
		if person(x) {
			x.kind, x.typ = nameSpanKind, "Person"
		}
		add(x)
	}
	for _, n := range names {
		for from := 0; ; {
			i := strings.Index(body[from:], n)
			if i < 0 {
				break
			}
			first := utf8.RuneCountInString(body[:from+i])
			from += i + len(n)
			x := span{first: at[first], last: at[first+utf8.RuneCountInString(n)], kind: nameSpanKind, typ: z.types[n]}
			edge[x.first], edge[x.last] = true, true
			add(x)
		}
	}
	addAmounts(tokens, add)
	start := 0
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && !strings.Contains(zhBreaks, tokens[i].lower) {
			if strings.Contains(zhTurns, tokens[i].lower) {
				edge[i], edge[i+1] = true, true
			}
			continue
		}
		if x := (span{first: i - zhNameLetters, last: i, kind: clauseSpan}); x.first > start && person(x) {
			part(x)
		}
		clauseParts(tokens, start, i, edge, part)
		start = i + 1
	}
	listParts(tokens, edge, add)
	last := len(tokens)
	for last > 0 && strings.Contains(zhBreaks, tokens[last-1].lower) {
		last--
	}
	if last <= mostSentence {
		add(span{first: 0, last: last, kind: sentenceSpan})
	}
	return out
}

// zhNameLetters is the length of most Chinese names of persons.
const zhNameLetters = 3

// zhNumerals write numbers in Chinese.
const zhNumerals = "〇零一二三四五六七八九十百千万亿两半"

// addAmounts adds numbers in Chinese letters with one or two letters of their unit.
func addAmounts(tokens []piece, add func(span)) {
	numeral := func(i int) bool { return strings.Contains(zhNumerals, tokens[i].lower) }
	for i := 0; i < len(tokens); i++ {
		first := i
		for i < len(tokens) && numeral(i) {
			i++
		}
		for unit := 1; i > first && unit <= 2; unit++ {
			if i+unit <= len(tokens) && !strings.Contains(zhBreaks, tokens[i+unit-1].lower) {
				add(span{first: first, last: i + unit, kind: numberSpan})
			} else {
				break
			}
		}
	}
}

// listParts adds the parts of clauses with a list, between turns.
func listParts(tokens []piece, edge []bool, add func(span)) {
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

// zhCopulas begin no part of a clause.
const zhCopulas = "是为的了"

// most parts of a clause.
const mostEdges = 8

// clauseParts adds a clause and its parts between edges.
func clauseParts(tokens []piece, start, end int, edge []bool, add func(span)) {
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
	for n, i := range edges {
		if i > start && end-i >= 2 && !strings.Contains(zhCopulas, tokens[i].lower) {
			add(span{first: i, last: end, kind: clauseSpan})
		}
		for _, j := range edges[n+1:] {
			if j-i >= 2 && !strings.Contains(zhCopulas, tokens[i].lower) {
				add(span{first: i, last: j, kind: mixedSpan})
			}
		}
	}
}
