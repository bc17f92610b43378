package llm

import "sync"

// Tokens that the chat format adds, by OpenAI's counting of cl100k chats: for
// each message with its role, and once for the reply.
const (
	messageOverhead = 4
	replyOverhead   = 3
)

// Size is the size of a call in tokens.
type Size struct {
	// Messages are all messages with their overhead, as endpoints count a prompt.
	Messages int
	// Schema is the reply schema. Some endpoints count it too.
	Schema int
	// Reply is the most that the reply may have.
	Reply int
}

// Cost is the size of the whole call, as Bounds.Window counts it.
func (z Size) Cost() int { return z.Messages + z.Schema + z.Reply }

// SizeOf is the size of the call that asks the prompt.
func SizeOf[T any](s *Session, p Prompt[T]) Size {
	return s.size(Request{Messages: p.Messages(), ReplySchema: p.ReplySchema(), Limits: p.Limits()})
}

// Cost is the size of a call in tokens, as Bounds.Window counts it.
func Cost[T any](s *Session, p Prompt[T]) int { return SizeOf(s, p).Cost() }

// Count counts the tokens of a text.
func (s *Session) Count(t string) int { return s.client.Counter.Count(t) }

func (s *Session) size(r Request) Size {
	z := Size{Messages: replyOverhead, Schema: s.tokens.count(string(r.ReplySchema), s.Count), Reply: r.MaxTokens}
	for _, m := range r.Messages {
		count := s.Count
		if m.Role == "system" {
			count = func(t string) int { return s.tokens.count(t, s.Count) }
		}
		z.Messages += messageOverhead + count(m.Content)
	}
	return z
}

// maxSizes bounds how many texts sizes remembers: a job asks few different
// prompts, each many times.
const maxSizes = 64

// sizes remembers the tokens of texts. The zero value is ready.
type sizes struct {
	mu    sync.Mutex
	known map[string]int
}

func (z *sizes) count(t string, count func(string) int) int {
	z.mu.Lock()
	n, ok := z.known[t]
	z.mu.Unlock()
	if ok {
		return n
	}
	n = count(t)
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.known == nil {
		z.known = map[string]int{}
	}
	if len(z.known) < maxSizes {
		z.known[t] = n
	}
	return n
}
