package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile are texts that must be borne everywhere.
var hostile = []string{
	"", " ", "\n\n", "\r", "\r\n\r\n", "\x00", "\xff\xfe", "\x7f", "a\xffb", "…", "。", "....", "[PERSON#27]", "x[PERSON#27]y", "[[PERSON#1]]",
	"`]->(n) DETACH DELETE n //", "' OR 1=1 --", "人", "洪太尉误走妖魔", "東京タワー", "สวัสดีครับ", "e\u0301\u0301", "\u0301", "👩‍👩‍👧 and 🇩🇪🇫🇷",
	"The “Great” Whale’s", "«Où est-ce ?»", "İstanbul ﬁn ½ ㎏ ｶﾞ", "a.b.c.d", "A. B. C.", "1. 2. 3.", "'s", "the", "the the", "a 's", "((x)", "[x", "x]",
	"A\u00a0b\u2028c\u0085d", "<|endoftext|> <|fim_prefix|>", "\ufeffbom", "-\n-\n-\n", "第一回\r\n\r\n　　话说",
}

// seed adds the hostile texts to a fuzz corpus.
func seed(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Add(strings.Repeat("many words; more words, ", 100))
	f.Add("The " + strings.Repeat("long ", 80) + "[PERSON#123] name")
}

// checkSpans fails unless the spans are in bounds, ordered and without overlap.
func checkSpans(t *testing.T, s string, spans []Span) {
	t.Helper()
	at, runes := 0, utf8.RuneCountInString(s)
	for _, x := range spans {
		if x.Start < at || x.End <= x.Start || x.End > runes {
			t.Fatalf("span %v after %d of %d runes in %q", x, at, runes, s)
		}
		at = x.End
	}
}

func sliced(s string, spans []Span) []string {
	out := []string{}
	for _, x := range spans {
		out = append(out, Slice(s, x.Start, x.End))
	}
	return out
}
