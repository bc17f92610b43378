// Package ingesttest answers extraction calls as a language model would, by the
// offline kit: for tests that need an endpoint whose graph is known. It is
// imported by tests only.
package ingesttest

import (
	"hash/fnv"
	"io"

	"grove/ingest/canned"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
)

// Speaker answers extraction calls. It is safe for concurrent use.
type Speaker struct {
	Kit *offline.Kit
	// Broken is the fraction, 0 to 1, of questions whose first reply is cut off or
	// a refusal; asked once more, they are answered. Which follows from the
	// question's hash.
	Broken float64
}

// Reply answers one call.
func (s Speaker) Reply(r llmtest.Request) llmtest.Reply {
	said := canned.Speaker{Kit: s.Kit}.Say(r.Messages)
	asked := r.Messages[1].Content
	h := fnv.New64a()
	io.WriteString(h, asked) // a hash never fails to write
	const parts = 1 << 20
	if len(r.Messages) == 2 && float64(h.Sum64()%parts) < s.Broken*parts {
		if h.Sum64()&(1<<40) == 0 {
			return llmtest.Reply{Content: "I am not able to help with that."}
		}
		return llmtest.Reply{Content: said[:len(said)/3], Finish: "length"}
	}
	return llmtest.Reply{Content: said}
}
