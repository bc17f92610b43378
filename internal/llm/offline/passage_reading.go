package offline

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/segment"
	"grove/internal/text"
)

// reading is a passage as the answerer reads it. All offsets are bytes of the text.
type reading struct {
	title, text string
	// name is the folded title without its qualifier, "" if the title names nothing.
	name       string
	titleTerms []string
	lines      []line
}

// line is a sentence with its candidates.
type line struct {
	start, end int
	tokens     []piece
	spans      []span
	// folded is the sentence by foldName between spaces.
	folded string
	// subject is what the sentence speaks of if that is not in it, the antecedent of its pronoun; about are its terms.
	subject string
	about   []string
	// norms are the folded names in it and of its subject, without titles before them.
	norms []string
}

// piece is a word, a sign or a Chinese letter of a sentence.
type piece struct {
	start, end int
	// lower is the word in lower case; terms are its search terms. Of a Chinese letter that is the pair with the next one.
	lower string
	terms []string
	// opens and closes are true for the first and last piece of a word; rarity is that of a Chinese word, else 0.
	opens, closes bool
	rarity        float64
	// item is the number of the item of the sentence that the piece is in.
	item int
}

// spanKind is the form of a phrase of a sentence and of a candidate.
type spanKind uint8

// The forms; a year, several phrases, a clause and a sentence are those of candidates alone, a verb that of a phrase.
const (
	nameSpanKind spanKind = iota
	dateSpan
	yearSpan
	numberSpan
	nounSpan
	peopleSpan
	mixedSpan
	clauseSpan
	sentenceSpan
	verbSpan
)

// span is a candidate for an answer: tokens first to last, half-open.
type span struct {
	first, last int
	kind        spanKind
	// typ is the type of a name, "" if it is unknown.
	typ string
	// implied are terms that the candidate's place stands for: in "(1880 – 1945)" those of birth before the dash and of death behind it.
	implied []string
}

func readPassage(p Passage) *reading {
	r := &reading{title: valid(p.Title), text: valid(p.Text)}
	r.titleTerms = distinct(text.Terms(r.title))
	page := read(r.title, r.text, text.Language(r.text))
	r.name = foldName(cmp.Or(page.topic.name, page.topic.title))
	for _, s := range page.sentences {
		l := line{start: s.start, end: s.end, tokens: piecesOf(s)}
		l.folded = " " + foldName(genitives.Replace(r.text[s.start:s.end])) + " "
		if s.subject != "" && !holds(l.folded, foldName(s.subject)) {
			l.subject, l.about = s.subject, text.Terms(s.subject)
		}
		add := func(x span) { l.spans = append(l.spans, x) }
		if page.chinese {
			chineseSpans(page, s, l.tokens, add)
		} else {
			englishSpans(page, s, add)
			imply(s, l.spans)
		}
		last := s.tail()
		if page.chinese && last < len(s.lex) && strings.Contains(zhClosing, s.lex[last].lower) {
			last++
		}
		if 0 < last && last <= mostSentence {
			add(span{first: 0, last: last, kind: sentenceSpan})
		}
		l.spans = lists.OnceBy(l.spans, func(x span) [2]int { return [2]int{x.first, x.last} })
		r.lines = append(r.lines, l)
	}
	r.addHeads()
	for i := range r.lines {
		r.lines[i].findNames(r.text, r.name)
	}
	return r
}

// findNames sets the folded names of a sentence; topic is what the passage is about.
func (l *line) findNames(body, topic string) {
	spans := lists.Filter(l.spans, func(x span) bool { return x.kind == nameSpanKind })
	names := lists.Map(spans, func(x span) string { return body[l.tokens[x.first].start:l.tokens[x.last-1].end] })
	norms := lists.Map(append(names, l.subject, topic), func(name string) string { return untitled(foldName(name)) })
	l.norms = lists.Filter(lists.Once(norms), func(norm string) bool { return len(norm) >= leastName })
}

// leastName is the length of the shortest name that links sentences, in bytes.
const leastName = 3

// addHeads gives each sentence the terms of the heading above it, and rows of a table those of its head; a cell has its column's head.
func (r *reading) addHeads() {
	var heading []string
	var columns [][]string
	framed := false // bars at both ends of the head, so at those of its rows
	for i := range r.lines {
		l := &r.lines[i]
		body := r.text[l.start:l.end]
		switch {
		case strings.HasPrefix(body, "#"):
			heading, columns = termsOf(l.tokens), nil
			continue
		case !strings.Contains(body, "|"):
			columns = nil
			l.addFields()
		case columns == nil:
			framed = strings.HasSuffix(body, "|")
			for _, c := range cellsOf(l, framed) {
				columns = append(columns, termsOf(l.tokens[c[0]:c[1]]))
			}
			if i+1 < len(r.lines) && strings.Contains(r.text[r.lines[i+1].start:r.lines[i+1].end], "|") {
				l.spans = nil // the head of a table answers nothing
			}
		default:
			for n, c := range cellsOf(l, framed) {
				if n < len(columns) {
					l.addCell(c, columns[n])
				}
			}
			l.about = append(l.about, slices.Concat(columns...)...)
		}
		l.about = append(l.about, heading...)
	}
}

