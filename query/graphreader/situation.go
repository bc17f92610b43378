package graphreader

import (
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// situation is what every prompt of an exploration shows besides its material.
type situation struct {
	question query.Question
	parsed   offline.Question
	plan     []string
	// actions are the path's last actions, the oldest first.
	actions []string
	notes   []note
	labels  *labels
	// titles has the document's title of each chunk read on the path.
	titles map[graph.ID]string
	// reply bounds the reply, in tokens.
	reply int
}

// messages joins the instructions, the situation and the material.
func (s situation) messages(instructions, material string) []llm.Message {
	var b strings.Builder
	b.WriteString("Question: " + strings.TrimSpace(s.question.Text) + "\n")
	query.WriteSection(&b, "Plan", s.plan)
	var notes []string
	for _, n := range s.notes {
		notes = append(notes, s.labels.write(n))
	}
	if len(notes) == 0 {
		notes = []string{"(empty)"}
	}
	actions := s.actions
	if len(actions) == 0 {
		actions = []string{"(none)"}
	}
	b.WriteString("\nActions so far:\n" + query.Fenced("actions", strings.Join(actions, "\n")) +
		"\n\nNotebook:\n" + query.Fenced("notebook", strings.Join(notes, "\n")) + "\n\n" + material)
	return []llm.Message{llm.System(instructions + " " + query.LengthRule(s.reply) + query.DataRule + query.JSONRule), llm.User(b.String())}
}

func (s situation) limits() llm.Limits {
	return llm.Limits{Temperature: temperature, MaxTokens: s.reply}
}

// passages are the notes as evidence for the offline kit: one passage a chunk,
// in the order of the notes.
func (s situation) passages() []offline.Passage { return passagesOf(s.notes, s.titles) }

// passagesOf groups notes by their first chunk; those without one are left out.
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

// wanted is what the offline kit would look for next, and whether its notes
// answer the question already.
func (s situation) wanted(kit *offline.Kit) (names []string, answered bool) {
	if len(s.notes) == 0 {
		return s.parsed.Wanted(), false
	}
	a := kit.Answer(s.parsed, s.passages())
	if len(a.Wanted) == 0 {
		return s.parsed.Wanted(), !a.Abstained
	}
	return a.Wanted, !a.Abstained
}

// placeOf finds what a model calls something among the names that it was
// offered: the name to the letter, else the only one that is the same but for
// case, width, quotes and the marks of a list. -1 where there is none.
func placeOf(names []string, said string) int {
	said = strings.TrimSpace(said)
	for i, n := range names {
		if n == said {
			return i
		}
	}
	found := -1
	norm := text.Normalise(strings.Trim(said, " \t\"'`*-•·.“”‘’「」"))
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
