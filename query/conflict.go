package query

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
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
		if c.Verified && c.Document.ID != a.Citations[own].Document.ID && states(c.Quote, rival) &&
			(a.Model != llm.OfflineName || f.oneSubject(a.Citations[own], c)) {
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

// oneSubject reports whether two quotes can be about one thing: their documents' titles agree
// ("Prince Georg of Halland" and "Prince Carl of Halland" do not) or are missing, or both quotes
// have the name that the question asks about.
func (f *Frame) oneSubject(a, b Citation) bool {
	name := f.Parsed.Names[0]
	return a.Document.Title == "" || b.Document.Title == "" || agree(a.Document.Title, b.Document.Title) ||
		states(a.Quote, name) && states(b.Quote, name)
}

// oneValued are the attributes of which a thing has one value only, by the words of questions for
// them: people have several awards, films several founders, and a place lies in another one, so
// that "Ulm" and "Germany" are no conflict.
var oneValued = []struct{ words, keys []string }{
	{[]string{"born", "birth", "birthdate", "出生", "生日", "诞生"}, []string{"date of birth", "出生日期"}},
	{[]string{"died", "die", "death", "去世", "逝世"}, []string{"date of death", "去世日期", "逝世日期"}},
	{[]string{"founded", "established", "成立", "创立", "建立"}, []string{"founding date", "成立时间", "成立日期"}},
}

// keysAsked returns the keys of the one-valued attribute that a question asks for: a date of a
// single relation of a single name.
func keysAsked(q offline.Question) []string {
	if len(q.Names) != 1 || len(q.Relations) != 1 || q.Type != offline.When && q.Type != offline.Year {
		return nil
	}
	for _, a := range oneValued {
		if slices.Contains(a.words, q.Relations[0]) {
			return a.keys
		}
	}
	return nil
}

// maxSubjects and maxStatements bound the entities of a question, and the facts about
// them, that are searched for a rival.
const (
	maxSubjects   = 8
	maxStatements = 200
)

// rival returns another value of the one-valued attribute that the question asks for and the
// answer is a value of, with the facts about the same entity in other documents that state
// it; "" if there is none.
func (f *Frame) rival(ctx context.Context, own Citation, answer string) (string, []Reference, error) {
	q := f.Parsed
	keys := keysAsked(q)
	if len(keys) == 0 {
		return "", nil, nil
	}
	norm := text.Normalise(q.Names[0])
	found, err := f.Graph.Find(ctx, graph.FindQuery{Norms: []string{norm}, Limit: maxSubjects})
	if err != nil || len(found) == 0 {
		return "", nil, err
	}
	subjects := graph.Keys(found)
	rivals, err := f.rivalValues(ctx, subjects, keys, answer)
	if err != nil || len(rivals) == 0 {
		return "", nil, err
	}
	facts, err := f.Graph.Facts(ctx, graph.FactsQuery{Elements: subjects, Limit: maxStatements})
	if err != nil {
		return "", nil, err
	}
	for _, r := range rivals {
		var places []Reference
		for _, fact := range facts {
			if fact.Element == r.Entity && fact.Document != own.Document.ID && states(fact.Text, r.Value) && !states(fact.Text, answer) {
				places = append(places, Reference{Chunk: fact.Chunk, Start: fact.Start, End: fact.End, Quote: fact.Text})
			}
		}
		if len(places) > 0 && !states(own.Quote, r.Value) {
			return r.Value, places, nil
		}
	}
	return "", nil, nil
}

// rivalValues returns the attributes with one of the keys whose value differs from the answer,
// of the subjects that have the answer as another value.
func (f *Frame) rivalValues(ctx context.Context, subjects []graph.ID, keys []string, answer string) ([]graph.Attribute, error) {
	attributes, err := f.Graph.Attributes(ctx, graph.AttributesQuery{Entities: subjects, Limit: graph.MaxRows})
	answered := map[graph.ID]bool{}
	attributes = slices.DeleteFunc(attributes, func(a graph.Attribute) bool {
		same := agree(a.Value, answer)
		asked := slices.Contains(keys, a.Key)
		answered[a.Entity] = answered[a.Entity] || asked && same
		return same || !asked
	})
	return slices.DeleteFunc(attributes, func(a graph.Attribute) bool { return !answered[a.Entity] }), err
}

// states reports whether a quote contains an answer's terms in a row.
func states(quote, answer string) bool {
	return inRow(text.Terms(answer), text.Terms(quote)) || len(text.Terms(answer)) == 0 &&
		strings.Contains(quote, strings.TrimSpace(answer))
}

// agree reports whether one answer contains all terms of the other, such as "1890" and
// "4 May 1890".
func agree(a, b string) bool {
	inA, inB := termSet(a), termSet(b)
	return lists.Common(inA, inB) == min(len(inA), len(inB))
}
