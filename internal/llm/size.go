package llm

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
	z := Size{Messages: replyOverhead, Schema: s.Count(string(r.ReplySchema)), Reply: r.MaxTokens}
	for _, m := range r.Messages {
		z.Messages += messageOverhead + s.Count(m.Content)
	}
	return z
}
