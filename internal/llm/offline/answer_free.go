package offline

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// The free reading answers what no form is known for with a sentence, or with
// the span of the asked kind in it: the sentence that says nearly all that the
// question says. In doubt it answers nothing.

const (
	// leastFree is the least weighted share of the question's words that a sentence,
	// with what leads up to it, must hold to answer it.
	leastFree = 0.85
	// leastInSentence is the least share that the sentence itself must hold.
	leastInSentence = 0.7
	// leastFreeZh and leastInSentenceZh are the same for Chinese, whose terms are pairs
	// of characters: a good part of them lies across two words.
	leastFreeZh, leastInSentenceZh = 0.6, 0.5
	// fewWords is the number of words below which a question says too little to be
	// answered by likeness.
	fewWords = 2
	// maxFree is the longest sentence given as an answer, in words; in Chinese, in characters.
	maxFree, maxFreeZh = 60, 160
)

// What a word of the question weighs where the sentence has another word for it,
// and where only the sentence before, or the title, has it.
const (
	byOtherWord = 0.8
	byContext   = 0.5
)

// freeReader scores sentences by one question.
type freeReader struct {
	f *finder
	// words are the question's terms with what may stand for each.
	words   []freeWord
	weights []float64
	total   float64
}

// freeWord is a term of the question and the sets of terms that may stand for it:
// one set is enough, all of it must be there.
type freeWord struct {
	term  string
	other [][]string
}

// free answers from the sentence that says most of the question.
func (f *finder) free() Answer {
	r := f.newFreeReader()
	if len(r.words) < fewWords || f.q.Type == YesNo || f.q.wantsName() {
		return Answer{}
	}
	leastIn, leastAll := leastInSentence, leastFree
	if f.q.Chinese() {
		leastIn, leastAll = leastInSentenceZh, leastFreeZh
	}
	best, bestScore := scored{}, 0.0
	for p, e := range f.evidence {
		title := termSet(e.title)
		before := title
		for i := range e.sentences {
			here := termSet(e.sentence(i))
			in, all := r.share(here, before, title)
			if score := all + 0.2*in; in >= leastIn && all >= leastAll && score > bestScore && f.statement(e.sentence(i)) && f.q.keepsRank(e.sentence(i)) {
				best, bestScore = scored{passage: p, sentence: i, share: all}, score
			}
			before = here
		}
	}
	if bestScore == 0 {
		return Answer{}
	}
	value, ok := f.freeValue(best)
	if !ok {
		return Answer{}
	}
	f.support = nil
	f.useSentence(best.passage, best.sentence)
	return Answer{Text: value, Score: math.Round(min(best.share, 0.85)*1e6) / 1e6, Support: f.support, Wanted: f.wanted}
}

func (f *finder) newFreeReader() *freeReader {
	r := &freeReader{f: f}
	df, n := map[string]int{}, 0.0
	for _, e := range f.evidence {
		for i := range e.sentences {
			n++
			for t := range termSet(e.sentence(i)) {
				df[t]++
			}
		}
	}
	short := f.shortForms()
	for _, t := range f.q.Terms {
		if askingTerm(t) {
			continue
		}
		w := math.Log(1 + (n+1)/(float64(df[t])+0.5))
		word := freeWord{term: t, other: short[t]}
		for _, o := range otherWords[t] {
			word.other = append(word.other, []string{o})
		}
		r.words, r.weights, r.total = append(r.words, word), append(r.weights, w), r.total+w
	}
	return r
}

// share is the weighted share of the question that a sentence holds, by itself
// and with the sentence before it and the title.
func (r *freeReader) share(here, before, title map[string]bool) (in, all float64) {
	if r.total == 0 {
		return 0, 0
	}
	for i, w := range r.words {
		switch {
		case here[w.term]:
			in += r.weights[i]
			all += r.weights[i]
		case w.otherIn(here):
			in += byOtherWord * r.weights[i]
			all += byOtherWord * r.weights[i]
		case before[w.term] || title[w.term] || w.otherIn(before) || w.otherIn(title):
			all += byContext * r.weights[i]
		}
	}
	return in / r.total, all / r.total
}

func (w freeWord) otherIn(terms map[string]bool) bool {
	return slices.ContainsFunc(w.other, func(set []string) bool {
		return !slices.ContainsFunc(set, func(t string) bool { return !terms[t] })
	})
}

// askingTerm tells the words that ask for a kind of answer rather than say
// something of it.
func askingTerm(term string) bool {
	switch term {
	case "context", "accord", "text", "articl", "passag", "mention", "describ", "explain", "tell", "know", "pleas", "exampl", "type", "kind", "name", "way", "thing", "main", "primari", "specif", "role", "purpos", "mean":
		return true
	}
	return false
}

