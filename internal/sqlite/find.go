package sqlite

import (
	"context"
	"strings"

	"grove/internal/graph"
)

// Find carries out graph.FindQuery.
func (r reader) Find(ctx context.Context, q graph.FindQuery) ([]graph.KeyElement, error) {
	r = r.checked(q)
	q = q.Possible()
	var wanted []string
	var args []any
	if len(q.IDs) > 0 {
		wanted = append(wanted, "k.id IN "+list(len(q.IDs)))
		args = append(args, values(q.IDs...)...)
	}
	if len(q.Norms) > 0 {
		wanted = append(wanted, "k.norm IN "+list(len(q.Norms)), "k.id IN (SELECT element FROM alias WHERE norm IN "+list(len(q.Norms))+")")
		args = append(append(args, values(q.Norms...)...), values(q.Norms...)...)
	}
	if q.Prefix != "" {
		wanted = append(wanted, "k.norm >= ? AND k.norm < ?", "k.id IN (SELECT element FROM alias WHERE norm >= ? AND norm < ?)")
		args = append(args, q.Prefix, after(q.Prefix), q.Prefix, after(q.Prefix))
	}
	if len(wanted) == 0 {
		wanted = []string{"FALSE"}
	}
	s := scoped(q.Scope)
	either := strings.Join(wanted, " OR ")
	if s != nil {
		either = "(" + either + ")" + s.mentioned("k.id")
	}
	text, args := s.query("SELECT "+s.keyElements()+" FROM key_element k WHERE "+either+" ORDER BY k.norm, k.id"+
		limited(graph.Limit(q.Limit)), args...)
	return ask(ctx, r, "sqlite.Find", scanKeyElement, text, args...)
}

// after returns the smallest string above all that begin with the prefix, which is
// not empty: no byte of UTF-8 is 0xff. It need not be UTF-8 itself.
func after(prefix string) string {
	last := len(prefix) - 1
	return prefix[:last] + string([]byte{prefix[last] + 1})
}
