package text

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFingerprint(t *testing.T) {
	const chapter = "Call me Ishmael. Some years ago—never mind\nhow long \"precisely\"—having little or no money in my purse."
	quoted, err := json.Marshal(map[string]string{"text": chapter})
	if err != nil {
		t.Fatal(err)
	}
	var f Fingerprint
	for _, s := range []string{chapter, "Pequod", "白鲸", "亚", "sea", "", "…"} {
		f.Add(s)
	}
	for name, c := range map[string]struct {
		s    string
		want bool
	}{
		"the text itself":             {chapter, true},
		"in JSON":                     {string(quoted), true},
		"a part, other space":         {"He wrote: some  years ago, never\tmind how LONG it was.", true},
		"across an escaped line":      {`years ago—never mind\nhow long`, true},
		"less than 24 letters":        {"Some years ago, never", false},
		"a short text whole":          {"the ship Pequod sails", true},
		"a part of a short text":      {"the ship Pequo sails", false},
		"two Han characters":          {"那白鲸", true},
		"one Han character":           {"亚哈", false},
		"three letters are too short": {"the sea", false},
		"nothing":                     {"", false},
		"another text":                {"It was the best of times, it was the worst of times.", false},
	} {
		if got := f.In(c.s); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	// A backslash of the text itself is doubled in JSON, and once more in JSON in JSON.
	const formula = `\alpha \beta \gamma \delta \epsilon \zeta \eta \theta`
	f.Add(formula)
	once, err := json.Marshal(formula)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := json.Marshal(string(once))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{formula, string(once), string(twice)} {
		if !f.In(s) {
			t.Errorf("%s is not known", s)
		}
	}
	if (&Fingerprint{}).In(chapter) {
		t.Error("an empty one knows a text")
	}
}

// FuzzFingerprint cuts a text anywhere: 24 letters and more are known again.
func FuzzFingerprint(f *testing.F) {
	f.Add("Call me Ishmael. Some years ago, never mind how long precisely", uint8(3), uint8(40))
	f.Add("亚哈指挥裴廓德号，以实玛利在裴廓德号上航行，以实玛利在裴廓德号上航行。", uint8(0), uint8(30))
	f.Add(`\u0041\\ \n`+"\x00\xff", uint8(1), uint8(3))
	f.Fuzz(func(t *testing.T, s string, from, n uint8) {
		if strings.Contains(s, `\`) {
			return // an escape cut in two is another text
		}
		var p Fingerprint
		p.Add(s)
		runes := []rune(s)
		cut := string(runes[min(int(from), len(runes)):min(int(from)+int(n), len(runes))])
		if len(lettersOf(cut)) >= shingle && !p.In("x "+cut+" y") {
			t.Errorf("%q is not known in %q", s, cut)
		}
	})
}
