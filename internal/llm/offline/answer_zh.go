package offline

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

const (
	zhDate  = `\d{2,4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?`
	zhWords = `[\p{Han}A-Za-z0-9·.％%\-《》]+?`
	zhStop  = `(?:[，。；、,;！？!?：:（(）)\s”]|$)`
)

// zhRelations are patterns for relations in Chinese texts; the group is the value.
var zhRelations = map[string][]*regexp.Regexp{
	"出生日期": res(`[（(][^（()）]{0,12}?(`+zhDate+`)`, `(`+zhDate+`)[，,]?(?:出生|生于|诞生|生)`, `(?:出生于|生于|诞生于)(`+zhDate+`)`),
	"籍贯":   res(`(?:是|系)(\p{Han}{2,8}?)人(?:[，。；,;]|$)`, `(?:祖籍|籍贯)(?:是|为|在)?(\p{Han}{2,8}?)`+zhStop, `(?:来自|出生于|出生在|生于)(?:`+zhDate+`)?(\p{Han}{2,8}?)`+zhStop),
	"出生地":  res(`(?:出生于|出生在|生于|诞生于)(?:`+zhDate+`)?[，,]?(?:于|在)?(\p{Han}`+zhWords+`)(?:一|的|人|[，。；、,;（(]|$)`, `([\p{Han}]{2,12})人[，。；,;]`),
	"去世日期": res(`[—–－~-]\s*(`+zhDate+`)`, `(`+zhDate+`)[，,]?[^，。；]{0,12}?(?:去世|逝世|病逝|死)`, `(?:去世于|逝世于|卒于)(`+zhDate+`)`),
	"去世地":  res(`(?:去世于|逝世于|病逝于|卒于)(?:`+zhDate+`)?(\p{Han}`+zhWords+`)`+zhStop, `在([\p{Han}]{2,10}?)(?:去世|逝世|病逝)`),
	"毕业院校": res(`毕业于([\p{Han}A-Za-z]+?(?:大学|学院|学校|中学|音乐学院|军校))`, `(?:就读于|考入|考上)([\p{Han}A-Za-z]+?(?:大学|学院|学校|中学))`),
	"成立时间": res(`(?:成立于|创立于|创建于|创办于|建于|始建于)(`+zhDate+`)`, `(`+zhDate+`)[^，。；]{0,6}?(?:成立|创立|创建|创办|建立)`),
	"居住地":  res(`(?:居住于|居住在|定居于|定居在|住在|家住|迁居|移居)(\p{Han}` + zhWords + `)(?:的|` + zhStop + `)`),
	"位置":   res(`(?:位于|坐落于|坐落在|地处)(` + zhWords + `)` + zhStop),
}

// zhSame are words for the same relation.
var zhSame = map[string]string{"生日": "出生日期", "出生时间": "出生日期", "出生年份": "出生日期", "出生地点": "出生地", "住处": "居住地", "住址": "居住地", "家乡": "籍贯",
	"逝世日期": "去世日期", "去世时间": "去世日期", "去世地点": "去世地", "母校": "毕业院校", "毕业学校": "毕业院校", "成立日期": "成立时间", "创立时间": "成立时间",
	"地点": "位置", "所在地": "位置"}

// chineseValues reads a relation of a subject from one sentence about it.
func chineseValues(sentence, relation string) []string {
	if same, ok := zhSame[relation]; ok {
		relation = same
	}
	patterns := zhRelations[relation]
	if patterns == nil {
		r := regexp.QuoteMeta(relation)
		patterns = res(r+`(?:的名字)?(?:是|为|[，,]?(?:名叫|取名|名为|叫做?)|：|:|达到?|有|共|即)(`+zhWords+`)`+zhStop,
			r+`([\p{Han}·]{2,4})(?:是|在|与|和|[，。；、,;])`)
	}
	var out []string
	for _, p := range patterns {
		if m := p.FindStringSubmatch(sentence); m != nil {
			out = append(out, m[1])
		}
	}
	return out
}

// chineseFollow gives the values of a relation from sentences that hold the
// name, or that belong to a text about it.
func (f *finder) chineseFollow(name, relation string) []finding {
	if verb, ok := strings.CutPrefix(relation, DoerOf); ok {
		d, _, _ := deedOf(verb)
		return f.chineseDoers(name, d)
	}
	var out []finding
	for p, e := range f.evidence {
		about := nameMatch(e.title, name) >= 0.6
		if about {
			out = append(out, f.rowsOf(p, relation)...)
		}
		for i := range e.sentences {
			if !about && !e.mentions(i, name) {
				continue
			}
			s := e.sentence(i)
			if at := strings.Index(s, name); at >= 0 && !about {
				s = s[at:]
			}
			for _, v := range chineseValues(s, relation) {
				out = append(out, finding{v, p, i})
			}
		}
		if about || e.opensWith(name) {
			out = append(out, f.chineseHolders(p, relation)...)
		}
	}
	out = append(out, f.personal(name, relation)...)
	out = append(out, f.chineseInverse(name, relation)...)
	if d, ok := doerNoun(relation); ok {
		out = append(out, f.chineseDoers(name, d)...)
	}
	return out
}

