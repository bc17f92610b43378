// Package reversion makes and runs evaluations of anonymity reversion (Youtu-GraphRAG, appendix B):
// the people and places of a book are replaced by tags, questions are made on the anonymised text, and
// an agent that reads its graph is to say which name each tag stands for.
package reversion

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/text"
)

// The kinds of tags.
const (
	Person   = "PERSON"
	Location = "LOCATION"
)

// Entry is a person or place with its tag.
type Entry struct {
	// Tag is its tag without brackets, such as PERSON#27.
	Tag string `json:"tag"`
	// Name is the name that gold answers have, Aliases its other names in the text.
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	// Mentions is the number of replaced mentions in the whole book.
	Mentions int `json:"mentions"`
	// Doubtful is set where the words around the name do not show that it is a person's or a place's, or whose: it is
	// replaced, and no item is about it. Who edits the file may remove it.
	Doubtful bool `json:"doubtful,omitempty"`
}

// Names returns all names of the entry.
func (e Entry) Names() []string { return append([]string{e.Name}, e.Aliases...) }

// Kind returns the kind of the entry's tag.
func (e Entry) Kind() string { return kindOf(e.Tag) }

// kindOf returns the kind of a tag, with or without brackets.
func kindOf(tag string) string {
	kind, _, _ := strings.Cut(strings.Trim(tag, "[]"), "#")
	return kind
}

// Dictionary has the names of a book and their tags. A person may edit its file and build from it
// again.
type Dictionary struct {
	Language string  `json:"language"`
	Entries  []Entry `json:"entries"`
	// Exceptions are words that equal a name but for their case, and are none, such as "flask" beside
	// "Flask": they stay in the text.
	Exceptions []string `json:"exceptions"`
}

var tagForm = regexp.MustCompile(`^(PERSON|LOCATION)#[1-9]\d{0,8}$`)

// Check returns an Unreadable error for a dictionary that cannot be used: without people, with
// a malformed or repeated tag, an empty name, or a name with two tags.
func (d Dictionary) Check(item string) error {
	bad := func(problem string) error {
		return fault.New(fault.Unreadable, "reversion.Dictionary", item, problem, "edit the dictionary")
	}
	tags, names, people := map[string]bool{}, map[string]string{}, 0
	for _, e := range d.Entries {
		if !tagForm.MatchString(e.Tag) {
			return bad(fmt.Sprintf("%q is not a tag like PERSON#1 or LOCATION#1", e.Tag))
		}
		if tags[e.Tag] {
			return bad(e.Tag + " stands there twice")
		}
		tags[e.Tag] = true
		if e.Kind() == Person {
			people++
		}
		for _, n := range e.Names() {
			if strings.TrimSpace(n) == "" {
				return bad(e.Tag + " has an empty name")
			}
			if other, ok := names[n]; ok && other != e.Tag {
				return bad(fmt.Sprintf("%q has two tags, %s and %s", n, other, e.Tag))
			}
			names[n] = e.Tag
		}
	}
	if people == 0 {
		return bad("no person is in it")
	}
	return nil
}

// Candidate is an entity of the book's graph that may be a person or place.
type Candidate struct {
	Kind string
	Name string
	// Surfaces are all forms that the text has, Name included.
	Surfaces []string
	Support  int
}

// Bounds of what Propose takes [Grove's].
const (
	// leastMentions is the least number of mentions of a name, mostNames the most entries of a kind.
	leastMentions, mostNames = 3, 300
	// mostOrdinary is the most that a name may stand in lower case, as a share of its capitalised
	// mentions within sentences: what is written so more often is an ordinary word.
	mostOrdinary = 0.2
	// mostBeside is the most that one character may stand before or behind a Chinese name, as a share of its mentions: one that
	// stands there more often belongs to it, and the name is a part of a word.
	mostBeside = 0.6
	// mostDetermined is the most that an article may stand before a person's name, as a share of its mentions: ships, peoples and
	// titles have one more often.
	mostDetermined = 0.5
	// leastInitial is the least share of a Chinese person's mentions that begin a clause; verbs and things seldom do. mostWithout is
	// how often a Chinese name may stand without its last character (a person's) or its first one (a place's), as a multiple of its
	// mentions: what stands there so often is the name, or an ordinary word.
	leastInitial = 0.2
	mostWithout  = 2.0
	// leastActing is the least share of a person's mentions that own or do something, leastPlaced of a place's that something
	// is in, at or bound for. The share of the other kind must be smaller.
	leastActing, leastPlaced = 0.04, 0.15
	// leastActs is the least number of an English person's such mentions, leastVerbs of the different verbs behind a Chinese one; of a
	// place's, one must be sure and leastPlaces in all.
	leastActs, leastVerbs, leastPlaces = 2, 3, 2
	// mostLonger is the most that a longer name may begin with an English name, as "Cape Horn" with "Cape", as a share of its mentions.
	mostLonger = 1.0 / 3
	// leastHan is the least number of characters of a Chinese name.
	leastHan = 2
)

