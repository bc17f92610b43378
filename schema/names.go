package schema

import (
	"strings"
	"unicode"
)

// maxName is the longest type, relation or attribute name, in runes.
const maxName = 64

// reserved are the names that the graph itself uses for labels and relation
// types, in the form that TypeName and RelationName give.
var reserved = map[string]bool{
	"Document": true, "Chunk": true, "Episode": true, "EpisodeReply": true, "AtomicFact": true, "KeyElement": true,
	"Triple": true, "Attribute": true, "Entity": true, "Keyword": true, "Community": true,
	"Workspace": true, "SchemaVersion": true, "Decision": true, "Job": true, "Extraction": true,
	"Tombstone": true, "Embedding": true, "Proposal": true,
	"HAS_CHUNK": true, "HAS_EPISODE": true, "NEXT": true, "HAS_FACT": true, "STATES": true,
	"MENTIONS": true, "PROPOSES": true, "COVERS": true, "ABOUT": true, "HAS_ATTRIBUTE": true, "MEMBER_OF": true,
	"KEYWORD_OF": true, "REPRESENTS": true, "PARENT": true,
}

// TypeName normalises an entity type to UpperCamel: "short story" -> "ShortStory".
// Chinese is kept. A name of the graph's own labels gets a trailing "_".
func TypeName(s string) string {
	var b strings.Builder
	for _, w := range words(s) {
		r := []rune(w)
		b.WriteRune(unicode.ToUpper(r[0]))
		b.WriteString(string(r[1:]))
	}
	return unreserved(b.String())
}

// RelationName normalises a relation to UPPER_SNAKE: "born in", "bornIn" -> "BORN_IN".
func RelationName(s string) string {
	return unreserved(strings.ToUpper(strings.Join(words(s), "_")))
}

// AttributeName normalises an attribute key to lower-case words: "birth_date" -> "birth date".
func AttributeName(s string) string { return strings.ToLower(strings.Join(words(s), " ")) }

func unreserved(name string) string {
	if reserved[name] {
		return name + "_"
	}
	return name
}

// words splits a name at everything that is neither letter nor digit, and where
// a lower-case letter is followed by an upper-case one. Runs of capitals stay.
func words(s string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, string(word))
			word = nil
		}
	}
	n := 0
	for _, r := range s {
		if n++; n > maxName {
			break
		}
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]):
			end()
		}
		word = append(word, r)
	}
	end()
	return out
}
