package offline

// maxChain is how many places may follow each other: "Harrow, Middlesex, England".
const maxChain = 3

// chain gives the larger places that a place's name goes on with behind commas.
func (r *reader) chain(m mark) []mark {
	var out []mark
	for last := m; len(out) < maxChain && r.sentence.is(last.last, ","); {
		next, ok := r.sentence.nameAt(last.last + 1)
		if !ok || !r.larger(last.text, next) {
			break
		}
		out = append(out, next)
		last = next
	}
	return out
}

// larger tells whether the name behind a place and a comma is a larger place
// that it lies in, and not the next place of a list.
func (r *reader) larger(place string, next mark) bool {
	if isPlaceName(next.text) {
		return !isPlaceName(place) || countryOf(place) == countryOf(next.text) // no country lies in another
	}
	if abbreviatedState(next.text) {
		return true
	}
	if r.page.typeOf(next.text) != "Location" {
		return false
	}
	behind, ok := r.sentence.nameAt(next.last + 1)
	return r.closes(next.last) || r.sentence.is(next.last, ",") && ok && (isPlaceName(behind.text) || abbreviatedState(behind.text))
}

// placed puts down that head lies or lived at a place, and at the larger places
// named behind it.
func (r *reader) placed(head, relation string, m mark) {
	r.out.triple(head, relation, r.page.canonical(m.text))
	for _, next := range r.chain(m) {
		r.out.triple(head, relation, r.page.canonical(next.text))
	}
}

// address reads the places behind a comma: "Jessore, Bangladesh", and behind a
// body "Harrow College, Leeds, England".
func (r *reader) address(m mark, j int) {
	t := r.page.typeOf(m.text)
	if !r.sentence.is(j, ",") || t != "Location" && t != "Organization" || m.quoted {
		return
	}
	if t == "Location" {
		for _, next := range r.chain(m) {
			r.out.triple(r.page.canonical(m.text), "LOCATED_IN", r.page.canonical(next.text))
		}
		return
	}
	// One place behind a body may be the next of a list; a place with its own larger place is not.
	if city, ok := r.sentence.nameAt(j + 1); ok && r.page.place(city.text) && len(r.chain(city)) > 0 {
		r.placed(r.page.canonical(m.text), "LOCATED_IN", city)
	}
}

// seat reads what stands behind a place: "Leeds-based Harrow Foods" and
// "England's Harrow Foods".
func (r *reader) seat(m mark, j int) {
	s := r.sentence
	if r.page.typeOf(m.text) != "Location" || j >= len(s.lex) {
		return
	}
	k := j + 1
	if s.is(j, "-") && s.is(k, "based") {
		k++
	} else if s.lex[j].class != possessiveLex {
		return
	}
	next, ok := s.nameAt(k)
	if ok && next.first == k && !next.quoted && r.page.typeOf(next.text) == "Organization" {
		r.out.triple(r.page.canonical(next.text), "LOCATED_IN", r.page.canonical(m.text))
	}
}

// closeLocations adds that what lies in a place lies in the larger place too,
// where the text says of the one that it lies in the other.
func (c *collector) closeLocations() {
	within := map[string][]string{}
	for _, t := range c.out.Triples {
		if t.Relation == "LOCATED_IN" {
			within[t.Head] = append(within[t.Head], t.Tail)
		}
	}
	for _, t := range c.out.Triples {
		if t.Relation != "LOCATED_IN" {
			continue
		}
		for _, larger := range within[t.Tail] {
			c.triple(t.Head, "LOCATED_IN", larger)
		}
	}
}
