package llmtest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// embeddings answers with a vector for each input, in the inputs' order.
func (s *Server) embeddings(body []byte) (any, error) {
	var r struct {
		Model string          `json:"model"`
		Input json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, fmt.Errorf("not an embeddings request: %w", err)
	}
	var texts []string
	if err := json.Unmarshal(r.Input, &texts); err != nil {
		var one string
		if err := json.Unmarshal(r.Input, &one); err != nil {
			return nil, fmt.Errorf("the input is no text: %w", err)
		}
		texts = []string{one}
	}
	data, tokens := []any{}, 0
	for i, text := range texts {
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": s.options.Embed(text)})
		tokens += len(strings.Fields(text))
	}
	return map[string]any{"object": "list", "model": r.Model, "data": data,
		"usage": map[string]int{"prompt_tokens": tokens, "total_tokens": tokens}}, nil
}

// hashVector has 8 dimensions, each from -1 to 1.
func hashVector(text string) []float32 {
	h := sha256.Sum256([]byte(text))
	v := make([]float32, 8)
	for i := range v {
		v[i] = float32(int(h[i])-128) / 128
	}
	return v
}
