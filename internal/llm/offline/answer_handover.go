package offline

import (
	"regexp"
	"slices"
	"strings"
)

// Offices are handed over: who holds one is not told by a sentence about who held
// it, where another says who followed. This file reads who followed whom.

// handover says that one person took the place of another.
type handover struct {
	before, after     string
	passage, sentence int
}

const (
	// maxHandovers bounds how many changes of a holder are gone along.
	maxHandovers = 8
	// handoverReach is how many sentences may lie between the one that names a holder
	// and the one that says who followed.
	handoverReach = 3
)

var (
	tookOver   = regexp.MustCompile(`\b(?:followed|succeeded|replaced|took over from|relieved)\s+`)
	wasAfter   = regexp.MustCompile(`\b(?:is|was|were|been)\s+(?:soon |later |then )?(?:followed|succeeded|replaced|relieved)\s[^.;]{0,40}?\bby\s+(?:(?:his|her|their|the|an?)\s+[a-z -]{1,30})?`)
	besideHim  = regexp.MustCompile(`\b(Before|After)\s+(him|her|them|[A-Z][\p{L}]+(?: [A-Z][\p{L}]+)*),?\s`)
	nextHolder = regexp.MustCompile(`(?i)\b(?:his|her|their|['’]s)\s+(successor|predecessor)(?: is| was|,)?\s+`)
	toVerb     = regexp.MustCompile(`^(?:,[^,.;]{0,60},)?\s*(?:(?:who|then|soon|later|has|had|duly)\s+){0,2}$`)
	personFirm = regexp.MustCompile(`^(?:him|her|them)\b`)
)

// handovers are all that the evidence says of who followed whom, in its order.
func (f *finder) handovers() []handover {
	var out []handover
	for p, e := range f.evidence {
		for i := range e.sentences {
			s := e.sentence(i)
			add := func(before, after string) {
				if before != "" && after != "" && foldName(before) != foldName(after) {
					out = append(out, handover{f.fullName(p, before), f.fullName(p, after), p, i})
				}
			}
			for _, m := range tookOver.FindAllStringIndex(s, 3) {
				after, at := nameThatEnds(s, m[0])
				add(f.holderAt(p, i, s[m[1]:], at), after)
			}
			for _, m := range wasAfter.FindAllStringIndex(s, 3) {
				add(f.earlierHolder(p, i, m[0]), nameThatOpens(s[m[1]:]))
			}
			for _, m := range besideHim.FindAllStringSubmatchIndex(s, 3) {
				here := f.holderAt(p, i, s[m[4]:m[5]]+" ", m[0])
				if other := firstPerson(s[m[1]:]); s[m[2]:m[3]] == "Before" {
					add(other, here)
				} else {
					add(here, other)
				}
			}
			for _, m := range nextHolder.FindAllStringSubmatchIndex(s, 3) {
				here, other := f.earlierHolder(p, i, m[0]), nameThatOpens(s[m[1]:])
				if strings.EqualFold(s[m[2]:m[3]], "successor") {
					add(here, other)
				} else {
					add(other, here)
				}
			}
		}
	}
	return out
}

// nameThatEnds is the name of a person right before byte at, and where it begins.
func nameThatEnds(s string, at int) (string, int) {
	names := properNames(s[:at])
	for _, n := range slices.Backward(names) {
		if toVerb.MatchString(s[n.End:at]) && personLike(n.Text) {
			return n.Text, n.Start
		}
	}
	return "", 0
}

// nameThatOpens is the name of a person with which s begins.
func nameThatOpens(s string) string {
	if names := properNames(s); len(names) > 0 && names[0].Start == 0 && personLike(names[0].Text) {
		return names[0].Text
	}
	return ""
}

func firstPerson(s string) string {
	for _, n := range properNames(s) {
		if personLike(n.Text) && !monthWord.MatchString(n.Text) && !cityOrCountry(n.Text) {
			return n.Text
		}
	}
	return ""
}

// holderAt is whom words that follow a verb mean: a name, or by "him" one before byte at.
func (f *finder) holderAt(p, i int, words string, at int) string {
	if personFirm.MatchString(words) {
		return f.earlierHolder(p, i, at)
	}
	return nameThatOpens(words)
}

var predicateName = regexp.MustCompile(`\b(?:is|was)\s+$`)

// earlierHolder is the person of whom a sentence speaks before byte at, or else
// those before it: who "was X", else the first person that is named.
func (f *finder) earlierHolder(p, i, at int) string {
	e := f.evidence[p]
	for j := i; j >= max(0, i-2); j-- {
		s := e.sentence(j)
		if j == i {
			s = s[:at]
		}
		first := ""
		for _, n := range properNames(s) {
			if !personLike(n.Text) || cityOrCountry(n.Text) || monthWord.MatchString(n.Text) {
				continue
			}
			if predicateName.MatchString(s[:n.Start]) {
				return n.Text
			}
			if first == "" && !afterPrep.MatchString(s[:n.Start]) {
				first = n.Text
			}
		}
		if first != "" {
			return first
		}
	}
	return ""
}

var (
	asksNow = regexp.MustCompile(`(?i)^who(?:['’]s|\s+is|\s+are)\s|\b(?:current|currently|now|today|at present)\b`)
	// pastHolder marks one who held an office and holds it no longer.
	pastHolder = regexp.MustCompile(`(?i)\b(?:until|till|former|formerly|retired|resigned|stepped down)\b`)
	// notNow are questions that say which holder they mean.
	notNow = regexp.MustCompile(`(?i)\b(?:first|second|third|last|former|original|late|old|previous|before|after|until|in \d{4})\b`)
)

