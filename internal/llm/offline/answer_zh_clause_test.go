package offline

import "testing"

// report is a text of the kind whose figures stand in clauses of their own.
const report = "各位代表：2009年，全市经济平稳增长。接待游客120万人次，旅游综合收入23亿元，增长25%。" +
	"全市生产总值360亿元，增长12%，财政收入40亿元。累计发放养老金71.4亿元，地方财政用于社会保障支出6.5亿元。" +
	"全市新增绿色食品基地30万亩，总面积达到1280万亩。主要任务包括修建水库、治理荒山和改善交通。" +
	"被告王立山于2013年11月1日被抓获，12月5日被逮捕。该药不适用于儿童。甲公司支付预付款10万元，尚欠货款17万元。"

func TestChineseClauses(t *testing.T) {
	for question, want := range map[string]string{
		"2009年全市的旅游综合收入增长了多少？": "25%",
		"旅游综合收入是多少？":           "23亿元",
		"地方财政用于社会保障支出的金额是多少？":  "6.5亿元",
		"全市新增绿色食品基地的面积有多大？":    "30万亩",
		"2009年接待了多少人次的游客？":     "120万人次",
		"甲公司支付了多少预付款？":         "10万元",
		"全市的主要任务有哪些？":          "修建水库、治理荒山和改善交通",
		"被告王立山是什么时候被抓获的？":      "2013年11月1日",
		"该药是否适用于儿童？":           "否",
		"全市的登记失业率是多少？":         "",
		"乙公司销售了多少台机器？":         "",
		"全市新建学校的面积有多大？":        "",
		"被告李大海是什么时候出生的？":       "",
		"2009年全市的粮食产量增长了多少？":   "",
		"甲公司的联系电话是多少？":         "",
	} {
		k := New()
		got := k.Answer(k.Question(question, "zh"), []Passage{{"", report}})
		if got.Text != want {
			t.Errorf("%s\n got %q (%.2f), want %q", question, got.Text, got.Score, want)
		}
	}
}

// TestChineseCounts: the number of one thing is not that of another.
func TestChineseCounts(t *testing.T) {
	for question, want := range map[string]string{
		"华北机械厂有多少员工？":     "1200人",
		"华北机械厂有多少分厂？":     "",
		"华北机械厂有多少个车间？":    "",
		"华北机械厂有几名工程师？":    "",
		"华北机械厂的年产值是多少？":   "3亿元",
		"华北机械厂2010年有多少人？": "1200人",
	} {
		if got := ask(question, Passage{"", zhFactory}); got.Text != want {
			t.Errorf("%s: %q, want %q (%s)", question, got.Text, want, got.Missing)
		}
	}
	if got := ask("海宁纺织厂有多少车间？", Passage{"", "海宁纺织厂的厂长是陈立。海宁纺织厂有员工450人。"}); got.Text != "" {
		t.Errorf("the workers are no workshops: %q", got.Text)
	}
}

func TestChineseDeedOfAPart(t *testing.T) {
	k := New()
	got := k.Answer(k.Question("自记测风仪是谁制造的？", "zh"), []Passage{{"", "他们把自记测风仪搬到山顶。这台测风仪由匠人韩文制造，重86公斤。"}})
	if got.Text != "匠人韩文" && got.Text != "韩文" {
		t.Errorf("got %q", got.Text)
	}
}

func TestDeedToAThingOfAPlace(t *testing.T) {
	k := New()
	got := k.Answer(k.Question("Who designed the dry dock of Port Hale?", "en"), []Passage{{"Odile Renner",
		"Odile Renner was an engineer. She designed Marrow Bridge. She also designed the dry dock of Port Hale, which was opened in 1820."}})
	if got.Text != "Odile Renner" {
		t.Errorf("got %q", got.Text)
	}
}
