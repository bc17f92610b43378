package llmtest

// Stats counts the requests of a server.
type Stats struct {
	// Requests counts all requests, Distinct the different ones (path and body).
	Requests, Distinct int
	// Failed counts the tries that failed by Break or Broken.
	Failed int
	// Paid counts the chat and embeddings calls that were answered, PaidTwice those of them whose
	// request had been answered before.
	Paid, PaidTwice int
	// Billed are the chat replies that were sent, whole or in part, and their tokens; those of faults too.
	Billed Bill
	// Widest is the largest number of concurrent calls.
	Widest int
}

// Bill is what a provider would charge for.
type Bill struct{ Replies, PromptTokens, CompletionTokens int }

// Stats returns the counts so far.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

func (s *Server) count(f func(*Stats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(&s.stats)
}

// enter counts a request and sets its numbers.
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

// bill counts the chat replies and their tokens.
func (s *Server) bill(b Bill) {
	s.count(func(st *Stats) {
		st.Billed.Replies += b.Replies
		st.Billed.PromptTokens += b.PromptTokens
		st.Billed.CompletionTokens += b.CompletionTokens
	})
}

// pay counts an answer for which a provider would charge.
func (s *Server) pay(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Paid++
	if s.paid[key]++; s.paid[key] > 1 {
		s.stats.PaidTwice++
	}
}
