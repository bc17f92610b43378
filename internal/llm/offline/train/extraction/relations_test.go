package main

import (
	"slices"
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
	if items, _ := (relations{}).own(); len(items.List) < 100 {
		t.Errorf("%d texts of our own", len(items.List))
	}
}
