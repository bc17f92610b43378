package offline

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"grove/internal/text"
)

// typed answers a question without a known form: a candidate of the wanted
// type in one of the sentences with the most of the question's words.
func (f *finder) typed() Answer {
	if f.q.Chinese() {
		switch f.q.Type {
		case HowMany:
			return f.clauseAmount()
		case When:
			if a := f.clauseAmount(); a.Score >= Threshold {
				return a
			}
		case What, Which:
			if a := f.clauseList(); a.Score >= Threshold {
				return a
			}
		}
	}
	sentences := f.relevant()
	if len(sentences) == 0 {
		for _, n := range f.q.Names {
			f.want(n)
		}
		f.lacking = f.unanswered()
		return Answer{}
	}
	if f.q.Type == YesNo {
		return f.yesOrNo(sentences[0])
	}
	best, bestScore := candidate{}, 0.0
	var from scored
	for _, s := range sentences[:min(len(sentences), 8)] {
		for _, c := range f.candidates(s) {
			if score := f.weigh(s, c); score > bestScore {
				best, bestScore, from = c, score, s
			}
		}
	}
	if best.text == "" {
		i := -1
		if f.q.wantsSentence() {
			i = slices.IndexFunc(sentences, func(s scored) bool {
				said := f.evidence[s.passage].sentence(s.sentence)
				return s.share >= 0.5 && (f.tellsWhy(said) || f.causeBefore(s) >= 0)
			})
		}
		if i < 0 || f.q.Type != Why && i > 0 {
			return Answer{Missing: f.unanswered()}
		}
		from = sentences[i]
		if cause := f.causeBefore(from); cause >= 0 {
			f.useSentence(from.passage, from.sentence)
			from.sentence = cause
		}
		best.text, bestScore = f.evidence[from.passage].sentence(from.sentence), from.share
	}
	if lead := f.leadsTo(from); lead >= 0 {
		f.useSentence(from.passage, lead)
	}
	f.useSentence(from.passage, from.sentence)
	return Answer{Text: f.ofAskedKind(best.text), Score: math.Round(bestScore*1e6) / 1e6}
}

var happened = regexp.MustCompile(`(?i)^what happened\b|^(?:describe|explain|tell)\b|怎么|如何|怎样|发生`)

// wantsSentence tells a question that a whole sentence answers: why, how and
// what happened. Any other asks for a span.
func (q Question) wantsSentence() bool {
	return q.Type == Why || q.Type == How || happened.MatchString(q.Text)
}

// relevant are the sentences that may hold the answer, the best first. Where the
// question names something, a sentence (or its title) must name it too.
func (f *finder) relevant() []scored {
	all := rankSentences(f.q, f.evidence)
	f.underDate(all)
	for i, s := range all {
		if s.names == 0 && f.pronounFor(s) >= 0 {
			all[i].share, all[i].names = min(1, s.share+pronounShare), 0.5
		}
	}
	all = slices.DeleteFunc(all, func(s scored) bool {
		return s.share < f.leastShare() || len(f.q.Names) > 0 && s.names == 0 && f.leadsTo(s) < 0 || !f.holds(s) || !f.told(s) ||
			!f.q.keepsRank(f.evidence[s.passage].sentence(s.sentence))
	})
	slices.SortStableFunc(all, func(a, b scored) int {
		return cmp.Compare(b.share+0.2*b.names, a.share+0.2*a.names)
	})
	return all
}

// leadsTo is the sentence before one without the question's names that names what it
// goes on about: "The library closes" after "the library in Mill Lane". It is -1 where
// there is none, or where the sentence speaks of another place's.
func (f *finder) leadsTo(s scored) int {
	if j := f.pronounFor(s); j >= 0 {
		return j
	}
	if f.q.Chinese() || s.names > 0 {
		return -1
	}
	e := f.evidence[s.passage]
	sentence := strings.ToLower(e.sentence(s.sentence))
	for _, m := range placedThing.FindAllStringSubmatch(f.q.Text, -1) {
		thing := strings.ToLower(m[1])
		at := indexWord(sentence, "the "+thing)
		if at < 0 || otherPlace.MatchString(e.sentence(s.sentence)[at+len("the "+thing):]) {
			continue
		}
		for j := s.sentence - 1; j >= max(0, s.sentence-2); j-- {
			if indexWord(e.sentence(j), strings.ToLower(m[0])) >= 0 {
				return j
			}
		}
	}
	return -1
}

