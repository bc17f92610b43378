package offline

import (
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// The clause reading answers Chinese questions after a number or a time whose
// words stand in one clause, or in two that follow each other, as they do in
// reports and judgements: "旅游综合收入23亿元，增长25%".

// What a question's word weighs by where it is found: in the clauses read, in
// the rest of the sentence, in the rest of the passage.
const (
	inSentence = 0.7
	inPassage  = 0.4
)

// leastClause is the least share of the question's words for a clause to answer it.
const leastClause = 0.55

var (
	// zhGenericAsk are words that only name the kind of the answer, or point at
	// what the whole text is about.
	zhGenericAsk = regexp.MustCompile(`金额|数额|总额|数量|数目|具体|时间|时候|日期|年份|号码|全市|我市|本市|全县|全省|我省|我县|今年|本案中?|本产品|该产品|相比于|过去|是|了|的|在`)
	zhAmount     = regexp.MustCompile(`[$￥¥]?(?:[\d０-９]+(?:[,，]\d{3})*(?:[.．][\d０-９]+)?|[一二三四五六七八九十百千两]+(?:[万亿个名位人岁天次条吨米户家本部座件台辆所页章回只头月年倍亩斤元]))(?:多|余)?(?:%|％|‰|个百分点|[万亿千百]*(?:平方公里|平方米|立方米|公里|千米|公顷|公斤|千克|吨|美元|元|人次|人|小时|分钟|个月|个|名|位|岁|天|次|种|条|米|户|家|本|部|座|件|台|辆|所|度|倍|亩|斤|页|章|回|只|头|项|张|期|年|万|亿)?)`)
	zhLeftTrim   = regexp.MustCompile(`(?:是|为|有|达到?|到|约|共|共计|了|的|在|于|按照|面积|金额|数额|总额|数量|数目|时间|日期|号码)*$`)
	zhRightTrim  = regexp.MustCompile(`^(?:人次|小时|分钟|个月|平方公里|平方米|公里|公斤|公顷|[万亿]?[个名位人岁天次种条吨米户家本部座件台辆所页章回头月年倍亩斤元项张期度])+|[的了呢]+$`)
	zhClauseEnd  = regexp.MustCompile(`[，；,;。！？!?：:\n]`)
)

// zhUnitAsked tells the units of the number that a question's words ask for, the
// first that fits.
var zhUnitAsked = []struct{ ask, unit *regexp.Regexp }{
	{regexp.MustCompile(`电话|手机|传真`), regexp.MustCompile(`^\d{7,}$`)},
	{regexp.MustCompile(`多久|多长时间|几年|期限`), regexp.MustCompile(`[年月天日]$|小时$|分钟$`)},
	{regexp.MustCompile(`多少倍`), regexp.MustCompile(`倍$`)},
	{regexp.MustCompile(`多少[万亿]?元|金额|多少钱|价格|总价`), regexp.MustCompile(`元$`)},
	{regexp.MustCompile(`率|比重|比例|增长了?多少|增幅|下降了?多少|提高了?多少|占`), regexp.MustCompile(`[%％‰]$|百分点$`)},
	{regexp.MustCompile(`款|费|收入|支出|投资|资金|产值|总值|赔偿|额`), regexp.MustCompile(`元$`)},
	{regexp.MustCompile(`面积`), regexp.MustCompile(`亩$|公顷$|平方公里$|平方米$`)},
	{regexp.MustCompile(`多大|年龄`), regexp.MustCompile(`岁$`)},
	{regexp.MustCompile(`多高|多长|多远|距离`), regexp.MustCompile(`米$|公里$`)},
}

// zhAskedUnit is a unit that stands behind the question word: "多少户".
var zhAskedUnit = regexp.MustCompile(`(?:多少|几)(平方公里|平方米|公里|千米|公斤|千克|公顷|美元|人次|小时|分钟|个月|[个名位人岁天次种条吨米户家本部座件台辆所页章回只头月年倍亩斤元项张期度])`)

// zhCounted is a question after the number of things that something has.
var zhCounted = regexp.MustCompile(`(?:有|共|设|雇用?|招收)(?:着|了)?(?:多少|几)(?:[个名位家座所间台辆艘条种本部只头匹]的?)?(\p{Han}{2,4}?)[？?。 ]*$`)

// clauseReader scores the clauses of the evidence by a Chinese question.
type clauseReader struct {
	f       *finder
	terms   []string
	weights []float64
	total   float64
	// left is what stands before the question word, without generic words.
	left string
	// right are the words behind the question word: what is counted.
	right string
	// counted is the noun after 有多少, which must stand in the number's clause.
	counted string
	unit    *regexp.Regexp
}

// newClauseReader weighs the question's words: the rarer in the evidence, the more.
func (f *finder) newClauseReader() *clauseReader {
	r := &clauseReader{f: f}
	q := strings.TrimRight(f.q.Text, "？?。 ")
	if wh := chineseWh.FindStringIndex(q); wh != nil {
		r.left = zhLeftTrim.ReplaceAllString(q[:wh[0]], "")
		if right := []rune(zhRightTrim.ReplaceAllString(q[wh[1]:], "")); len(right) >= 2 {
			r.right = string(right[max(0, len(right)-3):])
		}
	}
	r.counted = f.q.countedZh()
	if m := zhAskedUnit.FindStringSubmatch(f.q.Text); m != nil {
		r.unit = regexp.MustCompile(m[1] + `$`)
	}
	for _, u := range zhUnitAsked {
		if r.unit == nil && u.ask.MatchString(f.q.Text) {
			r.unit = u.unit
		}
	}
	df, n := map[string]int{}, 0
	for _, e := range f.evidence {
		for i := range e.sentences {
			n++
			for t := range termSet(e.sentence(i)) {
				df[t]++
			}
		}
	}
	for _, t := range distinct(text.Terms(zhTopic(q))) {
		w := math.Log(1 + (float64(n)+1)/(float64(df[t])+0.5))
		r.terms, r.weights, r.total = append(r.terms, t), append(r.weights, w), r.total+w
	}
	return r
}

// countedZh is the noun that a Chinese question asks the number of, "" for none.
func (q Question) countedZh() string {
	if m := zhCounted.FindStringSubmatch(q.Text); m != nil {
		return m[1]
	}
	return ""
}

// countsZh tells whether the clause of a sentence at byte at names what the question
// asks the number of.
func (f *finder) countsZh(s string, at int) bool {
	from := 0
	for _, end := range zhClauseEnd.FindAllStringIndex(s[:at], -1) {
		from = end[1]
	}
	return strings.Contains(s[from:clauseEndZh(s, at)], f.q.countedZh())
}

func termSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, t := range text.Terms(s) {
		set[t] = true
	}
	return set
}

