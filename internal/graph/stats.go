package graph

import "math"

// Degree is a node of GraphReader's graph: a key element of at least one fact.
type Degree struct {
	Element ID
	// Facts are those about it, Neighbours the other key elements that share one.
	Facts, Neighbours int
}

// Shape describes GraphReader's graph, or several of them: the columns of its
// paper's table 8. Figures are rounded to 6 decimals.
type Shape struct {
	// Graphs is the number of graphs with at least one node.
	Graphs int `json:"graphs"`
	// Nodes and Facts are of a graph: the average and the largest.
	Nodes Extent `json:"nodes"`
	Facts Extent `json:"facts"`
	// Neighbours and FactsANode are of a node: the average over graphs of each
	// graph's average, and of each graph's largest.
	Neighbours NodeExtent `json:"neighbours_per_node"`
	FactsANode NodeExtent `json:"facts_per_node"`
}

// Extent is a number that each graph has.
type Extent struct {
	Average float64 `json:"avg"`
	Most    int     `json:"max"`
}

// NodeExtent is a number that each node has.
type NodeExtent struct {
	Average     float64 `json:"avg_avg"`
	AverageMost float64 `json:"avg_max"`
}

// Sample is one graph, to be counted into a Shape.
type Sample struct {
	// Nodes are its nodes and Facts its facts.
	Nodes, Facts int
	// Links are the pairs of a fact and a node, Ties twice the pairs of neighbours:
	// the sums over all nodes. MostLinks and MostTies are those of one node.
	Links, Ties, MostLinks, MostTies int
}

// DocumentSample is the graph of one document: of what its chunks say, as if
// there were no other document. A fact of several documents is in the graph of
// each, with all its key elements.
type DocumentSample struct {
	Document ID
	Sample
}

// Add counts a node.
func (s *Sample) Add(d Degree) {
	s.Nodes++
	s.Links += d.Facts
	s.Ties += d.Neighbours
	s.MostLinks, s.MostTies = max(s.MostLinks, d.Facts), max(s.MostTies, d.Neighbours)
}

// ShapeOf describes the graphs; one without nodes is none.
func ShapeOf(samples []Sample) Shape {
	var out Shape
	var nodes, facts, neighbours, most, factsANode, mostFacts float64
	for _, s := range samples {
		if s.Nodes == 0 {
			continue
		}
		out.Graphs++
		out.Nodes.Most, out.Facts.Most = max(out.Nodes.Most, s.Nodes), max(out.Facts.Most, s.Facts)
		nodes += float64(s.Nodes)
		facts += float64(s.Facts)
		neighbours += float64(s.Ties) / float64(s.Nodes)
		factsANode += float64(s.Links) / float64(s.Nodes)
		most += float64(s.MostTies)
		mostFacts += float64(s.MostLinks)
	}
	n := float64(max(out.Graphs, 1))
	out.Nodes.Average, out.Facts.Average = round6(nodes/n), round6(facts/n)
	out.Neighbours = NodeExtent{round6(neighbours / n), round6(most / n)}
	out.FactsANode = NodeExtent{round6(factsANode / n), round6(mostFacts / n)}
	return out
}

// round6 rounds to what reports show.
func round6(x float64) float64 { return math.Round(x*1e6) / 1e6 }
