package offline

import (
	"slices"
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
		{"王安石（1021年，字介甫）是宋代人，他写诗。", "宋代人，他写诗|字介甫", "字介甫）是宋代人，他写诗"},
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

// TestListCandidates: a list of names is a candidate, however many it has.
func TestListCandidates(t *testing.T) {
	for _, c := range []struct{ text, list string }{
		{"They sailed to France, Spain, Italy, Norway, Sweden, Denmark, Poland and Austria.", "France, Spain, Italy, Norway, Sweden, Denmark, Poland and Austria"},
		{"The crew was a cook, a mate, and the boy.", "cook, a mate, and the boy"},
	} {
		r := readPassage(Passage{"", c.text})
		if !slices.ContainsFunc(r.lines[0].spans, func(x span) bool {
			return strings.HasSuffix(r.text[r.lines[0].tokens[x.first].start:r.lines[0].tokens[x.last-1].end], c.list)
		}) {
			t.Errorf("%s: no candidate %s", c.text, c.list)
		}
	}
}

// TestFields: the value of a field is a candidate that stands for its name, and keeps what it stood for; what is said is no field.
func TestFields(t *testing.T) {
	for _, c := range []struct{ text, value, implied string }{
		{"name: Ada Holm; office: Leeds; room: 12", "Leeds", "offic"},
		{"姓名: 何秀英; 职位: 档案管理员; 办公室: 三楼", "档案管理员", "职位"},
		{"artist: John Smith (1880 – 1945); material: oil", "1880", "born artist"},
		{"周大川道：“天要下雨了。”", "天要下雨了", ""},
	} {
		found := false
		r := readPassage(Passage{"", c.text})
		for _, l := range r.lines {
			for _, x := range l.spans {
				if r.text[l.tokens[x.first].start:l.tokens[x.last-1].end] != c.value {
					continue
				}
				found = true
				for term := range strings.FieldsSeq(c.implied) {
					if !slices.Contains(x.implied, term) {
						t.Errorf("%s: %s stands for %q, not for %s", c.text, c.value, x.implied, term)
					}
				}
				if c.implied == "" && x.implied != nil {
					t.Errorf("%s: %s stands for %q", c.text, c.value, x.implied)
				}
			}
		}
		if !found {
			t.Errorf("%s: no candidate %s", c.text, c.value)
		}
	}
}
