package offline

import "testing"

// TestAgent: whether the question names what a sentence speaks of first.
func TestAgent(t *testing.T) {
	k := NewWith(nil)
	passages := []Passage{{"", "Mary Lane was ill, so Joe Park gave the talk. Joe Park works for Nord Bank. She works for Sud Mill."}}
	for question, want := range map[string]map[string]float64{
		"Where does Mary Lane work?": {"Nord Bank": -1},
		"Where does Joe Park work?":  {"Nord Bank": 1},
		"Where do people work?":      {"Nord Bank": 0},
	} {
		found := 0
		for _, c := range k.Candidates(k.Question(question, ""), passages) {
			value, asked := want[c.Text]
			if asked {
				found++
			}
			if asked && c.Features[featureIndex["agent"]] != value {
				t.Errorf("%s %s: %v, want %v", question, c.Text, c.Features[featureIndex["agent"]], value)
			}
		}
		if found < len(want) {
			t.Errorf("%s: %d candidates", question, found)
		}
	}
}
