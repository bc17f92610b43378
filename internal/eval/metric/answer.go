package metric

import (
	"slices"
	"strings"
	"unicode"

	"grove/internal/lists"
)

// ExactMatch returns 1 if the answer has the same tokens as one of the gold answers, else 0.
// Tokens are those of SQuAD (Rajpurkar et al. 2016): lower case, without punctuation and
// without a, an and the.
func ExactMatch(answer string, gold []string) float64 {
	tokens := answerTokens(answer)
	if slices.ContainsFunc(gold, func(g string) bool { return slices.Equal(tokens, answerTokens(g)) }) {
		return 1
	}
	return 0
}

// F1 returns the highest token F1 (SQuAD) of the answer with one of the gold answers, 0 to 1:
// the harmonic mean of the shares of common tokens, counted with repetitions. It is 1 for two
// answers without tokens, and 0 if only one has none.
func F1(answer string, gold []string) float64 { return bestF1(answer, gold, answerTokens) }

// F1Words is F1 of Chinese answers by words instead of characters, as LongBench and LV-Eval define it.
func F1Words(answer string, gold []string) float64 { return bestF1(answer, gold, wordTokens) }

func bestF1(answer string, gold []string, tokens func(string) []string) (best float64) {
	said := tokens(answer)
	for _, g := range gold {
		best = max(best, tokenF1(said, tokens(g)))
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
	left := lists.Tally(gold)
	common := 0
	for _, t := range answer {
		if left[t] > 0 {
			left[t]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(answer)+len(gold))
}

// answerTokens returns the words by which answers are compared. Each letter of scripts
// without spaces between words (Han, kana) is a token.
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

// isPunctuation reports whether SQuAD drops a rune of ASCII, or it is punctuation of another
// script.
func isPunctuation(r rune) bool {
	if r < unicode.MaxASCII {
		return r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	return unicode.IsPunct(r)
}
