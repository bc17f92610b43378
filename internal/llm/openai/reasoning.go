package openai

import (
	"regexp"
	"strings"
)

// The reasoning that some models write before the answer: a leading block, which extends to the end if it is not closed, and
// the tags of each kind.
var (
	reasoningBlock = regexp.MustCompile(
		`(?is)^\s*(?:<think>.*?(?:</think>|\z)|<thinking>.*?(?:</thinking>|\z)|<reasoning>.*?(?:</reasoning>|\z))`)
	reasoningTags = []*regexp.Regexp{
		regexp.MustCompile(`(?i)</?think>`), regexp.MustCompile(`(?i)</?thinking>`), regexp.MustCompile(`(?i)</?reasoning>`),
	}
)

// stripReasoning removes leading blocks of reasoning from a reply. Some servers put the opening tag
// into the prompt, so that the reply has only the closing one: it is recognized in a text that is
// not JSON, at the start or end of a line or before JSON.
func stripReasoning(reply string) string {
	rest := reply
	for at := reasoningBlock.FindStringIndex(rest); at != nil; at = reasoningBlock.FindStringIndex(rest) {
		rest = strings.TrimSpace(rest[at[1]:])
	}
	if rest != reply {
		return rest
	}
	return cutOrphan(reply)
}

// cutOrphan removes everything up to a closing tag that has no opening tag of its kind before it.
func cutOrphan(s string) string {
	if body := strings.TrimSpace(s); body == "" || strings.ContainsRune("{[`\"", rune(body[0])) {
		return s
	}
	for _, kind := range reasoningTags {
		tag := kind.FindStringIndex(s)
		if tag == nil || s[tag[0]+1] != '/' {
			continue
		}
		before, after := strings.TrimRight(s[:tag[0]], " \t\r"), strings.TrimLeft(s[tag[1]:], " \t\r")
		if before == "" || strings.HasSuffix(before, "\n") || after == "" || strings.IndexByte("\n{[", after[0]) >= 0 {
			return strings.TrimSpace(after)
		}
	}
	return s
}
