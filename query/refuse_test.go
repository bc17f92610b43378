package query

import (
	"context"
	"slices"
	"strings"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// TestRefusalsLookAtAllThatWasRead: without a model nothing is said to be missing that
// stands in what was read, though it was not kept; a model's own words stay.
func TestRefusalsLookAtAllThatWasRead(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	tale := row("Tale", "The White Rabbit read out the name of Alice.", 5)
	life := row("", "Ingrid Solberg was a botanist. She died in Oslo.", 0)
	for _, c := range []struct {
		question, model, missing string
		read                     []graph.ChunkRow
		answer, says, doesnt     string
	}{
		{"What did the White Rabbit lose?", llm.OfflineName, "the text that was read does not name White Rabbit", []graph.ChunkRow{tale}, "", "names White Rabbit", "not name"},
		{"What did the March Hare lose?", llm.OfflineName, "", []graph.ChunkRow{tale}, "", "does not name March Hare", ""},
		{"Where did Ingrid Solberg die?", llm.OfflineName, "no statement of the place of death", []graph.ChunkRow{tale, life}, "Oslo", "Oslo", ""},
		{"Where was Ingrid Solberg born?", llm.OfflineName, "", []graph.ChunkRow{tale, life}, "", "names Ingrid Solberg, but does not clearly give the place asked for", ""},
		{"Where did Ingrid Solberg die?", "some-model", "I do not know.", []graph.ChunkRow{life}, "", "I do not know.", "Oslo"},
	} {
		kit := offline.New()
		client := &llm.Client{Kit: kit, Counter: counter}
		f := &Frame{Graph: &shelf{chunks: c.read}, Kit: kit, Question: Question{Text: c.question}, Parsed: kit.Question(c.question, ""), Trace: &Trace{}, Session: client.Session(llm.Bounds{Window: 4096})}
		a, err := f.refuse(context.Background(), c.read, c.missing, c.model)
		if err != nil {
			t.Fatal(err)
		}
		if a.Abstained != (c.answer == "") || c.answer != "" && a.Answer != c.answer || !strings.Contains(a.Answer, c.says) || c.doesnt != "" && strings.Contains(a.Answer, c.doesnt) {
			t.Errorf("%s: %+v", c.question, a)
		}
		holds := func(n Near) bool { return strings.Contains(n.Text, a.Unsure) }
		if a.Unsure == "" && len(a.Nearest) > 0 || a.Unsure != "" && !slices.ContainsFunc(a.Nearest, holds) {
			t.Errorf("%s: unsure %q, in %+v", c.question, a.Unsure, a.Nearest)
		}
		if !a.Abstained && (len(a.Citations) == 0 || !a.Citations[0].Verified) {
			t.Errorf("%s: not cited: %+v", c.question, a.Citations)
		}
	}
}

// TestOneWordingOfAbstentions: an agent that gives no reason abstains in the words of the offline kit.
func TestOneWordingOfAbstentions(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	kit := offline.New()
	for question, more := range map[string]string{
		"what is the largest of them?": "", "最大的是哪一个？": "", "Where was Ingrid Solberg born?": ": no support was found for an answer about Ingrid Solberg",
	} {
		f := &Frame{Kit: kit, Question: Question{Text: question}, Parsed: kit.Question(question, ""), Trace: &Trace{},
			Session: (&llm.Client{Kit: kit, Counter: counter}).Session(llm.Bounds{Window: 4096})}
		nameless := f.Parsed
		nameless.Names = nil
		if got, want := f.Abstain("").Answer, kit.Missing(nameless, nil)+more; got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}
