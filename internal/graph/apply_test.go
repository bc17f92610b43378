package graph

import "testing"

func TestIDsAreLengthPrefixed(t *testing.T) {
	a, b := AttributeID("k1", "ab", "c"), AttributeID("k1", "a", "bc")
	if a == b {
		t.Fatalf("two attributes share id %s", a)
	}
	if !ValidID(string(a), AttributeKind) || ValidID(string(a), TripleKind) || ValidID("a", AttributeKind) {
		t.Fatal("ValidID misjudges")
	}
}

func TestTopIsOrderFree(t *testing.T) {
	tally := Tally{"b": 2, "a": 2, "c": 1}
	if got := tally.Top(); got != "a" {
		t.Fatalf("Top = %q, want the smaller string of a tie", got)
	}
	tally.Add("a", -2)
	if got := tally.Top(); got != "b" {
		t.Fatalf("Top = %q after a was lowered to 0", got)
	}
}
