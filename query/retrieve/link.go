package retrieve

// match is a name in a text: an alias, or a capitalised span that is none (alias -1).
type match struct {
	first, last int // tokens
	alias       int32
}

// links finds the names of the table in a text, leftmost first and each as long
// as possible. question tells that the first word may have its capital from
// its place alone.
func (x *Index) links(tokens []token, question bool) (found []match) {
	var words [maxAliasWords]uint32
	sure := question && !headline(tokens)
	for i := 0; i < len(tokens); {
		longest := min(x.aliases.longest[tokens[i].lower], len(tokens)-i)
		m := match{alias: -1}
		for n := range longest {
			words[n] = tokens[i+n].lower
		}
		for n := longest; n > 0 && m.alias < 0; n-- {
			if !x.mayName(tokens[i:i+n], question && i == 0, sure) {
				continue
			}
			if id := x.aliases.lookup(words[:n]); id >= 0 {
				m = match{i, i + n, id}
			}
		}
		if m.alias < 0 {
			i++
			continue
		}
		found = append(found, m)
		i = m.last
	}
	return found
}

// headline tells a text in which most words have a capital, so that it says nothing.
func headline(tokens []token) bool {
	capitals, plain := 0, 0
	for _, t := range tokens {
		switch {
		case t.is(joiner):
		case t.is(upper):
			capitals++
		default:
			plain++
		}
	}
	return capitals > 2*plain
}

// mayName tells whether words are written as a name: half of those that carry
// meaning have a capital or a digit; a single word is one that mostly does.
// In scripts without capitals two letters do. leads tells that the first word
// has its capital from its place, sure that any capital means a name.
func (x *Index) mayName(words []token, leads, sure bool) bool {
	if len(words) == 1 {
		return words[0].is(upper) && !leads && (sure || x.properName(words[0]))
	}
	capitals, marked, bare := 0, 0, 0
	for _, t := range words {
		switch {
		case t.is(unspaced):
			bare++
		case t.is(upper):
			capitals++
			marked++
		case t.is(digit):
			marked++
		case t.is(joiner):
		default:
			marked--
		}
	}
	return bare == len(words) || capitals > 0 && marked >= 0
}

// properName tells whether a word has its capital inside sentences too.
func (x *Index) properName(t token) bool {
	if t.lower == none {
		return true
	}
	seen := x.seen[t.lower]
	return 2*(float64(seen.upper)+0.5) >= float64(seen.all)+1
}

// spans finds the capitalised names of a text, known or not.
func (x *Index) spans(tokens []token, question bool) (found []match) {
	for i := 0; i < len(tokens); {
		end := x.spanEnd(tokens, i)
		if end == i {
			i++
			continue
		}
		if x.isSpan(tokens[i:end], question && i == 0) {
			found = append(found, match{i, end, -1})
		}
		i = end
	}
	return found
}

func (x *Index) isSpan(words []token, leads bool) bool {
	if len(words) == 1 {
		return !words[0].is(hollow) && !leads && x.properName(words[0])
	}
	return true
}

// maxSpanWords bounds a capitalised name.
const maxSpanWords = 10

// spanEnd is the end of the capitalised name that begins at a token, or the
// token itself where none does.
func (x *Index) spanEnd(tokens []token, from int) int {
	if !startsSpan(tokens[from]) {
		return from
	}
	end := from + 1
	for end < len(tokens) && end-from < maxSpanWords {
		next := x.spanNext(tokens, end)
		if next == end {
			break
		}
		end = next
	}
	return end
}

func startsSpan(t token) bool {
	return t.is(upper) && !(t.is(hollow) && (t.gap == startGap || t.is(joiner)))
}

// spanNext is the token after what goes on with a name at end, or end itself.
func (x *Index) spanNext(tokens []token, end int) int {
	for j := end; j < len(tokens) && j < end+3; j++ {
		t := tokens[j]
		if t.gap > dotGap || t.gap == dotGap && !x.short(tokens[j-1]) {
			return end
		}
		switch {
		case t.is(upper) && !t.is(joiner), j == end && t.is(digit) && len(x.foldedOf(t)) < 4:
			return j + 1
		case !x.joinsSpan(t) && !(j > end && articles[x.foldedOf(t)]):
			return end
		}
	}
	return end
}

func (x *Index) joinsSpan(t token) bool { return spanJoiners[x.foldedOf(t)] }

// short tells an initial or abbreviation, behind which a full stop ends nothing.
func (x *Index) short(t token) bool { return len(x.foldedOf(t)) <= 3 }

func (x *Index) foldedOf(t token) string {
	if t.lower == none {
		return "?"
	}
	return x.lexicon.folded[t.lower]
}
