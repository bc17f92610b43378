package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"grove/internal/llm/offline"
	"grove/internal/text"
)

// templates are questions for the tail of a triple, or the value of an attribute, of %s.
var templates = map[string][]string{
	"DIRECTED_BY":     {"Who directed %s?", "Who is the director of %s?"},
	"WRITTEN_BY":      {"Who wrote %s?", "Who is the author of %s?"},
	"PERFORMED_BY":    {"Who performed %s?", "Which artist recorded %s?"},
	"COMPOSED_BY":     {"Who composed %s?", "Who is the composer of %s?"},
	"PRODUCED_BY":     {"Who produced %s?"},
	"CREATED_BY":      {"Who created %s?"},
	"FOUNDED_BY":      {"Who founded %s?", "Who was the founder of %s?"},
	"PUBLISHED_BY":    {"Who published %s?"},
	"OWNED_BY":        {"Who owns %s?"},
	"SPOUSE_OF":       {"Who was %s married to?", "Who is the spouse of %s?"},
	"CHILD_OF":        {"Who is a parent of %s?"},
	"BORN_IN":         {"Where was %s born?", "What is the birthplace of %s?"},
	"DIED_IN":         {"Where did %s die?"},
	"LIVED_IN":        {"Where did %s live?"},
	"LOCATED_IN":      {"Where is %s?", "Where is %s located?"},
	"EDUCATED_AT":     {"Where did %s study?", "Which school did %s attend?"},
	"WORKS_FOR":       {"Who did %s work for?"},
	"AFFILIATED_WITH": {"Which team or organisation was %s with?"},
	"LEADER_OF":       {"What did %s lead?"},
	"PART_OF":         {"What is %s part of?"},
	"CITIZEN_OF":      {"Which country is %s from?"},
	"date of birth":   {"When was %s born?", "What is the date of birth of %s?"},
	"date of death":   {"When did %s die?", "What is the date of death of %s?"},
	"founding date":   {"When was %s founded?"},
	"release date":    {"When was %s released?"},
	"population":      {"What is the population of %s?", "How many people live in %s?"},
	"occupation":      {"What was the occupation of %s?"},
	"nationality":     {"What nationality is %s?"},
}

// nouns name the tail of a triple of %s inside another question.
var nouns = map[string]string{
	"DIRECTED_BY": "the director of %s", "WRITTEN_BY": "the author of %s", "PERFORMED_BY": "the performer of %s",
	"COMPOSED_BY": "the composer of %s", "PRODUCED_BY": "the producer of %s", "CREATED_BY": "the creator of %s",
	"FOUNDED_BY": "the founder of %s", "PUBLISHED_BY": "the publisher of %s", "OWNED_BY": "the owner of %s",
	"SPOUSE_OF": "the spouse of %s", "CHILD_OF": "the parent of %s", "EDUCATED_AT": "the school of %s",
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
	ids := make([]string, 0, len(passages))
	for id := range passages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		p := passages[id]
		if text.Language(p.Text) != "en" {
			continue
		}
		found := kit.Extract(p.Title, p.Text, "en")
		for _, t := range found.Triples {
			s := statement{t.Head, t.Relation, t.Tail}
			about[s.head], byRelation[s.relation] = append(about[s.head], s), append(byRelation[s.relation], s)
		}
		for _, a := range found.Attributes {
			s := statement{a.Entity, a.Key, a.Value}
			about[s.head], byRelation[s.relation] = append(about[s.head], s), append(byRelation[s.relation], s)
		}
	}
	r := rand.New(rand.NewPCG(seed, 3))
	draw := func(list []string) string { return list[r.IntN(len(list))] }
	relations := make([]string, 0, len(templates))
	for relation := range templates {
		relations = append(relations, relation)
	}
	slices.Sort(relations)
	for _, relation := range relations {
		list := byRelation[relation]
		for n, i := range r.Perm(len(list)) {
			s := list[i]
			if n < limit/len(relations)*2 && len(out) < limit {
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
