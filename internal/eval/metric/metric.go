// Package metric computes the scores of answers, rankings, summaries, partitions and raters.
// Every score names its source; its tests compare it with reference implementations
// (testdata/golden.py).
package metric

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"grove/internal/lists"
	"grove/internal/segment"
	"grove/internal/text"
)

// Percentile returns the nearest-rank percentile: the smallest value that is not exceeded by
// at least the given share (0 to 1) of the values; 0 without values.
func Percentile[N cmp.Ordered](values []N, share float64) N {
	if len(values) == 0 {
		var none N
		return none
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(share * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

// Cosine returns the cosine of two vectors of equal length, 0 if one is zero. For a worker's
// last summary and the question it is the measure of compression of Graph of Agents (figure 2).
func Cosine(a, b []float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}

// CompressionRate returns 100 x (1 - words in the context / words of the document), ReadAgent's CR
// (section 4.1): 100 is nothing read, 0 the whole text, below 0 more than it. 0 without words.
func CompressionRate(context, document int) float64 {
	if document == 0 {
		return 0
	}
	return 100 * (1 - float64(context)/float64(document))
}

// Length returns the number of words of a text; each Han character is one.
func Length(s string) int { return len(text.Words(s)) }

// Contained reports whether the tokens of a fact are in the material, at least the share 0 to 1
// of its distinct words that are not function words. It stands in, without a language model, for
// a judge of supporting facts (GraphReader, section 4.4); such figures are marked as lexical.
func Contained(fact, material string, share float64) bool {
	have := lists.Set(answerTokens(material))
	words := lists.Set(answerTokens(fact))
	found, of := 0, 0
	for w := range words {
		if text.IsStop(w) || text.StopZh(w) {
			continue
		}
		of++
		if have[w] {
			found++
		}
	}
	return of > 0 && float64(found) >= share*float64(of)
}

// chinesePunctuation is what LongBench and LV-Eval drop from Chinese answers beside the punctuation of ASCII.
const chinesePunctuation = "！？｡。＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～｟｠｢｣､、〃》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰〾〿–—‘’‛“”„‟…‧﹏."

// wordTokens returns the words by which LongBench and LV-Eval compare Chinese answers: those of jieba, in lower case, without punctuation.
func wordTokens(s string) (out []string) {
	for _, w := range segment.Words(s) {
		w = strings.Map(func(r rune) rune {
			if r < unicode.MaxASCII && isPunctuation(r) || unicode.IsSpace(r) || strings.ContainsRune(chinesePunctuation, r) {
				return -1
			}
			return r
		}, strings.ToLower(w))
		if w != "" {
			out = append(out, w)
		}
	}
	return out
}
