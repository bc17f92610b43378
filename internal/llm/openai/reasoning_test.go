package openai

import (
	"strings"
	"testing"
)

func TestStripReasoning(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"none", " plain \n", " plain \n"},
		{"block", "<think>a\nb</think>\n\n{\"x\":1}", `{"x":1}`},
		{"leading space and case", "\n <THINK>a</Think> yes", "yes"},
		{"names", "<thinking>a</thinking><reasoning>b</reasoning>yes", "yes"},
		{"empty", "<think>\n\n</think>\n\nyes", "yes"},
		{"never closed", "<think>on and on", ""},
		{"closing alone", "so it is.\n</think>\n\nyes", "yes"},
		{"closing alone, in a line's end", "so it is.</think>\nyes", "yes"},
		{"closing alone, before JSON", "so it is.</think>{\"a\":1}", `{"a":1}`},
		{"closing tag in a sentence", "the tag </think> ends it", "the tag </think> ends it"},
		{"closing alone, another kind named before", "I use <thinking> here.\n</think>\nyes", "yes"},
		{"closing alone, another kind ended in a sentence", "the tag </reasoning> ends it\n</think>\nyes", "yes"},
		{"closing tag in JSON", "{\"a\":\"x\n</think>\n\"}", "{\"a\":\"x\n</think>\n\"}"},
		{"closing tag after a block", "<think>a</think>say\n</think>\n", "say\n</think>"},
		{"later block", "yes <think>no</think>", "yes <think>no</think>"},
		{"another tag", "<thinker>a</thinker>", "<thinker>a</thinker>"},
		{"Chinese", "<think>想</think>青鱼", "青鱼"},
	} {
		if got := stripReasoning(c.in); got != c.want {
			t.Errorf("%s: %q gives %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func FuzzStripReasoning(f *testing.F) {
	for _, s := range []string{"", "a", "<think>a</think>b", "a\n</think>b", "<think><think></think>", "\xff<think>\x00", "İ</think>\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := stripReasoning(s)
		if !strings.Contains(s, got) {
			t.Errorf("%q gives %q, which is no part of it", s, got)
		}
		if !strings.Contains(s, "<") && got != s {
			t.Errorf("%q without a tag was changed to %q", s, got)
		}
		if wrapped := stripReasoning("<think>why</think>" + s); !strings.Contains(strings.ToLower(s), "think") &&
			!strings.Contains(strings.ToLower(s), "reasoning") && wrapped != strings.TrimSpace(s) {
			t.Errorf("behind a block %q gives %q", s, wrapped)
		}
	})
}
