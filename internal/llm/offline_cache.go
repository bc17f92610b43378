package llm

import "sync"

// OfflineCache stores the offline kit's answers by request, so that benchmarks can measure
// everything but the kit. It is safe for concurrent use; the zero value is empty.
type OfflineCache struct{ answers sync.Map }

// answerOffline answers by the client's kit, or from its cache.
func answerOffline[T any](c *Client, r Request, p Prompt[T]) T {
	if c.OfflineCache == nil {
		return p.Offline(c.Kit)
	}
	key := r.Key(OfflineName)
	if cached, ok := c.OfflineCache.answers.Load(key); ok {
		if answer, ok := cached.(T); ok {
			return answer
		}
	}
	answer := p.Offline(c.Kit)
	c.OfflineCache.answers.Store(key, answer)
	return answer
}
