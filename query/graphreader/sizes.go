package graphreader

import (
	"cmp"
	"math"

	"grove/internal/llm"
	"grove/query"
)

// sizes divides a window, in tokens [G].
type sizes struct {
	// reply bounds each reply of a stage, which includes the whole notebook.
	reply int
	// plan bounds the plan, notebook a path's notebook, actions the list of previous actions.
	plan, notebook, actions int
}

// sizesFor divides a window.
func sizesFor(window int) sizes {
	reply := query.ReplyFor(window, 1024)
	return sizes{reply: reply, plan: min(window/16, 256), notebook: reply * 3 / 4, actions: window / 32}
}

// batches divides the indices of items, in order, into at most most batches that fit into
// room tokens; items that alone do not fit are left out.
func batches(s *llm.Session, items []string, room, most int) [][]int {
	var out [][]int
	var batch []int
	left := room
	for i, item := range items {
		n := s.Count(item) + 1
		if n > room {
			continue
		}
		if n > left {
			out, batch, left = append(out, batch), nil, room
			if len(out) == most {
				return out
			}
		}
		batch, left = append(batch, i), left-n
	}
	if len(batch) > 0 {
		out = append(out, batch)
	}
	return out
}

// quota divides the calls of a question so that one always remains for the answer.
type quota struct {
	left int
	// plans and starts are the smallest numbers of calls left at which a call is spent on
	// the plan and on the start nodes.
	plans, starts int
}

// newQuota returns the quota of maxCalls calls, 0 for no bound, of which made are used.
func newQuota(maxCalls, made int) *quota {
	return &quota{left: cmp.Or(maxCalls, math.MaxInt32) - made, plans: 5, starts: 4}
}

// take spends a call if at least least are left.
func (q *quota) take(least int) bool {
	if q.left < least {
		return false
	}
	q.left--
	return true
}

// free returns the number of calls for the paths; one is reserved for the answer.
func (q *quota) free() int { return max(q.left-1, 0) }
