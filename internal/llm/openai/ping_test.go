package openai

import (
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/llm/llmtest"
)

func TestPing(t *testing.T) {
	onPath := func(path string, f *llmtest.Fault) func(llmtest.Try) *llmtest.Fault {
		return func(t llmtest.Try) *llmtest.Fault {
			if t.Path == path {
				return f
			}
			return nil
		}
	}
	for _, c := range []struct {
		name   string
		server llmtest.Options
		want   Health
		kind   fault.Kind
		paid   int
	}{
		{name: "listed", server: llmtest.Options{Models: []string{"a", "test-model"}}, want: Health{Found: true}},
		{name: "an alias", want: Health{Found: true}, paid: 1,
			server: llmtest.Options{Break: onPath("/models", &llmtest.Fault{Body: `{"object":"list","data":[{"id":"long-name"}]}`})}},
		{name: "no list", server: llmtest.Options{Break: onPath("/models", llmtest.Status(404, "", ""))}, want: Health{Found: true}, paid: 1},
		{name: "a list of its own", server: llmtest.Options{Break: onPath("/models", &llmtest.Fault{Body: `[{"id":"a"}]`})}, want: Health{Found: true}, paid: 1},
		{name: "lacking", server: llmtest.Options{Models: []string{"a"}}, want: Health{}},
		{name: "lacking by 400", want: Health{},
			server: llmtest.Options{Models: []string{"a"}, Break: onPath("/chat/completions", llmtest.Status(400, "", "Invalid model: b"))}},
		{name: "wrong key", server: llmtest.Options{Key: "another"}, kind: fault.Unavailable},
		{name: "down", server: llmtest.Options{Break: always(llmtest.Status(500, "", ""))}, kind: fault.Unavailable},
		{name: "hangs", server: llmtest.Options{Break: always(llmtest.Hang())}, kind: fault.Unavailable},
		{name: "not an endpoint", server: llmtest.Options{Break: always(llmtest.HTML())}, kind: fault.Unavailable},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, s := client(t, c.server, func(o *Options) { o.Timeout = 500 * time.Millisecond })
			got, err := cl.Ping(t.Context())
			if c.kind == "" && got.Latency <= 0 {
				t.Errorf("latency %s", got.Latency)
			}
			got.Latency = 0
			if got != c.want || fault.KindOf(err) != c.kind || s.Stats().Paid != c.paid {
				t.Errorf("%+v, %v, %d paid", got, err, s.Stats().Paid)
			}
		})
	}
}
