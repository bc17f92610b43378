package offline

import "strings"

// abbreviatedState tells "Calif.", "N.Y." and the like.
func abbreviatedState(name string) bool { return stateAbbreviations[strings.ReplaceAll(name, ".", "")] }

// stateBehindComma tells whether the word s[i:j] is an abbreviated state behind
// a comma: its full stop is no end of a sentence.
func stateBehindComma(s string, i, j int) bool {
	return stateAbbreviations[s[i:j]] && strings.HasSuffix(strings.TrimRight(s[max(0, i-3):i], " "), ",")
}
