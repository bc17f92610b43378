package text

import (
	"regexp"
	"strings"
)

var optionLine = regexp.MustCompile(`(?m)^\s*\(?([A-H])[).:、．]\s*(.+)$`)

// Options returns the options that a question lists in lines "A. text", from A, and the question without them; none if
// it lists fewer than two.
func Options(question string) (stem string, options []string) {
	rest := question
	for _, m := range optionLine.FindAllStringSubmatch(question, -1) {
		if m[1] == string(rune('A'+len(options))) {
			options = append(options, strings.TrimSpace(m[2]))
			rest = strings.Replace(rest, m[0], "", 1)
		}
	}
	if len(options) < 2 {
		return question, nil
	}
	return strings.TrimSpace(rest), options
}
