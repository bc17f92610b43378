package query

import (
	"math"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/text"
)

// Room is how many tokens of the window a prompt leaves for more material.
func Room[T any](s *llm.Session, p llm.Prompt[T]) int {
	if s.Window() == 0 {
		return math.MaxInt32
	}
	return s.Window() - llm.SizeOf(s, p).Cost() - RepairRoom
}

// Fit is how many of the items, from the first one on, fit into so many tokens, each
// with a token for what joins it to the next.
func Fit(s *llm.Session, items []string, tokens int) int {
	for i, item := range items {
		if tokens -= s.Count(item) + 1; tokens < 0 {
			return i
		}
	}
	return len(items)
}

// BestFit gives, in their order, the indices of those lines that fit into so many
// tokens: all where they do, else those ranked first by scores, which is asked only then.
func BestFit(s *llm.Session, lines []string, tokens int, scores func() []float64) []int {
	all := make([]int, len(lines))
	for i := range all {
		all[i] = i
	}
	if Fit(s, lines, tokens) == len(lines) {
		return all
	}
	var chosen []int
	for _, i := range Ranked(scores()) {
		if n := s.Count(lines[i]) + 1; n <= tokens {
			tokens -= n
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// Excerpt is a text whole, or its sentences nearest to a topic that fit into so
// many tokens, in their order; what was left out between them is a new paragraph.
func (f *Frame) Excerpt(body string, tokens int, topic string) string {
	if f.Session.Count(body) <= tokens {
		return body
	}
	spans := text.Sentences(body)
	sentences := make([]string, len(spans))
	for i, s := range spans {
		sentences[i] = text.Slice(body, s.Start, s.End)
	}
	var chosen []int
	for _, i := range Ranked(f.Kit.Rank(topic, sentences)) {
		if n := f.Session.Count(sentences[i]) + 2; n <= tokens {
			tokens -= n
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	var b strings.Builder
	for at, i := range chosen {
		switch {
		case at == 0:
		case chosen[at-1] == i-1:
			b.WriteString(text.Slice(body, spans[i-1].End, spans[i].Start))
		default:
			b.WriteString("\n\n")
		}
		b.WriteString(sentences[i])
	}
	return b.String()
}

// LastLines are the last lines that fit into so many tokens.
func LastLines(s *llm.Session, lines []string, tokens int) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if tokens -= s.Count(lines[i]) + 1; tokens < 0 {
			return lines[i+1:]
		}
	}
	return lines
}

// WriteSection writes lines under a title, nothing where there are none.
func WriteSection(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		b.WriteString("\n" + title + ":\n" + strings.Join(lines, "\n") + "\n")
	}
}

// Soft tells the failures that a stage of an agent survives: a reply that cannot be
// read, a limit. Outages and cancellation are not.
func Soft(err error) bool {
	return fault.Is(err, fault.BadReply) || fault.Is(err, fault.LimitReached) || fault.Is(err, fault.WindowTooSmall)
}

// Since is the time since a step began, in milliseconds, as a Step has it.
func Since(t time.Time) float64 { return float64(time.Since(t).Microseconds()) / 1000 }

// IDs are ids as a Step has them.
func IDs(list []graph.ID) []string {
	out := make([]string, len(list))
	for i, id := range list {
		out[i] = string(id)
	}
	return out
}

// Ranked are the indices of scores from high to low, the smaller index on a tie.
func Ranked(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	return order
}
