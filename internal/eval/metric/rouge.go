package metric

import (
	"strings"
	"unicode"
)

// Rouges are ROUGE-1, ROUGE-2 and ROUGE-L F-measures, 0 to 1 (Lin 2004).
type Rouges struct{ One, Two, L float64 }

// Rouge returns the best of each ROUGE F-measure over the references, as the package rouge-score
// does without stemming: words are runs of letters and digits, in lower case. Each Han character
// is a word.
func Rouge(answer string, gold []string) Rouges {
	said := rougeTokens(answer)
	var best Rouges
	for _, g := range gold {
		reference := rougeTokens(g)
		best.One = max(best.One, overlapF1(said, reference))
		best.Two = max(best.Two, overlapF1(pairs(said), pairs(reference)))
		best.L = max(best.L, fMeasure(longestCommon(said, reference), len(said), len(reference)))
	}
	return best
}

func rougeTokens(s string) []string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			b.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

func pairs(tokens []string) []string {
	var out []string
	for i := 0; i+1 < len(tokens); i++ {
		out = append(out, tokens[i]+" "+tokens[i+1])
	}
	return out
}

// overlapF1 is tokenF1 that is 0 where a side is empty.
func overlapF1(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return tokenF1(a, b)
}

func fMeasure(common, a, b int) float64 {
	if common == 0 {
		return 0
	}
	return 2 * float64(common) / float64(a+b)
}

// longestCommon returns the length of the longest common subsequence, in one row of memory and
// time of the product of both lengths.
func longestCommon(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
