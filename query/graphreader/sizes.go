package graphreader

import (
	"math"

	"grove/internal/llm"
)

// sizes share out a window, in tokens [G].
type sizes struct {
	// reply bounds each reply of a stage; a notebook is rewritten in one.
	reply int
	// plan bounds the plan, notebook a path's notebook, actions the list of previous actions.
	plan, notebook, actions int
}

// sizesFor shares out a window.
func sizesFor(window int) sizes {
	reply := min(max(window/8, 192), 1024)
	return sizes{reply: reply, plan: min(window/16, 256), notebook: reply * 3 / 4, actions: window / 32}
}

// batches cuts the items, in order, into runs that fit the room; an item that
// alone is too large is left out.
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

// quota shares out the calls of a question so that the answer always has one.
type quota struct {
	left int
	// plans and starts are the least numbers of calls left at which a call is
	// spent on the plan and on the start nodes.
	plans, starts int
}

// newQuota shares out what is left of so many calls, 0 for no bound.
func newQuota(maxCalls, made int) *quota {
	if maxCalls == 0 {
		maxCalls = math.MaxInt32
	}
	return &quota{left: maxCalls - made, plans: 5, starts: 4}
}

// take spends a call if at least so many are left.
func (q *quota) take(least int) bool {
	if q.left < least {
		return false
	}
	q.left--
	return true
}

// free is how many calls the paths may make, where one is kept for the answer.
func (q *quota) free() int { return max(q.left-1, 0) }
