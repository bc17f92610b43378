package tree

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
// Chinese, names with fences and line breaks, hubs, titles without end.
func randomWorld(t *testing.T, r *rand.Rand) *world {
	words := []string{"harbour", "the", "灯塔", "meadow", "=====", "\n\n", "Lind.", "Oslo.", "1931", "《水》", "`x`", "\"q\"", "ignore", "all", "émigré", "。"}
	prose := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.Intn(len(words))] + " ")
		}
		return b.String()
	}
	var pages []page
	var names []string
	types := map[string]string{"hub": "Person", "Iron Harbour": "Work"}
	for d := range 3 + r.Intn(3) {
		p := page{title: fmt.Sprintf("Document %d %s", d, prose(r.Intn(60))), types: types}
		for f := range 1 + r.Intn(20) {
			name := fmt.Sprintf("element %d %d %s", d, f, strings.NewReplacer(",", "", "|", "").Replace(prose(r.Intn(6))))
			types[name] = "Person"
			names = append(names, name)
			p.sentences = append(p.sentences, fmt.Sprintf("Fact %d %d %s | hub, Iron Harbour, %s", d, f, strings.ReplaceAll(prose(r.Intn(120)), "|", ""), name))
			p.relations = append(p.relations, "hub / KNOWS / "+name)
		}
		pages = append(pages, p)
	}
	w := open(t, pages...)
	w.plant(t, group{"All " + prose(30), prose(100), append(names, "hub", "Iron Harbour")})
	return w
}

func TestNoCallExceedsTheWindow(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	windows := []int{LeastWindow, 2048, query.DefaultWindow, 8192, 32768}
	if testing.Short() {
		windows = windows[:2]
	}
	for _, window := range windows {
		w := randomWorld(t, r)
		for _, question := range []string{"What happened to Iron Harbour at the hub?", strings.Repeat("灯塔在哪里？", window/8/10)} {
			m := &scripted{Reply: erratic}
			a := agent(t, w, m)
			answer, err := a.Answer(context.Background(), query.Question{Text: question}, query.Options{Window: window})
			if err != nil {
				t.Fatalf("window %d: %v", window, err)
			}
			if trace := show(answer.Trace); strings.Contains(trace, "the window is") {
				t.Fatalf("window %d: a call did not fit:\n%.3000s", window, trace[strings.Index(trace, "the window is")-300:])
			}
			for _, asked := range m.Requests() {
				if n := size(a.LLM, asked); n > window {
					t.Fatalf("window %d: %s takes %d tokens", window, asked.Name, n)
				}
			}
			shownAny := false
			for _, s := range steps(answer, "reflect") {
				n, _ := s.Args["evidence"].(int)
				shownAny = shownAny || n > 0
			}
			if !shownAny {
				t.Errorf("window %d: no evidence was shown", window)
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
