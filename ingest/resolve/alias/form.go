package alias

import (
	"cmp"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// maxTokens is the most words of a name that is compared by its words; a longer one is
// compared as a whole.
const maxTokens = 12

// form is a parsed name.
type form struct {
	kind kind
	typ  string
	part string
	norm string
	// tokens are the words of the name itself, folded: without titles, legal
	// form, qualifier and suffix; those of people without doubled letters. raw
	// are the same with them.
	tokens, raw []string
	titles      []title
	gender      gender
	// suffix is "junior" or "senior"; legal the legal form of a company.
	suffix, legal string
	// qualifier is what stands in brackets, after a comma or after "of".
	qualifier []string
	// numbers are all numbers of the name, Roman ones too, in order.
	numbers []string
	// whole is true for names that are compared as a whole: tags, dates, phrases.
	whole bool
	// han is true for names in Chinese characters; core is then the name without
	// its title.
	han  bool
	core string
	// acronym is the name in lower case if it is written like an acronym.
	acronym string
	// spelled is the same for names that differ in accents and punctuation only;
	// key is that with type and part. rank grows with how much of a name is given.
	spelled, key string
	rank         int
}

// newForm parses the name of a profile.
func newForm(p Profile) *form {
	f := &form{kind: kindOf(p.Type), typ: strings.ToLower(p.Type), part: p.Part, norm: p.Norm}
	if f.kind == exact || hasTag(p.Norm) || p.Norm == "" {
		f.whole, f.kind = true, exact
	} else {
		f.read(p)
	}
	if len(f.tokens) == 0 || len(f.tokens) > maxTokens || f.kind == person && small[f.tokens[0]] {
		f.whole = true
	}
	f.rank = f.completeness()
	f.spelled = f.spell()
	f.key = strings.Join([]string{f.spelled, f.typ, f.part}, "\x02")
	return f
}

// hasTag reports whether an anonymity tag is in a name.
func hasTag(norm string) bool {
	return strings.Contains(norm, "#") && slices.ContainsFunc(text.Words(norm), func(w text.Word) bool { return w.Text[0] == '[' })
}

// read parses the name into its parts.
func (f *form) read(p Profile) {
	name := f.cutQualifier(p.Norm)
	if f.readHan(name) {
		return
	}
	f.tokens = f.words(name)
	switch f.kind {
	case person:
		f.whole = f.whole || personAcronym(p.Name, f.tokens)
		f.readPerson()
	case organization:
		f.readLegal()
	}
	if f.kind != person {
		if f.acronym = acronymIn(p.Name, f.tokens); f.acronym != "" {
			f.tokens = []string{f.acronym}
		}
		f.numbers = append(f.numbers, numbersIn(f.tokens)...)
	}
	f.numbers = append(f.numbers, numbersIn(f.qualifier)...)
	f.raw = f.tokens
	if f.kind == person {
		f.tokens = withoutDoubles(f.raw)
	}
}

// words returns the folded words of a piece of a name; initials written together
// are parted. A possessive inside makes the name one of something else
// ("Alice's sister"), which is then a whole.
func (f *form) words(s string) []string {
	var out []string
	for _, w := range text.Words(s) {
		if strings.HasSuffix(w.Text, "'s") && f.kind != place && f.kind != work {
			f.whole = true
		}
		for _, part := range strings.Split(w.Text, ".") {
			if folded := text.Fold(part); folded != "" {
				out = append(out, folded)
			}
		}
	}
	return out
}

// small are the words that a description begins with and an acronym leaves out.
var small = map[string]bool{"the": true, "a": true, "an": true, "of": true, "and": true, "for": true, "in": true, "on": true,
	"at": true, "to": true}

// spell returns all that names are compared by, except type and part, as one string.
func (f *form) spell() string {
	if f.whole || f.han {
		return f.norm
	}
	titles := lists.Map(f.titles, func(t title) string { return t.name })
	fields := [][]string{f.raw, titles, f.qualifier, f.numbers, {f.suffix, f.legal, f.acronym}}
	if len(f.tokens) == 1 && f.acronym == "" {
		fields = append(fields, []string{f.norm}) // accents tell single words apart
	}
	var out strings.Builder
	for _, field := range fields {
		out.WriteString(strings.Join(field, "\x00"))
		out.WriteByte('\x01')
	}
	return out.String()
}

// Weights of the parts of a name. A word outweighs a title, a title a short form.
const (
	tokenWeight   = 8
	titleWeight   = 4
	initialWeight = 1
)

// completeness returns the rank of a name: the higher, the fuller.
func (f *form) completeness() int {
	rank := titleWeight*len(f.titles) + tokenWeight*len(f.qualifier)
	for _, t := range f.tokens {
		switch {
		case len(t) == 1 && f.kind == person:
			rank += initialWeight
		case f.kind == person && formal(t) != t:
			rank += tokenWeight - 1
		default:
			rank += tokenWeight
		}
	}
	if f.han {
		rank += tokenWeight * len([]rune(f.core))
	}
	for _, extra := range []string{f.suffix, f.legal, f.typ} {
		if extra != "" {
			rank += 2
		}
	}
	if f.acronym != "" {
		rank -= tokenWeight / 2
	}
	if f.kind == person {
		rank += len(f.numbers) * titleWeight
	}
	return rank
}

// before reports whether a is placed before b: the fuller name first, then by key.
func before(a, b *form) bool { return compare(a, b) < 0 }

func compare(a, b *form) int {
	return cmp.Or(cmp.Compare(b.rank, a.rank), strings.Compare(a.key, b.key))
}
