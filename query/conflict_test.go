package query

import (
	"context"
	"errors"
	"testing"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// disputed is a graph in which two documents state different values of one attribute of the
// same entity, and different tails of one relation.
type disputed struct {
	Graph
	key, relation string
	values        [2]string
}

var disputedEntity = graph.KeyElementID("walter lind", "")

func (d disputed) Find(context.Context, graph.FindQuery) ([]graph.KeyElement, error) {
	return []graph.KeyElement{{ID: disputedEntity}}, nil
}

func (d disputed) Attributes(context.Context, graph.AttributesQuery) (out []graph.Attribute, _ error) {
	for _, v := range d.values {
		if d.key != "" {
			out = append(out, graph.Attribute{Entity: disputedEntity, Key: d.key, Value: v})
		}
	}
	return out, nil
}

func (d disputed) Relations(context.Context, graph.RelationsQuery) (out []graph.RelationRow, _ error) {
	for _, v := range d.values {
		if d.relation != "" {
			out = append(out, graph.RelationRow{Element: disputedEntity, TailName: v,
				Triple: graph.Triple{Head: disputedEntity, Relation: d.relation}})
		}
	}
	return out, nil
}

func (d disputed) Facts(context.Context, graph.FactsQuery) (out []graph.FactRow, _ error) {
	for i, v := range d.values {
		out = append(out, graph.FactRow{Element: disputedEntity, Document: graph.ID([]string{"d1", "d2"}[i]), Text: "Walter Lind: " + v})
	}
	return out, nil
}

// TestRivalIsOfWhatTheQuestionAsksFor: a rival is another value of the one-valued attribute
// that the question asks for, not of any that has the answer as a value; a place is none.
func TestRivalIsOfWhatTheQuestionAsksFor(t *testing.T) {
	dates := [2]string{"4 May 1890", "7 March 1892"}
	for _, c := range []struct {
		question string
		graph    disputed
		want     string
	}{
		{"When was Walter Lind born?", disputed{key: "date of birth", values: dates}, dates[1]},
		{"When did Walter Lind die?", disputed{key: "date of birth", values: dates}, ""},
		{"When did Walter Lind meet Ann Petrie?", disputed{key: "date of birth", values: dates}, ""},
		{"When was the father of Walter Lind born?", disputed{key: "date of birth", values: dates}, ""},
		{"Where was Walter Lind born?", disputed{relation: "BORN_IN", values: [2]string{"Ulm", "Germany"}}, ""},
		{"Who founded Walter Lind?", disputed{relation: "FOUNDED_BY", values: [2]string{"Ann Petrie", "Carl Holm"}}, ""},
	} {
		f := &Frame{Graph: c.graph, Parsed: offline.New().Question(c.question, "")}
		own := Citation{Document: DocumentRef{ID: "d1"}, Quote: "Walter Lind: " + c.graph.values[0]}
		rival, places, err := f.rival(t.Context(), own, c.graph.values[0])
		if err != nil || rival != c.want || (len(places) > 0) != (c.want != "") {
			t.Errorf("%s: %q, %v, %v", c.question, rival, places, err)
		}
	}
}

// failing is a shelf whose entities cannot be read.
type failing struct{ *shelf }

func (failing) Find(ctx context.Context, _ graph.FindQuery) ([]graph.KeyElement, error) {
	return nil, errors.Join(errors.New("no entities"), ctx.Err())
}

// TestAnAnswerOutlivesAFailedRivalRead: an answer is returned without conflicts, with the
// error in the trace, unless the context has ended.
func TestAnAnswerOutlivesAFailedRivalRead(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	life := row("", "Ingrid Solberg was born on 4 May 1890.", 0)
	kit := offline.New()
	const question = "When was Ingrid Solberg born?"
	client := &llm.Client{Kit: kit, Counter: counter}
	f := &Frame{Graph: failing{&shelf{chunks: []graph.ChunkRow{life}}}, Kit: kit, Question: Question{Text: question},
		Parsed: kit.Question(question, ""), Trace: NewTrace(), Session: client.Session(llm.Bounds{Window: 4096})}
	a, err := f.refuse(t.Context(), []graph.ChunkRow{life}, "", llm.OfflineName)
	if err != nil || a.Answer != "4 May 1890" || len(a.Conflicts) > 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	if steps := f.Trace.Steps(); len(steps) != 2 || steps[0].Action != "conflicts" || steps[0].Args["error"] != "no entities" {
		t.Errorf("%+v", steps)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.refuse(ctx, []graph.ChunkRow{life}, "", llm.OfflineName); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
