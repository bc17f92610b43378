package alias

import "slices"

// alignPersons compares the words of two names of people.
func alignPersons(lo, hi []string) Judgement {
	switch {
	case len(lo) > len(hi) && len(hi) < 2:
		return Judgement{}
	case len(lo) > len(hi): // initials weigh little: "J. K. Rowling", "Joanne Rowling"
		return alignPersons(hi, lo)
	case slices.Equal(lo, hi):
		return Judgement{Verdict: Same}
	case len(lo) == len(hi):
		return alignEven(lo, hi)
	case slices.Equal(lo, hi[:len(lo)]):
		return Judgement{Verdict: Same, Reason: "given name", short: true}
	case slices.Equal(lo, hi[len(hi)-len(lo):]):
		if len(lo) > 1 && givens[lo[0]].formal != "" { // "Walter Elliot", "William Walter Elliot"
			return Judgement{Verdict: Grey, Reason: "second given name", rival: true}
		}
		return Judgement{Verdict: Same, Reason: "family name", short: true}
	case len(lo) == 1 && formal(lo[0]) == formal(hi[0]):
		if givens[lo[0]].own || givens[hi[0]].own {
			return Judgement{Verdict: Grey, Reason: "nickname"}
		}
		return Judgement{Verdict: Same, Reason: "nickname", short: true}
	case len(lo) == 1:
		return Judgement{}
	case lo[len(lo)-1] == hi[len(hi)-1] && containsInOrder(lo, hi):
		return Judgement{Verdict: Same, Reason: "middle name dropped", short: true}
	}
	return alignPartial(lo, hi)
}

// alignEven compares names of equally many words.
func alignEven(lo, hi []string) Judgement {
	n := len(lo)
	alike := true
	for i := range lo {
		alike = alike && compatible(lo[i], hi[i], i == 0)
	}
	switch {
	case alike && n > 1 && lo[n-1] == hi[n-1] && slices.Equal(lo[1:], hi[1:]) && len(lo[0]) > 1 && len(hi[0]) > 1:
		return Judgement{Verdict: Same, Reason: "nickname", short: true}
	case alike && n > 1 && lo[n-1] == hi[n-1]:
		return Judgement{Verdict: Same, Reason: "initials", short: true}
	case alike && n == 1 && len(lo[0]) > 1 && len(hi[0]) > 1:
		return Judgement{Verdict: Grey, Reason: "nickname"}
	case differByTypo(lo, hi):
		return Judgement{Verdict: Grey, Reason: "misspelling"}
	case n == 1:
		return Judgement{}
	}
	return alignPartial(lo, hi)
}

// alignPartial judges names of several words that agree in some of them only.
func alignPartial(lo, hi []string) Judgement {
	switch {
	case lo[len(lo)-1] == hi[len(hi)-1] && !compatible(lo[0], hi[0], true):
		return Judgement{Verdict: Different, Reason: "given names differ"}
	case lo[0] == hi[0]:
		return Judgement{Verdict: Different, Reason: "family names differ"}
	}
	return Judgement{}
}

// compatible reports whether two words can be the same name: equal, one the other's
// initial, or, where first, forms of one given name.
func compatible(a, b string, first bool) bool {
	return a == b || first && formal(a) == formal(b) ||
		len(a) == 1 && a[0] == b[0] || len(b) == 1 && a[0] == b[0]
}

// containsInOrder reports whether lo's words are found in hi in order, the first of each
// being in accord.
func containsInOrder(lo, hi []string) bool {
	if !compatible(lo[0], hi[0], true) {
		return false
	}
	i := 1
	for _, h := range hi[1:] {
		if i < len(lo) && compatible(lo[i], h, false) {
			i++
		}
	}
	return i == len(lo)
}
