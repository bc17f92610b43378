package offline

import (
	"regexp"
	"strings"
)

// chineseWh finds the question word of a Chinese question.
var chineseWh = regexp.MustCompile(`谁|什么时候|什么时间|何时|哪一年|哪年|几月|哪一天|哪天|什么地方|哪里|哪儿|何处|哪个城市|哪个省份?|哪个国家|哪座城市|哪国|多少|几[个位名部本岁年天次种条]|多大|多久|什麼|誰|多长|多高|多远|为什么|为何|因何|是否|有没有|吗|哪[一二两三些个位家所部本种届项条座]?|什么|如何|怎么样?|怎样|何[人物事种地]`)

// zhTopic is a Chinese question without the words that only ask.
func zhTopic(question string) string {
	return zhGenericAsk.ReplaceAllString(chineseWh.ReplaceAllString(question, " "), " ")
}

var yesNoZh = regexp.MustCompile(`是否|有没有|吗[？?]?$|是不是`)

// typeOfChinese tells what a Chinese question asks for.
func typeOfChinese(q string) AnswerType {
	if yesNoZh.MatchString(q) {
		return YesNo
	}
	switch w := chineseWh.FindString(q); {
	case w == "谁" || w == "誰" || strings.HasPrefix(w, "哪位"):
		return Who
	case strings.Contains(w, "时") || strings.Contains(w, "年") && !strings.HasPrefix(w, "几年") || strings.HasSuffix(w, "天") && !strings.HasPrefix(w, "几天") || w == "几月":
		return When
	case strings.Contains(w, "地方") || w == "哪里" || w == "哪儿" || w == "何处" || strings.Contains(w, "城市") || strings.Contains(w, "省") || strings.Contains(w, "国"):
		return Where
	case strings.HasPrefix(w, "多") || strings.HasPrefix(w, "几"):
		return HowMany
	case w == "为什么" || w == "为何" || w == "因何":
		return Why
	case strings.HasPrefix(w, "哪"):
		return Which
	}
	return What
}

var (
	titleMarks  = regexp.MustCompile(`《[^《》]+》|“[^“”]+”|"[^"]+"`)
	latinRun    = regexp.MustCompile(`[A-Za-z][A-Za-z0-9.\- ]*[A-Za-z0-9]`)
	zhSubject   = regexp.MustCompile(`^([\p{Han}·]{2,12}?)(?:的|是|在|有|于|和|与|为|叫|位于|住在|住哪|居住|定居|安葬|获得|嫁|娶|出生|去世|毕业|担任|成立|创立|写|拒绝|支付)`)
	nativeOf    = regexp.MustCompile(`^(.+?)是(?:哪里|哪儿|什么地方|何处|哪个地方)的?人$`)
	zhOf        = regexp.MustCompile(`^(.+)的([\p{Han}]{1,8}?)(?:是|在|为|叫|有|位于|于)?$`)
	zhBeforeWh  = regexp.MustCompile(`(?:是|在|于|为|叫|有|到|由|共|达到?|达|约)*$`)
	zhVerbAfter = []struct {
		verb     *regexp.Regexp
		when, at string
	}{
		{regexp.MustCompile(`出生|诞生`), "出生日期", "出生地"},
		{regexp.MustCompile(`去世|逝世|死|病逝`), "去世日期", "去世地"},
		{regexp.MustCompile(`毕业`), "", "毕业院校"},
		{regexp.MustCompile(`居住在?$|住在?$|定居在?$`), "", "居住地"},
		{regexp.MustCompile(`成立|创立|创办|建立`), "成立时间", ""},
		{regexp.MustCompile(`^位于|^在$|坐落`), "", "位置"},
	}
)

// chineseNames are the quoted titles, Latin names, and the subject of a Chinese question.
func chineseNames(q string) []string {
	var names []string
	for _, m := range titleMarks.FindAllString(q, -1) {
		names = append(names, strings.Trim(m, `《》“”"`))
	}
	names = append(names, latinRun.FindAllString(q, -1)...)
	if len(names) == 0 {
		if m := zhSubject.FindStringSubmatch(q); m != nil && !chineseWh.MatchString(m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// chineseLookups reads "X的Y是谁" and "X什么时候出生" into a lookup.
func chineseLookups(q string) []Lookup {
	s := strings.TrimRight(strings.TrimSpace(q), "？?。 ")
	wh := chineseWh.FindStringIndex(s)
	if wh == nil {
		return nil
	}
	if l, ok := chineseDeed(s); ok {
		return []Lookup{l}
	}
	if m := callingAsked.FindStringSubmatch(s); m != nil {
		l := chineseChain(m[1])
		l.Path = append(l.Path, calling)
		return []Lookup{l}
	}
	if m := nativeOf.FindStringSubmatch(s); m != nil {
		l := chineseChain(m[1])
		l.Path = append(l.Path, "籍贯")
		return []Lookup{l}
	}
	if rest, ok := strings.CutPrefix(s, "谁是"); ok {
		if l := chineseChain(rest); len(l.Path) > 0 {
			return []Lookup{l}
		}
	}
	before := zhBeforeWh.ReplaceAllString(s[:wh[0]], "")
	after := s[wh[1]:]
	for _, v := range zhVerbAfter {
		rel := v.when
		if typeOfChinese(q) == Where || typeOfChinese(q) == Which {
			rel = v.at
		}
		subject := before
		if loc := v.verb.FindStringIndex(before); loc != nil && loc[1] == len(before) {
			subject = before[:loc[0]]
		} else if !v.verb.MatchString(after) {
			continue
		}
		subject = strings.TrimSuffix(strings.TrimSuffix(subject, "是"), "于")
		if rel != "" && subject != "" {
			l := chineseChain(subject)
			l.Path = append(l.Path, rel)
			return []Lookup{l}
		}
	}
	if strings.Trim(after, "人的名字呢") != "" && len([]rune(after)) > 3 {
		return nil
	}
	if l := chineseChain(before); len(l.Path) > 0 {
		return []Lookup{l}
	}
	return nil
}

// chineseChain reads "X的父亲的出生地", outermost last.
func chineseChain(s string) Lookup {
	if l, ok := chineseDeed(s); ok {
		return l
	}
	if m := zhOf.FindStringSubmatch(s); m != nil && len([]rune(m[1])) >= 2 {
		l := chineseChain(m[1])
		l.Path = append(l.Path, m[2])
		return l
	}
	return Lookup{Name: strings.Trim(s, `《》“”"`)}
}
