package offline

import "testing"

// TestChoose: the option that stands with the question's words in one place is chosen, in either language and between tags; without a
// difference there is no answer.
func TestChoose(t *testing.T) {
	passages := []Passage{
		{Title: "Notes", Text: "The barn was red. Ann Lind went to the old mill to buy flour. Her brother stayed at the harbour."},
		{Title: "笔记", Text: "安妮去磨坊买面粉。她的兄弟留在港口。"},
		{Title: "Tags", Text: "[PERSON#1] met [PERSON#10] at sea. [PERSON#2] spoke with [PERSON#3] about [PERSON#1]."},
	}
	for question, want := range map[string]string{
		"Why did Ann Lind go to the mill?\nA. to see the harbour\nB. to buy flour\nC. to paint a barn\nD. to meet her brother": "B. to buy flour",
		"安妮去磨坊做什么？\nA. 看港口\nB. 买面粉\nC. 找兄弟":                                                                                    "B. 买面粉",
		"Who met [PERSON#1] at sea?\nA. [PERSON#2]\nB. [PERSON#3]\nC. [PERSON#10]\nD. [PERSON#4]":                              "C. [PERSON#10]",
		"What colour was the moon?\nA. green\nB. blue":                                                                         "",
	} {
		k := New()
		a := k.Answer(k.Question(question, ""), passages)
		if a.Text != want || a.Abstained != (want == "") || want != "" && len(a.Support) != 1 {
			t.Errorf("%q: %+v", question, a)
		}
	}
}