var (
	// placedThing is a thing that a place with a name sets apart from others of its kind.
	placedThing = regexp.MustCompile(`\bthe ([a-z]+) (?:in|at|of|on) (?:the )?[A-Z][\p{L}-]+(?: [A-Z][\p{L}-]+)*`)
	otherPlace  = regexp.MustCompile(`^ (?:in|at|of|on) (?:the )?[A-Z]`)
)

// leastShare is the least share of the question's words in a sentence that may
// answer: more where no name says what it is about.
func (f *finder) leastShare() float64 {
	if len(f.q.Names) == 0 && !f.q.Chinese() {
		return 0.4
	}
	return 0.3
}

// told tells whether a sentence states the deed that a question after a time,
// a place or a number speaks of.
func (f *finder) told(s scored) bool {
	if f.q.clause == nil || f.q.clause.asks != theCircumstance {
		return true
	}
	sentence := f.evidence[s.passage].sentence(s.sentence)
	for _, w := range letters.FindAllStringIndex(sentence, -1) {
		if verbKey(sentence[w[0]:w[1]]) == f.q.clause.verb && !denied(sentence, w[0]) {
			return true
		}
	}
	return false
}

// holds tells whether a sentence has the words of the relation that is looked for.
func (f *finder) holds(s scored) bool {
	if f.must == "" || zhRelations[f.must] != nil || zhSame[f.must] != "" {
		return true
	}
	sentence := f.evidence[s.passage].sentence(s.sentence)
	if f.q.Chinese() {
		return strings.Contains(sentence, f.must)
	}
	held := text.Terms(sentence)
	for _, t := range text.Terms(f.must) {
		if !slices.Contains(held, t) {
			return false
		}
	}
	return true
}

// candidate is a possible answer by the byte offsets of its sentence.
type candidate struct {
	text       string
	start, end int
	// bonus is what its pattern adds to its score.
	bonus float64
}

// weigh scores a candidate: the sentence's relevance, and how near the
// candidate stands to words of the question.
func (f *finder) weigh(s scored, c candidate) float64 {
	e := f.evidence[s.passage]
	sentence := e.sentence(s.sentence)
	nearest, offsets := len(sentence), text.NewOffsets(sentence)
	for _, w := range text.Words(sentence) {
		if !f.asked(w.Text) {
			continue
		}
		at := offsets.Byte(w.Start)
		nearest = min(nearest, max(c.start-at, at-c.end, 0))
	}
	proximity := 1 / (1 + float64(nearest)/20)
	if f.otherYear(sentence, c) {
		c.bonus -= 0.3
	}
	return 0.7*s.share + 0.1*s.names + 0.1*proximity + c.bonus
}

// asked tells whether a word's stem is one of the question's terms.
func (f *finder) asked(word string) bool {
	for _, t := range text.Terms(word) {
		if slices.Contains(f.q.Terms, t) {
			return true
		}
	}
	return false
}

var (
	commonPlace = regexp.MustCompile(`^(?:in|at|near|on) (?:the|an?) [a-z]`)
	placeEnd    = regexp.MustCompile(`\s(?:for|to|with|from|until|since)\b.*`)
	reasons     = regexp.MustCompile(`(?i)\b(?:because(?: of)?|due to|owing to|in order to|on account of)\b\s*`)
	isA         = regexp.MustCompile(`^(?:[^.;,]{0,60}?)\s(?:is|was|are|were|means|refers to)\s+`)
)

// candidates are the spans of the wanted type in a sentence that the question
// does not hold already.
func (f *finder) candidates(s scored) []candidate {
	e := f.evidence[s.passage]
	sentence := e.sentence(s.sentence)
	if f.q.Chinese() {
		return f.chineseCandidates(s.passage, s.sentence)
	}
	var out []candidate
	add := func(start, end int, bonus float64) {
		if t := sentence[start:end]; !f.inQuestion(t) {
			out = append(out, candidate{t, start, end, bonus})
		}
	}
	switch f.q.Type {
	case When:
		for _, d := range findDates(sentence, false) {
			add(d[0], d[1], 0.1)
		}
	case Who, Which:
		for _, n := range properNames(sentence) {
			if f.noName(sentence, n) || monthWord.MatchString(n.Text) || countryOf(n.Text) != "" && f.q.Type == Who {
				continue
			}
			add(n.Start, n.End, f.roleBonus(sentence, n)+0.02*float64(min(f.mentions(n.Text), 5)))
		}
	case Where:
		whither := f.whither()
		for _, m := range toPlace.FindAllStringIndex(sentence, -1) {
			if start, end, ok := placeAt(sentence, m[1]); ok && whither {
				add(start, end, 0.25)
			}
		}
		for _, m := range inPlace.FindAllStringIndex(sentence, -1) {
			if whither && strings.HasPrefix(sentence[m[0]:], "from") {
				continue
			}
			if start, end, ok := placeAt(sentence, m[1]); ok {
				add(start, end, 0.1)
			} else if start, end, ok := commonPlaceAt(sentence, m[0]); ok {
				add(start, end, 0.05)
			}
		}
	case HowMany:
		for _, c := range f.numbers(sentence) {
			add(c.start, c.end, c.bonus)
		}
	case Why:
		if m := reasons.FindStringIndex(sentence); m != nil {
			if end := len(strings.TrimRight(sentence, ".!? ")); end > m[1] && end-m[1] < 200 {
				add(m[1], end, 0.2)
			}
		}
	case What:
		out = append(out, f.definition(sentence)...)
	}
	return out
}

