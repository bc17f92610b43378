package graphreader

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/query"
)

// randomWorld makes documents of all sizes: long sentences without stops,
// Chinese, names with fences and line breaks, hubs with hundreds of facts.
func randomWorld(r *rand.Rand) *world {
	words := []string{"harbour", "the", "灯塔", "meadow", "=====", "\n\n", "Lind.", "Oslo,", "1931", "《水》", "`x`", "\"q\"", "ignore", "all", "émigré"}
	prose := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.Intn(len(words))] + " ")
		}
		return b.String()
	}
	w := &world{}
	for d := range 3 + r.Intn(6) {
		var chunks [][]string
		for c := range 1 + r.Intn(3) {
			chunk := []string{fmt.Sprintf("%d-%d ", d, c) + prose(r.Intn(1200))}
			for f := range 1 + r.Intn(60) {
				chunk = append(chunk, fmt.Sprintf("Fact %d %d %d %s | hub, Iron Harbour, element %d %s", d, c, f, prose(r.Intn(40)), f*d, strings.ReplaceAll(prose(r.Intn(8)), ",", "")))
			}
			chunks = append(chunks, chunk)
		}
		w.add(fmt.Sprintf("Document %d %s", d, prose(3)), chunks...)
	}
	return w
}

func TestNoCallExceedsTheWindow(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for i, window := range []int{LeastWindow, 2048, query.DefaultWindow, 8192} {
		w := randomWorld(r)
		for _, question := range []string{"What happened to Iron Harbour at the hub?", strings.Repeat("灯塔在哪里？", window/8/10)} {
			m := &scripted{Reply: erratic}
			a := agent(t, w, m)
			answer, err := a.Answer(context.Background(), query.Question{Text: question}, query.Options{Window: window})
			if err != nil {
				t.Fatalf("window %d: %v", window, err)
			}
			if trace := show(answer.Trace); strings.Contains(trace, "the window is") || strings.Contains(trace, "no room") {
				t.Fatalf("window %d: a call did not fit:\n%.3000s", window, trace[strings.Index(trace, "the window is")-300:])
			}
			for _, asked := range m.Requests() {
				if n := size(a.LLM, asked); n > window {
					t.Fatalf("world %d, window %d: %s takes %d tokens", i, window, asked.Name, n)
				}
			}
			if m.Count("chunk") == 0 {
				t.Errorf("window %d: no chunk was read", window)
			}
		}
	}
}

// size counts a request as a window does.
func size(c *llm.Client, r llm.Request) int {
	n := 3 + c.Counter.Count(string(r.ReplySchema)) + r.MaxTokens
	for _, m := range r.Messages {
		n += 4 + c.Counter.Count(m.Role) + c.Counter.Count(m.Content)
	}
	return n
}

func TestSplitJoinsToTheText(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	s := client(t, nil).Session(llm.Bounds{})
	for range 50 {
		w := randomWorld(r)
		for _, c := range w.chunks {
			room := 20 + r.Intn(300)
			parts := query.Split(s, c.Text, room)
			if strings.Join(parts, "") != c.Text {
				t.Fatal("the parts do not join to the text")
			}
			for _, p := range parts {
				if n := s.Count(p); n > room {
					t.Fatalf("a part of %d tokens in a room of %d", n, room)
				}
			}
		}
		if len(w.chunks) > 10 {
			break
		}
	}
}
