package openai

import "strings"

// reasoningTags are the tags around the reasoning that some models write before the answer.
func reasoningTags() []string { return []string{"think", "thinking", "reasoning"} }

// stripReasoning removes leading blocks of reasoning from a reply; a block that is not closed
// extends to the end. Some servers put the opening tag into the prompt, so that the reply has
// only the closing one: it is recognized in a text that is not JSON, at the start or end of a
// line or before JSON.
func stripReasoning(reply string) string {
	rest, found := cutBlock(reply)
	if !found {
		return cutOrphan(reply)
	}
	for found {
		rest, found = cutBlock(rest)
	}
	return rest
}

// cutBlock removes one leading block and the space around it.
func cutBlock(s string) (string, bool) {
	body := strings.TrimSpace(s)
	for _, tag := range reasoningTags() {
		open := "<" + tag + ">"
		if !hasPrefixFold(body, open) {
			continue
		}
		closing := "</" + tag + ">"
		end := indexFold(body, closing)
		if end < 0 {
			return "", true
		}
		return strings.TrimSpace(body[end+len(closing):]), true
	}
	return s, false
}

// cutOrphan removes everything up to a closing tag that has no opening tag.
func cutOrphan(s string) string {
	if body := strings.TrimSpace(s); body == "" || strings.ContainsRune("{[`\"", rune(body[0])) {
		return s
	}
	for _, tag := range reasoningTags() {
		closing := "</" + tag + ">"
		at := indexFold(s, closing)
		if at < 0 || indexFold(s[:at], "<"+tag+">") >= 0 {
			continue
		}
		before, after := strings.TrimRight(s[:at], " \t\r"), strings.TrimLeft(s[at+len(closing):], " \t\r")
		if before == "" || strings.HasSuffix(before, "\n") || after == "" || strings.IndexByte("\n{[", after[0]) >= 0 {
			return strings.TrimSpace(after)
		}
	}
	return s
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// indexFold is strings.Index for an ASCII tag, ignoring case.
func indexFold(s, tag string) int {
	for from := 0; ; {
		at := strings.IndexByte(s[from:], '<')
		if at < 0 {
			return -1
		}
		if from += at; hasPrefixFold(s[from:], tag) {
			return from
		}
		from++
	}
}
