package text

import "testing"

func TestFold(t *testing.T) {
	for word, want := range map[string]string{
		"Whale": "whale", "Whale's": "whale", "Whale’s": "whale", "the": "the", "Čapek": "capek", "Straße": "strasse",
		"don't": "dont", "s": "s", "'s": "s", "U.S": "us", "白鲸": "白鲸", "3.14": "314", "": "", "\x00": "",
	} {
		if got := Fold(word); got != want {
			t.Errorf("Fold(%q) = %q, want %q", word, got, want)
		}
	}
}