// share is the weighted share of the question's words in clauses, their
// sentence and their passage.
func (r *clauseReader) share(clauses string, sentence, passage map[string]bool) float64 {
	if r.total == 0 {
		return 0
	}
	near, held := termSet(clauses), 0.0
	for i, t := range r.terms {
		switch {
		case near[t]:
			held += r.weights[i]
		case sentence[t]:
			held += inSentence * r.weights[i]
		case passage[t]:
			held += inPassage * r.weights[i]
		}
	}
	return held / r.total
}

// clauseAmount answers a question after a number or a time from the clause that
// says most of its words.
func (f *finder) clauseAmount() Answer {
	r := f.newClauseReader()
	if len(r.terms) < 2 {
		return Answer{}
	}
	best, bestScore := finding{}, 0.0
	for p, e := range f.evidence {
		passage := termSet(e.title + " " + e.text)
		for i := range e.sentences {
			s := e.sentence(i)
			sentence := termSet(s)
			previous := 0
			for from := 0; from < len(s); {
				to := len(s)
				if end := zhClauseEnd.FindStringIndex(s[from:]); end != nil {
					to = from + end[1]
				}
				if value, score := r.read(s, previous, from, to, sentence, passage); score > bestScore {
					best, bestScore = finding{value, p, i}, score
				}
				previous, from = from, to
			}
		}
	}
	if best.text == "" {
		return Answer{}
	}
	f.use(best)
	return Answer{Text: best.text, Score: math.Round(min(bestScore, 0.95)*1e6) / 1e6}
}

