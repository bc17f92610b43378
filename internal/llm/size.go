package llm

import "sync"

// Numbers of tokens that the chat format adds, by OpenAI's counting of cl100k chats: to each
// message with its role, and once for the reply.
const (
	messageOverhead = 4
	replyOverhead   = 3
)

// Size is the size of a call in tokens.
type Size struct {
	// Messages is the size of all messages with their overhead, as endpoints count a prompt.
	Messages int
	// Schema is the size of the reply schema, which some endpoints count too.
	Schema int
	// Reply is the limit of the reply.
	Reply int
}

// Cost returns the size of the whole call, as Bounds.Window counts it.
func (z Size) Cost() int { return z.Messages + z.Schema + z.Reply }

// most returns the most usage of a call.
func (z Size) most() Usage {
	return Usage{PromptTokens: z.Messages + z.Schema, CompletionTokens: z.Reply}
}

// SizeOf returns the size of a prompt's call.
func SizeOf[T any](s *Session, p Prompt[T]) Size {
	return s.size(requestOf(s, p))
}

// Count returns the number of tokens of a text.
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

// maxSizes bounds the number of texts in sizes: a job uses few prompts, each many times.
const maxSizes = 64

// sizes caches the token counts of texts. The zero value is empty.
type sizes struct {
	mu     sync.Mutex
	tokens map[string]int
}

func (z *sizes) count(t string, count func(string) int) int {
	z.mu.Lock()
	n, ok := z.tokens[t]
	z.mu.Unlock()
	if ok {
		return n
	}
	n = count(t)
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.tokens == nil {
		z.tokens = map[string]int{}
	}
	if len(z.tokens) < maxSizes {
		z.tokens[t] = n
	}
	return n
}
