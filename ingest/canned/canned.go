// Package canned stands in for a language model's endpoint: it answers the calls
// of an ingest by the offline kit, in the form that each prompt asks for, and
// serves an answer that it gave before at once. Benchmarks and tests measure the
// pipeline against it.
package canned

import (
	"encoding/json"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Speaker answers the prompts of an ingest. It is safe for concurrent use.
type Speaker struct{ Kit *offline.Kit }

// Say answers the messages of an extraction prompt, or of one that asks what a
// community is called; "{}" answers anything else.
func (s Speaker) Say(messages []llm.Message) string {
	asked := ""
	for _, m := range messages {
		if m.Role == "user" {
			asked = m.Content
			break // what follows complains about a reply
		}
	}
	var out any
	switch {
	case strings.HasPrefix(asked, "<text id="):
		out = map[string]any{"texts": s.packet(asked)}
	case strings.HasPrefix(asked, "Title: "):
		title, body, _ := strings.Cut(strings.TrimPrefix(asked, "Title: "), "\n<text>\n")
		out = s.take(title, body)
	case strings.HasPrefix(asked, "Main members: "):
		title, _, _ := strings.Cut(strings.TrimPrefix(asked, "Main members: "), "\n")
		out = map[string]any{"title": "About " + text.Truncate(title, 60), "summary": "They belong together: " + title + "."}
	default:
		out = map[string]any{}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(raw)
}

// packet takes the texts of a packet apart.
func (s Speaker) packet(asked string) []map[string]any {
	var texts []map[string]any
	for _, part := range strings.Split("\n"+asked, "\n<text id=\"")[1:] {
		id, rest, _ := strings.Cut(part, "\">\nTitle: ")
		title, body, _ := strings.Cut(rest, "\n")
		said := s.take(title, body)
		said["id"] = id
		texts = append(texts, said)
	}
	return texts
}

// take takes one text apart.
func (s Speaker) take(title, body string) map[string]any {
	body = strings.ReplaceAll(strings.TrimSuffix(body, "\n</text>"), "<\\/text>", "</text>")
	found := s.Kit.Extract(title, body, text.Language(body))
	facts, entities, triples, attributes := []any{}, []any{}, []any{}, []any{}
	for _, f := range found.Facts {
		facts = append(facts, map[string]any{"text": f.Text, "elements": f.Elements})
	}
	for _, e := range found.Entities {
		entities = append(entities, map[string]any{"name": e.Name, "type": e.Type, "description": e.Description})
	}
	for _, t := range found.Triples {
		triples = append(triples, map[string]any{"head": t.Head, "relation": t.Relation, "tail": t.Tail})
	}
	for _, a := range found.Attributes {
		attributes = append(attributes, map[string]any{"entity": a.Entity, "key": a.Key, "value": a.Value})
	}
	return map[string]any{"facts": facts, "entities": entities, "triples": triples, "attributes": attributes}
}
