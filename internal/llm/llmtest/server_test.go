package llmtest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func post(t *testing.T, s *Server, path, body string) (int, string) {
	t.Helper()
	r, err := http.Post(s.URL()+path, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	defer r.Body.Close()
	out, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, err.Error()
	}
	return r.StatusCode, string(out)
}

func chat(text string) string {
	return fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":%q}]}`, text)
}

func TestServerAnswers(t *testing.T) {
	s := NewServer(Options{})
	defer s.Close()
	if status, body := post(t, s, "/chat/completions", chat("hello there")); status != 200 || !strings.Contains(body, `"content":"hello there"`) ||
		!strings.Contains(body, `"prompt_tokens":3`) {
		t.Errorf("chat: %d %s", status, body)
	}
	if status, body := post(t, s, "/embeddings", `{"model":"m","input":["a","b"]}`); status != 200 || !strings.Contains(body, `"index":1`) {
		t.Errorf("embeddings: %d %s", status, body)
	}
	for path, body := range map[string]string{"/chat/completions": "{", "/embeddings": `{"input":3}`} {
		if status, _ := post(t, s, path, body); status != 400 {
			t.Errorf("%s takes %s: %d", path, body, status)
		}
	}
	if status, _ := post(t, s, "/nowhere", "{}"); status != 404 {
		t.Errorf("an unknown path: %d", status)
	}
	post(t, s, "/chat/completions", chat("hello there"))
	if got, want := s.Stats(), (Stats{Requests: 6, Distinct: 5, Paid: 3, PaidTwice: 1, Billed: Bill{2, 6, 4}, Widest: 1}); got != want {
		t.Errorf("stats %+v, want %+v", got, want)
	}
}

func TestBrokenFirstTries(t *testing.T) {
	const n = 300
	failed := func() []int {
		s := NewServer(Options{Broken: 0.1})
		defer s.Close()
		var broken []int
		for i := range n {
			text := chat(fmt.Sprint("question ", i))
			if status, body := post(t, s, "/chat/completions", text); status != 200 || !strings.Contains(body, `"content":"question`) {
				broken = append(broken, i)
			}
			if status, body := post(t, s, "/chat/completions", text); status != 200 || !strings.Contains(body, `"content":"question`) {
				t.Fatalf("the second try of %d failed: %d %s", i, status, body)
			}
		}
		if st := s.Stats(); st.Failed != len(broken) || st.Distinct != n || st.Paid != 2*n-len(broken) {
			t.Errorf("stats %+v with %d broken", st, len(broken))
		}
		return broken
	}
	first := failed()
	if len(first) < n/20 || len(first) > n/5 {
		t.Errorf("%d of %d broken, want about a tenth", len(first), n)
	}
	if second := failed(); fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("broken are %v, then %v", first, second)
	}
}
