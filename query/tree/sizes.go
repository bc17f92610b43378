package tree

import (
	"math"
	"strings"
	"time"

	"grove/internal/llm"
	"grove/query"
)

// sizes share out a window, in tokens [G].
type sizes struct {
	// reply bounds the replies that decompose and reflect, answer the last one.
	reply, answer int
	// memory bounds the earlier steps that a prompt shows, schema the names of
	// the schema in a reflection.
	memory, schema int
}

// sizesFor shares out a window.
func sizesFor(window int) sizes {
	reply := min(max(window/8, 192), 1024)
	return sizes{reply: reply, answer: max(reply, min(window/4, 512)), memory: window / 10, schema: window / 12}
}

// room is how many tokens a prompt leaves for more material.
func room[T any](s *llm.Session, p llm.Prompt[T]) int {
	if s.Window() == 0 {
		return math.MaxInt32
	}
	return s.Window() - llm.Cost(s, p) - query.RepairRoom
}

// pack gives how many of the items fit into the room, each with a token for
// what joins it to the next.
func pack(s *llm.Session, items []string, room int) int {
	for i, item := range items {
		room -= s.Count(item) + 1
		if room < 0 {
			return i
		}
	}
	return len(items)
}

// lastLines keeps the last lines that fit into so many tokens.
func lastLines(s *llm.Session, lines []string, tokens int) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if tokens -= s.Count(lines[i]) + 1; tokens < 0 {
			return lines[i+1:]
		}
	}
	return lines
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

func since(t time.Time) float64 { return float64(time.Since(t).Microseconds()) / 1000 }