var (
	toPlace = regexp.MustCompile(`\bto\s+(?:the\s+)?`)
	goes    = regexp.MustCompile(`(?i)^(?:to )?where (?:did|does|do|has|have|will)\b.*\b(?:move|moved|go|gone|sail|sailed|travel|travell?ed|head|flee|fled|return|returned|emigrate|emigrated|retire|send)\b`)
	whence  = regexp.MustCompile(`(?i)\b(?:from|before|originally)\b`)
)

// whither tells a question after the place that something goes to.
func (f *finder) whither() bool { return goes.MatchString(f.q.Text) && !whence.MatchString(f.q.Text) }

// noName tells a word that wears its capital only because it opens the sentence.
func (f *finder) noName(sentence string, n nameSpan) bool {
	first, _, _ := strings.Cut(strings.ToLower(n.Text), " ")
	single := first == strings.ToLower(n.Text)
	if functionWords[first] || single && openers[first] || addressed(sentence, n) {
		return true
	}
	if single && strings.TrimSpace(sentence[:n.Start]) == "" && ofDate(sentence[n.End:]) {
		return true // "Minutes of 4 May 2021"
	}
	return single && strings.TrimSpace(sentence[:n.Start]) == "" &&
		slices.ContainsFunc(f.evidence, func(e *evidence) bool { return strings.Contains(e.text, " "+first+" ") })
}

// ofDate tells words that begin with "of" and a date.
func ofDate(after string) bool {
	rest, of := strings.CutPrefix(after, " of ")
	dates := findDates(rest, false)
	return of && len(dates) > 0 && dates[0][0] == 0
}

var (
	beforeAddressed = regexp.MustCompile(`(?:, |["“‘])$`)
	afterAddressed  = regexp.MustCompile(`^[,.!?]+["”’]`)
)

// addressed tells a name that is spoken to: "Oh, yes you do, McMurdo," cried he.
func addressed(sentence string, n nameSpan) bool {
	return beforeAddressed.MatchString(sentence[:n.Start]) && afterAddressed.MatchString(sentence[n.End:])
}

// commonPlaceAt reads a place without a name of its own: "in the market hall of X".
func commonPlaceAt(s string, at int) (int, int, bool) {
	if !commonPlace.MatchString(s[at:]) {
		return 0, 0, false
	}
	start := at + strings.IndexByte(s[at:], ' ') + 1
	phrase := strings.TrimRight(s[start:], ".!? ")
	if stop := clauseEnd.FindStringIndex(phrase); stop != nil {
		phrase = phrase[:stop[0]]
	}
	phrase = placeEnd.ReplaceAllString(phrase, "")
	return start, start + len(phrase), len(strings.Fields(phrase)) <= 6
}

// inQuestion tells whether the question says a candidate already.
func (f *finder) inQuestion(s string) bool {
	return strings.Contains(" "+foldName(genitives.ReplaceAllString(f.q.Text, ""))+" ", " "+foldName(untitled(s))+" ")
}

var (
	byBefore   = regexp.MustCompile(`(?i)\bby\s+(?:the\s+)?$`)
	verbAfter  = regexp.MustCompile(`^\s+(?:[a-z]+ly\s+|had\s+|has\s+|who\s+)?([a-z]+)`)
	appositive = regexp.MustCompile(`^,?\s+(?:the|a|an|is|was)\s+(?:[\w-]+\s+){0,3}([a-z]+)`)
)

