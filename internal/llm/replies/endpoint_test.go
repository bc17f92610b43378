package replies

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/openai"
)

// TestNothingIsPaidTwice asks the same questions at the same time, and again by
// another process, at an endpoint of which a third of the first tries fail.
func TestNothingIsPaidTwice(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Broken: 0.33})
	defer server.Close()
	model, err := openai.New(openai.Options{BaseURL: config.NewAddress(server.URL()), Model: "m", Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	const questions, askers = 40, 3
	dir, used := t.TempDir(), llm.Usage{}
	for range 2 {
		session := llmtest.Session(open(t, dir, model), llm.Bounds{})
		var wg sync.WaitGroup
		for i := range questions * askers {
			wg.Go(func() {
				text := fmt.Sprint("question ", i%questions)
				if r, err := llmtest.Ask(t.Context(), session, ask(text)); err != nil || r.Text != text {
					t.Errorf("%+v, %v", r, err)
				}
			})
		}
		wg.Wait()
		used.Add(session.Usage())
	}
	if st := server.Stats(); st.Paid != questions || st.PaidTwice != 0 || st.Failed == 0 {
		t.Errorf("%+v", st)
	} else if used.Calls-used.CachedCalls != st.Billed.Replies {
		t.Errorf("counted %+v, the server sent %+v", used, st.Billed)
	}
}
