package offline

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/learn"
	"grove/internal/lists"
)

// RelationScale is the number of units of a weight of the model of relations in a log-odd. Its outputs are the Statements.
const RelationScale = 24

//go:embed relations.bin
var relationBytes []byte

var shippedRelations = learn.ParseSparse(relationBytes)

// Statement is what a sentence may say of two ends in its order: a relation of the general schema, or an attribute whose value is
// a time, a number, a noun or a word for a people. Back is set where the relation runs from the second to the first.
type Statement struct {
	Name      string
	Back      bool
	attribute bool
	// kin are words of which a Chinese sentence has one where it states the relation; none asks for none.
	kin []string
	// head and tail are the types that the ends may have, by the order of the relation; none is any.
	head, tail []string
}

//go:embed statements.txt
var statementTable string

// statements are the outputs of the model.
var statements = readStatements()

func readStatements() (out []Statement) {
	for _, row := range lines(statementTable) {
		name, types, _ := strings.Cut(row, ":")
		head, tail, _ := strings.Cut(types, ">")
		t := Statement{Name: name, attribute: name == strings.ToLower(name), kin: vocab.ZhKin[name],
			head: strings.Fields(head), tail: strings.Fields(tail)}
		out = append(out, t)
		t.Back = true
		out = append(out, t)
	}
	return out
}

// Statements returns what the model of relations tells, in the order of its outputs.
func Statements() []Statement { return statements }

// fits tells whether ends of these types may stand in the statement.
func (t *Statement) fits(first, second string) bool {
	if t.Back {
		first, second = second, first
	}
	may := func(types []string, typ string) bool {
		return slices.Contains(types, typ) || len(types) == 0 && typ != "" && !vocab.ValueTypes[typ]
	}
	return may(t.head, first) && may(t.tail, second)
}

// Pair is two ends of a sentence, in its order, with the inputs of the model.
type Pair struct {
	First, Second string
	// Statements are those that the types of the ends allow.
	Statements []int
	Features   []uint32
}

// Pairs are the pairs of names and values that a text names together, for training.
func Pairs(title, body, lang string) []Pair {
	p := read(title, body, lang)
	return lists.Flat(p.sentences, p.pairs)
}

// The bounds of pairs: how many ends and lexemes may stand between two, how many words between are inputs, the Chinese letters of a cue.
const (
	maxEndsBetween    = 8
	maxLexemesBetween = 25
	maxWordsBetween   = 10
	maxCue            = 3
)

// end is a name or a value of a sentence, lexemes first to last.
type end struct {
	name, typ   string
	first, last int
	subject     bool
}

// likely is the type of a name by which it may be an end, "" where two are about as likely.
func (p *page) likely(name string) string { return p.typeWith(name, sureLead/2) }

// ends are the names, times, numbers and words for peoples of a sentence, the nouns of its definition d, and a pronoun for its subject.
func (p *page) ends(s *sentence, d definition) (out []end) {
	pronoun := s.subject != "" && s.to > s.from
	value := func(typ string, first, last int) {
		out = append(out, end{p.body[s.lex[first].start:s.lex[last-1].end], typ, first, last, false})
	}
	for _, m := range s.marks {
		switch {
		case m.kind == nameSpanKind:
			pronoun = pronoun && (m.first >= s.to || s.from >= m.last)
			name := p.canonical(m.text)
			out = append(out, end{name, p.likely(m.text), m.first, m.last, name == s.subject})
		case m.kind == dateSpan:
			out = append(out, end{m.text, "Time", m.first, m.last, false})
		case m.kind == peopleSpan:
			value("People", m.first, m.last)
		case m.kind == numberSpan && s.lex[m.first].class == numberLex:
			value("Number", m.first, m.last)
		case m.kind == nounSpan && m.first >= d.from && m.last <= d.to:
			last := m.last
			if last-1 == d.head && kindOf(d.noun) == "Work" {
				last-- // "crime" of "crime film"
			}
			if last > m.first {
				value("Noun", m.first, last)
			}
		}
	}
	if pronoun {
		out = append(out, end{s.subject, p.likely(s.subject), s.from, s.to, true})
	}
	slices.SortStableFunc(out, func(a, b end) int { return a.first - b.first })
	return out
}

// pairs are those of a sentence. What a sentence denies, and how far the denial goes, is hard to tell: it has none.
func (p *page) pairs(s *sentence) (out []Pair) {
	d := p.definition(s, s.subject)
	ends := p.ends(s, d)
	if len(ends) < 2 || p.denies(s) {
		return nil
	}
	possible := lists.Filter(lists.Indices(len(statements)), func(k int) bool {
		return !p.chinese || statements[k].kin == nil || p.hasAny(s, statements[k].kin)
	})
	for i, a := range ends {
		for j, b := range ends[i+1:] {
			if j > maxEndsBetween || b.first-a.last > maxLexemesBetween {
				break
			}
			if a.name == b.name {
				continue
			}
			owner := s.token(b.last) == "'s" // whoever meets "Ned's boat" does not meet Ned
			fitting := lists.Filter(possible, func(k int) bool {
				return statements[k].fits(a.typ, b.typ) && !(owner && statements[k].Name == "KNOWS")
			})
			if len(fitting) > 0 {
				out = append(out, Pair{a.name, b.name, fitting, p.pairFeatures(s, d, a, b, j)})
			}
		}
	}
	return out
}

