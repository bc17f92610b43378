package llmtest

import "maps"

// Stats is what a server has seen so far.
type Stats struct {
	// Requests counts all, Distinct the different ones (path and body).
	Requests, Distinct int
	// Failed counts the tries that failed by Break or Broken.
	Failed int
	// Paid counts the chat and embeddings calls that were answered, PaidTwice the
	// answers given again for a request that had been answered before.
	Paid, PaidTwice int
	// Widest is the largest number of calls that were under way at a time.
	Widest int
}

// Stats are the counts so far.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

// Tries is how often each different request came, by Try.Key.
func (s *Server) Tries() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.tries)
}

func (s *Server) count(f func(*Stats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.stats)
}

// enter numbers a request.
func (s *Server) enter(t *Try) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries[t.Key]++
	s.busy++
	s.stats.Requests++
	s.stats.Distinct = len(s.tries)
	s.stats.Widest = max(s.stats.Widest, s.busy)
	t.N, t.Nth = s.stats.Requests, s.tries[t.Key]
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
}

// pay counts an answer that a provider would charge for.
func (s *Server) pay(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Paid++
	if s.paid[key]++; s.paid[key] > 1 {
		s.stats.PaidTwice++
	}
}
