package web

import "grove/internal/fault"

// place is what a request takes of those that its key may have under way, and a question
// while it waits for its client. leave gives it back.
type place struct {
	leave func()
	// lender is the question that waits in this place, nil where it was free.
	lender *inquiry
}

// enter finds the request a place. One that comes back for a question which waits takes
// that of the question where no other is free: its key is not to be full of its own
// questions.
func (s *server) enter(c *call) error {
	key := c.gin.GetString(keyID)
	leave, err := s.take(key)
	if err == nil {
		c.place.leave = leave
		return nil
	}
	i := s.inquiries.of(c.gin.GetHeader(lastEventID), key, c.workspace())
	if i == nil {
		return err
	}
	if leave = i.lend(); leave == nil {
		return err
	}
	c.place = place{leave, i}
	return nil
}

// take counts a place of a key as taken until leave; "" is everyone without one.
func (s *server) take(key string) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.underWay[key] >= s.Limits.KeyRequests {
		return nil, fault.New(RateLimited, "web.enter", "", "more requests under way than a key may have", "wait until one of them is answered")
	}
	s.underWay[key]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.underWay[key]--; s.underWay[key] == 0 {
			delete(s.underWay, key)
		}
	}, nil
}

// goes notes that the request's client follows a question no longer, which may wait for
// it in the request's place.
func (c *call) goes(i *inquiry) {
	if i.goes(c.server.Limits.Grace, c.place.leave) {
		c.place = place{}
	}
}

// leave gives back the request's place, to the question that lent it or to all.
func (c *call) leave() {
	switch p := c.place; {
	case p.leave == nil: // a question waits in it
	case p.lender != nil:
		p.lender.restore(p.leave)
	default:
		p.leave()
	}
}
