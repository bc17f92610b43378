package query

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
)

// Conflict is a contradiction between two sources.
type Conflict struct {
	A Claim `json:"a"`
	B Claim `json:"b"`
}

// Claim is an answer and the number of the verified citation that states it.
type Claim struct {
	Answer   string `json:"answer"`
	Citation int    `json:"citation"`
}

// contradict adds a contradicting answer, the rival, to the conflicts of an answer, with
// its citation. A language model names the rival in its reply; offline it is searched for
// in the graph. A rival must differ from the answer and be in a verified quote from
// another document than the answer's.
func (f *Frame) contradict(ctx context.Context, a *Answer, rival string, places []Reference) error {
	own := slices.IndexFunc(a.Citations, func(c Citation) bool { return c.Verified && states(c.Quote, a.Answer) })
	if own < 0 {
		return nil
	}
	if a.Model == llm.OfflineName {
		var err error
		if rival, places, err = f.rival(ctx, a.Citations[own], a.Answer); err != nil {
			return err
		}
	}
	if rival == "" || agree(rival, a.Answer) || len(places) == 0 {
		return nil
	}
	cited, err := Cite(ctx, f.Graph, places)
	if err != nil {
		return err
	}
	for _, c := range cited {
		if c.Verified && c.Document.ID != a.Citations[own].Document.ID && states(c.Quote, rival) {
			n := slices.IndexFunc(a.Citations, func(o Citation) bool { return o.Chunk == c.Chunk && o.Start == c.Start && o.End == c.End })
			if n < 0 {
				n = len(a.Citations)
				c.N = n + 1
				a.Citations = append(a.Citations, c)
			}
			a.Conflicts = append(a.Conflicts, Conflict{Claim{a.Answer, own + 1}, Claim{rival, n + 1}})
			return nil
		}
	}
	return nil
}

// oneValuedRelations are the relations, and oneValuedKeys the attribute keys, with a
// single value for each entity.
var (
	oneValuedRelations = []string{"BORN_IN", "BURIED_IN", "DIED_IN", "DIRECTED_BY", "FOUNDED_BY", "WRITTEN_BY"}
	oneValuedKeys      = []string{"cause of death", "date of birth", "date of death", "founding date", "population", "release date",
		"出生日期", "去世日期", "逝世日期", "成立时间", "成立日期"}
)

// maxSubjects and maxStatements bound the entities of a question, and the facts about
// them, that are searched for a rival.
const (
	maxSubjects   = 8
	maxStatements = 200
)

// rival returns another value of the one-valued relation or attribute that has the answer
// as a value, with the facts of other documents that state it; "" if there is none.
func (f *Frame) rival(ctx context.Context, own Citation, answer string) (string, []Reference, error) {
	subjects, err := f.subjects(ctx)
	if err != nil || len(subjects) == 0 || f.Parsed.Choice != "" {
		return "", nil, err
	}
	values, err := rivalValues(ctx, f.Graph, subjects, answer)
	if err != nil || len(values) == 0 {
		return "", nil, err
	}
	facts, err := f.Graph.Facts(ctx, graph.FactsQuery{Elements: subjects, Limit: maxStatements})
	if err != nil {
		return "", nil, err
	}
	for _, value := range values {
		var places []Reference
		for _, fact := range facts {
			if fact.Document != own.Document.ID && states(fact.Text, value) && !states(fact.Text, answer) {
				places = append(places, Reference{fact.Chunk, fact.Start, fact.End, fact.Text})
			}
		}
		if len(places) > 0 && !states(own.Quote, value) {
			return value, places, nil
		}
	}
	return "", nil, nil
}

// subjects returns the ids of the entities that the question names.
func (f *Frame) subjects(ctx context.Context) ([]graph.ID, error) {
	var norms []string
	for _, name := range f.Parsed.Wanted() {
		if norm := text.Normalise(name); norm != "" && len(norms) < maxSubjects {
			norms = append(norms, norm)
		}
	}
	if len(norms) == 0 {
		return nil, nil
	}
	found, err := f.Graph.Find(ctx, graph.FindQuery{Norms: norms, Limit: maxSubjects})
	return Map(found, func(e graph.KeyElement) graph.ID { return e.ID }), err
}

// rivalValues returns the values other than the answer of those relations and attributes
// of the subjects that have the answer as one of their values.
func rivalValues(ctx context.Context, g Graph, subjects []graph.ID, answer string) ([]string, error) {
	type slot struct {
		subject graph.ID
		name    string
	}
	values := map[slot][]string{}
	attributes, err := g.Attributes(ctx, graph.AttributesQuery{Entities: subjects, Limit: graph.MaxRows})
	if err != nil {
		return nil, err
	}
	for _, a := range attributes {
		if slices.Contains(oneValuedKeys, a.Key) {
			values[slot{a.Entity, a.Key}] = append(values[slot{a.Entity, a.Key}], a.Value)
		}
	}
	relations, err := g.Relations(ctx, graph.RelationsQuery{Elements: subjects, Relations: oneValuedRelations, Direction: graph.Outgoing})
	if err != nil {
		return nil, err
	}
	for _, r := range relations {
		values[slot{r.Head, r.Relation}] = append(values[slot{r.Head, r.Relation}], r.TailName)
	}
	var rivals []string
	for _, list := range values {
		if slices.ContainsFunc(list, func(v string) bool { return agree(v, answer) }) {
			rivals = append(rivals, slices.DeleteFunc(list, func(v string) bool { return agree(v, answer) })...)
		}
	}
	slices.Sort(rivals)
	return slices.Compact(rivals), nil
}

// states reports whether a quote contains an answer's terms in a row.
func states(quote, answer string) bool {
	return inRow(text.Terms(answer), text.Terms(quote)) || len(text.Terms(answer)) == 0 && strings.Contains(quote, strings.TrimSpace(answer))
}

// agree reports whether one answer contains all terms of the other, such as "1890" and
// "4 May 1890".
func agree(a, b string) bool {
	inA, inB, shared := termSet(a), termSet(b), 0
	for t := range inA {
		if inB[t] {
			shared++
		}
	}
	return shared == min(len(inA), len(inB))
}
