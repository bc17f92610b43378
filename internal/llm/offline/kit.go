// Package offline answers prompts without a language model, by classic
// language processing: sentences, phrases, patterns, lexical scoring and
// question types, in English and Chinese. It is deterministic, and what it
// gives are spans or sentences of the text.
package offline

// Kit is the set of tools that a prompt's Offline method works with. Make one
// with New; it is safe for concurrent use.
type Kit struct {
	bags bags
}

// New makes a kit.
func New() *Kit { return &Kit{} }
