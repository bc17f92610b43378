package query

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// excerpting is a frame that can only shorten texts.
func excerpting(t *testing.T) *Frame {
	t.Helper()
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	client := &llm.Client{Kit: offline.New(), Counter: counter}
	return &Frame{Kit: client.Kit, Session: client.Session(llm.Bounds{})}
}

const weather = "The weather was fine that day and nobody minded it much. "

// TestExcerpt: a text that fits stays whole; of others the sentences near the topic are shown with their neighbours, and a new
// paragraph marks what is left out.
func TestExcerpt(t *testing.T) {
	f := excerpting(t)
	const topic = "Which ship did Walter Lind command?"
	if whole := strings.Repeat(weather, 3); f.Excerpt(whole, 100, topic) != whole {
		t.Error("a text that fits is shortened")
	}
	body := strings.Repeat(weather, 20) + "Walter Lind went to sea as a boy.  He was given the Albatross.\n" + strings.Repeat(weather, 20) +
		"Lind died in Oslo. " + strings.Repeat(weather, 20)
	got := f.Excerpt(body, 48, topic)
	if !strings.Contains(got, "Walter Lind went to sea as a boy.  He was given the Albatross.") {
		t.Errorf("the neighbour of what names the topic is missing:\n%s", got)
	}
	if !strings.Contains(got, ".\n\nLind died in Oslo.") {
		t.Errorf("an omission is not marked:\n%s", got)
	}
	if n := f.Session.Count(got); n > 48 {
		t.Errorf("%d tokens", n)
	}
}

// TestExcerpts: the texts compete for the tokens; the first does not take the room of the others, a text without a
// sentence shown costs no label, and of equal sentences the earlier text's is shown.
func TestExcerpts(t *testing.T) {
	f := excerpting(t)
	const topic = "Who directed Iron Harbour?"
	filler := strings.Repeat(weather, 40)
	bodies := []string{
		"Iron Harbour is a film. " + filler,
		filler + "Iron Harbour was directed by Walter Lind. " + filler,
		filler,
		"Iron Harbour was directed by Walter Lind. " + filler,
	}
	const tokens, label = 70, 10
	got := f.Excerpts(bodies, []int{label, label, label, 2 * tokens}, tokens, topic)
	if !strings.Contains(got[0], "a film.") || !strings.Contains(got[1], "Walter Lind") || got[3] != "" {
		t.Errorf("%q", got)
	}
	used := 0
	for _, g := range got {
		if g != "" {
			used += label + f.Session.Count(g)
		}
	}
	if used > tokens {
		t.Errorf("%d tokens", used)
	}
	want := []string{"Iron Harbour was directed by Walter Lind.", ""}
	if equal := f.Excerpts([]string{bodies[1], bodies[1]}, []int{0, 0}, 12, topic); !slices.Equal(equal, want) {
		t.Errorf("of two equal texts %q", equal)
	}
}
