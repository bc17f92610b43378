package cassette

import (
	"fmt"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

// excerpt is the length of the differing parts that are shown, in runes.
const excerpt = 60

// explain describes the difference between a request and the most similar recorded one: that with which it has the longest
// beginning in common.
func (c *Cassette) explain(req llm.Request) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.sorted()
	asked, nearest, common := spoken(req.Messages), "", -1
	for _, l := range lines {
		if recorded := spoken(l.Messages); l.Name == req.Name && shared(asked, recorded) > common {
			nearest, common = recorded, shared(asked, recorded)
		}
	}
	switch {
	case common < 0:
		names := slices.Compact(lists.Map(lines, func(l line) string { return l.Name }))
		return "no call of this prompt is recorded; recorded prompts: " + strings.Join(names, ", ")
	case asked == nearest:
		return "this request is not recorded; the most similar one differs in its reply schema, temperature or reply limit"
	}
	return fmt.Sprintf("this request is not recorded; the most similar one differs from rune %d of its messages: requested %q, recorded %q",
		len([]rune(asked[:common])), text.Truncate(asked[common:], excerpt), text.Truncate(nearest[common:], excerpt))
}

// spoken returns messages as one text.
func spoken(messages []llm.Message) string {
	return strings.Join(lists.Map(messages, func(m llm.Message) string { return m.Role + ": " + m.Content + "\n" }), "")
}

// shared returns the length of the beginning that two texts have in common, in bytes up to a whole rune.
func shared(a, b string) int {
	for i, r := range a {
		if !strings.HasPrefix(b[min(i, len(b)):], string(r)) {
			return i
		}
	}
	return len(a)
}
