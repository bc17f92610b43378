package offline

import (
	"math/bits"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
)

// guess is a candidate of a scene.
type guess struct {
	*lineView
	span
	// of is its index among the sentence's spans.
	of   int
	text string
	// norm is the folded text; candidates of one norm are one answer.
	norm     string
	features []float64
	score    float64
}

// guesses returns the candidates of the best sentences that accept admits, with their features; the others only count.
func (s *scene) guesses(accept func(guess) bool) []guess {
	var seen []*sight
	n := 0
	for rank, l := range s.ranked {
		v := s.sight(l, rank)
		seen = append(seen, v)
		if n += len(v.found); n > mostCandidates {
			break
		}
	}
	lists.Parallel(len(seen), func(i int) { seen[i].addFeatures(accept) })
	all := lists.Flat(seen, func(v *sight) []guess { return v.found })
	s.relate(all)
	return lists.Filter(all, admitted)
}

// admitted tells whether a candidate has its features.
func admitted(g guess) bool { return g.features != nil }

// featureNames are the names of the features of a candidate, in order.
var featureNames = []string{
	"wanted", "kind", "type", "fit", "measure", "noun type", "noun inside", "several",
	"chinese", "names", "question length", "passage gap", "hops", "from first", "is title",
	"alone", "alone gap", "linked", "linked gap", "context", "line rank", "sentence", "own", "line length",
	"in question", "all in question", "nearest", "window", "passages with", "lines with", "union", "implied",
	"names alone", "names found", "rest alone", "rest linked", "rest near", "rest cued", "bridged", "bridge gain",
	"first word", "last word",
	"length", "position", "order", "capital", "end", "before", "before share", "after share", "end share",
	"lead", "rivals", "in item", "in later items", "in earlier items", "later rivals", "earlier rivals",
}

// sight is a sentence with what its tokens have of the question, and its candidates.
type sight struct {
	*scene
	*lineView
	own, cue []mask
	rank     int
	// found are the candidates, one for each span that may answer.
	found []guess
	// mostImplied is the largest impliedShare of its candidates.
	mostImplied float64
}

// sight finds the candidates of a sentence. What the question has itself is none, unless it offers it.
func (s *scene) sight(l *lineView, rank int) *sight {
	own := lists.Map(l.tokens, func(t piece) mask { return s.bits.of(t.terms) })
	cue := lists.Map(l.tokens, func(t piece) mask { return s.near.of(t.terms) })
	v := &sight{scene: s, lineView: l, own: own, cue: cue, rank: rank}
	body := s.passages[l.passage].text
	for n, x := range l.spans {
		v.mostImplied = max(v.mostImplied, s.impliedShare(x))
		raw := body[l.tokens[x.first].start:l.tokens[x.last-1].end]
		g := guess{lineView: l, span: x, of: n, text: plainText(raw), norm: foldName(raw)}
		if _, whole := v.asked(x); g.norm != "" && (s.offers || !whole && !holds(s.folded, g.norm)) {
			v.found = append(v.found, g)
		}
	}
	return v
}

// addFeatures gives the candidates that accept admits their features.
func (v *sight) addFeatures(accept func(guess) bool) {
	order := map[spanKind]int{}
	var rivalry [][]float64
	for i := range v.found {
		g := &v.found[i]
		if accept(*g) {
			if rivalry == nil {
				rivalry = v.rivalry()
			}
			g.features = v.features(*g, order[g.kind], rivalry[g.of])
		}
		order[g.kind]++
	}
}

// features returns the features of a candidate, in the order of featureNames; those that depend on
// candidates of other sentences are 0. order is its number among those of its kind in the sentence, rivalry as by rivalry.
func (v *sight) features(g guess, order int, rivalry []float64) []float64 {
	p := v.passages[v.passage]
	share, whole := v.asked(g.span)
	nearest, near, cued := v.nearness(g.span)
	alone, linked := v.share(v.alone), v.share(v.linked)
	out := []float64{
		float64(slices.Index(answerTypes, v.Type)), float64(g.kind), typeNumber(g.typ), v.fit(g.span), v.measureFit(g),
		typeNumber(v.typ), v.nounIn(g), flag(v.several),
		flag(v.Chinese()), float64(min(bits.OnesCount64(uint64(v.names)), 6)), float64(min(len(v.bits), 20)),
		v.bestLinked - p.best, float64(p.hops), flag(p.source != nil && p.source.passage == 0), flag(g.norm != "" && p.name == g.norm),
		alone, v.bestAlone - alone, linked, v.bestLinked - linked, v.share(v.context),
		float64(v.rank), float64(min(v.place.line, 10)), v.share(v.lineView.own), float64(len(v.tokens)) / v.letters(),
		share, flag(whole), nearest, v.share(near), 0, 0, 0, v.implied(g.span),
		v.among(v.alone, v.names), v.among(v.read, v.names), v.among(v.alone, v.rest()), v.among(v.linked, v.rest()),
		v.among(cued, v.rest()), v.among(v.cues, v.rest()), flag(v.bridged), v.share(v.alone|v.bridging) - alone,
		v.tokens[g.first].rarity, v.tokens[g.last-1].rarity,
	}
	return slices.Concat(out, v.shape(g, order), v.inSlot(g.span), rivalry)
}

// typeNumber is the number of a type of entity, 0 for none.
func typeNumber(typ string) float64 { return float64(slices.Index(typeOrder[:], typ) + 1) }

// relate sets the features that depend on the other candidates.
func (s *scene) relate(all []guess) {
	for _, same := range lists.Group(all, func(g guess) string { return g.norm }) {
		passages, lines, union := map[int]bool{}, map[place]bool{}, mask(0)
		for _, g := range same {
			passages[g.passage], lines[g.place] = true, true
			union |= g.alone
		}
		for _, g := range lists.Filter(same, admitted) {
			g.features[featureIndex["passages with"]] = float64(len(passages))
			g.features[featureIndex["lines with"]] = float64(min(len(lines), 6))
			g.features[featureIndex["union"]] = s.share(union)
		}
	}
}

var featureIndex = lists.Table(lists.Indices(len(featureNames)), func(i int) (string, int) { return featureNames[i], i })

// CandidateFeatures returns the names of the features of a candidate, in order.
func CandidateFeatures() []string { return featureNames }

// unmarked takes the marks of Markdown away.
var unmarked = strings.NewReplacer("**", "", "__", "", "`", "", "|", " ")

// plainText is a candidate without the marks of Markdown and the bullet of a list, on one line.
func plainText(raw string) string {
	raw = unmarked.Replace(raw)
	return strings.TrimPrefix(strings.Trim(text.OneLine(raw), "*_# "), "- ")
}
