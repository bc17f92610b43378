package offline

import (
	"slices"
	"testing"
)

// TestMentionedAlone: a known name that is the whole text has its type.
func TestMentionedAlone(t *testing.T) {
	for s, want := range map[string]string{"Paris": "Location", "Anna": "Person", "Norway": "Location"} {
		if got := (&Kit{}).Mentions(s); len(got) != 1 || got[0].Type != want {
			t.Errorf("%s: %v, want %s", s, got, want)
		}
	}
}

// TestMentionedPersons: the persons that a short text names, without their titles.
func TestMentionedPersons(t *testing.T) {
	for s, want := range map[string][]string{
		"工程师林远":  {"林远"},
		"总工程师林远": {"林远"},
		"女医生 王芳": {"王芳"},
		"林远先生":   {"林远"},
		"林远":     {"林远"},
		"北港大桥由工程师林远设计。": {"林远"},
		"裴廓德号":                              nil,
		"南京":                                nil,
		"北京大学":                              nil,
		"":                                  nil,
		"Iron Harbour":                      nil,
		"Iron Harbour is by Walter Lind.":   {"Walter Lind"},
		"It was shot in May 1931 in London": nil,
	} {
		var got []string
		for _, m := range (&Kit{}).Mentions(s) {
			if m.Type == "Person" {
				got = append(got, m.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