// token is the word at lexeme i, or what it is part of.
func (s *sentence) token(i int) string {
	switch {
	case i < 0 || i >= len(s.lex):
		return "-"
	case s.isMark(i, nameSpanKind):
		return "NAME"
	case s.isMark(i, dateSpan):
		return "TIME"
	case s.lex[i].class == numberLex:
		return "NUMBER"
	case s.lex[i].class == possessiveLex:
		return "'s"
	case demonym(s.lex[i].text):
		return "PEOPLE"
	}
	return s.lex[i].lower
}

// class is the word at lexeme i if it says how others hang together, else its class.
func (s *sentence) class(i int) string {
	switch l := s.lex[i]; {
	case l.class != wordLex || s.isMark(i, nameSpanKind) || vocab.FunctionWords[l.lower]:
		return s.token(i)
	case isVerb(l):
		return "VERB"
	case strings.HasSuffix(l.lower, "ly"):
		return "ADVERB"
	}
	return "NOUN"
}

// small returns a number up to most as a letter.
func small(n, most int) string { return string(rune('0' + min(n, most))) }

// pairFeatures are the inputs of the model for two ends with a number of ends between; d is the sentence's definition.
func (p *page) pairFeatures(s *sentence, d definition, a, b end, between int) []uint32 {
	f := learn.Inputs{List: make([]uint32, 0, 96)}
	at, wide := s.token, 1
	if p.chinese {
		wide = 2 // letters of a word
		f.Add("language", "zh")
	}
	types := a.typ + " " + b.typ
	count := small(between, 3)
	f.Add("types", types)
	f.Add("between", count)
	f.Add("far", small((b.first-a.last)/(4*wide), 5))
	f.Flag("subject", a.subject)
	f.Flag("topic first", a.name == p.topic.name)
	f.Flag("topic second", b.name == p.topic.name)
	f.Flag("second is subject", b.subject)
	p.wordsBetween(&f, s, a, b, types, wide)
	// The word that leads to the second end through a list.
	lead := b.first - 1
	for lead >= a.last && vocab.ListWords[at(lead)] {
		lead--
	}
	if lead >= a.last {
		cue := at(lead)
		f.Add("lead", cue)
		f.Add("lead 2", at(lead-1)+" "+cue)
		f.Add("lead 3", at(lead-2)+" "+at(lead-1)+" "+cue)
		f.Add("lead types", cue+" "+types)
		f.Add("lead near", cue+" "+count)
		f.Flag("lead of subject "+cue, a.subject)
	}
	f.Flag("speaks before second", vocab.Speaks[at(b.first-1)])
	f.Flag("speaks after second", vocab.Speaks[at(b.last)])
	f.Flag("speaks after first", vocab.Speaks[at(a.last)])
	f.Flag("called first", at(a.first-1) == "," && vocab.Calls[at(a.last)])
	f.Flag("called second", at(b.first-1) == "," && vocab.Calls[at(b.last)])
	first, last, verb := s.contents(a.last, b.first)
	f.Add("last content", last)
	f.Add("first content", first)
	f.Add("first verb", verb)
	f.Add("after first", at(a.last))
	f.Add("after first 2", at(a.last)+" "+at(a.last+1))
	f.Add("before second", at(b.first-1))
	f.Add("before first", at(a.first-1))
	f.Add("before first 2", at(a.first-2)+" "+at(a.first-1))
	f.Add("after second", at(b.last))
	f.Add("after second 2", at(b.last)+" "+at(b.last+1))
	f.Add("around", at(a.last)+" "+at(b.first-1)+" "+types)
	for i, e := range []end{a, b} {
		which, last := []string{"first ", "second "}[i], e.name[strings.LastIndexByte(e.name, ' ')+1:]
		if kind := kindOf(strings.ToLower(last)); vocab.LastWords[last] == e.typ || kind == e.typ || e.typ == "Noun" {
			f.Add(which+"head", strings.ToLower(last))
			f.Add(which+"kind", kind)
		}
		f.Flag(which+"country", countryNames[e.name].place)
		f.Flag(which+"state", abbreviatedState(e.name))
	}
	if d.subject == a.name {
		f.Add("is", d.noun)
		f.Add("is kind", kindOf(d.noun))
	}
	if a.name == p.topic.name {
		f.Add("topic noun", p.topic.noun)
	}
	return f.List
}

