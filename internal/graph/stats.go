package graph

import "math"

// Degree is a node of GraphReader's graph: a key element of at least one fact.
type Degree struct {
	Element ID
	// Facts is the number of facts about it, Neighbours that of other key elements that share one.
	Facts, Neighbours int
}

// Shape is the statistics of one or several GraphReader graphs: the columns of table 8 of
// the paper. Figures are rounded to 6 decimals.
type Shape struct {
	// Graphs is the number of graphs with at least one node.
	Graphs int `json:"graphs"`
	// Nodes and Facts are the numbers of nodes and facts of a graph.
	Nodes Extent `json:"nodes"`
	Facts Extent `json:"facts"`
	// Neighbours and FactsANode are the numbers of neighbours and facts of a node.
	Neighbours NodeExtent `json:"neighbours_per_node"`
	FactsANode NodeExtent `json:"facts_per_node"`
}

// Extent is the average and the maximum of a number over graphs.
type Extent struct {
	Average float64 `json:"avg"`
	Most    int     `json:"max"`
}

// NodeExtent is the average over graphs of the average and of the maximum of a number over nodes.
type NodeExtent struct {
	Average     float64 `json:"avg_avg"`
	AverageMost float64 `json:"avg_max"`
}

// Sample is the counts of one graph for a Shape.
type Sample struct {
	Nodes, Facts int
	// Links and Ties are the sums over all nodes of their facts and of their neighbours;
	// MostLinks and MostTies the maxima.
	Links, Ties, MostLinks, MostTies int
}

// DocumentSample is the Sample of the graph of one document. A fact of several documents is
// in the graph of each, with all its key elements.
type DocumentSample struct {
	Document ID
	Sample
}

// Add adds a node.
func (s *Sample) Add(d Degree) {
	s.Nodes++
	s.Links += d.Facts
	s.Ties += d.Neighbours
	s.MostLinks, s.MostTies = max(s.MostLinks, d.Facts), max(s.MostTies, d.Neighbours)
}

// ShapeOf returns the statistics of graphs. Graphs without nodes are left out.
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

// round6 rounds to 6 decimals.
func round6(x float64) float64 { return math.Round(x*1e6) / 1e6 }
