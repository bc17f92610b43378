package metric

import (
	"strings"

	"grove/internal/lists"
)

// KeywordF1 is LV-Eval's F1*, used by GraphReader: token F1 of the answer with the best gold
// answer, but 0 if the answer has fewer than 0.2 (English) or 0.4 (Chinese) of the tokens of the
// keywords. Tokens on LV-Eval's stop list don't count as found. Without keywords English has no
// gate, and Chinese the gold answer as keywords. Both equal the published code.
func KeywordF1(answer string, gold []string, keywords string, chinese bool) float64 {
	tokens, gate, stop := answerTokens, .2, keywordStopEn
	if chinese {
		tokens, gate, stop = wordTokens, .4, keywordStopZh
	}
	said, best := tokens(answer), 0.0
	for _, g := range gold {
		words := tokens(keywords)
		if chinese && len(words) == 0 {
			words = tokens(g)
		}
		if len(words) > 0 && keywordRecall(said, words, stop) < gate {
			continue
		}
		best = max(best, tokenF1(said, tokens(g)))
	}
	return best
}

// keywordRecall returns the share of the keywords, with repetitions, that the answer has.
func keywordRecall(answer, keywords []string, stop map[string]bool) float64 {
	left := lists.Tally(answer)
	found := 0
	for _, k := range keywords {
		if left[k] > 0 && !stop[k] {
			left[k]--
			found++
		}
	}
	return float64(found) / float64(len(keywords))
}

// The stop lists of LV-Eval's metrics.py (MIT licence, Infinigence AI).
var (
	keywordStopEn = lists.Set(strings.Fields(`and to of in her was with for it from is that his he by she they or at because be on
		are their what as had were about being this who but have has when which does`))
	keywordStopZh = lists.Set(strings.Fields(`的 和 是 等 在 年 可以 为 与 ‰ 了 或 一种 月 c 至 日 有 进行 于 不 中 × 根据 小 由 亩 也 要 指 法 会 元
		主要 以及 通过 首先 对 然后 号 以 所 后 丁 包括 无 将 用 能 形 方面 因素 位于 而 从 到 一定 用于 但 使用 让 具有 并 亿元 万元 上 类 基于 才
		来 地 片 其他 个 或者 变得 时 给 你 使 条 受 已经 带 度`))
)
