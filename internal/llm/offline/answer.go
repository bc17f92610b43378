package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"grove/internal/text"
)

// Passage is a piece of evidence: a title, which may be "", and a text.
type Passage struct{ Title, Text string }

// Support is a sentence of a passage that an answer rests on.
type Support struct {
	// Passage is the index of the passage.
	Passage int
	// Span is the sentence, in runes of the passage's text.
	text.Span
}

// Answer is what the kit finds in passages.
type Answer struct {
	// Text is a span or a sentence of a passage, one of the options of the
	// question, or yes or no; "" where Abstained.
	Text      string
	Abstained bool
	// Missing says what was not found, in the question's language; "" if nothing.
	Missing string
	// Sure is true for an answer found in a form that states it, false for the best
	// span of relevant sentences: more text may hold a better one.
	Sure bool
	// Score is how sure the kit is, 0 to 1.
	Score float64
	// Support are the sentences used, also those of a part of the way.
	Support []Support
	// Wanted are names about which more should be read, the most wanted first.
	Wanted []string
}

// Threshold is the least score of an answer that is given rather than withheld.
const Threshold = 0.45

// Answer answers a question from the passages and nothing else.
func (k *Kit) Answer(q Question, passages []Passage) Answer {
	ev := make([]*evidence, len(passages))
	for i, p := range passages {
		ev[i] = newEvidence(p)
	}
	q = k.recased(q, ev)
	f := &finder{q: q, evidence: ev}
	if word, ok := q.standsAlone(); !ok {
		return Answer{Abstained: true, Missing: "the question does not say what \"" + word + "\" stands for"}
	}
	a := f.best()
	if a.Abstained = a.Score < Threshold || a.Text == ""; a.Abstained {
		a.Text = ""
		if a.Missing == "" {
			a.Missing = f.unanswered()
		}
	} else {
		a.Missing = ""
	}
	return a
}

// best is the answer of the first reading that finds one and that holds by what the
// question says of time.
func (f *finder) best() Answer {
	if a, asked := f.neighbourHolder(); asked {
		return a
	}
	if a, ok := f.measured(); ok {
		return a
	}
	if a, ok := f.whoZh(); ok {
		return a
	}
	a := f.answer()
	if (a.Score < Threshold || a.Text == "") && f.freely() {
		if b := f.free(); b.Score >= Threshold {
			a = b
		}
	}
	if a.Score < Threshold {
		return a
	}
	if a = f.holding(a); f.unchecked(a) {
		return Answer{Support: a.Support, Wanted: a.Wanted}
	}
	return f.together(a)
}