var shortForm = regexp.MustCompile(`((?:[\p{L}-]+ ){1,5}[\p{L}-]+) \(([A-Z][A-Za-z]*[A-Z])s?\)`)

// shortForms are the short forms that the evidence explains, "basal cell carcinoma
// (BCC)", by term: the long form's terms, and for each of those the short form.
func (f *finder) shortForms() map[string][][]string {
	out := map[string][][]string{}
	for _, e := range f.evidence {
		for _, m := range shortForm.FindAllStringSubmatch(e.text, -1) {
			words := strings.Fields(m[1])
			n := utf8.RuneCountInString(m[2])
			if len(words) < n || !abbreviates(words[len(words)-n:], m[2]) {
				continue
			}
			short, long := text.Terms(m[2]), text.Terms(strings.Join(words[len(words)-n:], " "))
			if len(short) != 1 || len(long) == 0 {
				continue
			}
			out[short[0]] = append(out[short[0]], long)
			for _, t := range long {
				out[t] = append(out[t], short)
			}
		}
	}
	return out
}

// abbreviates tells whether a short form is made of the words' first letters.
func abbreviates(words []string, short string) bool {
	for i, r := range []rune(strings.ToLower(short)) {
		if first, _ := utf8.DecodeRuneInString(strings.ToLower(words[i])); first != r {
			return false
		}
	}
	return true
}

var notStatement = regexp.MustCompile(`[?？]["”’]?\s*$|\.{4,}|…{2,}|(?:^|\n)\s*#|\|.*\||<\/?[A-Za-z]+>`)

// statement tells a sentence that may answer: no question, heading or row of a
// table of contents, and neither too long nor only the question again.
func (f *finder) statement(s string) bool {
	if notStatement.MatchString(s) || strings.Count(strings.TrimSpace(s), "\n") > 2 {
		return false
	}
	if f.q.Chinese() {
		n := utf8.RuneCountInString(s)
		return n >= 8 && n <= maxFreeZh
	}
	words := text.Words(s)
	verb := slices.ContainsFunc(words, func(w text.Word) bool {
		l := strings.ToLower(w.Text)
		return auxiliaries[l] || pastForm(l) || verbForms[l] || strings.HasSuffix(l, "s") && len(l) > 3
	})
	return verb && len(words) >= 5 && len(words) <= maxFree
}

// nameAsked tells questions that one name or number answers, in whatever words.
var nameAsked = regexp.MustCompile(`(?i)^(?:what|which) (?:[a-z]+ )?(?:season|episode|album|song|film|movie|book|team|band|show|country|city|state|company|color|colour|language|channel|network|song|number|names?)\b|\bnames? of\b|['’]s names?\b`)

// wantsName tells a question that a name answers, and a sentence about it does not.
func (q Question) wantsName() bool { return nameAsked.MatchString(q.Text) }

// ranks are words that set one of several apart.
var ranks = regexp.MustCompile(`\b(?:first|second|third|only|most|least|largest|biggest|smallest|highest|longest|oldest|youngest|newest)\b`)

// keepsRank tells whether a sentence has the words by which the question sets one of
// several apart: who was second is not told by who was.
func (q Question) keepsRank(sentence string) bool {
	for _, r := range ranks.FindAllString(strings.ToLower(q.Text), -1) {
		if indexWord(sentence, r) < 0 {
			return false
		}
	}
	lower := ranked.FindString(strings.ToLower(sentence))
	return lower == "" || strings.Contains(strings.ToLower(q.Text), lower)
}

// ranked tells a place below the top: "the second most common".
var ranked = regexp.MustCompile(`\b(?:second|third|fourth|fifth)[ -](?:most|largest|biggest|highest|longest|oldest)\b`)

// freeValue is what a sentence answers with: for a question after a person, a
// time, a place or a number the only span of that kind that the question does not
// say, else the sentence.
func (f *finder) freeValue(s scored) (string, bool) {
	sentence := f.evidence[s.passage].sentence(s.sentence)
	switch f.q.Type {
	case Why:
		if !f.tellsWhy(sentence) {
			return "", false
		}
	case Who, When, Where, HowMany:
		if negation.MatchString(sentence) != negation.MatchString(f.q.Text) {
			return "", false
		}
		var found []candidate
		for _, c := range f.candidates(s) {
			if !slices.ContainsFunc(found, func(o candidate) bool { return o.text == c.text }) {
				found = append(found, c)
			}
		}
		if len(found) != 1 {
			return "", false
		}
		return found[0].text, true
	}
	return strings.Join(strings.Fields(sentence), " "), true
}