// Propose returns the dictionary of a book by the entities of its graph. A longer name of a person that
// ends in another's whole name, such as "Captain Orr" beside "Orr", is an alias of it. roles, such
// as "captain", are people too.
func Propose(language, book string, candidates []Candidate, roles []string) Dictionary {
	counts := newCounts(book)
	slices.SortFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Support, a.Support), cmp.Compare(a.Name, b.Name))
	})
	taken, of := map[string]bool{}, map[string][]Entry{}
	byName := map[string]int{}
	for _, c := range candidates {
		var names []string
		for _, s := range append([]string{c.Name}, c.Surfaces...) {
			if s = clean(s); !taken[s] && counts.isName(c.Kind, s) {
				taken[s] = true
				names = append(names, s)
			}
		}
		if len(names) == 0 || c.Kind == Location && named(names[0], byName) {
			continue
		}
		if c.Kind == Person {
			if at, ok := ending(names[0], byName); ok {
				of[Person][at].Aliases = append(of[Person][at].Aliases, names...)
				continue
			}
			byName[names[0]] = len(of[Person])
		}
		of[c.Kind] = append(of[c.Kind], Entry{Name: names[0], Aliases: names[1:]})
	}
	d := Dictionary{Language: language, Exceptions: []string{}}
	for _, role := range roles {
		if role = strings.TrimSpace(role); role != "" && !taken[role] {
			of[Person] = append(of[Person], Entry{Name: role, Aliases: []string{}})
		}
	}
	for _, kind := range []string{Person, Location} {
		for i, e := range of[kind][:min(len(of[kind]), mostNames)] {
			e.Tag, e.Aliases = fmt.Sprintf("%s#%d", kind, i+1), append([]string{}, e.Aliases...)
			e.Doubtful = !slices.Contains(roles, e.Name) && (!counts.evident(kind, e.Name) || shared(e.Name, of[Person]))
			slices.Sort(e.Aliases)
			d.Entries = append(d.Entries, e)
			for _, n := range e.Names() {
				if lower := strings.ToLower(n); lower != n &&
					(counts.words[lower] > 0 || strings.Contains(n, " ") && strings.Contains(book, lower)) {
					d.Exceptions = append(d.Exceptions, lower)
				}
			}
		}
	}
	d.Exceptions = lists.Sorted(d.Exceptions)
	return d
}

// named reports whether a Chinese name has a person's name in it, as "捉宋江" has.
func named(name string, people map[string]int) bool {
	for p := range people {
		if unicode.Is(unicode.Han, []rune(p + " ")[0]) && strings.Contains(name, p) {
			return true
		}
	}
	return false
}

// ending returns the entry whose whole name ends a longer name.
func ending(name string, byName map[string]int) (int, bool) {
	i := strings.LastIndexByte(name, ' ')
	at, ok := byName[name[i+1:]]
	return at, ok && i > 0
}

// determined returns the share of a name's mentions that follow an article or demonstrative, with at most one word between.
func (c counts) determined(s string) float64 {
	of := func(pattern string) float64 {
		return float64(len(regexp.MustCompile(pattern+regexp.QuoteMeta(s)+`\b`).FindAllStringIndex(c.book, -1)))
	}
	return of(`\b(?i:the|an?|this|that|these|those)\s+(?:[a-z-]+\s+)?`) / max(of(`\b`), 1)
}

// isChineseName reports whether what stands around the mentions of a Chinese name shows that it is one of a kind, and whole.
func (c counts) isChineseName(kind, s string) bool {
	before, behind := map[rune]int{}, map[rune]int{}
	runes, last, n, initial := []rune(s), rune(0), 0.0, 0.0
	for rest := c.book; ; n++ {
		i := strings.Index(rest, s)
		if i < 0 {
			break
		}
		if r, _ := utf8.DecodeLastRuneInString(rest[:i]); i > 0 {
			last = r
		}
		if !unicode.Is(unicode.Han, last) {
			initial++
		}
		before[last]++
		rest, last = rest[i+len(s):], runes[len(runes)-1]
		r, _ := utf8.DecodeRuneInString(rest)
		behind[r]++
	}
	for _, side := range []map[rune]int{before, behind} {
		for r, k := range side {
			if unicode.Is(unicode.Han, r) && float64(k) > mostBeside*n {
				return false
			}
		}
	}
	without := string(runes[:len(runes)-1])
	if kind == Location {
		without = string(runes[1:])
	} else if initial < leastInitial*n {
		return false
	}
	return len(runes) <= leastHan || float64(strings.Count(c.book, without)) < mostWithout*n
}

