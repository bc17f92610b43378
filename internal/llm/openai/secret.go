package openai

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// secret is an API key, which no message may show.
type secret string

// leastSecret is the length from which a key is one: less would be found in any word.
const leastSecret = 4

// redact takes the key out of a text.
func (s secret) redact(text string) string {
	if len(s) < leastSecret {
		return text
	}
	var pairs []string
	for _, form := range s.forms() {
		pairs = append(pairs, form, "[API key]")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// forms are the key as it is and as JSON and URLs write it.
func (s secret) forms() []string {
	quoted := strings.Trim(strconv.Quote(string(s)), `"`)
	return []string{string(s), quoted, strings.ReplaceAll(quoted, "/", `\/`), url.QueryEscape(string(s))}
}

// maxPlain bounds what is repeated of an endpoint's words, in runes.
const maxPlain = 300

// plain makes foreign words fit for one line of a message. The key goes first:
// the bound could cut it in two.
func (s secret) plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s.redact(text), "\uFFFD"))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxPlain {
		return string(runes[:maxPlain]) + "..."
	}
	return text
}
