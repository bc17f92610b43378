package segment

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestWords: the words are those of jieba (words.py).
func TestWords(t *testing.T) {
	raw, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Texts []struct {
			Text  string
			Words []string
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil || len(golden.Texts) < 10 {
		t.Fatal(err)
	}
	for _, c := range golden.Texts {
		if got := Words(c.Text); !slices.Equal(got, c.Words) {
			t.Errorf("%q\nwant %q", got, c.Words)
		}
	}
	if place, none := Tag("北京"), Tag("蹻蹻"); place != "ns" || none != "" {
		t.Errorf("tags %q, %q", place, none)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "他来到了网易杭研大厦", "a+b 3.5% 龘\xff", "王晓慧-T恤"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := strings.Join(Words(s), ""); got != strings.ToValidUTF8(s, "\ufffd") && len([]rune(got)) != len([]rune(s)) {
			t.Errorf("%q of %q", got, s)
		}
	})
}
