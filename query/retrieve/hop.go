package retrieve

import (
	"cmp"
	"math"
	"slices"
)

// hop leads from a passage to another.
type hop struct {
	from, to int32
	features []float64
}

// hopFeatures name what a hop says, in the order of features. "rest" is what the
// source's title leaves open of the question, "new" what its text leaves open too;
// shares of words are by idf.
func hopFeatures() []string {
	return []string{
		"source",             // probability of the passage that it leaves
		"weight",             // of the alias, see target
		"ambiguity",          // 1 less the weight's share of the alias's weights
		"cue",                // nearness of a word that tells the relation asked for
		"has cue",            // there is one
		"order",              // 1/(1+names before it)
		"in question",        // share of the name's words that the question has
		"words",              // BM25 of the target, as a share of the best
		"sentence rest",      // share of rest in the name's sentence
		"target rest",        // and in the target
		"target person",      // question and target are both about people, or not
		"target link",        // how surely the question names the target
		"rarity",             // ln(passages/holders of the name)/8
		"is span",            // the way is a name that both hold
		"sentence less best", // sentence rest, less that of the source's best sentence
		"first sentence",     // the name stands in it
		"log names",          // ln(1+ways out of the source)
		"target sentence",    // share of rest in the target's best sentence
		"reverse",            // the target names the source
		"span in title",      // the name stands in the target's title
		"cue x person", "cue x weight",
		"walk",                    // root of the target's share of the walk
		"near",                    // rest around the name, by distance
		"new",                     // share of new in the target
		"new sentence",            // and in its best sentence
		"title in question",       // share of the target's title that the question has
		"source link",             // how surely the question names the source
		"title rest", "title new", // shares of rest and new in the target's title
	}
}

// hops are the ways on from a passage, the best for each target; source is the
// passage's own probability. Order: target.
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
	out := make([]hop, 0, len(bestOf))
	for _, h := range bestOf {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b hop) int { return cmp.Compare(a.to, b.to) })
	return out
}

// hopFeatures are the features of a way from a passage.
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
	rest := s.every() &^ s.titled[from] // what the source's title leaves open
	fresh := rest &^ s.holds[from]      // and its text too
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
		math.Log(float64(len(s.passages))/float64(max(w.holders, 1))) / 8, flag(w.span), sentenceRest - s.bestSentence(from, rest), flag(at == 0),
		math.Log1p(float64(ways)), s.bestSentence(w.to, rest), flag(w.reverse), flag(w.span && s.inTitle(w, from)),
		cue * person, cue * w.weight, math.Sqrt(s.walk[w.to]),
		near, s.among(s.holds[w.to], fresh), s.bestSentence(w.to, fresh), s.titleShare(w.to), s.links[s.passages[from].document].strength,
		s.among(s.titled[w.to], rest), s.among(s.titled[w.to], fresh),
	}
}

// inTitle tells whether the target's title has the name's last word.
func (s *Study) inTitle(w way, from int32) bool {
	last := s.passages[from].body.tokens[w.at.last-1].lower
	return slices.ContainsFunc(s.passages[w.to].title.tokens, func(t token) bool { return t.lower == last })
}

// shareInQuestion is the share of words that the question has.
func (s *Study) shareInQuestion(words []token) float64 {
	shared := 0
	for _, w := range words {
		if slices.ContainsFunc(s.question.read.tokens, func(t token) bool { return t.lower == w.lower }) {
			shared++
		}
	}
	return float64(shared) / float64(max(len(words), 1))
}

// nearTerms weighs the wanted terms around a name in its sentence, each by its
// nearest place: idf as a share of the question's, over 1 + a quarter of the distance.
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
