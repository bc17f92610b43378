package openai

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// secret is an API key; no message may contain it.
type secret string

// minSecret is the least length of a key that is redacted: a shorter one would match words.
const minSecret = 4

// redact replaces the key in a text.
func (s secret) redact(text string) string {
	if len(s) < minSecret {
		return text
	}
	var pairs []string
	for _, form := range s.forms() {
		pairs = append(pairs, form, "[API key]")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// forms returns the key itself and as JSON and URLs encode it.
func (s secret) forms() []string {
	quoted := strings.Trim(strconv.Quote(string(s)), `"`)
	return []string{string(s), quoted, strings.ReplaceAll(quoted, "/", `\/`), url.QueryEscape(string(s))}
}

// maxMessage bounds the quotation of an endpoint's message, in runes.
const maxMessage = 300

// sanitize turns an endpoint's text into one line without control characters, of at most
// maxMessage runes. The key is redacted first: the cut could split it.
func (s secret) sanitize(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s.redact(text), "\uFFFD"))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxMessage {
		return string(runes[:maxMessage]) + "..."
	}
	return text
}