func termsOf(tokens []piece) []string {
	return lists.Flat(tokens, func(t piece) []string { return t.terms })
}

// cellsOf returns the cells of a row, as tokens between bars; nothing behind the last bar is none, nor, in a framed table, nothing before the first one.
func cellsOf(l *line, framed bool) [][2]int {
	n := len(l.tokens)
	cells := parts(n, func(i int) bool { return l.tokens[i].lower == "|" })
	return slices.DeleteFunc(cells, func(c [2]int) bool { return c[0] == c[1] && (c[0] == 0 && framed || c[1] == n) })
}

// field is a field "name: value" of a row, by its tokens.
type field struct{ from, colon, to int }

// fieldsOf returns the fields of a row "name: value; name: value" of n words, of which there are at least two; what is said is no value.
func fieldsOf(n int, word func(i int) string) (out []field) {
	for _, c := range parts(n, func(i int) bool { return word(i) == ";" }) {
		colon := c[0]
		for colon < c[1] && word(colon) != ":" && word(colon) != "：" {
			colon++
		}
		if colon > c[0] && colon < c[1] && colon-c[0] <= mostField && c[1]-c[0] <= mostSentence && !vocab.Speaks[word(colon-1)] {
			out = append(out, field{c[0], colon, c[1]})
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// addFields makes the values of the fields of a row candidates. The names of fields answer nothing, as the head of a table.
func (l *line) addFields() {
	fields := fieldsOf(len(l.tokens), func(i int) string { return l.tokens[i].lower })
	l.spans = slices.DeleteFunc(l.spans, func(x span) bool {
		return x.kind != sentenceSpan && slices.ContainsFunc(fields, func(f field) bool { return x.first <= f.colon && f.from < x.last })
	})
	for _, f := range fields {
		l.addCell([2]int{f.colon + 1, f.to}, termsOf(l.tokens[f.from:f.colon]))
	}
}

// addCell adds a cell to the candidates; those in it stand for the head of its column.
func (l *line) addCell(c [2]int, head []string) {
	whole := c[0] >= c[1]
	for i, x := range l.spans {
		if x.first >= c[0] && x.last <= c[1] {
			l.spans[i].implied = slices.Concat(x.implied, head)
		}
		whole = whole || x.first == c[0] && x.last == c[1]
	}
	if !whole {
		l.spans = append(l.spans, span{first: c[0], last: c[1], kind: mixedSpan, implied: head})
	}
}

// Bounds of candidates, in tokens: of a clause, of any, of phrases that joints join, and of the name of a field.
const mostClause, mostSentence, mostJoined, mostField = 40, 90, 16, 6

// piecesOf returns the words, signs and letters of a sentence, each with the number of its item.
func piecesOf(s *sentence) []piece {
	out := make([]piece, len(s.lex))
	for i, l := range s.lex {
		out[i] = piece{start: l.start, end: l.end, lower: l.lower, opens: true, closes: true}
		switch {
		case l.class == signLex || l.class == possessiveLex:
		case !hasHan(l.text):
			out[i].terms = text.Terms(l.text)
		case i+1 < len(s.lex) && l.end == s.lex[i+1].start && hasHan(s.lex[i+1].text):
			out[i].terms = []string{l.text + s.lex[i+1].text}
		}
	}
	words := lists.Map(out, func(t piece) string { return t.lower })
	for _, w := range s.words {
		rarity := segment.Rarity(w.text)
		for i := w.first; i < w.last; i++ {
			out[i].opens, out[i].closes, out[i].rarity, words[i] = i == w.first, i == w.last-1, rarity, ""
		}
		words[w.last-1] = w.text
	}
	borders := s.itemBorders(words)
	for i := range out {
		out[i].item, _ = slices.BinarySearch(borders, i) // how many are before
	}
	return out
}

// itemBorders returns the places of the words and signs that part the items of a sentence: none in brackets that are closed before its end,
// in a name or before a verb ("opened and closed"), of two neighbours the first. Where semicolons do, nothing else does.
func (s *sentence) itemBorders(words []string) (out []int) {
	words = words[:s.tail()]
	closing := func(w string) bool { return w == ")" || w == "）" }
	depth, closings, strong := 0, lists.Count(words, closing), []int(nil)
	for i, w := range words {
		switch {
		case (w == "(" || w == "（") && closings > depth:
			depth++
		case closing(w):
			depth, closings = max(0, depth-1), closings-1
		case depth > 0 || !vocab.ItemBreaks[w] || s.inMark(i) || s.lex[i].class == wordLex && s.isMark(i+1, verbSpan) || len(out) > 0 && out[len(out)-1] == i-1:
		case w == ";" || w == "；":
			strong = append(strong, i)
			fallthrough
		default:
			out = append(out, i)
		}
	}
	if strong != nil {
		return strong
	}
	return out
}
