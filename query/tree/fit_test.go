package tree

import (
	"context"
	"strings"
	"testing"

	"grove/internal/text"
	"grove/query"
)

// newTestRun is a run that asks nothing.
func newTestRun(t testing.TB, q query.Question) *run {
	t.Helper()
	a, r := agent(t, open(t), nil), (*run)(nil)
	a.Work = func(ctx context.Context, f *query.Frame) (_ query.Answer, err error) {
		r, err = newRun(ctx, f)
		return query.Answer{}, err
	}
	_, err := a.Answer(t.Context(), q, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFit(t *testing.T) {
	r := newTestRun(t, oslo)
	for name, c := range map[string]struct {
		asked, want subQuery
		// said is a part of what the trace says of it, "" where nothing was changed.
		said, dropped string
	}{
		"fits": {subQuery{kind: tripleKind, head: "Iron Harbour", headType: "Work", relation: "DIRECTED_BY", tailType: "Person"},
			subQuery{kind: tripleKind, head: "Iron Harbour", headType: "Work", relation: "DIRECTED_BY", tailType: "Person"}, "", ""},
		"another spelling": {subQuery{kind: tripleKind, head: "Iron Harbour", relation: "directedBy"},
			subQuery{kind: tripleKind, words: "Iron Harbour directedby", head: "Iron Harbour", relation: "DIRECTED_BY"}, "", ""},
		"the noun for the verb": {subQuery{kind: tripleKind, head: "Iron Harbour", relation: "director"},
			subQuery{kind: tripleKind, words: "Iron Harbour director", head: "Iron Harbour", relation: "DIRECTED_BY"}, "director is read as DIRECTED_BY", ""},
		"an attribute as a triple": {subQuery{kind: tripleKind, head: "Lind", relation: "date of birth", tail: "1890", tailType: "Time"},
			subQuery{kind: nodeKind, head: "Lind", relation: "date of birth"}, "makes it a node", ""},
		"a relation as an attribute": {subQuery{kind: nodeKind, head: "Lind", relation: "place of birth"},
			subQuery{kind: tripleKind, words: "Lind place of birth", head: "Lind", relation: "BORN_IN", tailType: "Location"}, "place of birth is read as BORN_IN", ""},
		"the wrong way round": {subQuery{kind: tripleKind, head: "Oslo", headType: "Location", relation: "DIED_IN", tailType: "Person"},
			subQuery{kind: tripleKind, headType: "Person", relation: "DIED_IN", tail: "Oslo", tailType: "Location"}, "swapped", ""},
		"neither way round": {subQuery{kind: tripleKind, head: "a", headType: "Time", relation: "DIED_IN", tail: "b", tailType: "Time"}, subQuery{}, "", "does not join"},
		"an unknown type": {subQuery{kind: tripleKind, head: "Lind", headType: "Spaceship", relation: "BORN_IN"},
			subQuery{kind: tripleKind, head: "Lind", relation: "BORN_IN", tailType: "Location"}, "type Spaceship is not in the schema", ""},
		"an unknown relation of a name": {subQuery{kind: tripleKind, head: "Iron Harbour", relation: "qqxzw"},
			subQuery{kind: plainKind, words: "Iron Harbour qqxzw", head: "Iron Harbour"}, "qqxzw is not in the schema", ""},
		"an unknown relation of nothing": {subQuery{kind: tripleKind, relation: "qqxzw"}, subQuery{}, "", "neither a name nor a relation"},
		"an attribute of nothing": {subQuery{kind: nodeKind, words: "Who was born first?", relation: "date of birth"},
			subQuery{kind: plainKind, words: "Who was born first? date of birth"}, "no entity is named", ""},
		"in Chinese": {subQuery{kind: tripleKind, head: "铁港", relation: "导演"},
			subQuery{kind: tripleKind, words: "铁港 导演", head: "铁港", relation: "DIRECTED_BY"}, "导演 is read as DIRECTED_BY", ""},
		"a community": {subQuery{kind: communityKind, head: "painters"}, subQuery{kind: communityKind, head: "painters"}, "", ""},
	} {
		got, err := r.fit(context.Background(), c.asked)
		if err != nil {
			t.Fatal(err)
		}
		got.words, c.want.words = strings.TrimSpace(got.words), strings.TrimSpace(c.want.words)
		if !strings.Contains(got.dropped, c.dropped) || (got.dropped == "") != (c.dropped == "") {
			t.Errorf("%s: dropped %q", name, got.dropped)
		}
		if c.dropped == "" && text.Normalise(got.words) == text.Normalise(c.want.words) {
			got.words = c.want.words
		}
		if c.dropped == "" && got.subQuery != c.want {
			t.Errorf("%s: %+v, want %+v", name, got.subQuery, c.want)
		}
		if said := strings.Join(got.repairs, "; "); !strings.Contains(said, c.said) {
			t.Errorf("%s: repairs %q", name, said)
		}
	}
}

// Whatever a model asks for, what is kept fits the schema.
func FuzzFit(f *testing.F) {
	f.Add("triple", "Oslo", "Location", "DIED_IN", "", "Person")
	f.Add("node", "", "", "birthday", "x", "Time")
	f.Add("", "`'\"\x00", "?", "DIRECTED BY; DROP", "水浒传", "人物")
	r := newTestRun(f, oslo)
	f.Fuzz(func(t *testing.T, k, head, headType, relation, tail, tailType string) {
		asked := read([]replyQuery{{query.LooseText(k), "", query.LooseText(head), query.LooseText(headType), query.LooseText(relation), query.LooseText(tail), query.LooseText(tailType)}})
		kept, said, err := r.fitAll(context.Background(), asked)
		if err != nil || len(said) != len(asked) {
			t.Fatalf("%v, %d lines for %d sub-queries", err, len(said), len(asked))
		}
		for _, q := range kept {
			switch q.kind {
			case nodeKind:
				if _, ok := r.schema.Attribute(q.relation); !ok {
					t.Errorf("%+v is outside the schema", q)
				}
			case tripleKind:
				x, ok := r.schema.Relation(q.relation)
				if !ok || !x.Fits(q.headType, q.tailType) {
					t.Errorf("%+v is outside the schema", q)
				}
			}
			if q.text() == "" {
				t.Errorf("%+v asks nothing", q)
			}
		}
	})
}

func TestSubQueriesThatAreTheSame(t *testing.T) {
	a := subQuery{kind: tripleKind, words: "Who?", head: "The Pequod", relation: "LEADER_OF"}
	for name, c := range map[string]struct {
		b    subQuery
		same bool
	}{
		"other words":    {subQuery{kind: tripleKind, words: "Which one?", head: "pequod", relation: "LEADER_OF"}, true},
		"other relation": {subQuery{kind: tripleKind, words: "Who?", head: "The Pequod", relation: "OWNED_BY"}, false},
		"other end":      {subQuery{kind: tripleKind, words: "Who?", tail: "The Pequod", relation: "LEADER_OF"}, false},
		"no relation":    {subQuery{kind: plainKind, words: "Who?", head: "The Pequod"}, false},
	} {
		if a.same(c.b) != c.same || c.b.same(a) != c.same {
			t.Errorf("%s: %v", name, !c.same)
		}
	}
}
