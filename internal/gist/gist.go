// Package gist makes gist memory (ReadAgent): it divides a text into pages, at pauses that the
// model chooses or of uniform length, and shortens each page to its gist.
package gist

import (
	"fmt"
	"strconv"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
)

// Preset bounds the words of a page: pauses are offered from Min words on, and a page ends at
// Max words at the latest. A character of Chinese counts as a word.
type Preset struct{ Max, Min int }

// Presets are those of ReadAgent (QuALITY and QMSum; NarrativeQA's books; its scripts) and of
// GraphReader's runs of it on long mixtures. The first is the default.
var Presets = []Preset{{600, 280}, {3000, 500}, {1000, 600}, {5000, 1000}, {10000, 2000}}

// MostWords is the largest Preset.Max.
const MostWords = 20000

// Name returns the name of the preset, such as "600/280".
func (p Preset) Name() string { return fmt.Sprintf("%d/%d", p.Max, p.Min) }

// Parse parses the name of a preset; "" is the default.
func Parse(name string) (Preset, error) {
	if name == "" {
		return Presets[0], nil
	}
	most, least, _ := strings.Cut(name, "/")
	p := Preset{}
	var err1, err2 error
	p.Max, err1 = strconv.Atoi(most)
	p.Min, err2 = strconv.Atoi(least)
	if err1 != nil || err2 != nil || p.Min < 1 || p.Max <= p.Min || p.Max > MostWords || p.Name() != name {
		return Preset{}, fault.New(fault.Invalid, "gist.Parse", name, "not a preset MAX/MIN of the words of a page",
			fmt.Sprintf("such as 600/280, 3000/500 or 1000/600: at most %d words, the least below the most", MostWords))
	}
	return p, nil
}

// Off, in the place of a preset, asks for no gists.
const Off = "off"

// Wanted returns the full name of a preset, or Off.
func Wanted(name string) (string, error) {
	if name == Off {
		return Off, nil
	}
	p, err := Parse(name)
	if err != nil {
		return "", err
	}
	return p.Name(), nil
}

// Report counts pages and gists that were made.
type Report struct {
	// Documents are those that are complete.
	Documents int `json:"documents"`
	Pages     int `json:"pages"`
	// Words are those of the pages, GistWords those of their gists.
	Words     int `json:"words"`
	GistWords int `json:"gist_words"`
}

// Page is a page of a text.
type Page struct {
	// Start and End are rune offsets in the text: pages partition it.
	Start, End int
	Words      int
	Text       string
}

// Range is a value between two bounds.
type Range[N int | float64] struct {
	Low  N `json:"low"`
	High N `json:"high"`
}

// String is "3 to 5", or "3" where both ends are the same.
func (r Range[N]) String() string {
	if r.Low == r.High {
		return fmt.Sprint(r.Low)
	}
	return fmt.Sprintf("%v to %v", r.Low, r.High)
}

// Cost is the estimated cost of the pages and gists of texts. The bounds of the pages' words
// bound their number; the length of gists is not known before.
type Cost struct {
	Pages            Range[int] `json:"pages"`
	Calls            Range[int] `json:"calls"`
	PromptTokens     Range[int] `json:"prompt_tokens"`
	CompletionTokens Range[int] `json:"completion_tokens"`
}

// Add adds another cost.
func (c *Cost) Add(o Cost) {
	for _, r := range []struct{ sum, more *Range[int] }{
		{&c.Pages, &o.Pages}, {&c.Calls, &o.Calls}, {&c.PromptTokens, &o.PromptTokens}, {&c.CompletionTokens, &o.CompletionTokens},
	} {
		r.sum.Low, r.sum.High = r.sum.Low+r.more.Low, r.sum.High+r.more.High
	}
}

// String returns the calls with their prompt tokens: "9 to 19 calls with 8086 to 14419 tokens of prompt".
func (c Cost) String() string {
	counted := func(r Range[int], noun string) string {
		if r.Low == r.High {
			return text.Count(r.Low, noun)
		}
		return fmt.Sprintf("%d to %s", r.Low, text.Count(r.High, noun))
	}
	return counted(c.Calls, "call") + " with " + counted(c.PromptTokens, "token") + " of prompt"
}

// The tokens of a call besides the text, and the length of replies.
const (
	pauseOverhead, gistOverhead = 230, 160
	pauseReply                  = 8
	leastGist, mostGist         = 0.05, 0.5
)

// Estimate estimates the cost of a text of so many words and tokens. A page costs a call for its
// end, the last one of a text none, and a call for its gist.
func (p Preset) Estimate(words, tokens int) Cost {
	if words == 0 {
		return Cost{}
	}
	pages := Range[int]{(words + p.Max - 1) / p.Max, (words + p.Min - 1) / p.Min}
	if words <= p.Max {
		pages.High = 1
	}
	window := tokens * min(p.Max, words) / words // of one call for a pause, at most
	cost := func(n int, read, reply float64) (calls, prompt, completion int) {
		pauses := n - 1
		return pauses + n, pauses*(pauseOverhead+int(read*float64(window))) + tokens + n*gistOverhead,
			pauses*pauseReply + int(reply*float64(tokens))
	}
	c := Cost{Pages: pages}
	c.Calls.Low, c.PromptTokens.Low, c.CompletionTokens.Low = cost(pages.Low, 0.9, leastGist)
	c.Calls.High, c.PromptTokens.High, c.CompletionTokens.High = cost(pages.High, 1, mostGist)
	return c
}

// Prompts describes the prompts of the package.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("where a page ends", pausePrompt{}),
		llm.List("gist of a page", gistPrompt{limit: mostReply}),
		llm.List("does a page begin a new chapter?", chapterPrompt{}),
	}
}