// Wanted are the names to look for before anything has been read.
func (q Question) Wanted() []string {
	var names []string
	for _, l := range q.Lookups {
		names = append(names, l.Name)
	}
	for _, n := range q.Names {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// evidence is a passage made ready. All its offsets are bytes.
type evidence struct {
	title, text string
	offsets     *text.Offsets
	sentences   []text.Span
	// folded are the sentences as foldName gives them.
	folded []string
	// page is the text as the extraction reads it, where it is Chinese and was asked for.
	page *zhPage
	// terms are the search terms of title and text, nil until asked for.
	terms map[string]bool
}

// genitives are the endings that make owners of names.
var genitives = regexp.MustCompile(`['’]s\b`)

func newEvidence(p Passage) *evidence {
	p.Title, p.Text = valid(p.Title), valid(p.Text)
	e := &evidence{title: p.Title, text: p.Text, offsets: text.NewOffsets(p.Text)}
	for _, s := range text.Sentences(p.Text) {
		b := text.Span{Start: e.offsets.Byte(s.Start), End: e.offsets.Byte(s.End)}
		e.sentences = append(e.sentences, b)
		e.folded = append(e.folded, " "+foldName(genitives.ReplaceAllString(p.Text[b.Start:b.End], ""))+" ")
	}
	return e
}

func (e *evidence) sentence(i int) string {
	return e.text[e.sentences[i].Start:e.sentences[i].End]
}

// says tells whether title and text together hold all of some search terms. Their own
// terms are found once: a question may ask this for every sentence.
func (e *evidence) says(terms []string) bool {
	if len(terms) == 0 {
		return true
	}
	if e.terms == nil {
		e.terms = termSet(e.title + "\n" + e.text)
	}
	return !slices.ContainsFunc(terms, func(t string) bool { return !e.terms[t] })
}

// mentions tells whether a sentence holds a name, its qualifier left away.
func (e *evidence) mentions(i int, name string) bool {
	n := foldName(unranked(unbracketed(name)))
	if n == "" {
		return false
	}
	if hasHan(n) {
		return strings.Contains(e.folded[i], n)
	}
	return strings.Contains(e.folded[i], " "+n+" ")
}

// finding is a value found in a sentence of a passage.
type finding struct {
	text              string
	passage, sentence int
}

// finder looks for the answer to one question.
type finder struct {
	q        Question
	evidence []*evidence
	// must is a relation whose words a sentence must hold, "" for any.
	must    string
	support []Support
	wanted  []string
	lacking string
}

func (f *finder) answer() Answer {
	var a Answer
	switch {
	case f.q.Choice != "":
		a = f.compare()
	case len(f.q.Lookups) > 0:
		a = f.look(f.q.Lookups[0])
		if c := f.q.clause; a.Score < Threshold && len(f.q.Lookups[0].Path) == 1 && c != nil && c.asks != theCircumstance {
			a = f.clauseAnswer(c)
		}
	case f.q.clause != nil && f.q.clause.asks != theCircumstance:
		a = f.clauseAnswer(f.q.clause)
	default:
		a = f.typed()
	}
	a.Support, a.Wanted = f.support, f.wanted
	if a.Missing == "" {
		a.Missing = f.lacking
	}
	return a
}

// freely tells a question that likeness may answer: none that compares, goes
// along several relations, or asks for one that texts state in known forms.
func (f *finder) freely() bool {
	if f.q.Choice != "" || len(f.q.Lookups) == 0 {
		return f.q.Choice == ""
	}
	path := f.q.Lookups[0].Path
	return len(path) == 1 && followers[path[0]].cues == nil && !strings.HasPrefix(path[0], whose) && !strings.HasPrefix(path[0], DoerOf)
}

// look follows one lookup, and falls back on the sentences where a single
// relation was not found in a known form.
func (f *finder) look(l Lookup) Answer {
	if f.q.Chinese() && f.q.Type == HowMany && zhLeftTrim.ReplaceAllString(l.Path[len(l.Path)-1], "") == "" {
		if a := f.clauseAmount(); a.Score >= Threshold { // "基地的面积" is the number behind 基地
			return a
		}
	}
	if v, ok := f.follow(l); ok {
		return Answer{Text: f.ofAskedKind(v.text), Score: 0.9, Sure: true}
	}
	n := len(l.Path) - 1
	deed := strings.HasPrefix(l.Path[n], DoerOf)
	if n == 1 && !f.q.Chinese() && (deed || deeds[l.Path[n]] != nil) { // "the dry dock of Harrow" is one thing
		if v, ok := f.follow(Lookup{l.Path[0] + " of " + l.Name, l.Path[1:]}); ok {
			return Answer{Text: f.ofAskedKind(v.text), Score: 0.85, Sure: true}
		}
	}
	if deed {
		return Answer{} // a deed is stated or it is not
	}
	if f.q.Chinese() || len(l.Path) == 1 && followers[l.Path[0]].cues == nil && !strings.HasPrefix(l.Path[0], whose) {
		support, wanted, lacking := f.support, f.wanted, f.lacking
		f.must = l.Path[len(l.Path)-1]
		if a := f.typed(); a.Score >= Threshold {
			return a
		}
		f.support, f.wanted, f.lacking = support, wanted, lacking
	}
	return Answer{}
}

// follow goes along the relations of a lookup, trying at most three values of
// each, and gives the last value. The sentences of the farthest way are kept as support.
func (f *finder) follow(l Lookup) (finding, bool) {
	var farthest []finding
	var walk func(name string, depth int, way []finding) (finding, bool)
	walk = func(name string, depth int, way []finding) (finding, bool) {
		if len(way) > len(farthest) {
			farthest = slices.Clone(way)
		}
		if depth == len(l.Path) {
			return way[len(way)-1], f.mayName(way[len(way)-1].text, l.Name)
		}
		values := f.asAsked(l.Path[depth], f.values(name, l.Path[depth]))
		for _, v := range values[:min(len(values), 3)] {
			if passed(l.Name, way, v.text) {
				continue
			}
			for _, next := range hops(v.text) {
				if end, ok := walk(next, depth+1, append(way, v)); ok {
					return end, true
				}
			}
		}
		if len(way) == len(farthest) {
			f.want(name)
			if f.lacking == "" {
				f.lacking = f.missing(name, l.Path[depth])
			}
		}
		return finding{}, false
	}
	end, ok := walk(l.Name, 0, nil)
	for _, v := range farthest {
		f.use(v)
	}
	if ok {
		f.use(end)
	}
	return end, ok
}

// itsName asks for the name of something.
var itsName = regexp.MustCompile(`(?i)\bnames? of\b|['’]s names?\b`)

// mayName tells a value that can be the name of somebody or something, where the
// question asks for one: it wears a capital, or is in Han letters, and is not whom the
// question names.
func (f *finder) mayName(value, asked string) bool {
	if f.q.Choice != "" || f.q.Type != Who && !itsName.MatchString(f.q.Text) {
		return true
	}
	if foldName(untitled(value)) == foldName(untitled(asked)) {
		return false // Holmes's friend is not Mr. Holmes
	}
	return hasHan(value) || strings.ContainsFunc(value, unicode.IsUpper)
}

// hops are the names by which a value is looked up on the way: as it stands, and
// without where the person belongs to: "Dr. Ann Lee of the Weather Office" is Ann Lee.
func hops(value string) []string {
	head, _, cut := strings.Cut(value, " of the ")
	if bare := unranked(head); cut && strings.Contains(bare, " ") && personLike(bare) {
		return []string{value, bare}
	}
	return []string{value}
}

// passed tells a name that the way has come by, so that it never turns back.
func passed(first string, way []finding, name string) bool {
	return foldName(first) == foldName(name) ||
		slices.ContainsFunc(way, func(w finding) bool { return foldName(w.text) == foldName(name) })
}

func (f *finder) want(name string) {
	if !slices.Contains(f.wanted, name) {
		f.wanted = append(f.wanted, name)
	}
}

// use keeps the sentence of a finding as support.
func (f *finder) use(v finding) { f.useSentence(v.passage, v.sentence) }

func (f *finder) useSentence(passage, sentence int) {
	e := f.evidence[passage]
	if sentence >= len(e.sentences) {
		return
	}
	b := e.sentences[sentence]
	s := Support{passage, text.Span{Start: e.offsets.Rune(b.Start), End: e.offsets.Rune(b.End)}}
	if !slices.Contains(f.support, s) {
		f.support = append(f.support, s)
	}
}

// missing says which relation of a name was not found: no more, for a text may state it
// in words that the kit does not know.
func (f *finder) missing(name, relation string) string {
	if f.q.Chinese() {
		if deed, did := strings.CutPrefix(relation, DoerOf); did {
			return "在读到的文本中没有找到谁" + deed + "了" + name + "的说明"
		}
		return "在读到的文本中没有找到" + name + "的" + relation
	}
	return "no statement of " + sought(relation, name) + " was found in the text that was read"
}

// compare answers a question about two options.
func (f *finder) compare() Answer {
	options := f.reading()
	if f.q.Choice == Longest {
		return f.longest(options)
	}
	var values []finding
	for _, l := range options {
		v, ok := f.follow(l)
		if !ok {
			continue
		}
		values = append(values, v)
	}
	if len(values) < len(options) {
		return Answer{}
	}
	if f.q.Choice == Same {
		return Answer{Text: f.yesNo(sameValue(values[0].text, values[1].text)), Score: 0.8, Sure: true}
	}
	return f.chosen(options, dateKey(values[0].text), dateKey(values[1].text), f.q.Choice == Latest)
}

// longest compares lengths of life.
func (f *finder) longest(options []Lookup) Answer {
	spans := make([]int, len(options))
	for i, l := range options {
		birth, ok1 := f.follow(Lookup{l.Name, append(slices.Clone(l.Path), "date of birth")})
		death, ok2 := f.follow(Lookup{l.Name, append(slices.Clone(l.Path), "date of death")})
		if !ok1 || !ok2 {
			return Answer{}
		}
		spans[i] = dateKey(death.text) - dateKey(birth.text)
	}
	return f.chosen(options, spans[0], spans[1], true)
}

// chosen is the option with the smaller or the larger key.
func (f *finder) chosen(options []Lookup, a, b int, larger bool) Answer {
	switch {
	case a == 0 || b == 0 || a == b:
		return Answer{}
	case (a < b) != larger:
		return Answer{Text: options[0].Name, Score: 0.9, Sure: true}
	}
	return Answer{Text: options[1].Name, Score: 0.9, Sure: true}
}

// reading is the reading of the two options whose names the evidence knows best.
func (f *finder) reading() []Lookup {
	best, score := f.q.Lookups, -1.0
	readings := append([][]Lookup{f.q.Lookups}, f.q.splits...)
	for _, r := range readings {
		s := 0.0
		for _, l := range r {
			top := 0.0
			for _, e := range f.evidence {
				top = max(top, nameMatch(e.title, l.Name))
			}
			s += top
		}
		if s > score {
			best, score = r, s
		}
	}
	return best
}

func (f *finder) yesNo(yes bool) string {
	switch {
	case f.q.Chinese() && yes:
		return "是"
	case f.q.Chinese():
		return "否"
	case yes:
		return "yes"
	}
	return "no"
}

// sameValue compares countries as countries and anything else as names.
func sameValue(a, b string) bool {
	if ca, cb := countryOf(a), countryOf(b); ca != "" && cb != "" {
		return ca == cb
	}
	return foldName(a) == foldName(b)
}
