package offline

import (
	"slices"
	"strings"
	"testing"
)

// TestOlderProseGivesNames: of a tale in older prose the names become entities, and
// not what only begins or ends like one.
func TestOlderProseGivesNames(t *testing.T) {
	const tale = "石勇道：“林冲何敢占庄上？”众人拿宋江，解进县里。宋江道：“何须坐？”庄客都来。宋江回知县去了。石勇、宋江、秦明三个上山寨来。秦明说些门路。宋江笑道：“方才到沧州。”"
	var got []string
	for _, e := range New().Extract("", tale, "zh").Entities {
		got = append(got, e.Name)
	}
	for _, want := range []string{"宋江", "沧州"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %q", want, got)
		}
	}
	for _, name := range got {
		for _, none := range []string{"何敢", "何须", "庄上", "庄客", "拿宋江", "知县", "解进县", "些门路", "方才"} {
			if strings.Contains(name, none) {
				t.Errorf("%s became an entity", name)
			}
		}
	}
}

// TestTalesGiveAcquaintances: persons who speak in turn know each other, but none whose name the text has once only; persons side
// by side are no kin without a word for it.
func TestTalesGiveAcquaintances(t *testing.T) {
	const tale = "周大川道：“天要下雨了。”石青松道：“我们走。”周大川、石青松急回船上。马大发道：“船漏了。”周大川笑了。那时石青松也笑了。"
	for text, want := range map[string]Triple{
		tale: {Head: "周大川", Relation: "KNOWS", Tail: "石青松"},
		"周大川是老师。他的妻子是何秀英。": {Head: "周大川", Relation: "SPOUSE_OF", Tail: "何秀英", Sentence: "他的妻子是何秀英。"},
	} {
		if got := New().Extract("", text, "zh").Triples; !slices.Equal(got, []Triple{want}) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
