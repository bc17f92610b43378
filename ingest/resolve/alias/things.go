package alias

import (
	"slices"
	"strings"
)

// legalForms are the words that end a company's name, with their full form.
var legalForms = map[string]string{
	"inc": "incorporated", "incorporated": "incorporated", "ltd": "limited", "limited": "limited",
	"corp": "corporation", "corporation": "corporation", "co": "company", "company": "company",
	"llc": "llc", "plc": "plc", "gmbh": "gmbh", "ag": "ag", "sa": "sa", "nv": "nv", "llp": "llp",
	"bros": "brothers", "brothers": "brothers",
	"fc": "club", "afc": "club", "cf": "club",
}

// readLegal takes the legal form at the end off: "Acme Co., Ltd."
func (f *form) readLegal() {
	for len(f.tokens) > 1 {
		form, ok := legalForms[f.tokens[len(f.tokens)-1]]
		if !ok {
			return
		}
		f.tokens = f.tokens[:len(f.tokens)-1]
		if f.legal == "" {
			f.legal = form
		}
	}
	for len(f.tokens) > 1 && small[f.tokens[len(f.tokens)-1]] {
		f.tokens = f.tokens[:len(f.tokens)-1] // "Smith and Co."
	}
}

// relateThings judges two names that are not people's; lo is the shorter one.
func relateThings(lo, hi *form) Judgement {
	switch {
	case !slices.Equal(numbersIn(lo.tokens), numbersIn(hi.tokens)):
		return Judgement{Verdict: Different, Reason: "numbers differ"}
	case slices.Equal(lo.tokens, hi.tokens):
		return relateAdded(lo, hi)
	case lo.acronym != "":
		return relateAcronym(lo, hi)
	case len(lo.tokens) == len(hi.tokens) && differByTypo(lo.tokens, hi.tokens):
		return Judgement{Verdict: Grey, Reason: "misspelling"}
	case sameWords(lo.tokens, hi.tokens):
		return relateOrder(lo, hi)
	case isShort(lo, hi):
		return Judgement{Verdict: Same, Reason: shortReason(lo), short: true}
	case lo.kind == organization && startsWith(hi.tokens, lo.tokens):
		return Judgement{Verdict: Grey, Reason: "beginning of the name", rival: true}
	}
	return Judgement{}
}

// relateAdded judges names that differ in what is added: legal form, brackets.
func relateAdded(lo, hi *form) Judgement {
	switch {
	case (lo.acronym == "") != (hi.acronym == ""): // "C.R.A.Z.Y.", "Crazy"
		return Judgement{Verdict: Grey, Reason: "acronym or word"}
	case !slices.Equal(lo.qualifier, hi.qualifier) && len(lo.qualifier) > 0:
		return qualifiersDiffer(hi)
	case lo.legal != hi.legal && lo.legal != "" && hi.legal != "":
		return Judgement{Verdict: Different, Reason: "legal forms differ"}
	case len(lo.qualifier) != len(hi.qualifier):
		return Judgement{Verdict: Same, Reason: "qualifier dropped", short: true}
	case lo.legal != hi.legal:
		return Judgement{Verdict: Same, Reason: "legal form dropped", short: len(lo.tokens) < 2}
	}
	return Judgement{Verdict: Same, Reason: "spelling", short: len(lo.tokens) < 2 && lo.acronym == ""}
}

func relateAcronym(lo, hi *form) Judgement {
	if hi.acronym == "" && initials(hi.tokens) == lo.acronym {
		return Judgement{Verdict: Same, Reason: "acronym", short: true}
	}
	return Judgement{}
}

// relateOrder judges names of the same words in another order. "Mount Fuji" and
// "Fuji Mount" are one; "University of Washington" and "Washington University"
// are not, so outside of places it can't be told.
func relateOrder(lo, hi *form) Judgement {
	if lo.kind == place && len(lo.tokens) == len(hi.tokens) && len(lo.tokens) == 2 {
		return Judgement{Verdict: Same, Reason: "word order"}
	}
	return Judgement{Verdict: Grey, Reason: "word order"}
}

// sameWords reports whether two names have the same words but for small ones.
func sameWords(a, b []string) bool { return slices.Equal(sortedWords(a), sortedWords(b)) }

// sortedWords returns a name's words without the small ones, sorted.
func sortedWords(tokens []string) []string {
	out := slices.DeleteFunc(slices.Clone(tokens), func(t string) bool { return small[t] })
	slices.Sort(out)
	return out
}

// isShort reports whether lo is hi without what often is left out: the subtitle of
// a work ("Moby-Dick; or, The Whale"), "City of" before a place.
func isShort(lo, hi *form) bool {
	switch lo.kind {
	case work:
		head := strings.IndexAny(hi.norm, ":;")
		return head > 0 && strings.TrimSpace(hi.norm[:head]) == lo.norm
	case place:
		return len(hi.tokens) == len(lo.tokens)+2 && hi.tokens[1] == "of" && startsWith(hi.tokens[2:], lo.tokens) &&
			slices.Contains([]string{"city", "town", "village", "state", "republic", "kingdom", "island"}, hi.tokens[0])
	}
	return false
}

func shortReason(lo *form) string {
	if lo.kind == work {
		return "subtitle dropped"
	}
	return "kind of place dropped"
}

func startsWith(s, prefix []string) bool {
	return len(s) >= len(prefix) && slices.Equal(s[:len(prefix)], prefix)
}
