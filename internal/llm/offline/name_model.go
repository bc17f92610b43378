package offline

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// typeOrder has the types of names, in the order of the model's outputs; the last, "", is that of
// a word that names nothing.
var typeOrder = [...]string{"Person", "Organization", "Location", "Work", "Event", "Product", "Species", "Concept", ""}

// TypeWeights is the model of types: for each input, by its hash, one weight for each of NameTypes,
// in 1/TypeScale of log-odds. An input that it does not have says nothing.
type TypeWeights map[uint32][len(typeOrder)]int8

// TypeScale is the number of units of a weight in a log-odd.
const TypeScale = 32

//go:embed types.bin
var shippedTypes []byte

// types are the shipped weights.
var types = parseTypes(shippedTypes)

// typeRow is the size of the weights of an input in a file: its hash and a byte for each type.
const typeRow = 4 + len(typeOrder)

func parseTypes(body []byte) TypeWeights {
	w := make(TypeWeights, len(body)/typeRow)
	for row := range slices.Chunk(body, typeRow) {
		var of [len(typeOrder)]int8
		for i, b := range row[4:] {
			of[i] = int8(b)
		}
		w[binary.BigEndian.Uint32(row)] = of
	}
	return w
}

// Bytes are the weights as they are shipped, in the order of the hashes.
func (w TypeWeights) Bytes() (out []byte) {
	for _, h := range slices.Sorted(maps.Keys(w)) {
		out = binary.BigEndian.AppendUint32(out, h)
		for _, v := range w[h] {
			out = append(out, byte(v))
		}
	}
	return out
}

// NameTypes returns the types, in the order of the outputs of the model; "" is no name.
func NameTypes() []string { return typeOrder[:] }

// Best returns the likeliest type, as an index of NameTypes, and by how much it is likelier than
// the next, in units of the weights. That a word names nothing has to be twice as sure as a type, unless it is common:
// one that the text has in lower case too.
func (w TypeWeights) Best(features []uint32, common bool) (best, lead int) {
	var sums [len(typeOrder)]int
	for _, f := range features {
		for i, v := range w[f] {
			sums[i] += int(v)
		}
	}
	if !common {
		sums[len(sums)-1] -= 2 * sureLead
	}
	second := -1
	for i, s := range sums {
		switch {
		case i == 0:
		case s > sums[best]:
			best, second = i, best
		case second < 0 || s > sums[second]:
			second = i
		}
	}
	return best, sums[best] - sums[second]
}

// NamedFeatures are the names of a text in its order, with the inputs of the model of types.
func NamedFeatures(title, body string) (names []string, features [][]uint32) {
	p := readPage(title, body)
	seen := p.nameFeatures()
	for _, n := range p.names {
		names = append(names, n)
		features = append(features, seen[p.canonical(n)].list)
	}
	return names, features
}

// CommonFeatures are the inputs of the words that a text has in lower case, each with a capital as
// a heading may have it: they name nothing.
func CommonFeatures(body string) (features [][]uint32) {
	p := readPage("", body)
	bare := &page{}
	for i, w := range slices.Sorted(maps.Keys(p.lower)) {
		if functionWords[w] || len(w) < 3 {
			continue
		}
		f := inputs{has: map[uint32]bool{}}
		[]*page{p, bare}[i%2].formFeatures(&f, strings.ToUpper(w[:1])+w[1:])
		features = append(features, f.list)
	}
	return features
}

