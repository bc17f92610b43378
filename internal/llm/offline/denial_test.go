package offline

import "testing"

// What a sentence denies is no relation.
func TestDenialsAreNoRelations(t *testing.T) {
	for body, language := range map[string]string{
		"Harl Dessen was not the founder of the Varnholt Guild; that was Piet Orr.": "en",
		"Lia Morn was never married to Tam Rusk.":                                   "en",
		"Lia Morn wasn't born in Porto.":                                            "en",
		"佟大川不是出生在临江市。":                                                              "zh",
	} {
		if found := New().Extract("", body, language); len(found.Triples) > 0 {
			t.Errorf("%s: %+v", body, found.Triples)
		}
	}
	said := New().Extract("", "Lia Morn was born in Porto.", "en")
	if len(said.Triples) == 0 {
		t.Error("what a sentence says is lost")
	}
}
