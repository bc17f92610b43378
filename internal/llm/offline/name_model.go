package offline

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"grove/internal/learn"
	"grove/internal/lists"
)

// typeOrder has the types of names, in the order of the model's outputs; the last, "", is that of a word that names nothing.
var typeOrder = [...]string{"Person", "Organization", "Location", "Work", "Event", "Product", "Species", "Concept", ""}

// TypeScale is the number of units of a weight of the model of types in a log-odd. Its outputs are NameTypes.
const TypeScale = 32

//go:embed types.bin
var typeBytes []byte

var shippedTypes = learn.ParseSparse(typeBytes)

// NameTypes returns the types, in the order of the outputs of the model; "" is no name.
func NameTypes() []string { return typeOrder[:] }

// BestType returns the likeliest type, as an index of NameTypes, and by how much it is likelier than the next, in units of the weights.
// That a word names nothing has to be twice as sure as a type, unless it is common: one that the text has in lower case too.
func BestType(w learn.Sparse, features []uint32, common bool) (best, lead int) {
	var sums [len(typeOrder)]int
	w.Add(features, sums[:])
	if !common {
		sums[len(sums)-1] -= 2 * sureLead
	}
	most := slices.Max(sums[:])
	best = slices.Index(sums[:], most)
	sums[best] = math.MinInt
	return best, most - slices.Max(sums[:])
}

// NamedFeatures are the names of a text in its order, with the inputs of the model of types, and with those they would have if no list of
// names, and of words that begin or end one, had them.
func NamedFeatures(title, body string) (names []string, features, unlisted [][]uint32) {
	p := read(title, body, "en")
	of := func(listed bool) [][]uint32 {
		seen := p.nameFeatures(listed)
		return lists.Map(p.names, func(n string) []uint32 { return seen[p.canonical(n)].List })
	}
	return p.names, of(true), of(false)
}

// CommonFeatures are the inputs of the words that a text has in lower case, with a capital as in a heading: they name nothing.
func CommonFeatures(body string) (features [][]uint32) {
	p := read("", body, "en")
	bare := &page{}
	for i, w := range slices.Sorted(maps.Keys(p.lower)) {
		if !vocab.FunctionWords[w] && len(w) > 2 {
			f := inputs{}
			[]*page{p, bare}[i%2].formFeatures(&f, strings.ToUpper(w[:1])+w[1:], true)
			features = append(features, f.List)
		}
	}
	return features
}

// ListFeatures are the inputs of a name with each word of the lists by which a name may begin or end, with the type that the list gives.
func ListFeatures() (features [][]uint32, types []string) {
	add := func(name, typ string) {
		f := inputs{}
		(&page{}).formFeatures(&f, name, true)
		features, types = append(features, f.List), append(types, typ)
	}
	for _, w := range slices.Sorted(maps.Keys(vocab.FirstWords)) {
		add(w+" of Xyz", vocab.FirstWords[w])
	}
	for _, w := range slices.Sorted(maps.Keys(vocab.LastWords)) {
		add("Xyz "+w, vocab.LastWords[w])
		add("Xyz "+w+" of Xyz", vocab.LastWords[w])
	}
	for _, w := range slices.Sorted(maps.Keys(vocab.Honours)) {
		add(w+" Xyz", "Person")
	}
	for _, w := range slices.Sorted(maps.Keys(vocab.GivenNames)) {
		add(w, "Person")
		add(w+" Xyz", "Person")
	}
	for _, w := range slices.Concat(slices.Sorted(maps.Keys(vocab.Cities)), slices.Sorted(maps.Keys(countryNames))) {
		if cityOrCountry(w) {
			add(w, "Location")
		}
	}
	add("[PERSON#1]", "Person")
	add("[LOCATION#1]", "Location")
	return features, types
}

// inputs are the features of a name.
type inputs struct {
	learn.Inputs
	// seen is the number of places that were read.
	seen int
	// stated is the type that the text states, "" for none: "X is a village".
	stated string
}

// maxPlaces is the number of places of a name whose context is read.
const maxPlaces = 6

// state notes the type that a noun said of the name gives.
func (f *inputs) state(noun string) {
	f.Add("is", kindOf(noun))
	f.stated = cmp.Or(f.stated, kindOf(noun))
}

// nameFeatures are the inputs of the model for each name, by its full form; if not listed, without those of lists, for training.
func (p *page) nameFeatures(listed bool) map[string]*inputs {
	out := map[string]*inputs{}
	of := func(name string) *inputs {
		name = p.canonical(name)
		if out[name] == nil {
			out[name] = &inputs{}
			out[name].Add("all", "names")
			p.formFeatures(out[name], name, listed)
		}
		return out[name]
	}
	if p.topic.name != "" {
		of(p.topic.name).state(p.topic.noun)
	}
	for _, s := range p.sentences {
		if d := p.definition(s, s.subject); d.subject != "" {
			of(d.subject).state(d.noun)
			p.described[d.subject] = cmp.Or(p.described[d.subject], p.body[s.lex[d.from].start:s.lex[d.to-1].end])
		}
		for _, m := range s.nameMarks() {
			if f := of(m.text); f.seen < maxPlaces {
				f.seen++
				p.placeFeatures(f, s, m)
			}
		}
	}
	return out
}

