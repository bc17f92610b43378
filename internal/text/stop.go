package text

import "strings"

// set makes a set of the words of a list.
func set(list string) map[string]struct{} {
	m := map[string]struct{}{}
	for _, w := range strings.Fields(list) {
		m[w] = struct{}{}
	}
	return m
}

// stopWords is the English stop list of BM25. The single letters are what is
// left of "don't", "I'd" and the like.
var stopWords = set(`
a an and are as at be been but by did do does for from had has have he her him
his how i in into is it its not of on or she that the their them then there
these they this to was were what when where which who whom whose why will with
d ll m re s t ve`)

// stopZh are Chinese function words: particles, pronouns, conjunctions,
// prepositions, adverbs of degree and measure.
var stopZh = set(`
的 了 着 过 地 得 之 乎 者 也 矣 焉 哉 兮 吗 呢 吧 啊 呀 嘛 么 啦 所 而 且 则 乃 其 若 虽 因
我 你 您 他 她 它 咱 俺 吾 汝 我们 你们 他们 她们 它们 咱们 自己 这 那 哪 此 彼 谁 何 什么 怎么 怎样 为什么 哪里 哪个 哪些
这个 那个 这些 那些 这里 那里 这样 那样 多少 几 是 为 在 有 无 不 没 没有 不是 和 与 及 或 并 或者 以及 并且 而且 但 但是 然而 因为 所以
如果 虽然 于 以 于是 从 自 由 到 向 往 对 对于 关于 把 被 将 让 使 给 跟 同 按 按照 根据 通过 随着
就 都 也 又 还 再 才 只 便 却 很 更 最 太 非常 十分 已 已经 曾 曾经 正 正在 会 能 可 可以 要 应 应该 个 一个 一些 一 上 下 中 里 内 外 后 前
说 道 来 去 等 等等 之后 之前 以后 以前 时 时候 其中 其他 另外 即 即是 就是 还是 只是`)

// IsStop reports whether a lower-case English word is on the stop list of BM25.
func IsStop(lower string) bool { return in(stopWords, lower) }

// StopZh reports whether s is a Chinese function word.
func StopZh(s string) bool { return in(stopZh, s) }
