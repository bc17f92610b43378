package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/query"
	"grove/query/agents"
	"grove/query/querytest"
)

// TestNamedEvidenceIsCited: an answer that names evidence has a citation of each named piece, of the sentences closest to its
// clauses where no sentence carries the whole; they are marked. What shares no word is not cited.
func TestNamedEvidenceIsCited(t *testing.T) {
	const ship = "The ship left Oslo in May. Anna Lund was at the wheel. It rained. " +
		"Ice broke the rudder off Jan Mayen, and the crew rowed for nine days."
	const chinese = "林安是船长。五月离开港口。冰块撞坏了船舵。船员划了九天。"
	for name, c := range map[string]struct {
		text, question, answer, quote string
		want                          []string
		weak, own                     bool
	}{
		"a sentence has it": {ship, "Who was at the wheel?", "Anna Lund", "Anna Lund was at the wheel.",
			[]string{"Anna Lund was at the wheel."}, false, false},
		"clause by clause": {ship, "What became of the voyage?",
			"Led by captain Lund, the damaged vessel lost its rudder and sailors pulled oars.", "",
			[]string{"Anna Lund was at the wheel.", "Ice broke the rudder off Jan Mayen, and the crew rowed for nine days."}, true, true},
		"a no": {ship, "Did the crew give up rowing?", "No",
			"They never stopped pulling at the oars for over a week, says the log; the crew went on.",
			[]string{"Ice broke the rudder off Jan Mayen, and the crew rowed for nine days."}, true, false},
		"a no without a quote": {ship, "Did the ship sail from Bergen in June?", "No.", "", []string{"The ship left Oslo in May."}, true, false},
		"Chinese": {chinese, "航行怎么样了？", "船舵损坏之后，大家轮流划桨，最后回到家乡，全都平安。", "",
			[]string{"冰块撞坏了船舵。"}, true, true},
		"a Chinese no":   {chinese, "船员是否划了三天？", "不是", "", []string{"船员划了九天。"}, true, false},
		"nothing shared": {ship, "Who painted Guernica?", "Picasso", "", nil, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := &querytest.Library{}
			l.Add("a", c.text)
			model := &llmtest.Model{Reply: func(string, llm.Request) (string, error) {
				return `{"hops":[],"answer":"` + c.answer + `","abstained":false,"missing":"","evidence":[{"number":1,"quote":"` + c.quote +
					`"}],"rival":"","rival_evidence":[]}`, nil
			}}
			for _, agent := range []string{"fulltext", "bm25"} {
				found, err := agents.Find(agent)
				if err != nil {
					t.Fatal(err)
				}
				a, err := l.Agent(t, found, model).Answer(t.Context(), query.Question{Text: c.question}, query.Options{})
				if err != nil || a.Abstained {
					t.Fatalf("%+v, %v", a, err)
				}
				var quotes []string
				for _, x := range a.Citations {
					quotes = append(quotes, x.Quote)
					if !x.Verified || x.Weak != c.weak {
						t.Errorf("%s: %+v", agent, x)
					}
				}
				sure, err := l.Agent(t, found, model).Answer(t.Context(), query.Question{Text: c.question, Mode: query.Reject}, query.Options{})
				if err != nil || sure.Abstained != (c.weak || c.own) {
					t.Errorf("%s, where only what is supported is answered: %+v, %v", agent, sure, err)
				}
				if diff := cmp.Diff(c.want, quotes); diff != "" || a.OwnKnowledge != c.own {
					t.Errorf("%s: own knowledge %v\n%s", agent, a.OwnKnowledge, diff)
				}
			}
		})
	}
}