// formFeatures are those of the name itself and, if listed, of the lists of names, and of words that begin or end one, that have it.
func (p *page) formFeatures(f *inputs, name string, listed bool) {
	words := strings.Fields(name)
	first, last := words[0], words[len(words)-1]
	f.Add("words", fmt.Sprint(min(len(words), 5)))
	f.Add("first", strings.ToLower(first))
	f.Add("last", strings.ToLower(last))
	for _, w := range words {
		f.Add("word", strings.ToLower(w))
		f.Add("shape", shapeOf(w))
	}
	for n := 2; n <= 4; n++ {
		if len(last) > n {
			f.Add("end", last[len(last)-n:])
		}
	}
	f.Add("last shape", shapeOf(last)+fmt.Sprint(len(words) > 1))
	head := last
	if at := slices.IndexFunc(words[1:], func(w string) bool { return w == "of" || w == "for" || w == "in" || w == "on" }); at >= 0 {
		head = words[at]
	}
	f.Add("head", strings.ToLower(head))
	f.Add("head noun", kindOf(strings.ToLower(head)))
	if listed {
		f.Add("head kind", vocab.LastWords[head])
		f.Add("first kind", vocab.FirstWords[first])
		f.Flag("city or country", cityOrCountry(name))
		f.Flag("state", len(name) > 2 && strings.Contains(name, ".") && abbreviatedState(name))
		f.Flag("given name", vocab.GivenNames[first])
		f.Flag("last given", vocab.GivenNames[last])
		f.Flag("honour", vocab.Honours[first])
		f.Flag("office", vocab.Offices[first])
		f.Flag("plain", plainName(name))
		f.Flag("plain words", len(words) > 1 && plainName(name))
	}
	f.Flag("demonym", demonym(last))
	f.Flag("lower", p.lower[strings.ToLower(name)])
	f.Flag("inner", p.inner[name])
	f.Flag("vote", vocab.Votings[strings.ToLower(last)])
	f.Flag("tagged person", strings.HasPrefix(name, "[PERSON#"))
	f.Flag("tagged place", strings.HasPrefix(name, "[LOCATION#"))
}

// shapeOf gives a word's form: runs of capitals, small letters, digits and signs as one sign each.
func shapeOf(w string) string {
	forms := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsUpper(r):
			return 'A'
		case unicode.IsLower(r):
			return 'a'
		case unicode.IsDigit(r):
			return '0'
		}
		return r
	}, w)
	return string(slices.Compact([]rune(forms)))
}

// placeFeatures are those of a place where a name stands.
func (p *page) placeFeatures(f *inputs, s *sentence, m mark) {
	at := s.token
	first := m.first - 1
	if m.quoted {
		first--
	}
	before, after := at(first), at(m.last)
	f.Add("before", before)
	f.Add("after", after)
	f.Add("two before", at(first-1)+" "+before)
	f.Add("two after", after+" "+at(m.last+1))
	f.Add("kind before", kindOf(before))
	f.Add("kind after", kindOf(after))
	f.Flag("speaks", vocab.Speaks[after])
	f.Flag("verb after", isVerb(s.lexeme(m.last)))
	f.Flag("kin after", s.lexeme(m.last).class == possessiveLex && vocab.Kin[s.lexeme(m.last+1).lower])
	if f.Flag("quoted", m.quoted); m.quoted {
		f.state(before) // the film "X"
	}
	next, _ := s.nameAt(m.last + 1)
	f.Flag("place behind", after == "," && (countryNames[next.text].place || abbreviatedState(next.text)))
	if from := m.last + 2; after == "," && from < len(s.lex) && vocab.Determiners[s.lex[from-1].lower] {
		f.Add("is", kindOf(s.description(from).noun))
	}
}

// typed is what the model says of a name.
type typed struct{ best, lead int }

// sureLead is the lead from which a type is relied on for relations.
const sureLead = TypeScale

// typeNames finds the types of all names.
func (p *page) typeNames() {
	for name, f := range p.nameFeatures(true) {
		best, lead := BestType(shippedTypes, f.List, p.lower[strings.ToLower(name)])
		if f.stated != "" {
			best, lead = slices.Index(typeOrder[:], f.stated), sureLead
		}
		p.types[name] = typed{best, lead}
	}
}

// typeOf is the type of a name if it is sure, or "".
func (p *page) typeOf(name string) string { return p.typeWith(name, sureLead) }

// typeWith is the likeliest type of a name, "" for none or with less than a lead.
func (p *page) typeWith(name string, lead int) string {
	if t, ok := p.types[p.canonical(name)]; ok && t.lead >= lead {
		return typeOrder[t.best]
	}
	return ""
}
