//go:build live

package openai

import (
	"os"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/llm"
)

// TestLive asks a real endpoint: GROVE_LLM_BASE_URL and GROVE_MODEL, and
// GROVE_LLM_API_KEY where it wants a key.
func TestLive(t *testing.T) {
	c, err := New(Options{BaseURL: config.NewAddress(os.Getenv("GROVE_LLM_BASE_URL")), Model: os.Getenv("GROVE_MODEL"),
		APIKey: os.Getenv("GROVE_LLM_API_KEY"), Timeout: time.Minute, Retries: 1})
	if err != nil {
		t.Fatal(err)
	}
	health, err := c.Try(t.Context())
	if err != nil || !health.Found {
		t.Fatalf("%+v, %v", health, err)
	}
	t.Logf("%+v", health)
	short := request("Count from one to one hundred, in words.")
	short.MaxTokens = 8
	cut, err := c.Complete(t.Context(), short)
	if err != nil || !cut.Truncated || cut.CompletionTokens > 8 || cut.PromptTokens < 10 {
		t.Errorf("%+v, %v", cut, err)
	}
	t.Logf("%+v", cut)
	var said [2]llm.Reply
	for i := range said {
		if said[i], err = c.Complete(t.Context(), structured("Who wrote Moby-Dick? Answer as JSON with the field a.")); err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v, format %s", said[i], c.capabilities.now(structured("")).format)
	}
	if said[0].Text != said[1].Text {
		t.Errorf("temperature 0 says %q, then %q", said[0].Text, said[1].Text)
	}
}
