package eval

import (
	"slices"
	"strings"
	"unicode"
)

// ExactMatch is 1 if the answer has the same tokens as one of the gold answers, else 0. Tokens are as in SQuAD (Rajpurkar et al. 2016): lower case,
// without punctuation and without a, an and the.
func ExactMatch(answer string, gold []string) float64 {
	tokens := answerTokens(answer)
	for _, g := range gold {
		if slices.Equal(tokens, answerTokens(g)) {
			return 1
		}
	}
	return 0
}

// F1 is the best overlap of the answer's tokens with those of one of the gold
// answers, 0..1: the harmonic mean of the shares of either that the other has,
// each token as often as it stands there (SQuAD). Two answers without tokens
// agree; one without tokens agrees with no other.
func F1(answer string, gold []string) float64 {
	tokens := answerTokens(answer)
	best := 0.0
	for _, g := range gold {
		best = max(best, tokenF1(tokens, answerTokens(g)))
	}
	return best
}

func tokenF1(answer, gold []string) float64 {
	if len(answer) == 0 || len(gold) == 0 {
		if len(answer) == len(gold) {
			return 1
		}
		return 0
	}
	left := map[string]int{}
	for _, t := range gold {
		left[t]++
	}
	common := 0
	for _, t := range answer {
		if left[t] > 0 {
			left[t]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(answer)+len(gold))
}

// answerTokens are the words by which answers are compared. Letters of scripts
// without spaces between words (Han, kana) are a token each.
func answerTokens(s string) []string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case isPunctuation(r):
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			b.WriteRune(' ')
			b.WriteRune(r)
			b.WriteRune(' ')
		default:
			b.WriteRune(r)
		}
	}
	return slices.DeleteFunc(strings.Fields(b.String()), func(t string) bool {
		return t == "a" || t == "an" || t == "the"
	})
}

// isPunctuation tells the signs that SQuAD drops, which are those of ASCII, and
// their like in other scripts.
func isPunctuation(r rune) bool {
	if r < unicode.MaxASCII {
		return r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	return unicode.IsPunct(r)
}
