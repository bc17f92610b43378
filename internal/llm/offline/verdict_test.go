package offline

import (
	"testing"

	"grove/internal/learn"
)

// TestDenies: sentences and questions that say what is not so.
func TestDenies(t *testing.T) {
	for s, want := range map[string]bool{
		"Smoking is forbidden everywhere.":        true,
		"The rollback failed.":                    true,
		"The shop didn't open.":                   true,
		"Did the shop close at six?":              true,
		"The shop closed at six.":                 true,
		"The museum is open only on Monday.":      false,
		"It has been open longer than the other.": false,
		"放假期间班车停运。":                               true,
		"何伟缺席会议。":                                 true,
		"会议决定售价下次再议，没有表决。":                        true,
		"酒店提供免费停车位。":                              false,
		"售价是不是定了？":                                false,
		"外壳用不锈钢制成。":                               false,
		"It may not be let without consent.":      false,
		"There is no lift and no car park.":       true,
		"Neither the plan nor the fees passed.":   true,
		"No, it was not adopted.":                 true,
		"酒店没有电梯，也没有停车场。":                          true,
	} {
		if got := denies(s); got != want {
			t.Errorf("%s: %t", s, got)
		}
	}
}

// TestScore: an answer of two options counts by how far it is above a guess.
func TestScore(t *testing.T) {
	inputs := make([]float64, len(SureFeatures()))
	for _, c := range []struct{ bias, compared, want float64 }{{0, 0, 0.5}, {0, 1, 0}, {-2, 2, 0}, {1.0986122886681098, 2, 0.5}} {
		inputs[comparedAt] = c.compared
		if got := Score(&learn.Model{Bias: c.bias}, inputs); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestVerdictReadsOnePart: of a sentence that sets one thing against another, the part that has the question decides.
func TestVerdictReadsOnePart(t *testing.T) {
	passage := []Passage{{"", "The harbour plan was adopted by four votes to one; the new fees were not adopted, and no others."}}
	k := New()
	for question, want := range map[string]string{"Was the harbour plan adopted?": "yes", "Were the new fees adopted?": "no", "Was the old plan of the new fees adopted?": "no"} {
		if a := k.Answer(k.Question(question, ""), passage); a.Best != want {
			t.Errorf("%s: %q", question, a.Best)
		}
	}
}

// TestWithout: "without" denies only what is asked for.
func TestWithout(t *testing.T) {
	k := New()
	for _, c := range []struct{ question, sentence, want string }{
		{"May cats be kept?", "In all of the flats of this house cats may be kept without\npermission of the landlord.", "yes"},
		{"May guests use the sauna?", "Guests may use the sauna without a booking, not on Mondays.", "yes"},
		{"Is Ada in the team?", "The team is without Ada.", "no"},
		{"Is breakfast in the price?", "The price is without breakfast.", "no"},
		{"May the hall be let?", "The hall may not be let without consent.", "yes"},
		{"Is smoking allowed?", "Smoking is without exception forbidden.", "no"},
		{"Does the house have a lift?", "The house is without an elevator.", "no"},
	} {
		if a := k.Answer(k.Question(c.question, ""), []Passage{{"", c.sentence}}); a.Best != c.want {
			t.Errorf("%s: %q", c.question, a.Best)
		}
	}
}
