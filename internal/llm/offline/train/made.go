package main

import (
	_ "embed"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

//go:embed templates.txt
var templateTable string

// templates are questions for what a relation gives, and nouns name it inside another question, by relation.
var templates, nouns = readTemplates()

func readTemplates() (questions map[string][]string, nouns map[string]string) {
	questions, nouns = map[string][]string{}, map[string]string{}
	for line := range strings.Lines(templateTable) {
		relation, forms, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for form := range strings.SplitSeq(forms, " | ") {
			if strings.HasSuffix(form, "?") {
				questions[relation] = append(questions[relation], form)
			} else if form != "" {
				nouns[relation] = form
			}
		}
	}
	return questions, nouns
}

// statement is a triple or an attribute that a passage states.
type statement struct{ head, relation, tail string }

// madeQuestions makes questions from what the kit extracts from English passages: about one
// statement, and about two of which the first leads to the head of the second. At most limit of
// each kind are drawn by seed, spread over the relations.
func madeQuestions(passages map[string]offline.Passage, limit int, seed uint64) (out []record) {
	kit := offline.NewWith(&offline.Reader{})
	about := map[string][]statement{}
	byRelation := map[string][]statement{}
	for _, id := range slices.Sorted(maps.Keys(passages)) {
		p := passages[id]
		if text.Language(p.Text) != "en" {
			continue
		}
		found := kit.Extract(p.Title, p.Text, "en")
		stated := lists.Map(found.Triples, func(t offline.Triple) statement { return statement{t.Head, t.Relation, t.Tail} })
		for _, a := range found.Attributes {
			stated = append(stated, statement{a.Entity, a.Key, a.Value})
		}
		for _, s := range stated {
			about[s.head], byRelation[s.relation] = append(about[s.head], s), append(byRelation[s.relation], s)
		}
	}
	r := rand.New(rand.NewPCG(seed, 3))
	draw := func(list []string) string { return list[r.IntN(len(list))] }
	for _, relation := range slices.Sorted(maps.Keys(templates)) {
		list := byRelation[relation]
		for n, i := range r.Perm(len(list)) {
			s := list[i]
			if n < limit/len(templates)*2 && len(out) < limit {
				out = append(out, record{Question: fmt.Sprintf(draw(templates[relation]), s.head), Answers: tails(about[s.head], relation), head: s.head})
			}
			if noun := nouns[relation]; noun != "" && n < limit {
				if next := about[s.tail]; len(next) > 0 {
					t := next[r.IntN(len(next))]
					if asks := templates[t.relation]; len(asks) > 0 && !strings.Contains(s.head, t.tail) {
						out = append(out, record{Question: fmt.Sprintf(draw(asks), fmt.Sprintf(noun, s.head)), Answers: tails(next, t.relation), head: s.head})
					}
				}
			}
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), limit)]
}

// tails returns the tails of the statements of a relation.
func tails(list []statement, relation string) (out []string) {
	for _, s := range list {
		if s.relation == relation && !slices.Contains(out, s.tail) {
			out = append(out, s.tail)
		}
	}
	return out
}
