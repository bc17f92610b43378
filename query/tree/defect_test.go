package tree

import (
	"context"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// TestQuestionWithoutRelation: a comparison that names two people and no relation is
// answered, offline and where nothing is found.
func TestQuestionWithoutRelation(t *testing.T) {
	w := open(t,
		page{title: "Clara Dune", sentences: []string{"Clara Dune (12 May 1901 – 3 June 1980) was a painter. | Clara Dune"}, types: map[string]string{"Clara Dune": "Person"}},
		page{title: "Emil Rask", sentences: []string{"Emil Rask (4 July 1910 – 9 March 1950) was a sailor. | Emil Rask"}, types: map[string]string{"Emil Rask": "Person"}})
	a, err := agent(t, w, nil).Answer(t.Context(), query.Question{Text: "Who lived longer, Clara Dune or Emil Rask?"}, query.Options{})
	if err != nil || !strings.Contains(a.Answer, "Clara Dune") {
		t.Fatalf("%q, %v", a.Answer, err)
	}
	if _, err := agent(t, open(t), nil).Answer(t.Context(), query.Question{Text: "Who lived longer, Clara Dune or Emil Rask?"}, query.Options{}); err != nil {
		t.Fatal(err)
	}
}

// TestReflectionWithoutRelation: what such a question still lacks is asked for by name.
func TestReflectionWithoutRelation(t *testing.T) {
	kit := offline.New()
	p := reflectPrompt{parsed: kit.Question("Who lived longer, Clara Dune or Emil Rask?", "")}
	if r := p.Offline(kit); r.enough || len(r.queries) != 2 || r.queries[0].kind != plainKind {
		t.Errorf("%+v", r)
	}
}

// broken is an embedder with a defect.
type broken struct{}

func (broken) Embed(context.Context, []string) ([][]float32, error) { panic("a defect") }

// TestPanicInSearch: a panic in one of the searches that run at once is an error of
// the question.
func TestPanicInSearch(t *testing.T) {
	a := agent(t, planted(t), &scripted{Reply: sensible})
	a.Embedder = broken{}
	if _, err := a.Answer(t.Context(), oslo, query.Options{}); !fault.IsPanic(err) || !fault.Is(err, fault.Internal) {
		t.Fatalf("%v", err)
	}
	a = agent(t, planted(t), &scripted{Reply: func(string, llm.Request) (string, error) { return `{"queries":[]}`, nil }})
	if _, err := a.Answer(t.Context(), oslo, query.Options{}); fault.IsPanic(err) {
		t.Fatalf("%v", err)
	}
}

// FuzzQuestion: no question makes the offline agent panic. The prompts are those of
// the agent, without a graph.
func FuzzQuestion(f *testing.F) {
	for _, q := range []string{
		"Who lived longer, Clara Dune or Emil Rask?", "Who is older, A or B?", "Which film came out first, X or Y?", "Are A and B from the same country?",
		"Where was the director of film Iron Harbour born?", "Who is the paternal grandfather of P. S. Rao?", "When did X's wife die?", "why", "", "?", " or ", ",",
		"谁的年龄更大，甲还是乙？", "《红楼梦》的作者是谁？", "的", "Is it true that A, B, or C?", "What is the \x00 of \xff?", "'s", "which which or or",
		"Do both films Glass Meadow (film) and Iron Harbour (1931 film) have the directors that share the same nationality?",
	} {
		f.Add(q, "Clara Dune (12 May 1901 – 3 June 1980) was a painter.")
	}
	kit := offline.New()
	f.Fuzz(func(t *testing.T, question, passage string) {
		if len(question) > 400 || len(passage) > 400 {
			t.Skip() // what is long is only slow
		}
		parsed := kit.Question(question, "")
		q := query.Question{Text: question}
		asked := decomposePrompt{question: q, parsed: parsed}.Offline(kit)
		pieces := []piece{{query.Evidence{Label: "Clara Dune", Text: passage, Chunk: graph.ChunkRow{Chunk: graph.Chunk{ID: "c1"}}}, "c1", nil}}
		reflectPrompt{question: q, parsed: parsed, pieces: pieces, asked: asked}.Offline(kit)
		reflectPrompt{question: q, parsed: parsed}.Offline(kit)
	})
}
