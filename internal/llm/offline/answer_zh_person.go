package offline

import (
	"regexp"
	"slices"
	"strings"
)

// What Chinese texts say of a person besides "X的Y是Z": children within a clause about
// a couple, a calling, and a work that "她的著作" names.

var (
	// callingAsked asks what somebody is by profession.
	callingAsked = regexp.MustCompile(`^(.+?)(?:是做什么(?:工作)?的|是干什么的|的职业是什么|从事什么(?:工作|职业))$`)
	// isWhoZh asks who somebody is.
	isWhoZh = regexp.MustCompile(`^([\p{Han}·]{2,12})是谁$`)
)

// calling is the relation to what somebody is by profession.
const calling = "职业"

const zhChildName = `(?:，)?(?:名叫|叫|取名)?([\p{Han}·]{2,4}?)(?:后来|后|[，。；、（(]|$)`

// zhChildren are how a text about a parent names a child; they come last.
var zhChildren = map[string]*regexp.Regexp{
	"女儿": regexp.MustCompile(`(?:育有|生有|生下|有)(?:了)?[一独]?(?:个)?(?:女儿|女)` + zhChildName),
	"儿子": regexp.MustCompile(`(?:育有|生有|生下|有)(?:了)?[一独]?(?:个)?(?:儿子|子)` + zhChildName),
}

// longAfterOf tells what is no office of something: 北港的船长 is one, 典型的少女外形 is none.
var longAfterOf = regexp.MustCompile(`的$|的[\p{Han}]{4,}$`)

// kinEnd ends what somebody is to another, which is no calling.
var kinEnd = regexp.MustCompile(`的(?:父亲|母亲|妻子|丈夫|儿子|女儿|哥哥|弟弟|姐姐|妹妹|祖父|祖母|孙子|孙女|叔叔|舅舅|朋友|同学|邻居)$`)

// callingsOf reads what a sentence says that somebody does; whoOf reads who somebody
// is, which may be somebody's father.
func callingsOf(sentence, name string) []string {
	out := slices.DeleteFunc(whoOf(sentence, name), kinEnd.MatchString)
	if at := strings.Index(sentence, name); at > 0 && len(out) == 0 {
		longest := ""
		for _, t := range zhTitles {
			if strings.HasSuffix(sentence[:at], t) && len(t) > len(longest) && !courtesy.MatchString(t) {
				longest = t
			}
		}
		if longest != "" {
			out = append(out, longest)
		}
	}
	return out
}

// courtesy are titles that say nothing of what somebody does.
var courtesy = regexp.MustCompile(`先生|女士|小姐|太太|夫人|同志|老人|师傅|公民|原告|被告|上诉人|代理人|代表|名将|冠军`)

func whoOf(sentence, name string) []string {
	x := regexp.QuoteMeta(name)
	var out []string
	for i, re := range res(`(?:^|[，。；])([\p{Han}·]{2,16}的[\p{Han}]{2,6}?)(?:是|为|叫)(?:[\p{Han}]{1,4}?[家师员者长医])?`+x+zhStop, x+`(?:[（(][^）)]*[）)])?，?(?:是|为|系)(?:一?[位名个])?([\p{Han}]{2,12}?)`+zhStop,
		x+`，(?:是)?[一]?[位名个](?:[\p{Han}]{1,8}的)?([\p{Han}]{1,8}?)`+zhStop, `^`+x+`[（(][^）)]*[）)]，?(?:是)?(?:一?[位名个])?([\p{Han}]{2,12}?(?:家|师|员|者|匠|医|人|教授|船长|将军))`+zhStop) {
		if m := re.FindStringSubmatch(sentence); m != nil && (i == 0 || !longAfterOf.MatchString(m[1])) {
			out = append(out, m[1])
		}
	}
	return out
}

// personal gives the callings and children of a name.
func (f *finder) personal(name, relation string) []finding {
	name = zhUntitled(name)
	var out []finding
	for p, e := range f.evidence {
		about := nameMatch(e.title, name) >= 0.9
		for i := range e.sentences {
			s := strings.TrimLeft(e.sentence(i), "# \n")
			switch {
			case relation == calling && e.mentions(i, name):
				read := callingsOf
				if isWhoZh.MatchString(strings.TrimRight(f.q.Text, "？? ")) {
					read = whoOf
				}
				for _, v := range read(s, name) {
					out = append(out, finding{v, p, i})
				}
			case zhChildren[relation] != nil && about:
				if m := zhChildren[relation].FindStringSubmatch(s); m != nil && zhNameLike(m[1]) {
					out = append(out, finding{m[1], p, i})
				}
			}
		}
	}
	return out
}

// ownWork finds who wrote a work in a text about its author: "她的著作《T》".
func (f *finder) ownWork(title string) []finding {
	re := regexp.MustCompile(`(?:(他|她|其)的?|([\p{Han}·]{2,6})的)(?:[\p{Han}]{0,4})(?:著作|作品|代表作|专著|小说|诗集|散文集|文集|回忆录)(?:有|是|包括)?《` + regexp.QuoteMeta(title) + `》`)
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			m := re.FindStringSubmatch(e.sentence(i))
			who := unbracketed(e.title)
			if m != nil && m[2] != "" {
				who = m[2]
			}
			if m != nil && zhNameLike(who) && who != title {
				out = append(out, finding{who, p, i})
			}
		}
	}
	return out
}

// whoZh answers "X是谁" with what a text says that X is, and with nothing else.
func (f *finder) whoZh() (Answer, bool) {
	m := isWhoZh.FindStringSubmatch(strings.TrimRight(f.q.Text, "？? "))
	if m == nil || strings.Contains(m[1], "的") {
		return Answer{}, false
	}
	values := f.personal(m[1], calling)
	if len(values) == 0 {
		f.want(m[1])
		return Answer{Wanted: f.wanted}, zhNameLike(m[1]) // a name beside it is not who it is
	}
	f.use(values[0])
	return Answer{Text: values[0].text, Score: 0.85, Sure: true, Support: f.support}, true
}

// opensWith tells whether a text begins with a name, behind its heading or none.
func (e *evidence) opensWith(name string) bool {
	for i := range e.sentences[:min(2, len(e.sentences))] {
		s := strings.TrimSpace(e.sentence(i))
		if strings.HasPrefix(s, name) {
			return true
		}
		if !strings.HasPrefix(s, "#") {
			return false
		}
	}
	return false
}

// holderLead opens a clause that names the holder of an office of what its text is about.
var holderLead = regexp.MustCompile(`(?:^|[，。；：\s])(?:现任|该\p{Han}{1,2}的?|其|它的)?$`)

var holderIs = regexp.MustCompile(`^(?:是|为|：)`)

// chineseHolders reads "现任厂长X" and "该厂的厂长是X" in a text about the factory.
func (f *finder) chineseHolders(p int, relation string) []finding {
	e := f.evidence[p]
	var out []finding
	for i := range e.sentences {
		s := e.sentence(i)
		at := strings.Index(s, relation)
		if at < 0 || !holderLead.MatchString(s[:at]) {
			continue
		}
		from := at + len(relation)
		from += len(holderIs.FindString(s[from:]))
		for _, n := range e.names(i) {
			if n.person && n.start == from {
				out = append(out, finding{s[n.start:n.end], p, i})
				break
			}
		}
	}
	return out
}
