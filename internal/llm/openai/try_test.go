package openai

import (
	"strings"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/llm/llmtest"
)

// TestTried: a model that the endpoint lacks is told apart from an endpoint that does not answer.
func TestTried(t *testing.T) {
	for _, c := range []struct {
		name   string
		server llmtest.Options
		found  bool
		kind   fault.Kind
		paid   int
	}{
		{name: "there", server: llmtest.Options{Models: []string{"a", "test-model"}}, found: true, paid: 1},
		{name: "lacking", server: llmtest.Options{Models: []string{"a"}}},
		{name: "lacking by 400", server: llmtest.Options{Break: always(llmtest.Status(400, "", "Invalid model: b"))}},
		{name: "wrong key", server: llmtest.Options{Key: "another"}, kind: fault.Unavailable},
		{name: "down", server: llmtest.Options{Break: always(llmtest.Status(500, "", ""))}, kind: fault.Unavailable},
		{name: "hangs", server: llmtest.Options{Break: always(llmtest.Hang())}, kind: fault.Unavailable},
		{name: "not an endpoint", server: llmtest.Options{Break: always(llmtest.HTML())}, kind: fault.Unavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, s := client(t, c.server, func(o *Options) { o.Timeout = 500 * time.Millisecond })
			got, err := cl.Try(t.Context())
			if c.kind == "" && got.Latency <= 0 {
				t.Errorf("latency %s", got.Latency)
			}
			if got.Found != c.found || fault.KindOf(err) != c.kind || s.Stats().Paid != c.paid {
				t.Errorf("%+v, %v, %d paid", got, err, s.Stats().Paid)
			}
		})
	}
}

// TestTry: what providers are known to reject is found out and told.
func TestTry(t *testing.T) {
	refuse := func(refused func(llmtest.Request) string) func(llmtest.Try) *llmtest.Fault {
		return func(t llmtest.Try) *llmtest.Fault {
			if message := refused(t.Request); message != "" {
				return llmtest.Status(400, "", message)
			}
			return nil
		}
	}
	for _, c := range []struct {
		name, effort string
		refused      func(llmtest.Request) string
		want         string
	}{
		{"takes all", "low", func(llmtest.Request) string { return "" }, "replies by JSON schema, reasoning effort low"},
		{"a reasoning model of OpenAI", "low", func(r llmtest.Request) string {
			switch {
			case r.MaxTokens > 0:
				return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
			case r.Temperature != nil:
				return "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."
			}
			return ""
		}, "replies by JSON schema, the reply limit as max_completion_tokens, no temperature, reasoning effort low"},
		{"a model of OpenAI without reasoning", "low", func(r llmtest.Request) string {
			if r.ReasoningEffort != "" {
				return "Unrecognized request argument supplied: reasoning_effort"
			}
			return ""
		}, "replies by JSON schema, no reasoning effort"},
		{"DeepSeek", "", func(r llmtest.Request) string {
			if r.FormatType() == "json_schema" {
				return "This response_format type is unavailable now"
			}
			return ""
		}, "replies as JSON objects"},
		{"Mistral", "low", func(r llmtest.Request) string {
			if r.ReasoningEffort != "" {
				return `{"type":"extra_forbidden","loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted"}`
			}
			return ""
		}, "replies by JSON schema, no reasoning effort"},
		{"a chat template without system messages", "", func(r llmtest.Request) string {
			if r.Messages[0].Role == "system" {
				return "System role not supported"
			}
			return ""
		}, "replies by JSON schema, no system messages"},
		{"an old server", "", func(r llmtest.Request) string {
			if r.FormatType() != "" {
				return "Unknown field: response_format"
			}
			return ""
		}, "replies by the prompt alone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, _ := client(t, llmtest.Options{Break: refuse(c.refused)}, func(o *Options) { o.Effort = c.effort })
			got, err := cl.Try(t.Context())
			if err != nil || got.Takes != c.want || !got.Found {
				t.Errorf("%+v, %v, want %q", got, err, c.want)
			}
		})
	}
	const supported = "Unsupported value: 'reasoning_effort' does not support 'lo' with this model. Supported values are: 'low' and 'high'."
	wrong, _ := client(t, llmtest.Options{Break: always(llmtest.Status(400, "", supported))}, func(o *Options) { o.Effort = "lo" })
	if _, err := wrong.Try(t.Context()); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "'low' and 'high'") || !strings.Contains(fault.Hint(err), "--reasoning-effort") {
		t.Errorf("a word that the model does not take: %v, hint %q", err, fault.Hint(err))
	}
	silent, _ := client(t, llmtest.Options{Reply: func(llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Content: "<think>on and on", Finish: "length"}
	}}, nil)
	if got, err := silent.Try(t.Context()); err != nil || !strings.Contains(got.Takes, "no reply") {
		t.Errorf("only reasoning: %+v, %v", got, err)
	}
	cl, _ := client(t, llmtest.Options{Break: always(llmtest.Status(401, "", "wrong key"))}, nil)
	if _, err := cl.Try(t.Context()); !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), "401") {
		t.Error(err)
	}
}