// The words by which a mention shows a person, who owns, speaks or acts, and a place, that something is in or, less surely,
// of or bound for; %s is the name. The key is whether the name is Chinese. Of an English name, longer matches what it begins.
var (
	acting = map[bool]string{
		false: `\b%s(?:['’]s\b|,?\s+(?:\w+ed|was|had|did|would|could|said|says|told|thought|came|went|stood|sat|took|saw|met|made|gave|who|whose)\b)`,
		true:  `%s[道说曰问叫笑喝听见看]`,
	}
	within = map[bool]string{
		false: `\b(?:in|at|from|near|into|through|towards?|off)\s+(?:the\s+)?%s\b`,
		true:  `[在到往至回离出入投奔过住居]%s`,
	}
	longer = `\b%s (?:of )?\p{Lu}\p{Ll}`
	bound  = map[bool]string{false: `\b(?:of|to)\s+(?:the\s+)?%s\b`, true: `[去上下]%s`}
)

// evident reports whether the words around the mentions of a name show that it is one of a kind, and whole.
func (c counts) evident(kind, name string) bool {
	chinese := unicode.Is(unicode.Han, []rune(name + " ")[0])
	find := func(pattern string) []string {
		return regexp.MustCompile(fmt.Sprintf(pattern, regexp.QuoteMeta(name))).FindAllString(c.book, -1)
	}
	n := float64(max(strings.Count(c.book, name), 1))
	if !chinese && float64(len(find(longer))) > mostLonger*n {
		return false
	}
	acts, lies := find(acting[chinese]), find(within[chinese])
	share, placed := float64(len(acts))/n, float64(len(lies))/n
	if kind == Person {
		slices.Sort(acts)
		enough := len(acts) >= leastActs
		if chinese {
			enough = len(slices.Compact(acts)) >= leastVerbs
		}
		return enough && share >= leastActing && share > placed
	}
	all := len(lies) + len(find(bound[chinese]))
	placed = float64(all) / n
	return len(lies) > 0 && all >= leastPlaces && placed >= leastPlaced && placed > 2*share
}

// shared reports whether a name of one word is also a word of another person's name, as that of a Peter beside "Peter Coffin".
func shared(name string, people []Entry) bool {
	return !strings.Contains(name, " ") && slices.ContainsFunc(people, func(e Entry) bool {
		return e.Name != name && slices.Contains(strings.Fields(e.Name), name)
	})
}

// clean returns a name on one line, without a possessive ending.
func clean(s string) string {
	s = text.OneLine(s)
	for _, end := range []string{"'s", "’s", "'", "’"} {
		s = strings.TrimSuffix(s, end)
	}
	return s
}

// counts are the numbers of words and names of a book.
type counts struct {
	book string
	// words counts words as they are written, within those capitalised words that do not begin a
	// sentence.
	words, within map[string]int
}

func newCounts(book string) counts {
	c := counts{book, map[string]int{}, map[string]int{}}
	for sentence := range text.EachSentence(book) {
		for i, w := range text.Words(sentence) {
			c.words[w.Text]++
			if i > 0 {
				c.within[w.Text]++
			}
		}
	}
	return c
}

// isName reports whether the text uses a word or words as a name of a kind.
func (c counts) isName(kind, s string) bool {
	first := []rune(s + " ")[0]
	if unicode.Is(unicode.Han, first) {
		return len([]rune(s)) >= leastHan && strings.Count(c.book, s) >= leastMentions && c.isChineseName(kind, s)
	}
	if !unicode.IsUpper(first) || s == strings.ToUpper(s) || strings.ContainsAny(s, "'’“”\"") {
		return false
	}
	for _, w := range strings.Fields(s) {
		w = strings.TrimRight(w, ".,")
		if unicode.IsUpper([]rune(w + " ")[0]) && c.words[w] > 0 &&
			float64(c.words[strings.ToLower(w)]) > mostOrdinary*float64(max(c.within[w], 1)) &&
			len(strings.Fields(s)) == 1 {
			return false
		}
	}
	mentions := c.within[s]
	if strings.Contains(s, " ") {
		mentions = strings.Count(c.book, s)
		if 5*strings.Count(c.book, strings.ToLower(s)) > mentions {
			return false
		}
	}
	return mentions >= leastMentions && (kind != Person || c.determined(s) <= mostDetermined)
}
