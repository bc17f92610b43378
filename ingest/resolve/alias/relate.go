package alias

import "slices"

// relate judges two names without regard to where they are mentioned.
func relate(a, b *form) Judgement {
	lo, hi := a, b
	if before(lo, hi) {
		lo, hi = hi, lo
	}
	switch {
	case lo.spelled == hi.spelled && lo.part != hi.part:
		return Judgement{Verdict: Different, Reason: "parted by a person"}
	case lo.kind != hi.kind && lo.typ != "" && hi.typ != "",
		lo.kind == other && lo.typ != hi.typ && lo.typ != "" && hi.typ != "":
		return Judgement{Verdict: Different, Reason: "types differ"}
	case lo.key == hi.key:
		return Judgement{Verdict: Same, Reason: "spelling"}
	case lo.kind == exact || hi.kind == exact:
		return Judgement{Verdict: Different, Reason: "compared exactly"}
	case lo.whole || hi.whole, lo.han != hi.han:
		return Judgement{}
	case lo.typ == "" && hi.typ != "" || hi.typ == "" && lo.typ != "":
		return untyped(lo, hi)
	case lo.han:
		return relateHan(lo, hi)
	case lo.kind == person:
		return relatePersons(lo, hi)
	}
	return relateThings(lo, hi)
}

// untyped judges a name without a type and one with: only the same words will do.
func untyped(lo, hi *form) Judgement {
	if lo.han || len(lo.titles)+len(lo.qualifier)+len(hi.titles)+len(hi.qualifier) > 0 ||
		!slices.Equal(lo.numbers, hi.numbers) || lo.suffix != hi.suffix || lo.legal != hi.legal {
		return Judgement{}
	}
	j := relateThings(lo, hi)
	if j.Verdict == Same && j.Reason != "spelling" {
		return Judgement{Verdict: Grey, Reason: j.Reason}
	}
	return j
}
