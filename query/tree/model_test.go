package tree

import (
	"fmt"
	"hash/fnv"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
)

type scripted = llmtest.Model

// sensible replies as a model that follows the instructions would: it asks for
// the director, then for the place of death, and has enough then.
func sensible(stage string, r llm.Request) (string, error) {
	switch stage {
	case "decompose":
		return `{"queries":[{"kind":"triple","question":"Who directed Iron Harbour?","head":"Iron Harbour","head_type":"Work","relation":"DIRECTED_BY","tail":"","tail_type":"Person"}]}`, nil
	case "reflect":
		if strings.Contains(llmtest.PromptText(r), "step 1:") {
			return `{"reasoning":"Walter Lind died in Oslo.","reflection":"Nothing is missing.","keep":[` + holding(r, "died in Oslo") + `],"enough":true,"queries":[]}`, nil
		}
		return `{"reasoning":"Walter Lind directed it.","reflection":"The place of death is missing.","keep":[` + holding(r, "directed by Walter Lind") +
			`],"enough":false,"queries":[{"kind":"triple","question":"Where did Walter Lind die?","head":"Walter Lind","relation":"DIED_IN","tail":"?"}]}`, nil
	case "answer":
		return `{"answer":"Oslo","abstained":false,"missing":"","own_knowledge":false,"evidence":[` + holding(r, "died in Oslo") + `]}`, nil
	}
	return "", fmt.Errorf("unknown stage %q", stage)
}

// holding is the number of the evidence that holds a text, "" for none.
func holding(r llm.Request, s string) string {
	for line := range strings.Lines(llmtest.PromptText(r)) {
		number, rest, ok := strings.Cut(line, ". (")
		if ok && strings.Contains(rest, s) {
			return number
		}
	}
	return ""
}

// only gives the reply for one stage and is sensible otherwise; the second reply
// is for a prompt that says what was wrong.
func only(stage string, replies ...string) func(string, llm.Request) (string, error) {
	return func(s string, r llm.Request) (string, error) {
		if s != stage {
			return sensible(s, r)
		}
		if strings.Contains(llmtest.PromptText(r), "could not be used") && len(replies) > 1 {
			return replies[1], nil
		}
		return replies[0], nil
	}
}

// erratic replies by a hash of the request: sometimes with nonsense, else with
// long thoughts, numbers that are not there and ever new sub-queries.
func erratic(stage string, r llm.Request) (string, error) {
	h := fnv.New32a()
	h.Write([]byte(llmtest.PromptText(r)))
	n := h.Sum32()
	if n%11 == 0 && !strings.Contains(llmtest.PromptText(r), "could not be used") {
		return "I would rather not. " + strings.Repeat("乱", int(n%50)), nil
	}
	long := strings.Repeat("a long thought about 某件事情 and its 细节, ", int(n%20))
	ask := func(i int) map[string]any {
		return map[string]any{"kind": []string{"node", "triple", "community", "tree"}[(int(n)+i)%4], "question": fmt.Sprint(long, n, i), "head": "hub",
			"relation": []string{"BORN_IN", "date of birth", "has the colour of", ""}[(int(n)+i)%4], "tail": nil, "head_type": "Ghost"}
	}
	switch stage {
	case "decompose":
		return "Thinking...\n```json\n" + llmtest.JSON(map[string]any{"queries": []any{ask(0), ask(1), ask(2), ask(3), "harbour?"}}) + "\n```", nil
	case "reflect":
		return llmtest.JSON(map[string]any{"reasoning": long, "reflection": long, "keep": []int{1, 2, 999, -1}, "enough": false, "queries": []any{ask(4), ask(5)}}), nil
	}
	return `{"answer": 7, "evidence": ["1", "note 2"]}`, nil
}
