package cypher

import (
	"fmt"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// row is one row of a result, or a map inside one. The first value that is not
// of the type asked for is kept in *err, so that a decoder reads plainly and
// the caller looks once.
type row struct {
	values map[string]any
	err    *error
}

// value returns a column's value; a missing or null one is the type's zero value.
func value[T any](r row, name string) T {
	var zero T
	v := r.values[name]
	if v == nil {
		return zero
	}
	t, ok := v.(T)
	if !ok && *r.err == nil {
		*r.err = fault.New(fault.Corrupt, "cypher.row", name, fmt.Sprintf("is a %T, not a %T", v, zero),
			"was the database written by another program?")
	}
	return t
}

func (r row) text(name string) string { return value[string](r, name) }

func (r row) id(name string) graph.ID { return graph.ID(r.text(name)) }

func (r row) number(name string) int { return int(value[int64](r, name)) }

func (r row) flag(name string) bool { return value[bool](r, name) }

func (r row) time(name string) time.Time {
	t := value[time.Time](r, name)
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

// listOf returns a column that is a list of T; an empty one is nil.
func listOf[T any](r row, name string) []T {
	return each(value[[]any](r, name), func(v any) T { return value[T](row{map[string]any{name: v}, r.err}, name) })
}

// each is lists.Map, but nil for no items.
func each[T, U any](items []T, f func(T) U) []U {
	if len(items) == 0 {
		return nil
	}
	return lists.Map(items, f)
}

func (r row) texts(name string) []string { return listOf[string](r, name) }

func (r row) ids(name string) []graph.ID {
	return each(r.texts(name), func(s string) graph.ID { return graph.ID(s) })
}

// rows returns a column that is a list of maps.
func (r row) rows(name string) []row {
	return each(listOf[map[string]any](r, name), func(m map[string]any) row { return row{m, r.err} })
}

// tally returns a tally from its two parallel lists.
func (r row) tally(keys, counts string) graph.Tally {
	return graph.TallyOf(r.texts(keys), listOf[int64](r, counts))
}

// span returns the span of an evidence edge.
func (r row) span() graph.Span {
	return graph.Span{Start: r.number("start"), End: r.number("end"), In: graph.Place(r.text("in")),
		Surface: r.text("surface"), Count: r.number("count")}
}

// spanProjection reads an edge e's span inside a map projection.
const spanProjection = ".start, .`end`, .`in`, .surface, .count"
