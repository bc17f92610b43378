package query

import (
	"reflect"
	"testing"

	"grove/internal/graph"
)

// Every row that a read gives is digested with all that it says: a change of any of its
// fields shows, but for what questions themselves change.
func TestDigestOfEveryField(t *testing.T) {
	digested[graph.Document](t, "ID", "Tokens", "Runes", "Origin", "Partial", "IngestedAt") // of the text, or no part of what is said
	digested[graph.Counts](t, "Embeddings")
	digested[graph.ChunkRow](t, "ID", "Tokens", "Name")
	digested[graph.FactRow](t, "Fact")
	digested[graph.KeyElementRow](t, "ID")
	digested[graph.KeyElement](t, "ID")
	digested[graph.MentionRow](t, "ID")
	digested[graph.Neighbour](t, "ID")
	digested[graph.RelationRow](t)
	digested[graph.Path](t)
	digested[graph.KeyElementPage](t, "ID")
	digested[graph.Attribute](t, "ID")
	digested[graph.CommunityRow](t, "ID", "Digest")
}

func digested[R any](t *testing.T, but ...string) {
	t.Helper()
	skip := map[string]bool{}
	for _, name := range but {
		skip[name] = true
	}
	none := func(R) graph.ID { return "" }
	empty := Digest(make([]R, 1), none)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		if f.Anonymous || skip[f.Name] {
			continue
		}
		rows := make([]R, 1)
		changed(t, reflect.ValueOf(&rows[0]).Elem().FieldByIndex(f.Index))
		if Digest(rows, none) == empty {
			t.Errorf("%T: %s does not show", rows[0], f.Name)
		}
	}
}

// changed makes a value another one than the zero value.
func changed(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Int:
		v.SetInt(1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	default:
		t.Fatalf("a field of kind %s", v.Kind())
	}
}

func TestDigest(t *testing.T) {
	id := func(r graph.FactRow) graph.ID { return r.Fact }
	of := func(rows ...graph.FactRow) string { return Digest(rows, id) }
	a, b := graph.FactRow{Fact: "fa", Text: "one"}, graph.FactRow{Fact: "fb", Text: "two"}
	same := of(a, b)
	if of(a, b) != same || of() != "00000000.00000000" {
		t.Errorf("%s, %s, %s", same, of(a, b), of())
	}
	seen := map[string]bool{same: true}
	for _, other := range []string{of(b, a), of(a), of(a, a), of(a, graph.FactRow{Fact: "fb", Text: "three"}), of(a, graph.FactRow{Fact: "fbt", Text: "wo"})} {
		if seen[other] {
			t.Errorf("%s twice", other)
		}
		seen[other] = true
	}
}

func BenchmarkDigest(b *testing.B) {
	rows := make([]graph.KeyElementPage, 5000)
	for i := range rows {
		rows[i].KeyElement = graph.KeyElement{ID: graph.KeyElementID("x", string(rune(i))), Norm: "captain ahab", Name: "Captain Ahab", Type: "Person", Aliases: []string{"Captain Ahab", "Ahab"}, Support: i}
	}
	for b.Loop() {
		Digest(rows, func(r graph.KeyElementPage) graph.ID { return r.ID })
	}
}

func BenchmarkDigestOfFewRows(b *testing.B) {
	rows := []graph.FactRow{{Fact: "fa", Text: "Captain Ahab commands the Pequod."}, {Fact: "fb", Text: "Ishmael sails."}}
	for b.Loop() {
		Digest(rows, func(r graph.FactRow) graph.ID { return r.Fact })
	}
}
