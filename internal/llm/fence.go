package llm

import "regexp"

// fence delimits a text; bars match fences within a text.
const fence = "====="

var bars = regexp.MustCompile(`={5,}`)

// Fenced delimits a text of documents in a prompt by two fences. Fences within the text are
// escaped, so that it cannot pretend to end.
func Fenced(name, body string) string {
	return fence + " " + name + "\n" + Defused(body) + "\n" + fence
}

// Defused returns a text with its fences escaped, as in Fenced; it may have more tokens.
func Defused(body string) string { return bars.ReplaceAllString(body, "= = =") }
