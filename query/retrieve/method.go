package retrieve

import (
	"context"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/search"
)

// The search methods of this package.
const (
	// Graph ranks by the graph of passages and entities, from the names and words of the
	// question.
	Graph = "graph"
	// Dense compares the vectors of question and chunks.
	Dense = "dense"
	// Hybrid adds the scores of Dense and BM25.
	Hybrid = "hybrid"
)

// Methods returns the search methods of this package.
func Methods() []string { return []string{Graph, Dense, Hybrid} }

// CheckMethod returns an Invalid error for a method that is not in Methods.
func CheckMethod(method string) error {
	if slices.Contains(Methods(), method) {
		return nil
	}
	return fault.New(fault.Invalid, "retrieve.CheckMethod", method, "not a search method", "use bm25, "+strings.Join(Methods(), ", "))
}

// scores returns the score of every passage by a method, 0 outside the scope.
func (s *state) scores(ctx context.Context, question, method string, in inside) ([]float64, error) {
	switch {
	case method == Graph && s.chain != nil:
		return s.index.study(question, in).scores(s.chain), nil
	case method == Graph:
		return s.index.walkScores(s.index.ask(question), in), nil
	}
	cosines, err := s.cosines(ctx, question)
	if err != nil {
		return nil, err
	}
	if method == Dense {
		return in.mask(cosines), nil
	}
	words := s.index.bag.score(s.index.ask(question).terms)
	return in.spread(fuse(in.pick(words), in.pick(cosines)), len(words)), nil
}

// fuse adds BM25 as a share of its maximum and the cosine scaled from its mean to its
// maximum.
func fuse(words, cosines []float64) []float64 {
	topWords, topCosine := best(words), best(cosines)
	mean := lists.Sum(cosines, func(c float64) float64 { return c }) / float64(max(len(cosines), 1))
	out := make([]float64, len(words))
	for i := range out {
		if topWords > 0 {
			out[i] = words[i] / topWords
		}
		if topCosine > mean {
			out[i] += max(0, (cosines[i]-mean)/(topCosine-mean))
		}
	}
	return out
}

// hits returns the k best passages.
func (x *Index) hits(scores []float64, k int) []search.Hit {
	return lists.Map(x.top(scores, graph.Limit(k)), func(s scored) search.Hit {
		return search.Hit{Chunk: graph.ID(x.passages[s.passage].id), Score: s.score}
	})
}

// inside marks the passages in a question's scope by number; nil is all.
type inside []bool

// within returns the passages of the documents in the scope.
func (x *Index) within(scope graph.Scope, documents map[graph.ID]graph.Document) inside {
	if scope.Empty() {
		return nil
	}
	named := lists.Set(scope.Documents)
	rest := graph.Scope{Tags: scope.Tags, Since: scope.Since}
	in := make(inside, len(x.passages))
	for number, parts := range x.chunks {
		id := graph.ID(x.names[number])
		if (len(named) == 0 || named[id]) && rest.Holds(documents[id]) {
			for _, p := range parts {
				in[p] = true
			}
		}
	}
	return in
}

func (in inside) holds(p int32) bool { return in == nil || in[p] }

// mask sets the scores of passages outside the scope to 0, in place.
func (in inside) mask(scores []float64) []float64 {
	for i, yes := range in {
		if !yes {
			scores[i] = 0
		}
	}
	return scores
}

// pick returns the scores of the passages in the scope, in order.
func (in inside) pick(scores []float64) []float64 {
	if in == nil {
		return scores
	}
	var out []float64
	for i, yes := range in {
		if yes {
			out = append(out, scores[i])
		}
	}
	return out
}

// spread reverses pick: passages outside the scope get 0.
func (in inside) spread(scores []float64, passages int) []float64 {
	if in == nil {
		return scores
	}
	out := make([]float64, passages)
	next := 0
	for i, yes := range in {
		if yes {
			out[i] = scores[next]
			next++
		}
	}
	return out
}
