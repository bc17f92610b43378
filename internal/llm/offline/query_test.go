package offline

import "testing"

// TestNounAskedFor: the word behind a Chinese question word, without a measure word and not a verb that only joins.
func TestNounAskedFor(t *testing.T) {
	k := New()
	for question, want := range map[string]string{
		"他在哪个法院工作？": "法院", "展览开放多少天？": "天", "有多少人参加？": "人", "哪个是首都？": "",
	} {
		if q := newQuery(k.Question(question, "")); q.noun != want {
			t.Errorf("%s: %q, want %q", question, q.noun, want)
		}
	}
}
