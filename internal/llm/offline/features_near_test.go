package offline

import (
	"slices"
	"strings"
	"testing"
)

// TestSlot: of a question, the words beside its question word are kept, nearest first.
func TestSlot(t *testing.T) {
	for question, want := range map[string]string{
		"古鲁们控制什么？":                     "制控们鲁||么什制控",
		"哪家剧院是典范？":                     "|是典范|范典是院",
		"What did Ada Stone discover?": "|ada stone discov|discov stone ada",
		"Where was Ada Stone born":     "|ada stone born|born stone ada",
		"谁？":                           "||谁",
		"什么":                           "||么什",
		"":                             "||",
		"何时\xff何":                      "|何|何时何",
	} {
		q := newQuery(NewWith(&Reader{}).Question(question, ""))
		sep := " "
		if q.Chinese() {
			sep = ""
		}
		got := strings.Join([]string{strings.Join(q.slot[0], sep), strings.Join(q.slot[1], sep), strings.Join(q.slot[2], sep)}, "|")
		if got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

// TestChineseSpans: candidates of Chinese begin and end where words do.
func TestChineseSpans(t *testing.T) {
	r := readPassage(Passage{Text: "沿海地区的工会组织反对新的贸易协定。"})
	var got []string
	for _, x := range r.lines[0].spans {
		got = append(got, r.text[r.lines[0].tokens[x.first].start:r.lines[0].tokens[x.last-1].end])
	}
	for _, has := range []string{"工会组织", "贸易协定", "新的贸易协定"} {
		if !slices.Contains(got, has) {
			t.Errorf("no candidate %s in %q", has, got)
		}
	}
	for _, no := range []string{"会组织", "工会组", "的工会"} {
		if slices.Contains(got, no) {
			t.Errorf("candidate %s", no)
		}
	}
}
