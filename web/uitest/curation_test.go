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

// TestMerge merges two names that are proposed as one, and takes that back, among the decisions and where it is reported.
func TestMerge(t *testing.T) {
	h := newHouse(t)
	b := open(t, h, "/?workspace=default&view=duplicates")
	const merge = `button[aria-label="Merge Daggoo and Ahasuerus Daggoo"]`
	for _, undo := range []string{"[data-action=undo]", "[data-action=undo-last]"} {
		b.click(merge)
		b.gone(merge)
		b.reads("[role=status]", "Merged")
		b.visible("[data-decision]")
		b.picture()
		b.click(undo)
		b.gone("[data-decision]")
		b.reads("[role=status]", "Undone")
		b.gone("[data-action=undo-last]")
		b.visible(merge)
	}
}

// TestApart keeps two names apart that are proposed as one, and takes that back.
func TestApart(t *testing.T) {
	b := open(t, newHouse(t), "/?workspace=default&view=duplicates")
	const apart = `button[aria-label="Daggoo and Ahasuerus Daggoo are not the same"]`
	b.click(apart)
	b.gone(apart)
	b.reads("[role=status]", "Marked as distinct")
	b.reads("[data-decision] .badge", "distinct")
	b.click("[data-decision] [data-action=undo]")
	b.gone("[data-decision]")
	b.visible(apart)
}

// TestSplit takes a name out of an element, has both drawn, and takes that back.
func TestSplit(t *testing.T) {
	h := newHouse(t)
	var found struct {
		Entities []struct {
			ID      string
			Aliases []string
		}
	}
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	whole := found.Entities[0]
	b := open(t, h, "/?workspace=default&node="+whole.ID)
	b.click("[data-action=split-open]")
	if eval[int](b, `document.querySelectorAll(".split [type=checkbox]").length`) != len(whole.Aliases) || len(whole.Aliases) < 2 {
		t.Fatalf("names %v", whole.Aliases)
	}
	b.until("nothing is chosen yet", `document.querySelector("[data-action=split]").disabled`)
	b.click(".split label:nth-of-type(1) [type=checkbox]")
	b.click("[data-action=split]")
	b.visible("[data-decided=split]")
	b.visible(".panel") // the graph is drawn anew, and then what was split is looked at
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	if len(found.Entities[0].Aliases) >= len(whole.Aliases) {
		t.Errorf("names %v, then %v", whole.Aliases, found.Entities[0].Aliases)
	}
	b.click("[data-action=undo-split]")
	b.gone("[data-decided]")
	h.call("GET", "/entities?q=Anselm%20Drury&limit=1", "", &found)
	if !slices.Equal(found.Entities[0].Aliases, whole.Aliases) {
		t.Errorf("names %v, taken back %v", whole.Aliases, found.Entities[0].Aliases)
	}
}

// TestSchemaEditor refuses what is no schema, tells what another one would take away,
// and puts it in place once that is confirmed.
func TestSchemaEditor(t *testing.T) {
	h := newHouse(t)
	b := open(t, h, "/?workspace=default&view=schema")
	b.allow = "Failed to load resource"
	b.click("[data-action=edit-schema]")
	b.until("nothing may be applied unchecked", `document.querySelector("[data-action=put-schema]").disabled`)
	b.click("[data-action=check-schema]")
	b.reads(".schema-editor [role=status]", "Nothing would change")
	b.writeSchema(`JSON.stringify({ ...JSON.parse(document.querySelector(".schema-editor textarea").value), evolution: "auto" })`)
	b.click("[data-action=check-schema]")
	b.reads(".consequences", "→")
	b.writeSchema(`"{ no schema"`)
	b.click("[data-action=check-schema]")
	b.reads(".schema-editor [role=alert]", "not JSON")
	b.writeSchema(`'{"types":[{"name":"A"},{"name":"a"}]}'`)
	b.click("[data-action=check-schema]")
	b.gone("[data-checked]")
	b.visible(".schema-editor [role=alert]")
	b.click(".schema-editor .row .button:last-child") // as it is now
	b.gone(".schema-editor [role=alert]")
	b.writeSchema(`(() => { const s = JSON.parse(area.value); s.relations = s.relations.filter((r) => r.name !== "BORN_IN"); return JSON.stringify(s); })()`)
	b.click("[data-action=check-schema]")
	b.reads("[data-checked]", "BORN_IN (")
	b.click("[data-action=put-schema]")
	b.reads("dialog", "BORN_IN")
	b.click("dialog .button-danger")
	b.visible(`[data-proposal="BORN_IN"]`)
}

// writeSchema writes what an expression gives into the editor, which it knows as area.
func (b *browser) writeSchema(expression string) {
	b.Helper()
	eval[bool](b, `((area) => { area.value = `+expression+`; return area.dispatchEvent(new Event("input", { bubbles: true })); })(document.querySelector(".schema-editor textarea"))`)
}
