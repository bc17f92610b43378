package graphreader

import "math"

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
