package identity

import "grove/internal/graph"

// tally is a graph.Tally of strings that are seldom more than one. The zero tally
// is empty.
type tally struct {
	sum  int
	only string
	// all has every string once there are several.
	all graph.Tally
}

// add counts s n times, n positive; the empty string is never counted.
func (t *tally) add(s string, n int) {
	if s == "" {
		return
	}
	switch {
	case t.all != nil:
		t.all.Add(s, n)
	case t.sum == 0 || t.only == s:
		t.only = s
	default:
		t.all = graph.Tally{t.only: t.sum, s: n}
	}
	t.sum += n
}

// top returns the string with the highest count, as graph.Tally has it.
func (t *tally) top() string {
	if t.all != nil {
		return t.all.Top()
	}
	return t.only
}
