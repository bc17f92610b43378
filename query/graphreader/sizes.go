package graphreader

import (
	"math"
	"strings"
	"time"

	"grove/internal/llm"
)

// sizes share out a window, in tokens [G].
type sizes struct {
	// reply bounds each reply of a stage; a notebook is rewritten in one.
	reply int
	// plan bounds the plan, notebook a path's notebook, actions the list of previous actions.
	plan, notebook, actions int
}

// repairRoom is left free in each call for the request to correct a reply.
const repairRoom = 96

// sizesFor shares out a window.
func sizesFor(window int) sizes {
	reply := min(max(window/8, 192), 1024)
	return sizes{reply: reply, plan: min(window/16, 256), notebook: reply * 3 / 4, actions: window / 32}
}

// room is how many tokens a prompt leaves for more material.
func room[T any](s *llm.Session, p llm.Prompt[T]) int {
	if s.Window() == 0 {
		return math.MaxInt32
	}
	return s.Window() - llm.Cost(s, p) - repairRoom
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

// batches cuts the items, in order, into runs that fit the room; an item that
// alone is too large is left out.
func batches(s *llm.Session, items []string, room, most int) [][]int {
	var out [][]int
	var batch []int
	left := room
	for i, item := range items {
		n := s.Count(item) + 1
		if n > room {
			continue
		}
		if n > left {
			out, batch, left = append(out, batch), nil, room
			if len(out) == most {
				return out
			}
		}
		batch, left = append(batch, i), left-n
	}
	if len(batch) > 0 {
		out = append(out, batch)
	}
	return out
}

// cutLines keeps the first lines that fit into so many tokens.
func (sizes) cutLines(s *llm.Session, lines []string, tokens int) []string {
	return lines[:pack(s, lines, tokens)]
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