// ListFeatures are the inputs of a name with each word of the lists by which a name may begin or
// end, with the type that the list gives.
func ListFeatures() (features [][]uint32, types []string) {
	add := func(name, typ string) {
		f := inputs{has: map[uint32]bool{}}
		(&page{}).formFeatures(&f, name)
		features, types = append(features, f.list), append(types, typ)
	}
	for _, w := range slices.Sorted(maps.Keys(firstWords)) {
		add(w+" of Xyz", firstWords[w])
	}
	for _, w := range slices.Sorted(maps.Keys(lastWords)) {
		add("Xyz "+w, lastWords[w])
		add("Xyz "+w+" of Xyz", lastWords[w])
	}
	for _, w := range slices.Sorted(maps.Keys(honours)) {
		add(w+" Xyz", "Person")
	}
	for _, w := range slices.Sorted(maps.Keys(givenNames)) {
		add(w, "Person")
		add(w+" Xyz", "Person")
	}
	for _, w := range slices.Sorted(maps.Keys(cities)) {
		add(w, "Location")
	}
	for _, w := range slices.Sorted(maps.Keys(countryNames)) {
		if isPlaceName(w) {
			add(w, "Location")
		}
	}
	add("[PERSON#1]", "Person")
	add("[LOCATION#1]", "Location")
	return features, types
}

// inputs are the features of a name, each once, in the order of finding.
type inputs struct {
	list []uint32
	has  map[uint32]bool
	// seen is the number of places that were read.
	seen int
	// stated is the type that the text states, "" for none: "X is a village".
	stated string
}

// maxPlaces is the number of places of a name whose context is read.
const maxPlaces = 6

// add adds a feature of a kind with a value, unless the value is "".
func (f *inputs) add(kind, value string) {
	if value == "" {
		return
	}
	h := uint32(2166136261)
	for _, s := range [2]string{kind, value} {
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * 16777619
		}
		h = (h ^ '=') * 16777619
	}
	if !f.has[h] {
		f.has[h] = true
		f.list = append(f.list, h)
	}
}

// state notes the type that a noun said of the name gives.
func (f *inputs) state(noun string) {
	if f.add("is", kindOf(noun)); f.stated == "" {
		f.stated = kindOf(noun)
	}
}

func (f *inputs) flag(kind string, on bool) {
	if on {
		f.add(kind, "yes")
	}
}

// nameFeatures are the inputs of the model for each name, by its full form.
func (p *page) nameFeatures() map[string]*inputs {
	out := map[string]*inputs{}
	of := func(name string) *inputs {
		name = p.canonical(name)
		if out[name] == nil {
			out[name] = &inputs{has: map[uint32]bool{}}
			out[name].add("all", "names")
			p.formFeatures(out[name], name)
		}
		return out[name]
	}
	if p.topic.name != "" {
		of(p.topic.name).state(p.topic.noun)
	}
	for _, n := range p.names {
		of(n)
	}
	for _, s := range p.sentences {
		if d, ok := p.definition(s, s.subject); ok {
			of(d.subject).state(d.noun(s))
			if _, known := p.described[d.subject]; !known {
				p.described[d.subject] = p.body[s.lex[d.from].start:s.lex[d.to-1].end]
			}
		}
		for _, m := range s.marks {
			if f := of(m.text); m.kind == Name && f.seen < maxPlaces {
				f.seen++
				p.placeFeatures(f, s, m)
			}
		}
	}
	return out
}

// formFeatures are those of the name itself and of the lists that have it or its words.
func (p *page) formFeatures(f *inputs, name string) {
	words := strings.Fields(name)
	if len(words) == 0 {
		return
	}
	first, last := words[0], words[len(words)-1]
	f.add("words", fmt.Sprint(min(len(words), 5)))
	f.add("first", strings.ToLower(first))
	f.add("last", strings.ToLower(last))
	for _, w := range words {
		f.add("word", strings.ToLower(w))
		f.add("shape", shapeOf(w))
	}
	for n := 2; n <= 4; n++ {
		if len(last) > n {
			f.add("end", last[len(last)-n:])
		}
	}
	f.add("last shape", shapeOf(last)+fmt.Sprint(len(words) > 1))
	head := last
	for i, w := range words[1:] {
		if w == "of" || w == "for" || w == "in" || w == "on" {
			head = words[i]
			break
		}
	}
	f.add("head", strings.ToLower(head))
	f.add("head kind", lastWords[head])
	f.add("head noun", kindOf(strings.ToLower(head)))
	f.add("first kind", firstWords[first])
	f.flag("city or country", cityOrCountry(fromCapitals(name)))
	f.flag("state", len(name) > 2 && strings.Contains(name, ".") && abbreviatedState(name))
	f.flag("given name", givenNames[first])
	f.flag("last given", givenNames[last])
	f.flag("honour", honours[first])
	f.flag("office", offices[first])
	f.flag("demonym", demonym(last))
	f.flag("plain", plainName(name))
	f.flag("plain words", len(words) > 1 && plainName(name) && !p.descriptive(words))
	f.flag("common", len(words) == 1 && commonWord(name))
	f.flag("lower", p.lower[strings.ToLower(name)])
	f.flag("inner", p.inner[name])
	f.flag("vote", votings[strings.ToLower(last)])
	f.flag("tagged person", strings.HasPrefix(name, "[PERSON#"))
	f.flag("tagged place", strings.HasPrefix(name, "[LOCATION#"))
}

