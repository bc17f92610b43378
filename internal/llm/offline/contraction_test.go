package offline

import (
	"strings"
	"testing"
)

// Contractions of pronouns are no names, whichever apostrophe they have.
func TestContractionsAreNoNames(t *testing.T) {
	body := "I'll go, said Ahab. I’m tired, said Starbuck, and Stubb laughed. He’ll do, said Bildad. “I’d rather not,” said Ishmael. Peleg said, He'll do."
	found := New().Extract("", body, "en")
	for _, e := range found.Entities {
		if strings.ContainsAny(e.Name, "'’") {
			t.Errorf("entity %q (%s)", e.Name, e.Type)
		}
	}
	for _, f := range found.Facts {
		for _, e := range f.Elements {
			if strings.ContainsAny(e, "'’") {
				t.Errorf("key element %q of %q", e, f.Text)
			}
		}
	}
}
