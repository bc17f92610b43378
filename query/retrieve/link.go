package retrieve

// match is a name in a text: an alias, or a capitalised span without alias (-1).
type match struct {
	first, last int // tokens
	alias       int32
}

// links returns the aliases in a text, leftmost and longest first. question is true if the
// text is a question, whose first word is always capitalised.
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

// headline reports whether most words are capitalised, so that capitals are uninformative.
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

// mayName reports whether words are written as a name: at least half of the content words
// have a capital or a digit, or all are of a script without capitals. A single word must be
// a proper name. leads means that the words begin a question, sure that any capital
// indicates a name.
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

// properName reports whether a word is usually capitalised inside sentences.
func (x *Index) properName(t token) bool {
	if t.lower == none {
		return true
	}
	seen := x.seen[t.lower]
	return 2*(float64(seen.upper)+0.5) >= float64(seen.all)+1
}

// spans returns the capitalised names of a text, aliases or not.
func (x *Index) spans(tokens []token, question bool) (found []match) {
	for i := 0; i < len(tokens); {
		end := x.spanEnd(tokens, i)
		if end == i {
			i++
			continue
		}
		// A single word must be a proper name.
		if t := tokens[i]; end-i > 1 || !t.is(hollow) && !(question && i == 0) && x.properName(t) {
			found = append(found, match{i, end, -1})
		}
		i = end
	}
	return found
}

// maxSpanWords bounds a capitalised name, in words.
const maxSpanWords = 10

// spanEnd returns the end of the capitalised name that begins at a token, or the token
// itself if none does.
func (x *Index) spanEnd(tokens []token, from int) int {
	if t := tokens[from]; !t.is(upper) || t.is(hollow) && (t.gap == startGap || t.is(joiner)) {
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

// spanNext returns the end of the name's next word after end, or end if there is none.
func (x *Index) spanNext(tokens []token, end int) int {
	for j := end; j < len(tokens) && j < end+3; j++ {
		t := tokens[j]
		if t.gap > dotGap || t.gap == dotGap && len(x.foldedOf(tokens[j-1])) > 3 { // not an abbreviation
			return end
		}
		switch {
		case t.is(upper) && !t.is(joiner), j == end && t.is(digit) && len(x.foldedOf(t)) < 4:
			return j + 1
		case !spanJoiners[x.foldedOf(t)] && !(j > end && articles[x.foldedOf(t)]):
			return end
		}
	}
	return end
}

func (x *Index) foldedOf(t token) string {
	if t.lower == none {
		return "?"
	}
	return x.lexicon.folded[t.lower]
}
