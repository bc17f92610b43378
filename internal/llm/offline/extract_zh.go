package offline

import (
	_ "embed"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// extraction gives what a Chinese page says.
func (z *zhPage) extraction() Extraction {
	c := newCollector()
	for _, s := range z.sentences {
		if f, ok := z.fact(s); ok {
			c.fact(f)
		}
		c.sentence = z.slice(s.Start, s.End)
		r := zhReader{z, s, c}
		r.read()
	}
	c.sentence = ""
	z.entities(c)
	return c.out
}

// entities gives the typed names, then the untyped ends of triples stay as they are.
func (z *zhPage) entities(c *collector) {
	for _, n := range z.names {
		c.out.Entities = append(c.out.Entities, Entity{n, z.types[n], z.titles[n]})
	}
}

// fact makes a fact of a sentence.
func (z *zhPage) fact(s *zhSentence) (Fact, bool) {
	f := Fact{Sentence: z.slice(s.Start, s.End)}
	f.Text = f.Sentence
	var all []element
	named := 0
	if first := z.body[s.Start]; s.subject != "" && (first == '他' || first == '她') && z.at(s.Start+1) != '们' {
		f.Text = s.subject + z.slice(s.Start+1, s.End)
		all = append(all, element{s.subject, -1, 10})
		named++
	}
	for i, m := range s.marks {
		e := element{text: m.text, order: i}
		switch m.kind {
		case Name, Time:
			e.score = 10
			named++
		case Number:
			e.score = 7
		case Verb:
			e.score = 5
		default:
			e.score = 3 + min(z.grams[m.text], 4)
		}
		all = append(all, e)
	}
	f.Elements = choose(all, min(max(maxElements, named), maxNamed))
	return f, len(f.Elements) > 0 && s.End-s.Start > 3
}

// at is the character at i, 0 outside the body.
func (z *zhPage) at(i int) rune {
	if i < 0 || i >= len(z.body) {
		return 0
	}
	return z.body[i]
}

// phrases are the marks of a text read by itself.
func (z *zhPage) phrases() []Phrase {
	var out []Phrase
	for _, s := range z.sentences {
		for _, m := range s.marks {
			kind := m.kind
			if kind == Name && z.types[m.text] == "Location" {
				kind = Place
			}
			out = append(out, Phrase{m.text, m.Span, kind})
		}
	}
	return out
}

// zhReader reads the relations and attributes of one Chinese sentence.
type zhReader struct {
	page     *zhPage
	sentence *zhSentence
	out      *collector
}

// zhCue is a phrase that tells a relation from what stands before it to what
// stands behind it.
type zhCue struct {
	phrase, relation string
	// head and tail are the types the ends must have.
	head, tail string
	// back tells a relation that runs from what stands behind to what stands before.
	back bool
}

//go:embed cues.txt
var cueTable string

// zhCues are the rows of the table.
var zhCues = readCues()

func readCues() (cues []zhCue) {
	for row := range strings.Lines(cueTable) {
		key, phrases, _ := strings.Cut(row, ": ")
		of := strings.Fields(key)
		if strings.HasPrefix(row, "#") {
			continue
		}
		c := zhCue{head: strings.Trim(of[1], "-"), tail: of[2]}
		c.relation, c.back = strings.CutSuffix(of[0], "<")
		for c.phrase = range strings.FieldsSeq(phrases) {
			cues = append(cues, c)
		}
	}
	return cues
}

// zhMadeBy are the participles of 由X执导.
var zhMadeBy = map[string]string{
	"执导": "DIRECTED_BY", "导演": "DIRECTED_BY", "编剧": "WRITTEN_BY", "创作": "WRITTEN_BY", "撰写": "WRITTEN_BY", "演唱": "PERFORMED_BY", "作曲": "COMPOSED_BY",
	"主演": "STARS", "创立": "FOUNDED_BY", "创办": "FOUNDED_BY", "创建": "FOUNDED_BY", "出版": "PUBLISHED_BY", "发行": "PUBLISHED_BY", "制作": "PRODUCED_BY", "设计": "CREATED_BY", "发明": "CREATED_BY",
}

// maxReach is how many characters may stand between a cue and the names it joins.
const maxReach = 14

// maxAdverb is how many characters may stand between a person and the verb of what he does.
const maxAdverb = 4

// read finds what the sentence states.
func (r zhReader) read() {
	s := r.sentence
	sentence := r.page.slice(s.Start, s.End)
	for _, denial := range []string{"不是", "并非", "从未", "没有", "不曾", "未曾"} {
		if strings.Contains(sentence, denial) {
			return // what a sentence denies, and how far the denial goes, is hard to tell
		}
	}
	for _, cue := range zhCues {
		for from := 0; ; {
			i := strings.Index(sentence[from:], cue.phrase)
			if i < 0 {
				break
			}
			i += from
			from = i + len(cue.phrase)
			start := s.Start + utf8.RuneCountInString(sentence[:i])
			r.cue(cue, start, start+utf8.RuneCountInString(cue.phrase))
		}
	}
	for i, m := range s.marks {
		r.madeBy(m)
		r.dated(m)
		r.office(i)
		r.native(m)
	}
}

// cue joins what stands before and behind a cue.
func (r zhReader) cue(c zhCue, start, end int) {
	head, tail := r.headOf(c, start), r.tailOf(c, end)
	if head == "" || tail == "" {
		return
	}
	if c.back {
		head, tail = tail, head
	}
	r.out.triple(head, c.relation, tail)
}

// headOf is the last name of the cue's head type before start in the clause,
// else the subject.
func (r zhReader) headOf(c zhCue, start int) string {
	kinship := c.tail == "Person"
	for i := len(r.sentence.marks) - 1; i >= 0; i-- {
		m := r.sentence.marks[i]
		if m.End > start {
			continue
		}
		if m.kind != Name || c.head != "" && r.page.types[m.text] != c.head || c.head == "" && r.page.types[m.text] == "" {
			if kinship {
				break
			}
			continue
		}
		gap := r.page.slice(m.End, start)
		if strings.ContainsAny(gap, "。！？；") || start-m.End > 2*maxReach || kinship && gap != "" && gap != "的" && (c.relation != "KNOWS" || start-m.End > maxAdverb || strings.ContainsAny(gap, "，、的：“")) {
			break
		}
		return m.text
	}
	subject := r.sentence.subject
	if kinship && !(start > r.sentence.Start && strings.ContainsRune("他她其的", r.page.at(start-1))) {
		return ""
	}
	if subject != "" && (c.head == "" || r.page.types[subject] == c.head) {
		return subject
	}
	return ""
}

// tailOf is the first name of the cue's tail type close behind end.
func (r zhReader) tailOf(c zhCue, end int) string {
	for _, m := range r.sentence.marks {
		if m.Start < end {
			continue
		}
		gap := r.page.slice(end, min(m.Start, r.sentence.End))
		if m.Start-end > maxReach || strings.ContainsAny(gap, "。！？；") || c.tail == "Person" && (m.Start-end > 3 || strings.Contains(gap, "，")) {
			return ""
		}
		if m.kind == Name && r.page.types[m.text] == c.tail {
			return m.text
		}
		if c.relation == "WORKS_FOR" && m.kind == Verb {
			return ""
		}
	}
	return ""
}

// madeBy reads 由X执导 and X、Y主演 of the work the sentence speaks of.
func (r zhReader) madeBy(m zhMark) {
	if m.kind != Name || r.page.at(m.Start-1) != '由' {
		return
	}
	if t := r.page.types[m.text]; t != "Person" && t != "Organization" {
		return
	}
	rest := r.page.slice(m.End, r.sentence.End)
	if relation := zhMadeBy[text.Truncate(rest, 2)]; relation != "" {
		r.out.triple(r.made(m.Start), relation, m.text)
	}
}

// made is the work or organisation named before i, else the subject.
func (r zhReader) made(i int) string {
	for k := len(r.sentence.marks) - 1; k >= 0; k-- {
		m := r.sentence.marks[k]
		if t := r.page.types[m.text]; m.End <= i && (t == "Work" || t == "Organization") {
			return m.text
		}
	}
	if r.page.types[r.sentence.subject] == "Person" {
		return ""
	}
	return r.sentence.subject
}

// dated reads the dates of births, deaths and foundings.
func (r zhReader) dated(m zhMark) {
	if m.kind != Time || !strings.Contains(m.text, "年") {
		return
	}
	s := r.sentence
	behind := r.page.slice(m.End, min(m.End+4, s.End))
	before := r.page.slice(max(m.Start-4, s.Start), m.Start)
	who := r.headOf(zhCue{head: "Person"}, m.Start)
	switch {
	case hasAnyPrefix(behind, "出生", "生于", "生，", "生。") || hasAnySuffix(before, "出生于", "生于", "出生"):
		r.out.attribute(who, "date of birth", m.text)
	case hasAnyPrefix(behind, "逝世", "去世", "病逝", "卒") || hasAnySuffix(before, "逝世于", "病逝于", "卒于"):
		r.out.attribute(who, "date of death", m.text)
	case hasAnyPrefix(behind, "成立", "创立", "创办", "创建", "建立") || hasAnySuffix(before, "成立于", "创立于", "创建于", "始建于", "创办于"):
		head := r.headOf(zhCue{head: "Organization"}, m.Start)
		if head == "" && r.page.types[s.subject] != "Person" {
			head = s.subject
		}
		r.out.attribute(head, "founding date", m.text)
	case hasAnyPrefix(behind, "上映", "出版", "发行", "发表") || hasAnySuffix(before, "上映于", "出版于", "发行于"):
		r.out.attribute(r.headOf(zhCue{head: "Work"}, m.Start), "release date", m.text)
	}
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, p := range suffixes {
		if strings.HasSuffix(s, p) {
			return true
		}
	}
	return false
}

// zhLeads are the titles of those who lead what stands before the title.
var zhLeads = wordSet("总书记 总经理 董事长 委员长 总司令 理事长 总统 总理 主席 主任 部长 省长 市长 县长 局长 院长 校长 书记 首相 国王 女王 会长 厂长 村长 社长 队长 主编")

// office reads 国务院总理李鹏: an organisation or place, a title, a person.
func (r zhReader) office(i int) {
	marks := r.sentence.marks
	m := marks[i]
	if r.page.types[m.text] != "Person" || i == 0 {
		return
	}
	prev := marks[i-1]
	t := r.page.types[prev.text]
	title := r.page.slice(prev.End, m.Start)
	if t == "" && i > 1 && prev.End == m.Start { // the title itself was marked as a word
		prev, title = marks[i-2], prev.text
		t = r.page.types[prev.text]
		if prev.End != marks[i-1].Start {
			return
		}
	}
	if t != "Organization" && t != "Location" || utf8.RuneCountInString(title) > 5 {
		return
	}
	for _, known := range zhTitles {
		if !strings.HasSuffix(title, known) {
			continue
		}
		r.out.attribute(m.text, "title", title)
		switch {
		case zhLeads[title]:
			r.out.triple(m.text, "LEADER_OF", prev.text)
		case t == "Organization":
			r.out.triple(m.text, "WORKS_FOR", prev.text)
		}
		return
	}
}

// native reads 浙江绍兴人 and 美国人 behind a person.
func (r zhReader) native(m zhMark) {
	if r.page.types[m.text] != "Location" || r.page.at(m.End) != '人' || !r.ends(m.End+1) {
		return
	}
	who := r.headOf(zhCue{head: "Person"}, m.Start)
	if who == "" {
		return
	}
	if strings.HasSuffix(m.text, "国") || text.StopZh(m.text) {
		r.out.triple(who, "CITIZEN_OF", m.text)
		return
	}
	r.out.triple(who, "LIVED_IN", m.text)
}

// ends tells whether punctuation or the sentence's end stands at i.
func (r zhReader) ends(i int) bool {
	return i >= r.sentence.End || !isHan(r.page.at(i))
}
