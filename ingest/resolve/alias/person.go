package alias

import "slices"

// readPerson takes titles, suffix, Roman numeral and by-name off a person's words.
func (f *form) readPerson() {
	f.readTitles()
	f.readEnd()
	f.readByName()
	for _, t := range f.titles {
		if f.gender == unknown {
			f.gender = t.gender
		}
	}
	if f.gender == unknown && len(f.tokens) > 0 {
		f.gender = givens[f.tokens[0]].gender
	}
}

// readTitles moves the titles at the beginning away, but leaves a word: "the
// king", "Duke of York". Words of affection go without a trace.
func (f *form) readTitles() {
	for len(f.tokens) > 1 && f.tokens[1] != "of" {
		t, ok := titles[f.tokens[0]]
		switch {
		case ok:
			f.titles = append(f.titles, t)
		case !affectionateWords[f.tokens[0]]:
			return
		}
		f.tokens = f.tokens[1:]
	}
}

// readEnd moves "Jr.", "M.D." and Roman numerals at the end away.
func (f *form) readEnd() {
	for len(f.tokens) > 1 {
		last := f.tokens[len(f.tokens)-1]
		suffix, ok := suffixes[last]
		switch {
		case ok && suffix != "":
			f.suffix = suffix
		case !ok && roman(last):
			f.numbers = append(f.numbers, last)
		case !ok:
			return
		}
		f.tokens = f.tokens[:len(f.tokens)-1]
	}
}

// readByName makes "of Hearts" and "the Conqueror" a qualifier.
func (f *form) readByName() {
	for i, t := range f.tokens {
		if i > 0 && i < len(f.tokens)-1 && (t == "of" || t == "the") {
			f.qualifier = append(slices.Clone(f.tokens[i:]), f.qualifier...)
			f.tokens = f.tokens[:i]
			return
		}
	}
}

// titled returns a person's first title, or the zero title.
func (f *form) titled() title {
	if len(f.titles) == 0 {
		return title{}
	}
	return f.titles[0]
}

// relatePersons judges two names of people; lo is the shorter one.
func relatePersons(lo, hi *form) Judgement {
	if j, ok := relateTitles(lo, hi); ok {
		return j
	}
	switch {
	case lo.suffix != hi.suffix && lo.suffix != "" && hi.suffix != "":
		return Judgement{Verdict: Different, Reason: "father and son"}
	case len(lo.numbers) > 0 && len(hi.numbers) > 0 && !slices.Equal(lo.numbers, hi.numbers):
		return Judgement{Verdict: Different, Reason: "numbers differ"}
	case len(lo.numbers) != len(hi.numbers):
		return Judgement{Verdict: Grey, Reason: "number dropped", rival: true}
	}
	j := alignPersons(lo.tokens, hi.tokens)
	if j.Verdict != Same {
		return j
	}
	if len(lo.qualifier) > 0 && !slices.Equal(lo.qualifier, hi.qualifier) {
		return qualifiersDiffer(hi)
	}
	return checkTitles(lo, hi, nameReason(lo, hi, j))
}

// qualifiersDiffer judges names alike but for what is added to the shorter one.
func qualifiersDiffer(hi *form) Judgement {
	if len(hi.qualifier) > 0 {
		return Judgement{Verdict: Different, Reason: "qualifiers differ"}
	}
	return Judgement{}
}

// nameReason finds the reason for two names whose words are in accord.
func nameReason(lo, hi *form, j Judgement) Judgement {
	if j.Reason != "" {
		return j
	}
	j.short = len(lo.tokens) < 2 || !slices.Equal(lo.raw, hi.raw) || lo.suffix != hi.suffix
	switch {
	case len(lo.qualifier) != len(hi.qualifier):
		j.Reason, j.short = "by-name dropped", true
	case len(lo.titles) != len(hi.titles):
		j.Reason = "title dropped"
	case lo.suffix != hi.suffix:
		j.Reason = "suffix dropped"
	default:
		j.Reason = "spelling"
	}
	return j
}

// relateTitles finds titles that can't be one person's.
func relateTitles(lo, hi *form) (Judgement, bool) {
	a, b := lo.titled(), hi.titled()
	short := len(lo.tokens) < 2 || len(hi.tokens) < 2
	switch {
	case a.gender.clash(b.gender),
		lo.gender.clash(hi.gender) && (a.gender != unknown || b.gender != unknown),
		civilWomanAndOfficer(a, b), civilWomanAndOfficer(b, a),
		short && (a.station == civil && b.station == noble || a.station == noble && b.station == civil):
		return Judgement{Verdict: Different, Reason: "titles clash"}, true
	}
	return Judgement{}, false
}

// civilWomanAndOfficer reports whether a is "Mrs." or "Miss" and b a military rank: a
// person is known by one of them.
func civilWomanAndOfficer(a, b title) bool {
	return a.gender == female && a.station == civil && b.station == military
}

// checkTitles makes Grey what titles leave open: two ranks, "Mr. Bennet" or
// "Lady Bennet" and a full name of that family without a title, "King John" and
// "John Durbeyfield", "Bennet" and "Mrs. Bennet".
func checkTitles(lo, hi *form, j Judgement) Judgement {
	a, b := lo.titled(), hi.titled()
	switch {
	case a.name == b.name:
		j.titled = a.name != ""
		return j
	case a.name == "":
		if len(lo.tokens) == 1 && len(hi.tokens) == 1 && b.gender == female {
			return Judgement{Verdict: Grey, Reason: "family name", rival: true}
		}
		return j
	case b.name != "" && (len(lo.tokens) < 2 || a.station == civil && b.station == civil):
		return Judgement{Verdict: Grey, Reason: "titles differ", rival: true}
	case len(lo.tokens) > 1:
		return j
	case a.station == civil && a.name != "mistress" && hi.gender != unknown && j.Reason == "family name":
		return j
	case j.Reason == "given name", j.Reason == "nickname", a.gender != unknown, a.station == noble, a.station == kin:
		return Judgement{Verdict: Grey, Reason: "title open", rival: true}
	}
	return j
}
