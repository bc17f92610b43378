// Package canned serves a model's endpoint for benchmarks and tests: it replies to the
// calls of an ingest by the offline kit, in lists of fields, which every prompt reads, and caches replies.
package canned

import (
	"encoding/json"
	"slices"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Speaker replies to the prompts of an ingest. It is safe for concurrent use.
type Speaker struct{ Kit *offline.Kit }

// Say returns the reply to an extraction prompt or to one for the title of a community,
// and "{}" to any other.
func (s Speaker) Say(messages []llm.Message) string {
	prompt := ""
	for _, m := range messages {
		if m.Role == "user" {
			prompt = m.Content
			break // later messages complain about a reply
		}
	}
	var out any
	switch {
	case strings.HasPrefix(prompt, "<text id="):
		out = map[string]any{"texts": s.packet(prompt)}
	case strings.HasPrefix(prompt, "Title: "):
		title, body, _ := strings.Cut(strings.TrimPrefix(prompt, "Title: "), "\n<text>\n")
		out = s.extract(title, body)
	case strings.HasPrefix(prompt, "Main members: "):
		title, _, _ := strings.Cut(strings.TrimPrefix(prompt, "Main members: "), "\n")
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

// packet extracts each text of a packet.
func (s Speaker) packet(prompt string) []map[string]any {
	var texts []map[string]any
	for _, part := range strings.Split("\n"+prompt, "\n<text id=\"")[1:] {
		id, rest, _ := strings.Cut(part, "\">\nTitle: ")
		title, body, _ := strings.Cut(rest, "\n")
		reply := s.extract(title, body)
		reply["id"] = id
		texts = append(texts, reply)
	}
	return texts
}

// extract extracts one text.
func (s Speaker) extract(title, body string) map[string]any {
	body = strings.ReplaceAll(strings.TrimSuffix(body, "\n</text>"), "<\\/text>", "</text>")
	found := s.Kit.Extract(title, body, text.Language(body))
	facts, entities, triples, attributes := [][]string{}, [][]string{}, [][]string{}, [][]string{}
	var names []string
	for _, e := range found.Entities {
		names = append(names, e.Name)
		entities = append(entities, []string{e.Name, e.Type, e.Description})
	}
	for _, f := range found.Facts {
		row := []string{f.Text}
		for _, e := range f.Elements {
			// The reader completes names that stand by themselves.
			if !slices.Contains(names, e) || within(e, names) {
				row = append(row, e)
			}
		}
		facts = append(facts, row)
	}
	for _, t := range found.Triples {
		triples = append(triples, []string{t.Head, t.Relation, t.Tail})
	}
	for _, a := range found.Attributes {
		attributes = append(attributes, []string{a.Entity, a.Key, a.Value})
	}
	return map[string]any{"facts": facts, "entities": entities, "triples": triples, "attributes": attributes}
}

// within reports whether a name stands inside a longer one.
func within(name string, names []string) bool {
	return slices.ContainsFunc(names, func(other string) bool { return other != name && strings.Contains(other, name) })
}
