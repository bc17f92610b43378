package eval

import (
	_ "embed" // the tables
	"strings"

	"grove/schema"
)

// link is a relation or attribute of a schema that is equivalent to a gold relation, with
// its ends swapped if reversed.
type link struct {
	name     string
	reversed bool
}

// linksOf returns the equivalents of a gold relation: the relation or attribute of its own
// name, and those of the general schema with the same meaning.
func linksOf(relation string) []link {
	name := schema.RelationName(relation)
	out := []link{{name: name}}
	if key := schema.AttributeName(relation); key != name {
		out = append(out, link{name: key})
	}
	for _, equivalent := range generalNames[name] {
		equivalent, reversed := strings.CutPrefix(equivalent, "<")
		if strings.ToUpper(equivalent) != equivalent {
			equivalent = strings.ReplaceAll(equivalent, "_", " ")
		}
		out = append(out, link{equivalent, reversed})
	}
	return out
}

// relationLines have, a line each, a relation of published data sets (the five of CoNLL04, and those of
// Wikidata in Re-DocRED, REBEL and Text2KGBench) with its equivalent relations (upper case)
// and attributes (lower case, _ for a space) of the general schema. < swaps head and
// tail. A relation without an equivalent is not listed and counts as missed.
//
// typeLines have a type of published data sets, in lower case, with the equivalent type of the
// general schema. Mixed types, such as "misc", are not listed.
var (
	//go:embed relations.txt
	relationLines string
	//go:embed types.txt
	typeLines string

	generalNames, typeNames = table(relationLines), table(typeLines)
)

// table maps the first word of each line to the others.
func table(lines string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(lines) {
		if words := strings.Fields(line); len(words) > 1 {
			out[words[0]] = words[1:]
		}
	}
	return out
}

// TypeOf returns the type of the general schema for a gold type, or "".
func TypeOf(gold string) string { return strings.Join(typeNames[strings.ToLower(gold)], "") }