// shapeOf gives a word's form: runs of capitals, small letters, digits and signs as one sign each.
func shapeOf(w string) string {
	var out []rune
	for _, r := range w {
		c := r
		switch {
		case unicode.IsUpper(r):
			c = 'A'
		case unicode.IsLower(r):
			c = 'a'
		case unicode.IsDigit(r):
			c = '0'
		}
		if len(out) == 0 || out[len(out)-1] != c {
			out = append(out, c)
		}
	}
	return string(out)
}

// placeFeatures are those of a place where a name stands.
func (p *page) placeFeatures(f *inputs, s *sentence, m mark) {
	at := func(i int) string {
		switch {
		case i < 0 || i >= len(s.lex):
			return "-"
		case s.at[i] >= 0 && s.marks[s.at[i]].kind == Name:
			return "NAME"
		case s.lex[i].class == numberLex:
			return "NUMBER"
		}
		return s.lex[i].lower
	}
	first := m.first - 1
	if m.quoted {
		first--
	}
	before, after := at(first), at(m.last)
	f.add("before", before)
	f.add("after", after)
	f.add("two before", at(first-1)+" "+before)
	f.add("two after", after+" "+at(m.last+1))
	f.add("kind before", kindOf(before))
	f.add("kind after", kindOf(after))
	f.flag("speaks", speaks[after])
	f.flag("verb after", m.last < len(s.lex) && isVerb(s.lex[m.last]))
	f.flag("kin after", m.last+1 < len(s.lex) && s.lex[m.last].class == possessiveLex && kin[s.lex[m.last+1].lower])
	if f.flag("quoted", m.quoted); m.quoted {
		f.state(before) // the film "X"
	}
	if next, ok := s.nameAt(m.last + 1); ok && after == "," {
		f.flag("place behind", isPlaceName(next.text) || abbreviatedState(next.text))
	}
	if d := (definition{from: m.last + 2, head: -1}); after == "," && d.from < len(s.lex) && determiners[s.lex[d.from-1].lower] {
		s.readDescription(&d)
		f.add("is", kindOf(d.noun(s)))
	}
}

var speaks = wordSet("said says told asked replied cried exclaimed answered whispered thought smiled laughed muttered shouted nodded sighed added")

// typed is what the model says of a name.
type typed struct{ best, lead int }

// sureLead is the lead from which a type is relied on for relations.
const sureLead = TypeScale

// typeNames finds the types of all names.
func (p *page) typeNames() {
	for name, f := range p.nameFeatures() {
		best, lead := types.Best(f.list, p.lower[strings.ToLower(name)])
		if f.stated != "" {
			best, lead = slices.Index(typeOrder[:], f.stated), sureLead
		}
		p.types[name] = typed{best, lead}
	}
}

// typeOf is the type of a name if it is sure, or "".
func (p *page) typeOf(name string) string {
	if t, ok := p.types[p.canonical(name)]; ok && t.lead >= sureLead {
		return typeOrder[t.best]
	}
	return ""
}

// guess is the likeliest type of a name, "" for none. It serves the list of entities alone, never
// a relation.
func (p *page) guess(name string) string {
	if t, ok := p.types[p.canonical(name)]; ok {
		return typeOrder[t.best]
	}
	return ""
}
