package reversion

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/lists"
	"grove/internal/text"
)

// Solver guesses which name each tag stands for, without a language model: a name and a tag are alike if
// their sentences have rare words in common, if they are named about as often, and if those named
// beside them are alike. It knows the anonymised text, the reference and the names, as any agent
// does, and nothing else.
type Solver struct {
	names, tags []string
	// alike is the likeness of each tag with each name of its kind.
	alike map[string]map[string]float64
	// reference are the profiles of the names.
	reference map[string]profile
	idf       map[string]float64
}

// profile is what the text says around a name or tag.
type profile struct {
	// sentences have it, terms are weighted by rarity, beside counts who is named in the same sentences.
	sentences []string
	terms     map[string]float64
	norm      float64
	beside    map[string]float64
}

// Weights of the parts of the likeness, and the rounds in which neighbours are compared [Grove's].
const (
	frequencyWeight = 0.3
	besideWeight    = 0.6
	besideRounds    = 4
	evidenceWeight  = 0.5
)

// NewSolver compares the tags of anonymised texts with names in named texts. kinds has the kind of
// each name.
func NewSolver(anonymised, named []string, kinds map[string]string) *Solver {
	s := &Solver{names: sorted(kinds), alike: map[string]map[string]float64{}}
	tags := profiles(anonymised, tagIn)
	s.reference = profiles(named, namesIn(s.names))
	s.idf = rarity(tags, s.reference)
	weigh(tags, s.idf)
	weigh(s.reference, s.idf)
	s.tags = sorted(tags)
	total := map[string]float64{}
	for t, p := range tags {
		total["tag "+kindOf(t)] += float64(len(p.sentences))
	}
	for n, p := range s.reference {
		total["name "+kinds[n]] += float64(len(p.sentences))
	}
	for _, t := range s.tags {
		s.alike[t] = map[string]float64{}
		for _, n := range s.names {
			if kinds[n] != kindOf(t) {
				continue
			}
			p := s.reference[n]
			often := math.Abs(math.Log((1+float64(len(tags[t].sentences)))/(1+total["tag "+kindOf(t)])) -
				math.Log((1+float64(len(p.sentences)))/(1+total["name "+kinds[n]])))
			s.alike[t][n] = cosine(tags[t], p) + frequencyWeight/(1+often)
		}
	}
	first := s.alike
	for range besideRounds {
		s.alike = s.besides(first, tags)
	}
	return s
}

// besides adds to the likeness that of those named beside, by the present assignment.
func (s *Solver) besides(first map[string]map[string]float64, tags map[string]profile) map[string]map[string]float64 {
	assigned := assign(s.alike, s.tags)
	out := map[string]map[string]float64{}
	for _, t := range s.tags {
		out[t] = map[string]float64{}
		mapped, norm := map[string]float64{}, 0.0
		for _, other := range sorted(tags[t].beside) {
			if n, ok := assigned[other]; ok {
				mapped[n] += math.Log1p(tags[t].beside[other])
			}
		}
		for _, n := range sorted(mapped) {
			norm += mapped[n] * mapped[n]
		}
		for n, score := range first[t] {
			beside, of, dot := s.reference[n].beside, 0.0, 0.0
			for _, other := range sorted(beside) {
				w := math.Log1p(beside[other])
				of += w * w
				dot += w * mapped[other]
			}
			if dot > 0 {
				score += besideWeight * dot / math.Sqrt(norm*of)
			}
			out[t][n] = score
		}
	}
	return out
}

// Guess returns a name for each of some tags, each name once; an agent's evidence, anonymised texts, counts
// in addition. A tag that nothing is known of has none.
func (s *Solver) Guess(tags, evidence []string) map[string]string {
	seen := profiles(evidence, tagIn)
	weigh(seen, s.idf)
	scores := map[string]map[string]float64{}
	for _, t := range tags {
		scores[t] = map[string]float64{}
		for n, score := range s.alike[t] {
			scores[t][n] = score + evidenceWeight*cosine(seen[t], s.reference[n])
		}
	}
	return assign(scores, tags)
}

