package ingest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
)

// yield counts what the documents of a run yielded, to explain why it was nothing.
type yield struct {
	// documents and chunks are those written, blank the documents without a letter
	// or digit.
	documents, chunks, blank int
	// silent are chunks whose reply was read and has nothing.
	silent int
	// entities are mentions with a type.
	entities, facts int
	// languages counts documents by language.
	languages map[string]int
	dropped   Dropped
	// quarantined are chunks whose replies could not be read.
	quarantined int
}

// add adds a document that was written.
func (y *yield) add(d *document) {
	y.documents++
	y.chunks += len(d.chunks)
	if !slices.ContainsFunc(d.chunks, func(c graph.Chunk) bool { return strings.ContainsFunc(c.Text, letter) }) {
		y.blank++
	}
	y.silent += d.silent
	y.quarantined += d.quarantined
	y.dropped.Add(d.dropped)
	y.facts += d.facts
	y.entities += d.entities
	if y.languages == nil {
		y.languages = map[string]int{}
	}
	y.languages[d.Language]++
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// causes explains why a run that wrote documents found no entity, or no fact: what is
// missing, and then the likely causes with their counts. It returns none where something
// was found.
func (y yield) causes(model string, replies Replies) []string {
	if y.documents == 0 || y.entities > 0 && y.facts > 0 {
		return nil
	}
	missing := "no entity and no fact"
	switch {
	case y.entities > 0:
		missing = "no fact"
	case y.facts > 0:
		missing = "no entity"
	}
	out := []string{fmt.Sprintf("%s was found in %s (%s)", missing, text.Count(y.documents, "document"), text.Count(y.chunks, "chunk"))}
	add := func(n int, noun, format string, more ...any) {
		if n > 0 {
			out = append(out, fmt.Sprintf(format, append([]any{text.Count(n, noun)}, more...)...))
		}
	}
	add(y.blank, "document", "texts: %s without a letter or digit")
	if model == llm.OfflineName {
		if names, n := y.unread(); n > 0 {
			add(n, "document", "language: %s in languages that the offline extraction does not know, and reads as English (%s): "+
				"use a language model with --model", names)
		}
	}
	add(y.dropped.OutsideSchema, "item", "schema: %s of types, relations or attributes that the schema does not have: "+
		"see `grove schema`, or give one with --schema for a new workspace")
	add(y.dropped.NotInText, "name", "names: %s neither in the text nor in the title: the model translates names or makes them up")
	add(y.dropped.FactsNotInText, "fact", "facts: %s whose words are not in the text: the model translates facts or makes them up")
	add(y.quarantined, "chunk", "replies: none for %s could be read, whatever was tried: `grove jobs show` has them")
	add(replies.Repaired+replies.Salvaged+replies.AskedAgain+replies.Split, "chunk",
		"replies: not in the form asked for, for %s: try --json-mode, or another model")
	add(y.silent, "chunk", "replies: nothing said about %s: "+silence(model))
	if len(out) == 1 {
		out[0] += ", and no cause is known: the texts may name nothing of the schema's types"
	}
	return out
}

func silence(model string) string {
	if model == llm.OfflineName {
		return "the texts may be too short, or no prose"
	}
	return "the model may be too small for the task, or the texts no prose"
}

// offlineReads are the languages of the offline extraction.
var offlineReads = []string{"en", "zh"}

// unread lists the languages that the offline extraction cannot read, those of most
// documents first, and counts their documents.
func (y yield) unread() (names string, documents int) {
	var list []string
	for _, language := range slices.Sorted(maps.Keys(y.languages)) {
		if !slices.Contains(offlineReads, language) {
			list = append(list, language)
			documents += y.languages[language]
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(y.languages[b], y.languages[a]) })
	for i, language := range list {
		list[i] = fmt.Sprintf("%s %d", language, y.languages[language])
	}
	return strings.Join(list, ", "), documents
}
