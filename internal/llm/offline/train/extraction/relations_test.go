package main

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/llm/offline"
	"grove/schema"
)

// untold are the relations of the general schema that a language model tells and the offline model does not.
var untold = []string{"RELATED_TO", "PLAYED_BY", "HAS_SUBJECT", "FLOWS_INTO"}

// TestStatements: the model tells relations and attributes of the general schema, with its types.
func TestStatements(t *testing.T) {
	told := map[string]bool{}
	for _, s := range offline.Statements() {
		told[s.Name] = true
	}
	for _, r := range schema.General().Relations {
		if told[r.Name] == slices.Contains(untold, r.Name) {
			t.Errorf("%s: told %t", r.Name, told[r.Name])
		}
		delete(told, r.Name)
	}
	for _, a := range schema.General().Attributes {
		delete(told, a.Name)
	}
	if len(told) > 0 {
		t.Errorf("not in the general schema: %v", told)
	}
}

// TestOwnTexts: each line of our own texts states relations of the model between names that it has.
func TestOwnTexts(t *testing.T) {
	for name, set := range ownSets {
		stated := 0
		for _, item := range annotated(set.texts) {
			stated += len(item.Triples)
			for _, of := range item.Triples {
				if !strings.Contains(item.Text, of[0]) || !strings.Contains(item.Text, of[2]) {
					t.Errorf("%s: %q is not in %q", name, of, item.Text)
				}
			}
		}
		bars := 0
		for line := range strings.Lines(set.texts) {
			if !strings.HasPrefix(line, "#") {
				bars += strings.Count(line, "| ")
			}
		}
		if stated < 100 || stated != bars {
			t.Errorf("%s: %d statements of %d are read", name, stated, bars)
		}
	}
}
