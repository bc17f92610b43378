package app

import (
	"slices"
	"testing"

	"grove/query"
)

// TestOwnFacts: a question about one person of the sample is answered by what the texts say of that person, not by a fact of the
// father or of another whom a name links to the question.
func TestOwnFacts(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		if _, err := a.Demo(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		haldre := []string{"Haldre", "island of Haldre"}
		for question, want := range map[string][]string{
			"Where was Isolde Quill born?": haldre, "When did Isolde Quill die?": {"23 October 1940"}, "When was Isolde Quill born?": {"17 March 1872"},
			"Where was Tobias Quill born?": {"Stennick"}, "When did Tobias Quill die?": {"19 November 1901"},
		} {
			for _, agent := range []string{"auto", "bm25", "graphreader"} {
				answer, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: question}, Agent: agent})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(want, answer.Answer) || answer.Abstained {
					t.Errorf("%s, %s: %q, want one of %q", agent, question, answer.Answer, want)
				}
			}
		}
	})
}
