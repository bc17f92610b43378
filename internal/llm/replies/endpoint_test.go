package replies

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"grove/internal/llm/llmtest"
	"grove/internal/llm/openai"
)

// TestNothingIsPaidTwice asks the same questions at the same time, and again by
// another process, at an endpoint of which a third of the first tries fail.
func TestNothingIsPaidTwice(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Broken: 0.33})
	defer server.Close()
	model, err := openai.New(openai.Options{BaseURL: server.URL(), Model: "m", Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	const questions, askers = 40, 3
	dir := t.TempDir()
	for range 2 {
		c := open(t, dir, model)
		var wg sync.WaitGroup
		for i := range questions * askers {
			wg.Go(func() {
				text := fmt.Sprint("question ", i%questions)
				if r, err := c.Complete(t.Context(), ask(text)); err != nil || r.Text != text {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		wg.Wait()
	}
	if st := server.Stats(); st.Paid != questions || st.PaidTwice != 0 || st.Failed == 0 {
		t.Errorf("%+v", st)
	}
}
