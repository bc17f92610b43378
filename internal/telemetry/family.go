package telemetry

import (
	"slices"
	"sort"
	"strings"
)

// family is one metric with all its series: one for each choice of labels.
type family struct {
	Metric
	// bounds are the upper bounds of a histogram's buckets, ascending.
	bounds []float64
	series map[string]*series
}

// series is one line of a metric: a value, or a histogram.
type series struct {
	labels []string
	// value is that of a counter or gauge, and the sum of a histogram.
	value float64
	// buckets count by bound, the last one what is above all; n counts all.
	buckets []uint64
	n       uint64
}

func (m *Metrics) family(kind, name, help string, labels ...string) *family {
	f := newFamily(kind, name, help, labels...)
	m.families = append(m.families, f)
	return f
}

func newFamily(kind, name, help string, labels ...string) *family {
	f := &family{Metric: Metric{Name: name, Kind: kind, Help: help, Labels: labels}, series: map[string]*series{}}
	if len(labels) == 0 {
		f.of() // one that has no labels is there from the beginning
	}
	return f
}

func (m *Metrics) histogram(name, help string, bounds []float64, labels ...string) *family {
	f := m.family(histogram, name, help, labels...)
	f.bounds = bounds
	return f
}

// of gives the series of labels, which are as many as the metric has.
func (f *family) of(labels ...string) *series {
	key := strings.Join(labels, "\x00")
	s, there := f.series[key]
	if !there {
		s = &series{labels: labels}
		f.series[key] = s
	}
	return s
}

// add adds to a counter or gauge.
func (f *family) add(v float64, labels ...string) { f.of(labels...).value += v }

// observe counts a value in a histogram.
func (f *family) observe(v float64, labels ...string) {
	s := f.of(labels...)
	if s.buckets == nil {
		s.buckets = make([]uint64, len(f.bounds)+1)
	}
	s.buckets[sort.SearchFloat64s(f.bounds, v)]++ // a bound belongs to its bucket
	s.value += v
	s.n++
}

// sorted are the series by their labels.
func (f *family) sorted() []*series {
	out := make([]*series, 0, len(f.series))
	for _, s := range f.series {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *series) int { return slices.Compare(a.labels, b.labels) })
	return out
}
