package metric

import (
	"regexp"
	"slices"
	"strings"

	"grove/internal/lists"
)

// letters matches an answer that is option letters alone: "B", "(B)", "A, C" or "ACD".
var letters = regexp.MustCompile(`^\W*([A-H](?:[\s,;&和与]*(?:and\s+)?[A-H])*)\W*$`)

// lead matches letters with text behind: "B. the barn", "(C) text", "Answer: D".
var lead = regexp.MustCompile(
	`^\W*(?:(?i:(?:the )?(?:correct )?(?:answer|option)(?: is)?|答案(?:是|为)?|选项?)\W*)?\(?([A-H])(?:[).:、．：]|$|\s+[-–])`)

// Choice returns 1 if an answer chooses exactly the gold options of a multiple-choice question,
// else 0. Gold answers are letters ("B", "ACD") or the options' texts; an answer is letters,
// letters with text, or the text of an option. Accuracy is the mean (QuALITY, Pang et al. 2022).
func Choice(answer string, gold, options []string) float64 {
	want := map[string]bool{}
	for _, g := range gold {
		if c := Chosen(g, options); c != "" {
			want[c] = true
		}
	}
	if said := Chosen(answer, options); said != "" && want[said] {
		return 1
	}
	return 0
}

// Chosen returns the letters of the options that an answer names, sorted, or "".
func Chosen(answer string, options []string) string {
	answer = strings.TrimSpace(answer)
	if m := letters.FindStringSubmatch(answer); m != nil {
		return string(lists.Sorted(lists.Filter([]rune(m[1]), func(r rune) bool { return 'A' <= r && r <= 'H' })))
	}
	if m := lead.FindStringSubmatch(answer); m != nil {
		return m[1]
	}
	tokens := answerTokens(answer)
	for i, o := range options {
		if len(tokens) > 0 && slices.Equal(tokens, answerTokens(o)) {
			return string(rune('A' + i))
		}
	}
	return ""
}
