package offline

import (
	_ "embed"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// RelationWeights is the model of relations: for each input of a pair of ends, by its hash, the
// weights of the statements it speaks for or against, in 1/RelationScale of log-odds.
type RelationWeights map[uint32][]RelationWeight

// RelationWeight is the weight of one statement, an index of Statements.
type RelationWeight struct {
	Statement uint8
	Weight    int8
}

// RelationScale is the number of units of a weight in a log-odd.
const RelationScale = 24

//go:embed relations.bin
var shippedRelations []byte

var relationWeights = parseRelations(shippedRelations)

func parseRelations(body []byte) RelationWeights {
	w := RelationWeights{}
	for len(body) >= 5 {
		h, n := binary.BigEndian.Uint32(body), int(body[4])
		body = body[5:]
		for range n {
			w[h] = append(w[h], RelationWeight{body[0], int8(body[1])})
			body = body[2:]
		}
	}
	return w
}

// Bytes are the weights as they are shipped, in the order of the hashes.
func (w RelationWeights) Bytes() (out []byte) {
	for _, h := range slices.Sorted(maps.Keys(w)) {
		out = append(binary.BigEndian.AppendUint32(out, h), byte(len(w[h])))
		for _, of := range w[h] {
			out = append(out, of.Statement, byte(of.Weight))
		}
	}
	return out
}

// Statement is what a sentence may say of two ends in its order: a relation of the general schema, or
// an attribute whose value is a time or a word for a people. Back is set where the relation runs from the second to the first.
type Statement struct {
	Name      string
	Back      bool
	attribute bool
	// head and tail are the types that the ends may have, by the order of the relation; none is any.
	head, tail []string
}

//go:embed statements.txt
var statementTable string

// statements are the outputs of the model.
var statements = readStatements()

func readStatements() (out []Statement) {
	for row := range strings.Lines(statementTable) {
		name, types, ok := strings.Cut(strings.TrimSpace(row), ": ")
		head, tail, _ := strings.Cut(types, " > ")
		if !ok || strings.HasPrefix(row, "#") {
			continue
		}
		t := Statement{Name: name, attribute: name == strings.ToLower(name), head: typesOf(head), tail: typesOf(tail)}
		out = append(out, t)
		t.Back = true
		out = append(out, t)
	}
	return out
}

// typesOf are the types of an end, none for any.
func typesOf(list string) []string {
	if list == "-" {
		return nil
	}
	return strings.Fields(list)
}

// Statements returns what the model of relations tells, in the order of its outputs.
func Statements() []Statement { return statements }

// fits tells whether ends of these types may stand in the statement.
func (t *Statement) fits(first, second string) bool {
	if t.Back {
		first, second = second, first
	}
	may := func(types []string, typ string) bool {
		if len(types) == 0 {
			return typ != "Time" && typ != "People" && typ != ""
		}
		return slices.Contains(types, typ)
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

// Pairs are the pairs of names and times that a text names together, for training.
func Pairs(title, body string) (out []Pair) {
	p := readPage(title, body)
	for _, s := range p.sentences {
		out = append(out, p.pairs(s)...)
	}
	return out
}

// The bounds of pairs: how many ends and how many lexemes may stand between two.
const (
	maxEndsBetween    = 8
	maxLexemesBetween = 25
	maxWordsBetween   = 10
)

// end is a name or a time of a sentence, lexemes first to last.
type end struct {
	name, typ   string
	first, last int
	subject     bool
}

// value tells an end that names no entity.
func (e end) value() bool { return e.typ == "Time" || e.typ == "People" }

// likely is the type of a name by which it may be an end, "" where two are about as likely.
func (p *page) likely(name string) string {
	if t, ok := p.types[p.canonical(name)]; ok && 2*t.lead >= sureLead {
		return typeOrder[t.best]
	}
	return ""
}

// ends are the names, times and words for peoples of a sentence, with the pronoun that stands for its subject.
func (p *page) ends(s *sentence) (out []end) {
	pronoun := s.subject != "" && s.to > s.from
	for _, m := range s.marks {
		switch m.kind {
		case Name:
			pronoun = pronoun && (m.first >= s.to || s.from >= m.last)
			name := p.canonical(m.text)
			out = append(out, end{name, p.likely(m.text), m.first, m.last, name == s.subject})
		case Time:
			out = append(out, end{m.text, "Time", m.first, m.last, false})
		}
	}
	for i, l := range s.lex {
		switch {
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Adjective && demonym(l.text):
			out = append(out, end{l.text, "People", i, i + 1, false})
		case (l.lower == "the" || l.lower == "this") && i+1 < len(s.lex) && p.topicNoun(s.lex[i+1].lower) && !(pronoun && s.from == i):
			out = append(out, end{p.topic.name, p.likely(p.topic.name), i, i + 2, true})
		}
	}
	if pronoun {
		out = append(out, end{s.subject, p.likely(s.subject), s.from, s.to, true})
	}
	slices.SortStableFunc(out, func(a, b end) int { return a.first - b.first })
	return out
}

// pairs are those of a sentence. What a sentence denies, and how far the denial goes, is hard to
// tell: it has none.
func (p *page) pairs(s *sentence) (out []Pair) {
	if s.denies() {
		return nil
	}
	ends := p.ends(s)
	d, _ := p.definition(s, s.subject)
	for i, a := range ends {
		for j, b := range ends[i+1:] {
			if j > maxEndsBetween || b.first-a.last > maxLexemesBetween {
				break
			}
			if a.name == b.name || a.value() && b.value() {
				continue
			}
			pair := Pair{First: a.name, Second: b.name}
			for k := range statements {
				if statements[k].fits(a.typ, b.typ) {
					pair.Statements = append(pair.Statements, k)
				}
			}
			if len(pair.Statements) > 0 {
				pair.Features = p.pairFeatures(s, d, a, b, j)
				out = append(out, pair)
			}
		}
	}
	return out
}

// pairFeatures are the inputs of the model for two ends with a number of ends between; d is the sentence's definition.
func (p *page) pairFeatures(s *sentence, d definition, a, b end, between int) []uint32 {
	f := inputs{has: map[uint32]bool{}}
	at := func(i int) string {
		switch {
		case i < 0 || i >= len(s.lex):
			return "-"
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Name:
			return "NAME"
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Time:
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
	types := a.typ + " " + b.typ
	f.add("types", types)
	names := min(between, 3)
	count := string(rune('0' + names))
	near := string(rune('0' + min((b.first-a.last)/4, 5)))
	f.add("between", count)
	f.add("far", near)
	f.flag("subject", a.subject)
	f.flag("topic first", a.name == p.topic.name)
	f.flag("topic second", b.name == p.topic.name)
	f.flag("second is subject", b.subject)
	// The words between, and the word that leads to the second end through a list.
	var words []string
	for i := a.last; i < b.first; i++ {
		words = append(words, at(i))
	}
	if len(words) <= 4 {
		f.add("gap", strings.Join(words, " ")+"|"+types)
	}
	if len(words) <= maxWordsBetween {
		for i, w := range words {
			f.add("word", w)
			if i > 0 {
				f.add("two", words[i-1]+" "+w)
			}
		}
	}
	lead := b.first - 1
	for ; lead >= a.last; lead-- {
		if w := at(lead); w != "NAME" && w != "TIME" && w != "and" && w != "," && w != "the" && w != "a" && w != "an" && w != `"` && w != "“" && w != "”" {
			break
		}
	}
	if lead >= a.last {
		cue := at(lead)
		f.add("lead", cue)
		f.add("lead 2", at(lead-1)+" "+cue)
		f.add("lead 3", at(lead-2)+" "+at(lead-1)+" "+cue)
		f.add("lead types", cue+" "+types)
		f.add("lead near", cue+" "+count)
		f.flag("lead of subject "+cue, a.subject)
	} else {
		f.add("lead", "none "+strings.Join(words[max(0, len(words)-2):], " "))
	}
	f.add("last content", s.content(b.first-1, -1, a.last))
	f.add("first content", s.content(a.last, 1, b.first))
	f.add("first verb", s.verbBetween(a.last, b.first))
	f.add("after first", at(a.last))
	f.add("after first 2", at(a.last)+" "+at(a.last+1))
	f.add("before second", at(b.first-1))
	f.add("before first", at(a.first-1))
	f.add("before first 2", at(a.first-2)+" "+at(a.first-1))
	f.add("after second", at(b.last))
	f.add("after second 2", at(b.last)+" "+at(b.last+1))
	f.add("around", at(a.last)+" "+at(b.first-1)+" "+types)
	for _, of := range [2]struct {
		kind string
		end
	}{{"first ", a}, {"second ", b}} {
		last := of.name[strings.LastIndexByte(of.name, ' ')+1:]
		if kind := kindOf(strings.ToLower(last)); lastWords[last] == of.typ || kind == of.typ {
			f.add(of.kind+"head", strings.ToLower(last))
			f.add(of.kind+"kind", kind)
		}
		f.flag(of.kind+"country", isPlaceName(of.name))
		f.flag(of.kind+"state", abbreviatedState(of.name))
		f.flag(of.kind+"school", schoolLike(of.name))
		f.flag(of.kind+"award", of.typ != "Person" && awardLike(of.name))
	}
	if d.to > d.from && d.subject == a.name {
		f.add("is", d.noun(s))
		f.add("is kind", kindOf(d.noun(s)))
	}
	if a.name == p.topic.name {
		f.add("topic noun", p.topic.noun)
	}
	return f.list
}

// content is the first word from lexeme i on, in steps of one forward or back, that carries
// meaning, before the lexeme at which to stop; "" if there is none.
func (s *sentence) content(i, step, stop int) string {
	for ; i >= 0 && i < len(s.lex) && (step > 0 && i < stop || step < 0 && i >= stop); i += step {
		if l := s.lex[i]; l.class == wordLex && !l.capital && s.at[i] < 0 || l.class == wordLex && s.at[i] >= 0 && s.marks[s.at[i]].kind != Name && s.marks[s.at[i]].kind != Time {
			if !functionWords[l.lower] {
				return l.lower
			}
		}
	}
	return ""
}

// verbBetween is the first verb of lexemes from to to, or "".
func (s *sentence) verbBetween(from, to int) string {
	for i := from; i < to; i++ {
		if isVerb(s.lex[i]) || auxiliaries[s.lex[i].lower] {
			return s.lex[i].lower
		}
	}
	return ""
}

// Best returns the likeliest statement of a pair, and its log-odds in units of the weights; -1 if
// the types allow none.
func (w RelationWeights) Best(p Pair) (best, odds int) {
	sums := make([]int, len(statements))
	for _, f := range p.Features {
		for _, of := range w[f] {
			sums[of.Statement] += int(of.Weight)
		}
	}
	best = -1
	for _, i := range p.Statements {
		if best < 0 || sums[i] > sums[best] {
			best = i
		}
	}
	if best < 0 {
		return -1, 0
	}
	return best, sums[best]
}

// relate puts down what the pairs of a sentence state.
func (p *page) relate(w RelationWeights, s *sentence, c *collector) {
	for _, pair := range p.pairs(s) {
		best, odds := w.Best(pair)
		if best < 0 || odds <= relationOdds {
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

// relationOdds are the log-odds above which a statement is taken for one, in units of the weights: there
// precision is about that of none of them and recall above, by cross-validation.
const relationOdds = RelationScale / 2

// closeLocations adds that what lies in a place lies in the larger place too, where the text says of
// the one that it lies in the other.
func (c *collector) closeLocations() {
	within := map[string][]string{}
	for _, t := range c.out.Triples {
		if t.Relation == "LOCATED_IN" {
			within[t.Head] = append(within[t.Head], t.Tail)
		}
	}
	for _, t := range c.out.Triples {
		if t.Relation == "LOCATED_IN" {
			for _, larger := range within[t.Tail] {
				c.triple(t.Head, "LOCATED_IN", larger)
			}
		}
	}
}