// Likeliest returns the k most likely names of a tag.
func (s *Solver) Likeliest(tag string, k int) []string {
	names := sorted(s.alike[tag])
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(s.alike[tag][b], s.alike[tag][a]) })
	return names[:min(k, len(names))]
}

// Says returns up to k sentences of the reference with a name, spread over the text.
func (s *Solver) Says(name string, k int) []string { return spread(s.reference[name].sentences, k) }

// spread returns up to k of a list's elements, in even steps.
func spread(list []string, k int) []string {
	k = min(k, len(list))
	return lists.Map(lists.Indices(k), func(i int) string { return list[i*len(list)/k] })
}

// assign gives each tag the name of the highest score that is left, the best pairs first.
func assign(scores map[string]map[string]float64, tags []string) map[string]string {
	type pair struct {
		tag, name string
		score     float64
	}
	var all []pair
	for _, t := range tags {
		for n, score := range scores[t] {
			all = append(all, pair{t, n, math.Round(score*1e9) / 1e9})
		}
	}
	slices.SortFunc(all, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.tag, b.tag), cmp.Compare(a.name, b.name))
	})
	out, taken := map[string]string{}, map[string]bool{}
	for _, p := range all {
		if out[p.tag] == "" && !taken[p.name] {
			out[p.tag], taken[p.name] = p.name, true
		}
	}
	return out
}

// namesIn returns a pattern of names, longer ones first, or one that matches nothing.
func namesIn(names []string) *regexp.Regexp {
	if len(names) == 0 {
		return regexp.MustCompile(`$^`)
	}
	list := slices.Clone(names)
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return regexp.MustCompile(strings.Join(lists.Map(list, dataset.WholeWord), "|"))
}

// profiles returns what texts say around what a pattern matches, by the match without brackets.
func profiles(texts []string, pattern *regexp.Regexp) map[string]profile {
	out := map[string]profile{}
	for _, t := range texts {
		for sentence := range text.EachSentence(t) {
			found := matches(pattern, sentence)
			if len(found) == 0 {
				continue
			}
			terms := text.Terms(pattern.ReplaceAllString(sentence, " "))
			for _, m := range found {
				p, ok := out[m]
				if !ok {
					p = profile{terms: map[string]float64{}, beside: map[string]float64{}}
				}
				p.sentences = append(p.sentences, sentence)
				for _, w := range terms {
					p.terms[w]++
				}
				for _, other := range found {
					if other != m {
						p.beside[other]++
					}
				}
				out[m] = p
			}
		}
	}
	return out
}

// rarity returns the inverse document frequency of terms over profiles.
func rarity(sets ...map[string]profile) map[string]float64 {
	idf, n := map[string]float64{}, 0.0
	for _, set := range sets {
		for _, p := range set {
			n++
			for w := range p.terms {
				idf[w]++
			}
		}
	}
	for w, k := range idf {
		idf[w] = math.Log((1 + n) / (1 + k))
	}
	return idf
}

// weigh turns counts of terms into weights.
func weigh(set map[string]profile, idf map[string]float64) {
	for m, p := range set {
		for _, w := range sorted(p.terms) {
			p.terms[w] = (1 + math.Log(p.terms[w])) * idf[w]
			p.norm += p.terms[w] * p.terms[w]
		}
		p.norm = math.Sqrt(p.norm)
		set[m] = p
	}
}

// cosine returns the cosine of two profiles' terms, with 9 decimals, as the order of the sum varies.
func cosine(a, b profile) float64 {
	if a.norm == 0 || b.norm == 0 {
		return 0
	}
	if len(a.terms) > len(b.terms) {
		a, b = b, a
	}
	dot := 0.0
	for w, x := range a.terms {
		dot += x * b.terms[w]
	}
	return math.Round(dot/(a.norm*b.norm)*1e9) / 1e9
}