// roleBonus favours a name that does what the question asks: "by X" or "X verb".
func (f *finder) roleBonus(sentence string, n nameSpan) float64 {
	after := sentence[n.End:]
	for _, re := range []*regexp.Regexp{verbAfter, appositive} {
		if m := re.FindStringSubmatch(after); m != nil && f.asked(m[1]) {
			return 0.15
		}
	}
	if byBefore.MatchString(sentence[:n.Start]) {
		return 0.15
	}
	// "Captain Ahab": the asked role is part of the name.
	if first, rest, ok := strings.Cut(n.Text, " "); ok && f.asked(first) && !f.inQuestion(rest) {
		return 0.12
	}
	return 0
}

// mentions counts the sentences of the evidence that hold a name's last word.
func (f *finder) mentions(name string) int {
	words := strings.Fields(name)
	n := 0
	for _, e := range f.evidence {
		for i := range e.sentences {
			if e.mentions(i, words[len(words)-1]) {
				n++
			}
		}
	}
	return n
}

// determined tells a noun phrase with an article or a possessive.
var determined = regexp.MustCompile(`(?i)^(?:a|an|the|one of|its|his|her|their)\s+\w`)

var wasName = regexp.MustCompile(`\s+(?:is|was|are|were)\s+$`)

// described gives what a sentence says that a name is: "the chief mate of the
// Pequod was X", "X, a native of Nantucket".
func described(sentence, name string) (candidate, bool) {
	at := strings.Index(sentence, name)
	if at < 0 {
		return candidate{}, false
	}
	end := at + len(name)
	if m := wasName.FindStringIndex(sentence[:at]); m != nil && m[0] < 120 && determined.MatchString(sentence[:m[0]]) {
		return candidate{sentence[:m[0]], 0, m[0], 0.2}, true
	}
	for _, lead := range []string{", a ", ", an ", ", the "} {
		if !strings.HasPrefix(sentence[end:], lead) {
			continue
		}
		start := end + 2
		stop := strings.IndexAny(sentence[start:], ",;.")
		if stop > 0 {
			return candidate{sentence[start : start+stop], start, start + stop, 0.15}, true
		}
	}
	return candidate{}, false
}

// definition gives what follows "X is" where the question asks what X is, or
// the noun phrase beside the words of the question.
func (f *finder) definition(sentence string) []candidate {
	for _, n := range f.q.Names {
		at := max(0, strings.Index(f.q.Text, n)) // a name may be spelt anew
		switch {
		case owns(strings.TrimLeft(f.q.Text[min(at+len(n), len(f.q.Text)):], " ")):
			return nil // what the owner is says nothing of what is owned
		case strings.Contains(f.q.Text, " of "+n), strings.Contains(f.q.Text, " of the "+n):
			continue
		}
		if c, ok := described(sentence, n); ok {
			return []candidate{c}
		}
	}
	m := isA.FindStringIndex(sentence)
	if m == nil {
		return nil
	}
	subject := text.Terms(sentence[:m[1]])
	held := 0
	for _, t := range f.q.Terms {
		if slices.Contains(subject, t) {
			held++
		}
	}
	if held == 0 || held*3 < len(f.q.Terms)*2 {
		return nil
	}
	end := max(m[1], len(strings.TrimRight(sentence, ".!? ")))
	if c := strings.IndexAny(sentence[m[1]:end], ";"); c > 0 {
		end = m[1] + c
	}
	if len(f.q.Names) > 0 && !determined.MatchString(sentence[m[1]:end]) {
		return nil // "X is mine" says nothing of what X is
	}
	if end <= m[1] || f.inQuestion(sentence[m[1]:end]) {
		return nil
	}
	return []candidate{{sentence[m[1]:end], m[1], end, 0.15}}
}

var negation = regexp.MustCompile(`(?i)\b(?:not|no|never|n't|neither|nor|without)\b|n't\b|不|没|未|无`)

// yesOrNo says yes where one sentence holds nearly all of the question's
// words, no where only the one of the two is negated, and otherwise nothing.
func (f *finder) yesOrNo(s scored) Answer {
	if s.share < 0.75 || len(f.q.Terms) < 2 {
		return Answer{Missing: f.unanswered()}
	}
	f.useSentence(s.passage, s.sentence)
	sentence := f.evidence[s.passage].sentence(s.sentence)
	if f.q.Chinese() {
		return f.chineseYesOrNo(sentence, s.share)
	}
	question := strings.ReplaceAll(strings.ReplaceAll(f.q.Text, "是否", ""), "有没有", "")
	return Answer{Text: f.yesNo(negation.MatchString(sentence) == negation.MatchString(question)), Score: s.share}
}
