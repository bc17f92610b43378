// Package pack puts short chunks into packets that share one extraction call,
// so that the task and the schema are sent once for several of them.
package pack

import "cmp"

// The defaults of Limits. The extractions of so many tokens of short texts, four tokens of
// reply for one of text, fit into one reply of 4,096 tokens.
const (
	DefaultChunks = 8
	DefaultTokens = 1000
)

// Limits bound a packet.
type Limits struct {
	// Chunks is the most chunks of a packet, 1 for a call a chunk; 0 is DefaultChunks.
	Chunks int
	// Tokens is the most tokens of text; 0 is DefaultTokens. A larger chunk is a
	// packet by itself.
	Tokens int
}

// Plan groups neighbouring items of these sizes, in tokens, in their order.
// Each packet is the half-open range of its items.
func Plan(tokens []int, l Limits) [][2]int {
	l.Chunks, l.Tokens = cmp.Or(max(l.Chunks, 0), DefaultChunks), cmp.Or(max(l.Tokens, 0), DefaultTokens)
	var out [][2]int
	sum := 0
	for i, n := range tokens {
		if last := len(out) - 1; last >= 0 && i-out[last][0] < l.Chunks && sum+n <= l.Tokens {
			out[last][1], sum = i+1, sum+n
			continue
		}
		out, sum = append(out, [2]int{i, i + 1}), n
	}
	return out
}
