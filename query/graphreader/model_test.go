package graphreader

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"grove/internal/llm"
	"grove/internal/llm/llmtest"
)

type scripted = llmtest.Model

var fencedLines = regexp.MustCompile(`(?s)=====+ (?:key elements|neighbours)\n(.*?)\n=====+`)

// offered are the names a prompt offers.
func offered(r llm.Request) []string {
	m := fencedLines.FindStringSubmatch(llmtest.PromptText(r))
	if m == nil {
		return nil
	}
	return strings.Split(m[1], "\n")
}

var labelLine = regexp.MustCompile(`(?m)^\[(c\d+)\]$`)

// sensible replies as a model that follows the instructions would: it names
// all nodes, reads every chunk, goes to the first neighbour.
func sensible(stage string, r llm.Request) (string, error) {
	switch stage {
	case "plan":
		return `{"plan": ["1. Find it.", "2. Say it."]}`, nil
	case "initial":
		type named struct {
			Name  string `json:"name"`
			Score int    `json:"score"`
		}
		var nodes []named
		for i, n := range offered(r) {
			if i < 12 {
				nodes = append(nodes, named{n, 100 - i})
			}
		}
		return llmtest.JSON(map[string]any{"nodes": nodes}), nil
	case "facts":
		var chunks []string
		for _, m := range labelLine.FindAllStringSubmatch(llmtest.PromptText(r), -1) {
			chunks = append(chunks, m[1])
		}
		return llmtest.JSON(map[string]any{"notebook": []any{}, "thought": "look", "action": "read_chunk", "chunks": chunks}), nil
	case "chunk":
		label := regexp.MustCompile(`Chunk (c\d+)`).FindStringSubmatch(llmtest.PromptText(r))[1]
		return llmtest.JSON(map[string]any{"notebook": []any{map[string]any{"note": "Walter Lind died in Oslo", "chunks": []string{label}}}, "thought": "", "action": "search_more"}), nil
	case "neighbour":
		return llmtest.JSON(map[string]any{"thought": "", "action": "read_neighbor_node", "node": offered(r)[0]}), nil
	case "answer":
		return `{"analysis": "All notebooks agree.", "answer": "Oslo", "abstained": false, "missing": "", "own_knowledge": false, "evidence": [1]}`, nil
	}
	return "", fmt.Errorf("unknown stage %q", stage)
}

// erratic replies by a hash of the request: sometimes sensibly, with long
// notes, sometimes with nonsense.
func erratic(stage string, r llm.Request) (string, error) {
	h := fnv.New32a()
	h.Write([]byte(llmtest.PromptText(r)))
	n := h.Sum32()
	// An answer that is refused twice ends the question, which is another test's matter.
	corrected := stage == "answer" && strings.Contains(llmtest.PromptText(r), "could not be used")
	if n%11 == 0 && !corrected {
		return "I would rather not. " + strings.Repeat("乱", int(n%50)), nil
	}
	long := strings.Repeat("a long note about 某件事情 and its 细节, ", int(n%20))
	switch stage {
	case "facts":
		if n%3 == 0 {
			return llmtest.JSON(map[string]any{"notebook": []any{map[string]any{"note": long, "chunks": []string{"c1", "c999"}}}, "action": "stop_and_read_neighbor"}), nil
		}
	case "chunk":
		actions := []string{"search_more", "read_previous_chunk", "read_subsequent_chunk", "search_more", "termination()"}
		return "Thinking...\n```json\n" + llmtest.JSON(map[string]any{"notebook": []any{map[string]any{"note": long}, map[string]any{"note": long + "2"}}, "action": actions[n%5]}) + "\n```", nil
	case "neighbour":
		names := offered(r)
		return llmtest.JSON(map[string]any{"action": "read_neighbor_node", "node": names[int(n)%len(names)]}), nil
	case "plan":
		return llmtest.JSON(map[string]any{"plan": []string{long, long, long, "end"}}), nil
	}
	return sensible(stage, r)
}
