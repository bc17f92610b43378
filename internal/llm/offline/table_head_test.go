package offline

import (
	"slices"
	"testing"
)

// TestTableHeadsNameNothing: the head of a table of two columns gives no entities; its
// rows and a first row that is a head of three columns do.
func TestTableHeadsNameNothing(t *testing.T) {
	body := "The Tidemaster 40 is a gauge made by Harker Works.\n\nProperty | Value\nMaker | Harker Works\nDesigner | Edith Lorne\nPainter | Joel Marsden\nKeeper | Clara Pell\n\nIt was shown in Wexmoor."
	found := map[string]bool{}
	for _, e := range New().Extract("Tidemaster 40", body, "en").Entities {
		found[e.Name] = true
	}
	if found["Value"] || found["Property"] || !found["Edith Lorne"] || !found["Clara Pell"] || !found["Joel Marsden"] || !found["Harker Works"] {
		t.Errorf("%v", found)
	}
	for _, body := range []string{
		"| Supplier | Delivery Time |\n|---|:-:|\n| Harker Works | 3 days |\n",
		"Supplier: Harker Works; Delivery Time: 3 days",
	} {
		if got := read("", body, "en").marked(); !slices.Equal(got, []string{"Harker Works"}) {
			t.Errorf("%s: %q", body, got)
		}
	}
	if got := read("", "A | B | C\nd | e | f\n\nX | Y\n1 | 2\n3 | 4\n5 | 6\n7 | 8", "en").heads; len(got) != 1 || got[0].Start != 21 {
		t.Errorf("%v", got)
	}
}
