package graphreader

import (
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// situation is the common part of all prompts of an exploration.
type situation struct {
	question query.Question
	parsed   offline.Question
	plan     []string
	// actions are the path's last actions, oldest first.
	actions []string
	notes   []note
	labels  *labels
	// titles are the document titles of the chunks read on the path.
	titles map[graph.ID]string
	// reply bounds the reply, in tokens.
	reply int
	// paper keeps to the published instructions.
	paper bool
}

// messages joins the instructions, the situation and the material.
func (s situation) messages(instructions, material string) []llm.Message {
	var b strings.Builder
	b.WriteString("Question: " + strings.TrimSpace(s.question.Text) + "\n")
	query.WriteSection(&b, "Plan", s.plan)
	notes := lists.Map(s.notes, s.labels.write)
	if len(notes) == 0 {
		notes = []string{"(empty)"}
	}
	actions := s.actions
	if len(actions) == 0 {
		actions = []string{"(none)"}
	}
	b.WriteString("\nActions so far:\n" + llm.Fenced("actions", strings.Join(actions, "\n")) +
		"\n\nNotebook:\n" + llm.Fenced("notebook", strings.Join(notes, "\n")) + "\n\n" + material)
	return []llm.Message{llm.System(instructions+" ", query.Rules(s.reply)), llm.User(b.String())}
}

func (s situation) limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: s.reply}
}

// passagesOf returns notes as passages for the offline kit, grouped by their first chunk;
// notes without a chunk are left out.
func passagesOf(notes []note, titles map[graph.ID]string) []offline.Passage {
	at := map[graph.ID]int{}
	var out []offline.Passage
	for _, n := range notes {
		if len(n.chunks) == 0 {
			continue
		}
		c := n.chunks[0]
		i, ok := at[c]
		if !ok {
			i, at[c] = len(out), len(out)
			out = append(out, offline.Passage{Title: titles[c]})
		}
		if out[i].Text != "" {
			out[i].Text += "\n\n"
		}
		out[i].Text += n.text
	}
	return out
}

// wanted returns the names that the offline kit would look up next, and whether the notes
// already answer the question.
func (s situation) wanted(kit *offline.Kit) (names []string, answered bool) {
	if len(s.notes) == 0 {
		return s.parsed.Names, false
	}
	a := kit.Answer(s.parsed, passagesOf(s.notes, s.titles))
	if len(a.Wanted) == 0 {
		return s.parsed.Names, a.Sure
	}
	return a.Wanted, a.Sure
}

// placeIn returns the index of the node that a reply names, by its name or its whole line; -1 for
// none.
func placeIn(nodes []node, name string) int {
	if i := placeOf(namesOf(nodes), name); i >= 0 {
		return i
	}
	return placeOf(lists.Map(nodes, node.line), name)
}

// placeOf returns the index of a name in a reply among the names offered: the exact name,
// else the only one that differs merely in case, width, quotes and list marks; -1 for none.
func placeOf(names []string, name string) int {
	name = strings.TrimSpace(name)
	if i := slices.Index(names, name); i >= 0 {
		return i
	}
	found := -1
	norm := text.Normalise(strings.Trim(name, " \t\"'`*-•·.“”‘’「」"))
	if norm == "" {
		return -1
	}
	for i, n := range names {
		if text.Normalise(n) == norm {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}