// read is the best value of the wanted type in the clause from..to of a
// sentence, read together with the clause from previous on, and its score.
func (r *clauseReader) read(s string, previous, from, to int, sentence, passage map[string]bool) (value string, best float64) {
	var spans [][]int
	if r.f.q.Type == When {
		for _, d := range findDates(s[previous:to], false) {
			spans = append(spans, []int{previous + d[0], previous + d[1]})
		}
	} else {
		for _, m := range zhAmount.FindAllStringIndex(s[from:to], -1) {
			spans = append(spans, []int{from + m[0], from + m[1]})
		}
	}
	if len(spans) == 0 || r.counted != "" && !strings.Contains(s[from:to], r.counted) {
		return "", 0
	}
	share := r.share(s[previous:to], sentence, passage)
	if share < leastClause {
		return "", 0
	}
	if r.right != "" && !strings.Contains(s[previous:to], r.right) {
		share -= 0.2
	}
	for _, m := range spans {
		if score := share + r.fit(s, m[0], m[1]); score > best && !strings.Contains(r.f.q.Text, s[m[0]:m[1]]) {
			value, best = s[m[0]:m[1]], score
		}
	}
	if best < leastClause {
		return "", 0
	}
	return value, best
}

// fit says how well the value at start..end stands where the question asks: of
// the unit asked for, right behind the words before the question word.
func (r *clauseReader) fit(s string, start, end int) float64 {
	v, fit := s[start:end], 0.0
	if r.f.q.Type == When {
		if r.right != "" && (strings.HasPrefix(s[end:], r.right) || hasAnySuffix(s[:start], r.right, r.right+"于")) {
			return 0.15 // of two dates the one at the verb that is asked about
		}
		return 0
	}
	switch {
	case isYear(v, s[end:]) || strings.HasSuffix(s[:start], "第"):
		return -1
	case r.unit != nil && r.unit.MatchString(v):
		fit += 0.15
	case r.unit != nil:
		return -0.5
	}
	left := []rune(r.left)
	for n := min(len(left), 8); n >= 2; n-- {
		tail := string(left[len(left)-n:])
		if at := strings.LastIndex(s[:start], tail); at >= 0 && utf8.RuneCountInString(s[at+len(tail):start]) <= 3 {
			return fit + 0.05*float64(min(n, 5))
		}
	}
	if r.unit == nil {
		return -0.2
	}
	return fit - 0.05
}

// isYear tells a number that is part of a date.
func isYear(v, after string) bool {
	if strings.HasSuffix(v, "年") {
		return len(v) == len("2009年")
	}
	return strings.HasPrefix(after, "年") || strings.HasPrefix(after, "月") || strings.HasPrefix(after, "日")
}

var (
	zhListAsk = regexp.MustCompile(`^(.+)的([\p{Han}]{2,6}?)(?:都)?(?:有哪些|包括哪些|有哪几[个种类项]|是什么|是什麼|为何物)$`)
	zhListGap = regexp.MustCompile(`^(?:主要|一般|通常)?(?:是|为|有|包括|包含|如下|即|：|:|有以下几[个种]：?)+(?:主要|：|:|有|包括)*`)
)

// maxZhList is the longest list given as an answer, in characters.
const maxZhList = 120

// clauseList answers "X的Y是什么" and "X的Y有哪些" with what stands behind Y up to
// the end of its sentence, in a passage that speaks of X.
func (f *finder) clauseList() Answer {
	m := zhListAsk.FindStringSubmatch(strings.TrimRight(f.q.Text, "？?。 "))
	if m == nil {
		return Answer{}
	}
	about := termSet(m[1])
	best, bestScore := finding{}, 0.0
	for p, e := range f.evidence {
		passage := termSet(e.title + " " + e.text)
		for i := range e.sentences {
			s := e.sentence(i)
			at := strings.Index(s, m[2])
			if at < 0 {
				continue
			}
			rest := s[at+len(m[2]):]
			value := strings.Trim(rest[len(zhListGap.FindString(rest)):], "。；;！!？? \r\n")
			if n := utf8.RuneCountInString(value); len(value) == len(rest) || n < 2 || n > maxZhList || len(zhListGap.FindString(rest)) == 0 {
				continue
			}
			if score := 0.4 + 0.3*shareOf(about, termSet(s)) + 0.25*shareOf(about, passage); score > bestScore {
				best, bestScore = finding{value, p, i}, score
			}
		}
	}
	if bestScore < 0.55 {
		return Answer{}
	}
	f.use(best)
	return Answer{Text: best.text, Score: math.Round(bestScore*1e6) / 1e6}
}

// shareOf is the share of the terms that are among the others.
func shareOf(terms, among map[string]bool) float64 {
	if len(terms) == 0 {
		return 0
	}
	n := 0
	for t := range terms {
		if among[t] {
			n++
		}
	}
	return float64(n) / float64(len(terms))
}
