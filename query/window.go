package query

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

// Room returns the number of tokens of the window that a prompt leaves for material.
func Room[T any](s *llm.Session, p llm.Prompt[T]) int {
	if s.Window() == 0 {
		return math.MaxInt32
	}
	return s.Window() - llm.SizeOf(s, p).Cost() - RepairRoom
}

// Fit returns how many of the items, from the first on, fit into a number of tokens, with
// one token for each separator.
func Fit(s *llm.Session, items []string, tokens int) int {
	for i, item := range items {
		if tokens -= s.Count(item) + 1; tokens < 0 {
			return i
		}
	}
	return len(items)
}

// BestFit returns, in order, the indices of the lines that fit into a number of tokens,
// each with separator tokens of its own: all lines if they fit, else the best by scores,
// which is called only then.
func BestFit(s *llm.Session, lines []string, tokens, separator int, scores func() []float64) []int {
	costs, total := make([]int, len(lines)), 0
	for i, line := range lines {
		costs[i] = s.Count(line) + separator
		total += costs[i]
	}
	order := make([]float64, len(lines))
	if total > tokens {
		order = scores()
	}
	var chosen []int
	for _, i := range Ranked(order) {
		if costs[i] <= tokens {
			tokens -= costs[i]
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// Excerpt returns a text if it fits into a number of tokens, else the sentences nearest to
// a topic that fit, in order; a new paragraph marks an omission.
func (f *Frame) Excerpt(body string, tokens int, topic string) string {
	if f.Session.Count(body) <= tokens {
		return body
	}
	return f.Excerpts([]string{body}, []int{0}, tokens, topic)[0]
}

// Excerpts returns, of each text, the sentences to show as in Excerpt, so that all together fit into a number
// of tokens. The sentences of all texts compete by their nearness to the topic; each counts half for its
// neighbours too, as what answers often stands beside what names the topic, and the less the later its text is.
// A text of which anything is shown costs its label's tokens too; one of which nothing is shown becomes "".
func (f *Frame) Excerpts(bodies []string, labels []int, tokens int, topic string) []string {
	type sentence struct{ body, start, end int } // in bytes
	var all []sentence
	var texts []string
	for i, body := range bodies {
		offsets := text.NewOffsets(body)
		for _, s := range text.Sentences(body) {
			all = append(all, sentence{i, offsets.Byte(s.Start), offsets.Byte(s.End)})
			texts = append(texts, body[offsets.Byte(s.Start):offsets.Byte(s.End)])
		}
	}
	alone := f.Kit.Rank(topic, texts)
	scores := slices.Clone(alone)
	for i, s := range all {
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(all) && all[j].body == s.body {
				scores[i] += alone[j] / 2
			}
		}
		scores[i] /= 1 + float64(s.body)/5
	}
	shown, begun := make([]bool, len(all)), make([]bool, len(bodies))
	for _, i := range Ranked(scores) {
		body := all[i].body
		cost := f.Session.Count(texts[i]) + 2
		if !begun[body] {
			cost += labels[body]
		}
		if cost <= tokens {
			tokens -= cost
			shown[i], begun[body] = true, true
		}
	}
	out := make([]string, len(bodies))
	for i, s := range all {
		switch {
		case !shown[i]:
			continue
		case out[s.body] == "":
		case shown[i-1] && utf8.RuneCountInString(bodies[s.body][all[i-1].end:s.start]) <= 2: // what is longer costs more than is counted
			out[s.body] += bodies[s.body][all[i-1].end:s.start]
		default:
			out[s.body] += "\n\n"
		}
		out[s.body] += texts[i]
	}
	return out
}

// Split cuts a text into parts of at most room tokens, at sentence ends where possible.
// The parts concatenate to the text.
func Split(s *llm.Session, t string, room int) []string {
	if s.Count(t) <= room {
		return []string{t}
	}
	runes := []rune(t)
	var cuts []int
	for _, sentence := range text.Sentences(t) {
		if sentence.Start > 0 {
			cuts = append(cuts, sentence.Start)
		}
	}
	cuts = append(cuts, len(runes))
	var parts []string
	start, end, tokens := 0, 0, 0
	for _, cut := range cuts {
		n := s.Count(string(runes[end:cut])) + 1
		if tokens+n > room && end > start {
			parts = append(parts, string(runes[start:end]))
			start, tokens = end, 0
		}
		end, tokens = cut, tokens+n
		for start < end && tokens > room { // one sentence larger than the room
			head := halve(s, runes[start:end], room)
			parts = append(parts, string(runes[start:start+head]))
			start += head
			tokens = s.Count(string(runes[start:end])) + 1
		}
	}
	if start < end {
		parts = append(parts, string(runes[start:end]))
	}
	return parts
}

// halve returns the length of a prefix that fits into room tokens.
func halve(s *llm.Session, runes []rune, room int) int {
	n := len(runes)
	for n > 1 && s.Count(string(runes[:n]))+1 > room {
		n /= 2
	}
	return n
}

// LastLines returns the last lines that fit into a number of tokens.
func LastLines(s *llm.Session, lines []string, tokens int) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if tokens -= s.Count(lines[i]) + 1; tokens < 0 {
			return lines[i+1:]
		}
	}
	return lines
}

// LastText returns the end of a text that fits into a number of tokens, from a sentence's beginning on.
func LastText(s *llm.Session, t string, tokens int) string {
	parts := Split(s, t, tokens)
	if len(parts) < 2 {
		return t
	}
	sentences, offsets := text.Sentences(t), text.NewOffsets(t)
	rest := func(i int) string {
		return t[offsets.Byte(sentences[i].Start):offsets.Byte(sentences[len(sentences)-1].End)]
	}
	if i := sort.Search(len(sentences), func(i int) bool { return s.Count(rest(i)) <= tokens }); i < len(sentences) {
		return rest(i)
	}
	return parts[len(parts)-1]
}

// ReplyFor returns the bound of a reply, in tokens: an eighth of the window, 192 to most [G].
func ReplyFor(window, most int) int { return min(max(window/8, 192), most) }

// WriteSection writes lines under a title; it writes nothing if there are none.
func WriteSection(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		b.WriteString("\n" + title + ":\n" + strings.Join(lines, "\n") + "\n")
	}
}

// Soft reports whether a stage of an agent can continue after an error: after unusable
// replies and limits, but not after outages and cancellation.
func Soft(err error) bool {
	return fault.Is(err, fault.BadReply) || fault.Is(err, fault.LimitReached) || fault.Is(err, fault.WindowTooSmall)
}

// Since returns the milliseconds since a time, for Step.Ms.
func Since(t time.Time) float64 { return milliseconds(time.Since(t)) }

// IDs converts ids to strings, for Step.IDs.
func IDs(list []graph.ID) []string {
	return lists.Map(list, func(id graph.ID) string { return string(id) })
}

// ByScore returns the items by score from high to low, in their order on a tie.
func ByScore[T any](items []T, scores []float64) []T {
	return lists.Map(Ranked(scores), func(i int) T { return items[i] })
}

// Ranked returns the indices of scores from high to low, the smaller index on a tie.
func Ranked(scores []float64) []int {
	order := lists.Indices(len(scores))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}
