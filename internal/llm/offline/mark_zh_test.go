package offline

import (
	"slices"
	"strings"
	"testing"
)

// TestChineseMarks: names, works and numbers in full, and nothing of the words beside them.
func TestChineseMarks(t *testing.T) {
	for _, c := range []struct{ text, has, lacks string }{
		{"诸葛亮和司马懿对峙。欧阳修写了文章。", "诸葛亮|司马懿|欧阳修", "欧阳修写"},
		{"巴金写了《家》。国家很大，大家都好。", "巴金|国家", ""},
		{"他先读《红楼》，又读《红楼梦》。她也爱红楼梦。", "红楼梦", ""},
		{"票价是$100，折合人民币720元，比去年多5%，共3.5万人。", "$100|720元|5%", "5%，|100，"},
		{"5G网络由O’Neil公司和Москва研究所提供。", "5G|O’Neil|Москва", ""},
		{"他在北京市第四中学读书。", "北京市第四中学", ""},
		{"签到由罗英杰负责，摄影由林若溪负责。", "罗英杰|林若溪", "由罗|由林若溪"},
		{"曾明在北京大学学习。正泰集团和于谦公司签约。", "曾明|北京大学", "正"},
		{"1980年，\xff\xff李明教授在北京大学学习。", "李明|北京大学", "京大"},
	} {
		var got []string
		for _, s := range read("", c.text, "zh").sentences {
			for _, m := range s.marks {
				got = append(got, m.text)
			}
		}
		for want := range strings.SplitSeq(c.has, "|") {
			if !slices.Contains(got, want) {
				t.Errorf("%s: no mark %s in %q", c.text, want, got)
			}
		}
		for not := range strings.SplitSeq(c.lacks, "|") {
			if not != "" && slices.Contains(got, not) {
				t.Errorf("%s: mark %s", c.text, not)
			}
		}
	}
}
