package retrieve

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// hop is a step from one passage to another.
type hop struct {
	from, to int32
	features []float64
}

// hopFeatures returns the names of the hop model's inputs, in the order of features. "rest"
// are the question's words that the source's title lacks, "new" those that its text lacks
// too; shares of words are by idf.
func hopFeatures() []string {
	return []string{
		"source",             // probability of the source
		"weight",             // of the alias, see target
		"ambiguity",          // 1 less the weight's share of the alias's weights
		"cue",                // proximity of a cue word of the relation asked for
		"has cue",            // there is a cue word
		"order",              // 1/(1+names before it)
		"in question",        // share of the name's words in the question
		"words",              // BM25 of the target, as a share of the best
		"sentence rest",      // share of rest in the name's sentence
		"target rest",        // share of rest in the target
		"target person",      // question and target are both about people, or not
		"target link",        // confidence that the question names the target
		"rarity",             // ln(passages/holders of the name)/8
		"is span",            // source and target share the name
		"sentence less best", // sentence rest minus that of the source's best sentence
		"first sentence",     // the name is in the first sentence
		"log names",          // ln(1+ways out of the source)
		"target sentence",    // share of rest in the target's best sentence
		"reverse",            // the target names the source
		"span in title",      // the name is in the target's title
		"cue x person", "cue x weight",
		"walk",                    // root of the target's share of the walk
		"near",                    // rest around the name, by distance
		"new",                     // share of new in the target
		"new sentence",            // share of new in the target's best sentence
		"title in question",       // share of the target's title that the question has
		"source link",             // confidence that the question names the source
		"title rest", "title new", // shares of rest and new in the target's title
	}
}

// hops returns the hops from a passage, the best for each target; source is the passage's
// probability. Order: target.
func (s *Study) hops(from int32, source float64) []hop {
	ways := s.ways(from)
	bestOf := map[int32]hop{}
	value := map[int32]float64{} // by weight, cue, sentence rest, in question
	for _, w := range ways {
		if !s.scope.holds(w.to) {
			continue
		}
		h := hop{from, w.to, s.hopFeatures(from, source, w, len(ways))}
		v := round(h.features[1] + h.features[3] + 0.5*h.features[8] - 0.5*h.features[6])
		if old, ok := value[w.to]; !ok || v > old {
			bestOf[w.to], value[w.to] = h, v
		}
	}
	return slices.SortedFunc(maps.Values(bestOf), func(a, b hop) int { return cmp.Compare(a.to, b.to) })
}

// hopFeatures returns the features of a way from a passage.
func (s *Study) hopFeatures(from int32, source float64, w way, ways int) []float64 {
	holder, name := from, w.at
	if w.reverse {
		holder = w.to
	}
	body := s.passages[holder].body
	at := body.sentenceAt(name.first)
	sentence := terms(0)
	if sets := s.sentencesOf(holder); at < len(sets) {
		sentence = sets[at]
	}
	rest := s.every() &^ s.titled[from] // the terms that the source's title lacks
	fresh := rest &^ s.holds[from]      // and that its text lacks too
	cue, near, inQuestion := 0.0, 0.0, 0.0
	if name.last <= len(body.tokens) {
		words := body.tokens[name.first:name.last]
		cue = s.cueNear(s.cue, body.tokens, name)
		near = s.nearTerms(body.tokens, name, rest)
		inQuestion = s.shareInQuestion(words)
	}
	person := s.fits(w.to)
	sentenceRest := s.among(sentence, rest)
	return []float64{
		source, w.weight, w.unsure, cue, flag(cue > 0), 1 / (1 + float64(w.order)), inQuestion, s.words[w.to], sentenceRest,
		s.among(s.holds[w.to], rest), person, s.links[s.passages[w.to].document].strength,
		math.Log(float64(len(s.passages))/float64(max(w.holders, 1))) / 8, flag(w.span), sentenceRest - s.bestSentence(from, rest),
		flag(at == 0),
		math.Log1p(float64(ways)), s.bestSentence(w.to, rest), flag(w.reverse), flag(w.span && s.inTitle(w, from)),
		cue * person, cue * w.weight, math.Sqrt(s.walk[w.to]),
		near, s.among(s.holds[w.to], fresh), s.bestSentence(w.to, fresh), s.titleShare(w.to), s.links[s.passages[from].document].strength,
		s.among(s.titled[w.to], rest), s.among(s.titled[w.to], fresh),
	}
}

// inTitle reports whether the target's title has the name's last word.
func (s *Study) inTitle(w way, from int32) bool {
	last := s.passages[from].body.tokens[w.at.last-1].lower
	return slices.ContainsFunc(s.passages[w.to].title.tokens, func(t token) bool { return t.lower == last })
}

// shareInQuestion returns the share of words that are in the question.
func (s *Study) shareInQuestion(words []token) float64 {
	shared := 0
	for _, w := range words {
		if slices.ContainsFunc(s.question.read.tokens, func(t token) bool { return t.lower == w.lower }) {
			shared++
		}
	}
	return float64(shared) / float64(max(len(words), 1))
}

// nearTerms returns the weight of the wanted terms around a name in its sentence, each at
// its nearest occurrence: the share of idf divided by 1 + a quarter of the distance.
func (s *Study) nearTerms(tokens []token, m match, wanted terms) float64 {
	sum := 0.0
	seen := terms(0)
	try := func(i, distance int) {
		for _, id := range s.lexicon.words[tokens[i].word].terms {
			at, ok := s.bit[id]
			if ok && wanted&(1<<at) != 0 && seen&(1<<at) == 0 {
				seen |= 1 << at
				sum += s.idf[at] / s.all / (1 + float64(cueFading*float64(distance-1)))
			}
		}
	}
	before, after := true, true
	for d := 1; d <= cueBefore && (before || after); d++ {
		i := m.first - d
		if before = before && i >= 0 && tokens[i+1].gap != startGap; before {
			try(i, d)
		}
		j := m.last + d - 1
		if after = after && j < len(tokens) && tokens[j].gap != startGap; after {
			try(j, d)
		}
	}
	return sum
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
