package eval

import (
	"slices"
	"strings"
	"time"

	"grove/internal/lists"
)

// clusters maps each name of an item to all names of its cluster, in normal form and sorted.
// A name in several clusters belongs to the first.
type clusters map[string][]string

func clustersOf(item Item) clusters {
	members := map[string][]string{}
	var order []string
	for _, e := range item.Entities {
		id := string(e.Cluster)
		if id == "" || id == "null" || !e.Named() {
			continue
		}
		if members[id] == nil {
			order = append(order, id)
		}
		members[id] = append(members[id], normal(e.Text))
	}
	out := clusters{}
	for _, id := range order {
		list := lists.Sorted(members[id])
		for _, n := range list {
			if out[n] == nil {
				out[n] = list
			}
		}
	}
	return out
}

// names returns all names of the cluster of a name, or the name alone outside any cluster.
func (c clusters) names(surface string) []string {
	n := normal(surface)
	if list := c[n]; list != nil {
		return list
	}
	return []string{n}
}

// agrees reports whether a name is among the gold names, as a name or as a date.
func agrees(gold []string, name string) bool {
	if slices.Contains(gold, name) {
		return true
	}
	date, ok := parseDate(name)
	return ok && slices.ContainsFunc(gold, func(g string) bool {
		other, ok := parseDate(g)
		return ok && other == date
	})
}

// dateForms are the accepted forms of a date, in any case.
var dateForms = []string{"2 January 2006", "January 2, 2006", "January 2 2006", "2006-01-02", "January 2006", "2006"}

// parseDate parses a date. A year or month alone is its first day, as in data sets made from
// a database.
func parseDate(s string) (date string, ok bool) {
	s = strings.TrimSpace(s)
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			return t.Format(time.DateOnly), true
		}
	}
	return "", false
}
