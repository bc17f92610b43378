package gist

import (
	"context"
	"fmt"
	"strings"

	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/llm/repair"
	"grove/internal/text"
)

// Verdict is the answer to the question whether a page begins a new chapter.
type Verdict string

// The verdicts of ReadAgent.
const (
	Yes    Verdict = "yes"
	No     Verdict = "no"
	Unsure Verdict = "unsure"
)

// NewChapter reports whether the second of two neighbouring pages, given by their gists, begins a new
// chapter. Pages of one chapter are merged where all gists together are too long.
func NewChapter(ctx context.Context, s *llm.Session, first, second string) (Verdict, error) {
	return llm.Ask(ctx, s, chapterPrompt{first, second})
}

// chapterPrompt asks whether the second passage begins a new chapter.
type chapterPrompt struct{ first, second string }

var _ llm.Prompt[Verdict] = chapterPrompt{}

// Form returns the prompt's name, decoding settings and reply schema.
func (chapterPrompt) Form() llm.Form {
	return llm.Form{Name: "gist.chapter/1", Limits: llm.Limits{MaxTokens: 64},
		Schema: `{"type":"object","additionalProperties":false,"required":["new_chapter"],` +
			`"properties":{"new_chapter":{"type":"string","enum":["yes","no","unsure"]}}}`}
}

const chapterInstructions = `The user sends two passages that follow each other in a longer text, both shortened. ` +
	`Say whether the second begins a new chapter or section: "yes", "no", or "unsure" if they do not show it. ` +
	`A change of scene within the same events is not a new chapter. `

const chapterForm = dataRule + `Reply with one JSON object and nothing else: {"new_chapter": "yes"}`

// Messages returns the task and both passages.
func (p chapterPrompt) Messages() []llm.Message {
	passages := llm.Fenced("first passage", p.first) + "\n" + llm.Fenced("second passage", p.second)
	return []llm.Message{llm.System(chapterInstructions, chapterForm), llm.User(passages)}
}

// Parse reads the verdict.
func (chapterPrompt) Parse(reply string) (Verdict, error) {
	out, _, err := repair.Decode[struct {
		New string `json:"new_chapter"`
	}](reply, repair.HasAll("new_chapter"))
	if err != nil {
		return "", err
	}
	switch v := Verdict(strings.ToLower(strings.TrimSpace(out.New))); v {
	case Yes, No, Unsure:
		return v, nil
	}
	return "", fmt.Errorf("%.40q is none of yes, no and unsure", out.New)
}

// Offline compares the words of both passages: a chapter goes on where they share any.
func (p chapterPrompt) Offline(*offline.Kit) Verdict {
	first := lists.Set(text.Terms(p.first))
	for _, t := range text.Terms(p.second) {
		if first[t] && !text.IsStop(t) {
			return No
		}
	}
	return Unsure
}
