package uitest

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestProposal accepts a name outside the schema, and the graph follows.
func TestProposal(t *testing.T) {
	h := newHouse(t)
	h.dropRelation("BORN_IN")
	b := open(t, h, "/?workspace=default&view=schema")
	b.click(`[data-proposal="BORN_IN"] [data-action=accept]`)
	b.gone(`[data-proposal="BORN_IN"]`)
	b.reads(".names", "BORN_IN")
	var entity struct{ Relations []struct{ Relation string } }
	h.call("GET", "/entities/Anselm%20Drury", "", &entity)
	if len(entity.Relations) == 0 {
		t.Error("the graph does not follow")
	}
	b.click(".tab:nth-child(2)")
	b.click(`[data-proposal="BORN_IN"] [data-action=undo]`)
	b.gone(`[data-proposal="BORN_IN"]`)
}

// dropRelation takes a relation out of the schema: documents then propose it.
func (h *house) dropRelation(name string) {
	h.Helper()
	var shown struct {
		Schema map[string]any `json:"schema"`
	}
	h.call("GET", "/schema", "", &shown)
	relations := shown.Schema["relations"].([]any)
	shown.Schema["relations"] = slices.DeleteFunc(relations, func(r any) bool { return r.(map[string]any)["name"] == name })
	raw, err := json.Marshal(map[string]any{"schema": shown.Schema, "sure": true})
	if err != nil {
		h.Fatal(err)
	}
	h.call("PUT", "/schema", string(raw), nil)
}

// TestMerge merges two names that are proposed as one, and takes that back.
func TestMerge(t *testing.T) {
	h := newHouse(t)
	b := open(t, h, "/?workspace=default&view=duplicates")
	const merge = `button[aria-label="Merge Daggoo and Ahasuerus Daggoo"]`
	b.click(merge)
	b.gone(merge)
	b.reads("[role=status]", "Merged")
	b.visible("[data-decision]")
	b.click("[data-action=undo]")
	b.gone("[data-decision]")
	b.reads("[role=status]", "Taken back")
	b.visible(merge)
}
