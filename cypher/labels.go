package cypher

import (
	"slices"
	"strings"
	"unicode"

	"grove/internal/graph"
)

// structuralLabels are the labels whose nodes Grove itself defines; each has a
// unique key. Their order is that in which a workspace is dropped.
var structuralLabels = []string{
	"Document", "Chunk", "Attribute", "Triple", "AtomicFact", "KeyElement", "Proposal",
	"Episode", "EpisodeReply", "Keyword", "Community", "Extraction", "SchemaVersion", "Decision", "Job", "Embedding",
	"Tombstone", "Workspace",
}

// structuralTypes are the relation types that Grove itself defines.
var structuralTypes = []string{
	"HAS_CHUNK", "NEXT", "HAS_FACT", "STATES", "MENTIONS", "PROPOSES", "ABOUT", "HAS_ATTRIBUTE",
	"HAS_EPISODE", "COVERS", "MEMBER_OF", "KEYWORD_OF", "REPRESENTS", "PARENT",
}

// typeLabel returns the label, back-quoted for a statement's text, of a schema type.
func typeLabel(name string) (string, error) {
	return checkedName("type", name, slices.Contains(structuralLabels, name) || name == "Entity")
}

// relationType returns the relationship type, back-quoted, of a schema relation.
func relationType(name string) (string, error) {
	return checkedName("relation", name, slices.Contains(structuralTypes, name))
}

// checkedName lets only letters, digits and underscores into a statement's text.
// A reserved name gets a trailing underscore, so that a schema cannot imitate
// Grove's own structure.
func checkedName(what, name string, reserved bool) (string, error) {
	if err := graph.CheckName(what, name); err != nil {
		return "", err
	}
	if reserved {
		name += "_"
	}
	return quoteName(name), nil
}

// quoteName back-quotes a name; one that is a plain identifier stays as it is.
func quoteName(name string) string {
	plain := name != ""
	for i, r := range name {
		plain = plain && (r < unicode.MaxASCII && (unicode.IsLetter(r) || i > 0 && (r == '_' || unicode.IsDigit(r))))
	}
	if plain && !slices.Contains([]string{"in", "end"}, name) {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}