// chineseInverse reads "Z是X的Y".
func (f *finder) chineseInverse(name, relation string) []finding {
	re := regexp.MustCompile(`([\p{Han}A-Za-z·]{2,12}?)(?:是|为|任|担任)` + regexp.QuoteMeta(name) + `的?` + regexp.QuoteMeta(relation))
	var out []finding
	for p, e := range f.evidence {
		for i := range e.sentences {
			if m := re.FindStringSubmatch(e.sentence(i)); m != nil {
				out = append(out, finding{m[1], p, i})
			}
		}
	}
	return out
}

// surnames are the most frequent Chinese surnames.
const surnames = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤郗庾鲁燕晁花柴阮史"

var (
	zhNumber = regexp.MustCompile(`[$￥¥]?(?:\d[\d,，]*(?:\.\d+)?|[一二三四五六七八九十百千两]+)(?:多|余)?(?:%|％|[万亿千百]*(?:元|人|个|名|位|年|岁|天|次|种|条|吨|米|公里|平方公里|公顷|户|家|本|部|座|件|台|辆|所|分钟|小时|月|度|倍|亩|斤|公斤|页|章|回|只|头|万|亿)?)`)
	zhPlace  = regexp.MustCompile(`(?:在|位于|于|到|往|至|前往|来自)([\p{Han}]{2,12}?(?:省|市|县|区|州|镇|乡|村|国|山|河|湖|岛|府|城|寨|庄|店|寺|街|路|院|学|馆|港|海|岭|京|境内)|[\p{Han}]{2,4}?)(?:[，。；、,;]|的|举|召|设|出|去|逝|成|与|和|里|$)`)
	// zhCauseNoun comes before the 因 of a noun: 原因, 病因.
	zhCauseNoun = regexp.MustCompile(`[原基病起成诱死]$`)
	zhReason    = regexp.MustCompile(`(?:因为|由于|因|为了|原因是)([^此而故之素果。；;][^。；;]*?)(?:而|才|，所以|，因此|，故|，便|[。；;]|$)`)
)

// chineseCandidates are spans of the wanted type, and the span that stands in
// the place of the question word: what lies between the parts of the sentence
// that agree with the question's left and right of it.
func (f *finder) chineseCandidates(passage, sentence int) []candidate {
	e := f.evidence[passage]
	s := e.sentence(sentence)
	var out []candidate
	add := func(start, end int, bonus float64) {
		if t := s[start:end]; t != "" && !strings.Contains(f.q.Text, t) && (f.q.Type != Who || zhNameLike(t)) {
			out = append(out, candidate{t, start, end, bonus})
		}
	}
	group := func(re *regexp.Regexp, bonus float64) {
		for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
			g := m[:2]
			if len(m) > 2 {
				g = m[2:4]
			}
			add(g[0], g[1], bonus)
		}
	}
	gap, ok := f.chineseGap(s)
	inGap := func(c candidate) bool { return ok && c.start >= gap[0] && c.end <= gap[1] }
	switch f.q.Type {
	case Who:
		for _, n := range e.names(sentence) {
			if n.person { // a name alone is weak: it stands well in the gap only
				add(n.start, n.end, -0.05)
			}
		}
	case When:
		for _, d := range findDates(s, false) {
			add(d[0], d[1], 0.1)
		}
	case Where:
		group(zhPlace, 0.05)
	case HowMany:
		for _, m := range zhNumber.FindAllStringIndex(s, -1) {
			if !strings.HasSuffix(s[m[0]:m[1]], "年") && f.countsZh(s, m[0]) {
				add(m[0], m[1], 0)
			}
		}
	case Why:
		for _, m := range zhReason.FindAllStringSubmatchIndex(s, -1) {
			if end := m[2] + len(f.withoutEffect(s[m[2]:m[3]])); !zhCauseNoun.MatchString(s[:m[0]]) {
				add(m[2], end, 0.2)
			}
		}
	}
	for i := range out {
		if inGap(out[i]) {
			out[i].bonus += 0.1
		}
	}
	if ok && f.q.Type != Why && f.countsZh(s, gap[0]) && f.q.gapAnswers(s[gap[0]:gap[1]]) && utf8.RuneCountInString(s[gap[0]:gap[1]]) <= 40 && (len(out) == 0 || f.q.Type == What || f.q.Type == Which || f.q.Type == Who) {
		if f.q.Type != Who || e.nameWithin(sentence, gap[0], gap[1]) {
			add(gap[0], gap[1], 0.25)
		}
	}
	return out
}

// zhName is a name in a Chinese sentence, by bytes of the sentence.
type zhName struct {
	start, end int
	person     bool
}

// zhStated is a name between a word that leads to it and the end of its clause.
var zhStated = regexp.MustCompile(`(?:是|为|叫|由|：)([` + surnames + `]\p{Han}{1,2})(?:[，。；、（(]|$)`)

