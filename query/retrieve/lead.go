package retrieve

// leadName is the name that a text begins with: up to a bracket, a comma or "is".
func (x *Index) leadName(body []token) []token {
	for i, t := range body {
		switch {
		case i > leadWords:
			return nil
		case i > 0 && (t.gap == openGap || t.gap == commaGap || copulas[x.lexicon.folded[t.lower]]):
			return capitalised(body[:i])
		case i > 0 && (t.gap == startGap || t.gap == closeGap):
			return nil
		}
	}
	return nil
}

// capitalised is a name that holds a capital word, else nothing.
func capitalised(words []token) []token {
	for _, t := range words {
		if t.is(upper) && !t.is(hollow) {
			return words
		}
	}
	return nil
}

// bare is a name without a leading article.
func (x *Index) bare(name []token) []token {
	if len(name) > 1 && articles[x.lexicon.folded[name[0].lower]] {
		return name[1:]
	}
	return nil
}

// acronymOf reads the capital letters in the first bracket: "... (BBC) is".
func (x *Index) acronymOf(body []token, add func([]token, float64)) {
	for i := 1; i+1 < len(body) && i < acronymAfter; i++ {
		if body[i].gap == openGap {
			if body[i].is(shout) && (body[i+1].gap == closeGap || body[i+1].gap == commaGap) {
				add(body[i:i+1], acronym)
			}
			return
		}
	}
}

// alsoKnownAs reads the names behind "known as", "born", "née" and the like.
func (x *Index) alsoKnownAs(body []token, add func([]token, float64)) {
	for i := 1; i < len(body) && i < knownWithin; i++ {
		from := x.announces(body, i)
		if from < 0 {
			continue
		}
		end := x.spanEnd(body, from)
		switch {
		case end-from >= 2:
			add(body[from:end], alsoKnown)
		case end-from == 1:
			add(body[from:end], alsoKnownWord)
		}
	}
}

// announces gives where a name begins that the word at i announces, or -1.
func (x *Index) announces(body []token, i int) int {
	folded := func(j int) string {
		if j < 0 || j >= len(body) {
			return ""
		}
		return x.lexicon.folded[body[j].lower]
	}
	from := -1
	switch folded(i) {
	case "as":
		if folded(i-1) == "known" {
			from = i + 1
		}
	case "professionally", "formerly", "born", "nee", "originally", "nicknamed", "aka":
		from = i + 1
	case "name":
		if prev := folded(i - 1); prev == "stage" || prev == "pen" || prev == "birth" {
			from = i + 1
		}
	}
	if from >= 0 && articles[folded(from)] {
		from++
	}
	if from < 0 || from >= len(body) || !body[from].is(upper) || body[from].is(hollow) {
		return -1
	}
	return from
}
