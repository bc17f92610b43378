package readagent

import (
	"cmp"
	"context"

	"grove/internal/llm/offline"
	"grove/query"
)

const answerTask = `You are given the pages of a long text in their order. "Shortened" pages tell in brief what the page tells; ` +
	`pages "in full" are the text itself. Read them as one text; where a page in full and a shortened one differ, the page in full counts. `

func answerPrompt(reply int) query.AnswerPrompt {
	return query.AnswerPrompt{Prompt: "readagent.answer/1", Task: answerTask, Quotes: true, Reply: reply}
}

// answerPrompt returns the prompt for the answer from a memory.
func (r *run) answerPrompt(memory []*entry) query.AnswerPrompt {
	p := answerPrompt(r.reply)
	for _, e := range memory {
		p.Evidence = append(p.Evidence, e.evidence())
		p.Passages = append(p.Passages, offline.Passage{Title: e.pages()[0].title, Text: e.text()})
	}
	p.Place = func(passage int, _ string) int { return passage }
	return p
}

// conclude answers from the memory.
func (r *run) conclude(ctx context.Context) (query.Answer, error) {
	var full []*page
	for _, e := range r.memory {
		if e.whole {
			full = append(full, e.page)
		}
	}
	memory := r.gistMemory()
	a, err := r.Conclude(ctx, query.Closing{Prompt: r.answerPrompt(r.memory), Read: chunks(full), Nothing: len(r.memory) == 0,
		Args: map[string]any{"look_ups": r.lookUps, "pages": len(r.pages), "words": memory.Words, "of": memory.DocumentWords},
		Places: func(x query.Rest, answer string) []query.Reference {
			e := r.memory[x.Evidence]
			return query.Piece{Chunks: chunks(e.pages())}.Cite(answer, cmp.Or(x.Quote, e.gist), r.Question.Text)
		}})
	a.Memory = memory
	return a, err
}

// gistMemory describes the memory.
func (r *run) gistMemory() *query.GistMemory {
	return &query.GistMemory{Pages: len(r.pages), Entries: len(r.memory), LookUps: r.lookUps,
		Words: r.wordsShown(), DocumentWords: r.wordsRead()}
}
