package retrieve

import "grove/internal/graph"

// inside tells by number which passages lie in a question's scope; nil is all.
type inside []bool

// within gives the passages of the documents that the scope holds.
func (x *Index) within(scope graph.Scope, documents map[graph.ID]graph.Document) inside {
	if scope.Empty() {
		return nil
	}
	named := make(map[graph.ID]bool, len(scope.Documents))
	for _, id := range scope.Documents {
		named[id] = true
	}
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

// mask sets the scores of passages outside to 0, in place.
func (in inside) mask(scores []float64) []float64 {
	for i, yes := range in {
		if !yes {
			scores[i] = 0
		}
	}
	return scores
}

// pick gives the scores of the passages inside, in order.
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

// spread is the reverse of pick: of so many passages, those outside get 0.
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
