package text

import (
	"reflect"
	"testing"
)

func TestOptions(t *testing.T) {
	for question, want := range map[string][]string{ // the question without its options, then these
		"Where to?\nA. to the barn\nB. to the sea\nC) home\nD. away": {"Where to?", "to the barn", "to the sea", "home", "away"},
		"去哪里？\nA、家\nB．海边":                                            {"去哪里？", "家", "海边"},
		"Where did A. Smith go?\nA. home":                            {"Where did A. Smith go?\nA. home"},
		"Where?\nB. home\nC. away":                                   {"Where?\nB. home\nC. away"},
		"It says: A. Ann\nWho?\nA. Ann\nB. Bob":                      {"It says: A. Ann\nWho?", "Ann", "Bob"},
		"":                                                           {""},
	} {
		stem, options := Options(question)
		if got := append([]string{stem}, options...); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
