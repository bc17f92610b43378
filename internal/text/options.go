package text

import (
	"regexp"
	"strings"
)

var optionLine = regexp.MustCompile(`(?m)^\s*\(?([A-H])[).:、．]\s*(.+)$`)

// Options returns the options that a question lists in lines "A. text", from A, and the question without them; none if
// it lists fewer than two.
func Options(question string) (stem string, options []string) {
	var rest strings.Builder
	end := 0
	for _, m := range optionLine.FindAllStringSubmatchIndex(question, -1) {
		if question[m[2]:m[3]] == string(rune('A'+len(options))) {
			options = append(options, strings.TrimSpace(question[m[4]:m[5]]))
			rest.WriteString(question[end:m[0]])
			end = m[1]
		}
	}
	rest.WriteString(question[end:])
	if len(options) < 2 {
		return question, nil
	}
	return strings.TrimSpace(rest.String()), options
}
