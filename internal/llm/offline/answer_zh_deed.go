package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// chineseDeeds are verbs of a like meaning, each line one deed; after ":" are
// the nouns for the one who does it.
const chineseDeeds = `建造 修建 兴建 建成 建立 建 造 制造 制作 打造:建造者 制造者 修建者
设计:设计者 设计师 设计人
创办 创立 创建 开办 成立 建立:创办人 创办者 创始人 创立者 创建者
写 写成 著 撰写 创作 编写 编成 编 所著 所写:作者 著者 编者 作家
发明:发明者 发明人
发现:发现者 发现人
雕刻 雕:雕刻者 雕刻家
画 绘制 绘 创作:画家 绘制者 作者
率领 带领 领导 指挥:领导者 领队 指挥官
主编 编辑:主编
翻译 译:译者
导演 执导:导演
资助 出资 捐赠 捐:资助者 捐赠者
杀 杀死 杀害:凶手
收养 领养
写信 寄 送 赠送 交给
打败 击败 战胜
救 救起 救出
发起:发起人
修复 修理 修缮
拆毁 拆除
购买 买下 买
出版`

// deed is a group of Chinese verbs and of nouns for the one who does it.
type deed struct{ verbs, nouns []string }

var deedsZh = readDeeds(chineseDeeds)

// zhDeedVerbs are the verbs of all deeds.
var zhDeedVerbs = func() map[string]bool {
	verbs := map[string]bool{}
	for _, d := range deedsZh {
		for _, v := range d.verbs {
			verbs[v] = true
		}
	}
	return verbs
}()

func readDeeds(lines string) []deed {
	var out []deed
	for line := range strings.Lines(lines) {
		verbs, nouns, _ := strings.Cut(strings.TrimSpace(line), ":")
		out = append(out, deed{strings.Fields(verbs), strings.Fields(nouns)})
	}
	return out
}

// deedOf is the group of the longest verb that opens s.
func deedOf(s string) (d deed, verb string, ok bool) {
	for _, g := range deedsZh {
		for _, v := range g.verbs {
			if strings.HasPrefix(s, v) && len(v) > len(verb) {
				d, verb, ok = g, v, true
			}
		}
	}
	return d, verb, ok
}

// doerNoun is the group of a noun for the one who does something.
func doerNoun(noun string) (deed, bool) {
	for _, g := range deedsZh {
		if slices.Contains(g.nouns, noun) {
			return g, true
		}
	}
	return deed{}, false
}

var (
	whoDidZh  = regexp.MustCompile(`^(?:是)?谁(?:最早|最先|首先|曾经?|主持)?(\p{Han}.*)$`)
	byWhomZh  = regexp.MustCompile(`^(.+?)(?:最早)?(?:是由|由|是|被)谁(\p{Han}{1,4}?)(?:的|了)?$`)
	zhNotName = regexp.MustCompile(`[由被把的了着过是在有没未不和与从到因而也都曾并、，]|^[他她它这那其该此一两几每某]`)
)

// zhNameLike tells words that may name somebody: no verb phrase and no clause.
func zhNameLike(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 2 && n <= 12 && !zhNotName.MatchString(s)
}

// chineseDeed reads "谁V了X", "X由谁V" and "V X的人" into a lookup of who did it.
func chineseDeed(s string) (Lookup, bool) {
	if m := byWhomZh.FindStringSubmatch(s); m != nil {
		if _, verb, ok := deedOf(m[2]); ok {
			return deedLookup(m[1], verb), true
		}
	}
	if m := whoDidZh.FindStringSubmatch(s); m != nil {
		if _, verb, ok := deedOf(m[1]); ok {
			return deedLookup(strings.TrimPrefix(m[1][len(verb):], "了"), verb), m[1] != verb
		}
	}
	if rest, ok := strings.CutSuffix(s, "的人"); ok {
		if _, verb, ok := deedOf(rest); ok {
			return deedLookup(strings.TrimPrefix(rest[len(verb):], "了"), verb), true
		}
	}
	return Lookup{}, false
}

func deedLookup(object, verb string) Lookup {
	return Lookup{strings.Trim(object, `《》“”" `), []string{DoerOf + verb}}
}

// chineseDoers gives who did a deed to what a name names, from sentences that state it.
func (f *finder) chineseDoers(name string, d deed) []finding {
	near, about := d.patterns(name)
	var out []finding
	for p, e := range f.evidence {
		patterns := near
		if nameMatch(e.title, name) >= 0.9 {
			patterns = append(near[:len(near):len(near)], about...)
		}
		for i := range e.sentences {
			for _, re := range patterns {
				if m := re.FindStringSubmatch(e.sentence(i)); m != nil {
					who := m[1][strings.LastIndex("的"+m[1], "的"):]
					if zhNameLike(who) && who != name {
						out = append(out, finding{who, p, i})
					}
				}
			}
		}
	}
	if len(out) == 0 && slices.Contains(d.nouns, "作者") {
		return f.ownWork(name)
	}
	return out
}

// patterns are the sentences that state who did a deed to what a name names;
// about are those that do so in a text about it.
func (d deed) patterns(name string) (near, about []*regexp.Regexp) {
	x := regexp.QuoteMeta(name)
	if r := []rune(name); len(r) > 3 { // "这台验潮仪" takes up 自记验潮仪
		x = `(?:` + x + `|[这该此][\p{Han}]?` + regexp.QuoteMeta(string(r[len(r)-3:])) + `)`
	}
	verbs := strings.Join(d.verbs, "|")
	const who, when = `([\p{Han}·A-Za-z]{2,16}?)`, `(?:于[^，。]{1,14}?|在[^，。]{1,14}?)?`
	near = res(x+`[》”]?(?:是|[^。；]{0,40}?，)?由`+who+when+`(?:`+verbs+`)`,
		`(?:^|[，。；：“”》年月日])`+who+when+`(?:`+verbs+`)(?:了|过)?(?:[一这那][\p{Han}]{1,2})?[《“]?`+x,
		x+`[》”]?(?:是|为)`+who+`(?:`+verbs+`)的?`)
	if len(d.nouns) > 0 {
		nouns := strings.Join(d.nouns, "|")
		near = append(near, res(x+`[》”]?的(?:`+nouns+`)(?:是|为|叫)`+who+zhStop, `(?:^|[，。；])`+who+`(?:是|为)[《“]?`+x+`[》”]?的(?:`+nouns+`)`)...)
	}
	return near, res(`(?:^|[，；它])由` + who + when + `(?:` + verbs + `)`)
}