// names are the names of a Chinese sentence, as the extraction reads them, and
// those that are stated outright.
func (e *evidence) names(sentence int) []zhName {
	if e.page == nil {
		e.page = readChinese(e.title, e.text)
	}
	var out []zhName
	s, at := e.sentence(sentence), e.sentences[sentence].Start
	for _, m := range zhStated.FindAllStringSubmatchIndex(s, -1) {
		out = append(out, zhName{m[2], m[3], true})
	}
	for _, m := range e.page.sentences[sentence].marks {
		if m.kind == Name {
			out = append(out, zhName{e.offsets.Byte(m.Start) - at, e.offsets.Byte(m.End) - at, e.page.types[m.text] == "Person"})
		}
	}
	return out
}

// nameWithin tells whether a name of a person or a body stands from byte start to end.
func (e *evidence) nameWithin(sentence, start, end int) bool {
	return slices.ContainsFunc(e.names(sentence), func(n zhName) bool { return n.start >= start && n.end <= end })
}

// zhDangling ends or begins words that are no answer by themselves.
var zhDangling = regexp.MustCompile(`[的和与或及把将被]$|^(?:的|和|与|或|及|按下列|以下|下列|如下)`)

// gapAnswers tells whether what stands in the place of the question word may
// answer: after a way of doing something only a sentence does.
func (q Question) gapAnswers(gap string) bool {
	return strings.TrimSpace(gap) != "" && !happened.MatchString(q.Text) && !zhDangling.MatchString(strings.TrimSpace(gap))
}

var askedKind = regexp.MustCompile(`哪[个座所家条]?(大学|学院|公司|出版社|[省市县区镇乡村州国岛河山湖])`)

// ofAskedKind cuts a place down to the part that is of the kind asked for:
// for "哪个镇", "清河县西北的柳树镇" is "柳树镇".
func (f *finder) ofAskedKind(value string) string {
	kind := askedKind.FindStringSubmatch(f.q.Text)
	if kind == nil {
		return value
	}
	part := regexp.MustCompile(`^(?:.*(?:[省市县区镇]|[东南西北][部边]?的?|的))?(\p{Han}{1,8}?` + kind[1] + `)`)
	if m := part.FindStringSubmatch(value); m != nil {
		return m[1]
	}
	for _, e := range f.evidence {
		if strings.Contains(e.text, value+kind[1]) {
			return value + kind[1]
		}
	}
	return value
}

// chineseGap aligns the question with a sentence around the question word. At
// least two characters must agree on one side, and on both where both have text.
func (f *finder) chineseGap(s string) ([2]int, bool) {
	q := strings.TrimRight(f.q.Text, "？?。 ")
	wh := chineseWh.FindStringIndex(q)
	if wh == nil {
		return [2]int{}, false
	}
	left, right := []rune(q[:wh[0]]), []rune(q[wh[1]:])
	from, to, agreed := 0, clauseEndZh(s, 0), false
	for n := len(left); n >= 2; n-- {
		if i := strings.Index(s, string(left[len(left)-n:])); i >= 0 {
			from, agreed = i+len(string(left[len(left)-n:])), true
			to = clauseEndZh(s, from)
			break
		}
	}
	by := ""
	if len(left) > 0 && strings.ContainsRune("由被", left[len(left)-1]) {
		by = string(left[len(left)-1])
	}
	if len(left) >= 2 && !agreed && by == "" {
		return [2]int{}, false
	}
	for n := len(right); n >= 2; n-- {
		if i := strings.Index(s[from:], string(right[:n])); i >= 0 {
			if !agreed { // the answer opens its clause
				start := strings.LastIndexAny(s[:from+i], "，。；,;")
				if start >= 0 {
					_, size := utf8.DecodeRuneInString(s[start:])
					from, i = start+size, from+i-start-size
				}
				if at := strings.LastIndex(s[from:from+i], by); by != "" && at >= 0 {
					from, i = from+at+len(by), i-at-len(by)
				}
			}
			return [2]int{from, from + i}, true
		}
	}
	return [2]int{from, to}, agreed && to > from
}

func clauseEndZh(s string, from int) int {
	if i := strings.IndexAny(s[from:], "，。；！？,;"); i >= 0 {
		return from + i
	}
	return len(s)
}

// zhNegated is a negation with the word that it denies.
var zhNegated = regexp.MustCompile(`(?:不|没有?|未|无)(\p{Han}{2})`)

// chineseYesOrNo says no where the sentence denies what is asked, yes where it
// denies nothing, and nothing otherwise.
func (f *finder) chineseYesOrNo(sentence string, share float64) Answer {
	denied := zhNegated.FindAllStringSubmatch(sentence, -1)
	for _, m := range denied {
		if strings.Contains(f.q.Text, m[1]) && !strings.Contains(f.q.Text, m[0]) {
			return Answer{Text: f.yesNo(false), Score: share}
		}
	}
	if len(denied) > 0 || negation.MatchString(sentence) {
		return Answer{Missing: f.unanswered()}
	}
	return Answer{Text: f.yesNo(true), Score: share}
}
