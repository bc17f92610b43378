package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShapeOf(t *testing.T) {
	var small, large Sample
	for _, d := range []Degree{{"a", 2, 2}, {"b", 1, 1}, {"c", 1, 1}} { // facts {a, b}, {a, c}
		small.Add(d)
	}
	small.Facts = 2
	large = Sample{Nodes: 5, Facts: 10, Links: 20, Ties: 10, MostLinks: 8, MostTies: 4}
	for name, c := range map[string]struct {
		samples []Sample
		want    Shape
	}{
		"none":            {nil, Shape{}},
		"none with nodes": {[]Sample{{}, {Facts: 1}}, Shape{}},
		"one":             {[]Sample{small}, Shape{1, Extent{3, 3}, Extent{2, 2}, NodeExtent{1.333333, 2}, NodeExtent{1.333333, 2}}},
		"several": {[]Sample{large, {}, small}, Shape{2, Extent{4, 5}, Extent{6, 10},
			NodeExtent{1.666667, 3}, NodeExtent{2.666667, 5}}},
	} {
		if d := cmp.Diff(c.want, ShapeOf(c.samples)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