// holding puts in the place of one who held an office the one who holds it by the
// evidence, where a question asks for that. Where only one who no longer holds it
// is known, nothing is answered.
func (f *finder) holding(a Answer) Answer {
	if f.q.Type != Who || a.Text == "" {
		return a
	}
	if f.q.Chinese() {
		return f.holdingZh(a)
	}
	if !asksNow.MatchString(f.q.Text) || notNow.MatchString(f.q.Text) {
		return a
	}
	f.support = a.Support
	all := f.handovers()
	for range maxHandovers {
		i := slices.IndexFunc(all, func(h handover) bool { return sameOne(h.before, a.Text) && f.nearSupport(h.passage, h.sentence) })
		if i < 0 {
			break
		}
		a.Text = all[i].after
		f.useSentence(all[i].passage, all[i].sentence)
		all = slices.Delete(all, i, i+1)
		a.Support = f.support
	}
	if f.past(a.Text) {
		return Answer{Missing: "the text that was read names only a past one: " + a.Text, Support: a.Support, Wanted: a.Wanted}
	}
	return a
}

// nearSupport tells a sentence at most handoverReach behind one that the answer rests on.
func (f *finder) nearSupport(passage, sentence int) bool {
	for _, s := range f.support {
		at := f.evidence[passage].sentenceAt(f.evidence[passage].offsets.Byte(s.Start))
		if s.Passage == passage && at <= sentence && sentence-at <= handoverReach {
			return true
		}
	}
	return false
}

// past tells whether the sentence that the answer rests on says that it was so once.
func (f *finder) past(name string) bool {
	if len(f.support) == 0 {
		return false
	}
	last := f.support[len(f.support)-1]
	e := f.evidence[last.Passage]
	s := e.sentence(e.sentenceAt(e.offsets.Byte(last.Start)))
	at := strings.Index(s, name)
	if at < 0 {
		return false
	}
	from, to := max(0, strings.LastIndexAny(s[:at], ";,")), len(s)
	if stop := strings.IndexByte(s[at:], ';'); stop > 0 {
		to = at + stop
	}
	return pastHolder.MatchString(s[from:to])
}

var (
	followedWhom = regexp.MustCompile(`(?i)^who\s+(succeeded|followed|replaced|took over from|came after|preceded|came before)\s+([^?]+?)(?:\s+as\s+[^?]+)?[?\s]*$`)
	besideWhom   = regexp.MustCompile(`(?i)^who\s+(?:is|was|were|became)\s+[^?]+?\s+(before|after)\s+([^?]+?)[?\s]*$`)
	nextToWhom   = regexp.MustCompile(`(?i)^who\s+(?:is|was)\s+(?:the\s+(successor|predecessor)\s+(?:of|to)\s+([^?]+?)|([^?]+?)['’]s\s+(successor|predecessor))(?:\s+as\s+[^?]+)?[?\s]*$`)
)

// neighbourHolder answers who followed somebody, or went before. asked is false for
// a question after something else.
func (f *finder) neighbourHolder() (a Answer, asked bool) {
	way, whom := "", ""
	for _, re := range []*regexp.Regexp{followedWhom, besideWhom, nextToWhom} {
		if m := re.FindStringSubmatch(f.q.Text); m != nil {
			way, whom = strings.ToLower(m[1]), m[2]
			if len(m) > 3 && m[3] != "" {
				way, whom = strings.ToLower(m[4]), m[3]
			}
			break
		}
	}
	whom = article.ReplaceAllString(strings.TrimSpace(whom), "")
	if whom == "" || !personLike(whom) {
		return Answer{}, false
	}
	earlier := way == "before" || way == "preceded" || way == "came before" || way == "predecessor"
	for _, h := range f.handovers() {
		known, other := h.before, h.after
		if earlier {
			known, other = h.after, h.before
		}
		if sameOne(known, whom) {
			f.support = nil
			f.useSentence(h.passage, max(0, h.sentence-1))
			f.useSentence(h.passage, h.sentence)
			return Answer{Text: other, Score: 0.85, Sure: true, Support: f.support}, true
		}
	}
	return Answer{}, way == "before" || way == "after"
}

var (
	tookOverZh = regexp.MustCompile(`([` + surnames + `]\p{Han}{1,2}?)(?:接任|继任|接替|接班|继位|接掌)`)
	notNowZh   = regexp.MustCompile(`第[一二三四五六七八九十]+任|首任|前任|上一任|原来|曾|当时|以前|之前|之后|\d{3,4}年|[一二三四五六七八九〇]{4}年`)
)

// holdingZh follows 接任 and its like, in the sentences behind the one that names a holder.
func (f *finder) holdingZh(a Answer) Answer {
	if notNowZh.MatchString(f.q.Text) || len(a.Support) == 0 {
		return a
	}
	f.support = a.Support
	for p, e := range f.evidence {
		for i := range e.sentences {
			if !f.nearSupport(p, i) {
				continue
			}
			if m := tookOverZh.FindStringSubmatch(e.sentence(i)); m != nil && !strings.Contains(f.q.Text, m[1]) {
				a.Text = m[1]
				f.useSentence(p, i)
				a.Support = f.support
			}
		}
	}
	return a
}