// wordsBetween adds what stands between two ends: words, pairs of words, the way by classes of words, and cues.
func (p *page) wordsBetween(f *learn.Inputs, s *sentence, a, b end, types string, wide int) {
	n := b.first - a.last
	var words, way []string
	for i := a.last; i < b.first && n <= maxWordsBetween*wide; i++ {
		words, way = append(words, s.token(i)), append(way, s.class(i))
	}
	for i, w := range words {
		f.Add("word", w)
		if i > 0 {
			f.Add("two", words[i-1]+" "+w)
		}
	}
	if n <= 4*wide {
		f.Add("gap", strings.Join(words, " ")+"|"+types)
	}
	if n <= maxWordsBetween*wide && !p.chinese {
		f.Add("way", strings.Join(slices.Compact(way), " ")+"|"+types)
	}
	longest := 1 // an English cue is a word
	if p.chinese {
		longest = maxCue
	}
	for i := max(0, a.first-longest); i <= min(len(s.lex)-1, b.last); i++ {
		for j := i + 1; j <= min(i+longest, len(s.lex)); j++ {
			cue := vocab.Cues[p.body[s.lex[i].start:s.lex[j-1].end]]
			switch {
			case cue == "":
			case i >= a.last && j <= b.first:
				f.Add("cue", cue)
				f.Flag("cue behind first "+cue, i == a.last)
				f.Flag("cue before second "+cue, j == b.first)
			case j == a.first:
				f.Add("cue before", cue)
			case i == b.last:
				f.Add("cue behind", cue)
			}
		}
	}
}

// contents are the first and the last word of lexemes from to to that carry meaning, and the first verb; "" without one.
func (s *sentence) contents(from, to int) (first, last, verb string) {
	for i := from; i < to; i++ {
		l := s.lex[i]
		named := s.isMark(i, nameSpanKind) || s.isMark(i, dateSpan) || s.at[i] < 0 && l.capital
		if l.class == wordLex && !vocab.FunctionWords[l.lower] && !named {
			first, last = cmp.Or(first, l.lower), l.lower
		}
		if verb == "" && (isVerb(l) || vocab.Auxiliaries[l.lower]) {
			verb = l.lower
		}
	}
	return first, last, verb
}

// relate puts down the likeliest statement of each pair of a sentence. In a text where persons talk, which is mostly a tale, names of
// persons end less surely: there they have to be varied.
func (p *page) relate(w learn.Sparse, s *sentence, talk bool, c *collector) {
	least := relationOdds
	if len(s.lex) > longSentence {
		least = longOdds
	}
	doubtful := func(name string) bool { return p.likely(name) == "Person" && !p.varied(name) }
	for _, pair := range p.pairs(s) {
		sums := make([]int, len(statements))
		w.Add(pair.Features, sums)
		best := slices.MaxFunc(pair.Statements, func(a, b int) int { return sums[a] - sums[b] })
		if sums[best] <= least || talk && slices.ContainsFunc([]string{pair.First, pair.Second}, doubtful) {
			continue
		}
		t := statements[best]
		head, tail := pair.First, pair.Second
		if t.Back {
			head, tail = tail, head
		}
		if t.attribute {
			c.attribute(head, t.Name, tail)
		} else {
			c.triple(head, t.Name, tail)
		}
	}
}

// relationOdds are the log-odds above which a statement is taken for one, in units of the weights: there precision is about that of
// none of them and recall above, by cross-validation. longOdds are those of a sentence of more than longSentence lexemes, where many
// names only stand side by side.
const (
	relationOdds = RelationScale / 2
	longOdds     = 5 * RelationScale / 6
	longSentence = 40
)

// maxTurn is how many sentences the speaker of one is behind that of another who answers, maxManner how many letters stand
// between the name of a Chinese speaker and the word for speaking.
const maxTurn, maxManner = 8, 3

// turns are the pairs of persons of whom one speaks after the other.
func (p *page) turns() (out [][2]string) {
	last, at := "", 0
	for i, s := range p.sentences {
		if name := p.speaker(s); name != "" && p.varied(name) {
			if last != "" && last != name && i-at <= maxTurn {
				out = append(out, [2]string{last, name})
			}
			last, at = name, i
		}
	}
	return out
}

// varied tells whether a Chinese name has different neighbours in the text. Else it is rather a piece of words: 付周大川 of 吩付周大川.
func (p *page) varied(name string) bool {
	if !p.chinese {
		return true
	}
	before, after := map[rune]bool{}, map[rune]bool{}
	parts := strings.Split(p.body, name)
	for i := range len(parts) - 1 {
		last, _ := utf8.DecodeLastRuneInString(parts[i])
		first, _ := utf8.DecodeRuneInString(parts[i+1])
		before[last], after[first] = true, true
	}
	return len(before) > 1 && len(after) > 1
}

// speaker is the person whom a sentence names as the one who speaks, or "".
func (p *page) speaker(s *sentence) string {
	if !strings.ContainsAny(p.body[s.start:s.end], "“”\"「」") {
		return ""
	}
	for _, m := range s.nameMarks() {
		says := !p.chinese && (vocab.Speaks[s.lexeme(m.last).lower] || vocab.Speaks[s.lexeme(m.first-1).lower])
		for j := m.last; p.chinese && j < m.last+maxManner; j++ {
			says = says || vocab.Speaks[s.lexeme(j).lower] && s.is(j+1, "：")
		}
		if says && p.likely(m.text) == "Person" {
			return p.canonical(m.text)
		}
	}
	return ""
}
