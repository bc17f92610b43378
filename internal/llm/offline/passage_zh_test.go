package offline

import (
	"strings"
	"testing"
)

// TestChineseCandidates: parts of clauses between words, with all of a bracket or nothing of it, and what goes on over commas.
func TestChineseCandidates(t *testing.T) {
	for _, c := range []struct{ text, has, lacks string }{
		{"陈望达的著作有《山论》、《水与海的故事》等。", "《山论》、《水与海的故事》等|水与海的故事", "《山论|山论》、《水与海的故事"},
		{"他于天命六年(1621年)病死。", "天命六年(1621年)", "天命六年(1621年"},
		{"该馆收藏iPhone15和三幅油画。", "iPhone15", "iPhone"},
		{"双方签订了南京条约。", "南京条约", "了南京条约"},
		{"起因是电车增加，车厂不够用，乘客抱怨。", "电车增加，车厂不够用|电车增加，车厂不够用，乘客抱怨|车厂不够用，乘客抱怨", "是电车增加，车厂不够用"},
	} {
		r := readPassage(Passage{"", c.text})
		found := map[string]bool{}
		for _, l := range r.lines {
			for _, x := range l.spans {
				found[r.text[l.tokens[x.first].start:l.tokens[x.last-1].end]] = true
			}
		}
		for want := range strings.SplitSeq(c.has, "|") {
			if !found[want] {
				t.Errorf("%s: no candidate %s", c.text, want)
			}
		}
		for not := range strings.SplitSeq(c.lacks, "|") {
			if found[not] {
				t.Errorf("%s: candidate %s", c.text, not)
			}
		}
	}
}
