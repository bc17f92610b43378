package gist

import (
	"fmt"
	"strings"

	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/llm/repair"
	"grove/internal/text"
)

// PauseName is the name and version of the prompt for the end of a page.
const PauseName = "gist.pause/1"

// pausePrompt asks after which of the parts of a passage a reader would pause. Pauses are numbered from 1.
type pausePrompt struct {
	parts []string
	// previous is the page before, "" to leave it out.
	previous string
}

var _ llm.Prompt[int] = pausePrompt{}

// Form returns the prompt's name, decoding settings and reply schema.
func (pausePrompt) Form() llm.Form {
	return llm.Form{Name: PauseName, Limits: llm.Limits{MaxTokens: 64},
		Schema: `{"type":"object","additionalProperties":false,"required":["pause"],"properties":{"pause":{"type":"integer"}}}`}
}

const pauseInstructions = `You read a long text from its beginning, page by page, and decide where the page that you read now ends. ` +
	`The user sends the passage that comes next. Lines such as [pause 2] mark the places where the page may end. ` +
	`Choose the one where a reader would naturally stop: where a scene, a topic, a dialogue or an argument ends, or before a heading. ` +
	`If none is better than the others, choose the last one. `

const pauseForm = dataRule + `Reply with one JSON object and nothing else: {"pause": 2}, with the number of the place.`

// Messages returns the task, and the passage with the places.
func (p pausePrompt) Messages() []llm.Message {
	var b strings.Builder
	for i, part := range p.parts {
		b.WriteString(unlabelled(part))
		if !strings.HasSuffix(part, "\n") {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "[pause %d]\n", i+1)
	}
	passage := llm.Fenced("passage", strings.TrimSuffix(b.String(), "\n"))
	if p.previous != "" {
		passage = llm.Fenced("page before, for context", unlabelled(p.previous)) + "\n" + passage
	}
	return []llm.Message{llm.System(pauseInstructions, pauseForm), llm.User(passage)}
}

// unlabelled returns a text in which nothing looks like the label of a pause.
func unlabelled(s string) string { return strings.ReplaceAll(s, "[pause", "[ pause") }

// shown returns a text as prompts show it.
func shown(s string) string { return llm.Defused(unlabelled(s)) }

// Parse reads the number of a pause that was offered.
func (p pausePrompt) Parse(reply string) (int, error) {
	out, _, err := repair.Decode[struct {
		Pause int `json:"pause"`
	}](reply, repair.HasAll("pause"))
	if err != nil {
		return 0, err
	}
	if out.Pause < 1 || out.Pause > len(p.parts) {
		return 0, fmt.Errorf("%d is none of the %d pauses", out.Pause, len(p.parts))
	}
	return out.Pause, nil
}

// Offline returns the pause around which the text shares the fewest words (Hearst's TextTiling):
// of the parts on its two sides, the share of words that stand in both.
func (p pausePrompt) Offline(*offline.Kit) int {
	terms := lists.Map(p.parts, func(part string) map[string]bool { return lists.Set(text.Terms(part)) })
	best, least := len(p.parts), 2.0
	for i := range len(p.parts) - 1 {
		if share := float64(lists.Common(terms[i], terms[i+1])) / float64(max(1, min(len(terms[i]), len(terms[i+1])))); share <= least {
			best, least = i+1, share
		}
	}
	return best
}
