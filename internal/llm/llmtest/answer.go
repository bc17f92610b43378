package llmtest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"grove/internal/llm"
)

// The paths below /v1 that a server answers.
const (
	chatPath       = "/chat/completions"
	modelsPath     = "/models"
	embeddingsPath = "/embeddings"
)

// Request is the body of a chat call.
type Request struct {
	Model               string        `json:"model"`
	Messages            []llm.Message `json:"messages"`
	Temperature         *float64      `json:"temperature"`
	MaxTokens           int           `json:"max_tokens"`
	MaxCompletionTokens int           `json:"max_completion_tokens"`
	ResponseFormat      *Format       `json:"response_format"`
	ReasoningEffort     string        `json:"reasoning_effort"`
}

// Format is the requested format of a reply.
type Format struct {
	// Type is "json_schema", "json_object" or "text".
	Type       string `json:"type"`
	JSONSchema struct {
		Name   string          `json:"name"`
		Strict bool            `json:"strict"`
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

// FormatType returns the type of the format, "" for none.
func (r Request) FormatType() string {
	if r.ResponseFormat == nil {
		return ""
	}
	return r.ResponseFormat.Type
}

// Last returns the content of the last message, "" without one.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// Reply is the reply to a chat call.
type Reply struct {
	Content string
	// Reasoning goes into the field reasoning_content.
	Reasoning string
	// Refusal goes into the field refusal.
	Refusal string
	// Finish is the finish_reason; "" is "stop".
	Finish string
	// PromptTokens and CompletionTokens are the usage; 0 is by Options.PromptTokens, and the words.
	PromptTokens, CompletionTokens int
	// PrefixTokens are those of the prompt that the endpoint had in its cache.
	PrefixTokens int
	// NoUsage omits the usage.
	NoUsage bool
}

func echo(r Request) Reply { return Reply{Content: r.Last()} }

func (s *Server) answer(w http.ResponseWriter, t Try, body []byte) {
	var out any
	switch t.Path {
	case chatPath:
		if len(s.options.Models) > 0 && !slices.Contains(s.options.Models, t.Request.Model) {
			refuse(w, http.StatusNotFound, "The model `"+t.Request.Model+"` does not exist")
			return
		}
		reply := s.options.Reply(t.Request)
		tokens := s.usage(t.Request, reply)
		out = completion(t, reply, tokens)
		s.bill(Bill{1, tokens["prompt_tokens"], tokens["completion_tokens"]})
		s.pay(t.Key)
	case modelsPath:
		out = s.models()
	case embeddingsPath:
		vectors, err := s.embeddings(body)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		out = vectors
		s.pay(t.Key)
	default:
		refuse(w, http.StatusNotFound, "no such path: "+t.Path)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(out) // a client that has gone needs no answer
}

func completion(t Try, r Reply, usage map[string]int) any {
	message := map[string]any{"role": "assistant", "content": r.Content}
	if r.Reasoning != "" {
		message["reasoning_content"] = r.Reasoning
	}
	if r.Refusal != "" {
		message["content"], message["refusal"] = nil, r.Refusal
	}
	if r.Finish == "" {
		r.Finish = "stop"
	}
	out := map[string]any{
		"id": "chatcmpl-" + t.Key[:12], "object": "chat.completion", "created": 0, "model": t.Request.Model,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": r.Finish}},
	}
	if !r.NoUsage {
		out["usage"] = map[string]any{"prompt_tokens": usage["prompt_tokens"], "completion_tokens": usage["completion_tokens"],
			"total_tokens": usage["total_tokens"], "prompt_tokens_details": map[string]int{"cached_tokens": r.PrefixTokens}}
	}
	return out
}

func (s *Server) usage(q Request, r Reply) map[string]int {
	if r.PromptTokens == 0 {
		r.PromptTokens = s.options.PromptTokens(q)
	}
	if r.CompletionTokens == 0 {
		r.CompletionTokens = words(r.Content) + words(r.Reasoning)
	}
	return map[string]int{"prompt_tokens": r.PromptTokens, "completion_tokens": r.CompletionTokens,
		"total_tokens": r.PromptTokens + r.CompletionTokens}
}

func words(text string) int { return len(strings.Fields(text)) }

func promptWords(q Request) (n int) {
	for _, m := range q.Messages {
		n += words(m.Content) + 1
	}
	return n
}

func (s *Server) models() any {
	names := s.options.Models
	if len(names) == 0 {
		names = []string{"test-model"}
	}
	data := []any{}
	for _, name := range names {
		data = append(data, map[string]any{"id": name, "object": "model", "created": 0, "owned_by": "test"})
	}
	return map[string]any{"object": "list", "data": data}
}

func key(path string, body []byte) string {
	h := sha256.Sum256(append([]byte(path+"\n"), body...))
	return hex.EncodeToString(h[:])
}
