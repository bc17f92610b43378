package cassette

import (
	"fmt"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/llm"
)

// excerpt is the length of the part of a differing message that is shown, in runes.
const excerpt = 60

// explain describes the difference between a request and the most similar recorded one.
func (c *Cassette) explain(req llm.Request) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.sorted()
	var near *line
	var best distance
	for i, l := range lines {
		if l.Name != req.Name {
			continue
		}
		if d := compareMessages(req.Messages, l.Messages); near == nil || d.closer(best) {
			near, best = &lines[i], d
		}
	}
	if near == nil {
		return fmt.Sprintf("no call of this prompt is recorded; recorded prompts: %s", names(lines))
	}
	return "this request is not recorded; the most similar one differs in " + best.describe(req.Messages, near.Messages)
}

// distance is the position of the first difference between two lists of messages.
type distance struct{ message, rune int }

func compareMessages(a, b []llm.Message) distance {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	d := distance{message: i}
	if i == len(a) || i == len(b) || a[i].Role != b[i].Role {
		return d
	}
	x, y := []rune(a[i].Content), []rune(b[i].Content)
	for d.rune < len(x) && d.rune < len(y) && x[d.rune] == y[d.rune] {
		d.rune++
	}
	return d
}

func (d distance) closer(other distance) bool {
	return d.message > other.message || d.message == other.message && d.rune > other.rune
}

func (d distance) describe(request, recorded []llm.Message) string {
	switch {
	case d.message == len(request) && d.message == len(recorded):
		return "its reply schema, temperature or reply limit"
	case d.message == len(request) || d.message == len(recorded):
		return fmt.Sprintf("the number of messages: %d requested, %d recorded", len(request), len(recorded))
	}
	a, b := request[d.message], recorded[d.message]
	return fmt.Sprintf("message %d from rune %d: requested (%s) %q, recorded (%s) %q",
		d.message+1, d.rune, a.Role, from(a.Content, d.rune), b.Role, from(b.Content, d.rune))
}

// from returns the excerpt of s from a rune.
func from(s string, start int) string {
	runes := []rune(s)[start:]
	if len(runes) > excerpt {
		return string(runes[:excerpt]) + "..."
	}
	return string(runes)
}

// names returns the prompt names of the lines.
func names(lines []line) string {
	all := lists.Map(lines, func(l line) string { return l.Name })
	if all = slices.Compact(all); len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
