// Package ingesttest answers extraction calls as a language model would, by the
// offline kit: for tests that need an endpoint whose graph is known. It is
// imported by tests only.
package ingesttest

import (
	"encoding/json"
	"hash/fnv"
	"io"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Speaker answers extraction calls. It is safe for concurrent use.
type Speaker struct {
	Kit *offline.Kit
	// Broken is the fraction, 0 to 1, of questions whose first reply is cut off or
	// a refusal; asked once more, they are answered. Which follows from the
	// question's hash.
	Broken float64
}

// Reply answers one call.
func (s Speaker) Reply(r llmtest.Request) llmtest.Reply {
	said := s.say(r.Messages)
	asked := r.Messages[1].Content
	h := fnv.New64a()
	io.WriteString(h, asked) // a hash never fails to write
	const parts = 1 << 20
	if len(r.Messages) == 2 && float64(h.Sum64()%parts) < s.Broken*parts {
		if h.Sum64()&(1<<40) == 0 {
			return llmtest.Reply{Content: "I am not able to help with that."}
		}
		return llmtest.Reply{Content: said[:len(said)/3], Finish: "length"}
	}
	return llmtest.Reply{Content: said}
}

// say is the answer to the messages of an extraction prompt.
func (s Speaker) say(messages []llm.Message) string {
	asked := messages[1].Content
	var out any
	if !strings.HasPrefix(asked, "<text id=") {
		title, body, _ := strings.Cut(strings.TrimPrefix(asked, "Title: "), "\n<text>\n")
		out = s.take(title, body)
	} else {
		var texts []map[string]any
		for _, part := range strings.Split("\n"+asked, "\n<text id=\"")[1:] {
			id, rest, _ := strings.Cut(part, "\">\nTitle: ")
			title, body, _ := strings.Cut(rest, "\n")
			said := s.take(title, body)
			said["id"] = id
			texts = append(texts, said)
		}
		out = map[string]any{"texts": texts}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(raw)
}

// take takes one text apart.
func (s Speaker) take(title, body string) map[string]any {
	body = strings.ReplaceAll(strings.TrimSuffix(body, "\n</text>"), "<\\/text>", "</text>")
	found := s.Kit.Extract(title, body, text.Language(body))
	facts := []any{}
	for _, f := range found.Facts {
		facts = append(facts, map[string]any{"text": f.Text, "elements": f.Elements})
	}
	entities := []any{}
	for _, e := range found.Entities {
		entities = append(entities, map[string]any{"name": e.Name, "type": e.Type, "description": e.Description})
	}
	triples := []any{}
	for _, t := range found.Triples {
		triples = append(triples, map[string]any{"head": t.Head, "relation": t.Relation, "tail": t.Tail})
	}
	attributes := []any{}
	for _, a := range found.Attributes {
		attributes = append(attributes, map[string]any{"entity": a.Entity, "key": a.Key, "value": a.Value})
	}
	return map[string]any{"facts": facts, "entities": entities, "triples": triples, "attributes": attributes}
}
