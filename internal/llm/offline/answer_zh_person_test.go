package offline

import "testing"

const zhFactory = "华北机械厂成立于1956年，位于石家庄市。该厂的创始人是赵国强。2010年，华北机械厂有员工1200人，年产值为3亿元。" +
	"现任厂长刘建华于2015年接替张伟。刘建华毕业于清华大学，他的妻子是医生周敏。工厂主要生产水泵和阀门。2018年，该厂以5000万元收购了东方阀门公司。"

const zhMinister = "郗鉴是东晋重臣。庾亮曾率军出征，庾亮上书朝廷。他拒绝外戚庾亮废王导的建议，阻止了士族的斗争。"

// TestChineseWho: a name or nothing, and no slice of other words.
func TestChineseWho(t *testing.T) {
	for _, c := range []struct{ question, body, want string }{
		{"华北机械厂的厂长是谁？", zhFactory, "刘建华"},
		{"华北机械厂的创始人是谁？", zhFactory, "赵国强"},
		{"华北机械厂的总工程师是谁？", zhFactory, ""},
		{"华北机械厂的会计是谁？", zhFactory, ""},
		{"谁接替了张伟？", zhFactory, "刘建华"},
		{"东方阀门公司的厂长是谁？", zhFactory, ""},
		{"谁收购了石家庄日报？", zhFactory, ""},
		{"郗鉴拒绝了谁的建议？", zhMinister, ""},
		{"郗鉴的老师是谁？", zhMinister, ""},
	} {
		if got := ask(c.question, Passage{"", c.body}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}

// TestChineseCallings: what somebody does is not whose father he is.
func TestChineseCallings(t *testing.T) {
	const wang = "王小明是北京图书馆的第三任馆长。王小明的父亲是王大海，一位著名的木匠。王小明的妻子是医生周敏。李强是李明的父亲。"
	for _, c := range []struct{ question, body, want string }{
		{"王大海的职业是什么？", wang, "木匠"},
		{"王大海是做什么的？", wang, "木匠"},
		{"王小明的父亲的职业是什么？", wang, "木匠"},
		{"周敏的职业是什么？", wang, "医生"},
		{"王小明的妻子的职业是什么？", wang, "医生"},
		{"李强的职业是什么？", wang, ""},
		{"李明的职业是什么？", wang, ""},
		{"李强是谁？", wang, "李明的父亲"},
	} {
		if got := ask(c.question, Passage{"", c.body}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}

// TestChineseHomes: where somebody lives is not where they were or died.
func TestChineseHomes(t *testing.T) {
	const lives = "陆望生把验潮仪搬到山顶。沈若岚住在临汐市，在海州市去世。韩秉文晚年定居于望川县的乡下。"
	for _, c := range []struct{ question, want string }{
		{"沈若岚住在哪里？", "临汐市"},
		{"沈若岚居住在什么地方？", "临汐市"},
		{"韩秉文定居在哪里？", "望川县"},
		{"陆望生住哪？", ""},
	} {
		if got := ask(c.question, Passage{"", lives}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}
