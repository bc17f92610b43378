package offline

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/lists"
)

// TestSlot: of a question, the words beside its question word are kept, nearest first.
func TestSlot(t *testing.T) {
	for question, want := range map[string]string{
		"古鲁们控制什么？":                     "制控们鲁||么什制控",
		"哪家剧院是典范？":                     "|是典范|范典是院",
		"What did Ada Stone discover?": "|ada stone discov|discov stone ada",
		"Where was Ada Stone born":     "|ada stone born|born stone ada",
		"谁？":                           "||谁",
		"什么":                           "||么什",
		"":                             "||",
		"何时\xff何":                      "|何|何时何",
	} {
		q := newQuery(NewWith(&Reader{}).Question(question, ""))
		sep := " "
		if q.Chinese() {
			sep = ""
		}
		got := strings.Join([]string{strings.Join(q.slot[0], sep), strings.Join(q.slot[1], sep), strings.Join(q.slot[2], sep)}, "|")
		if got != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

// TestChineseSpans: candidates of Chinese begin and end where words do.
func TestChineseSpans(t *testing.T) {
	r := readPassage(Passage{Text: "沿海地区的工会组织反对新的贸易协定。"})
	var got []string
	for _, x := range r.lines[0].spans {
		got = append(got, r.text[r.lines[0].tokens[x.first].start:r.lines[0].tokens[x.last-1].end])
	}
	for _, has := range []string{"工会组织", "贸易协定", "新的贸易协定"} {
		if !slices.Contains(got, has) {
			t.Errorf("no candidate %s in %q", has, got)
		}
	}
	for _, no := range []string{"会组织", "工会组", "的工会"} {
		if slices.Contains(got, no) {
			t.Errorf("candidate %s", no)
		}
	}
}

// TestParallelItems: of two values of a sentence the one asked for leads, the other does not.
func TestParallelItems(t *testing.T) {
	// What stands before the first item weighs as much as what tells the second one.
	tied := map[string]bool{"When was the south wing opened?": true}
	for _, c := range []struct{ body, question, right, wrong string }{
		{"Breakfast costs 9 euros. A key costs 5 euros. A night costs 80 euros for the single room and 130 euros for the double room.", "What does the double room cost?", "130 euros", "80 euros"},
		{"A night costs 80 euros for the single room and 130 euros for the double room.", "What does the single room cost?", "80 euros", "130 euros"},
		{"The shop opens at 8:00. The bar opens late. The north gate opens at 7:30, the south gate at 9:15.", "When does the south gate open?", "9:15", "7:30"},
		{"Single room: 80 euros; double room: 130 euros. Breakfast is extra.", "What does the double room cost?", "130 euros", "80 euros"},
		{"The north wing was opened on March 3, 2026, the south wing on May 9, 2027. Both were full.", "When was the south wing opened?", "May 9, 2027", "March 3, 2026"},
		{"The north wing was opened on March 3, 2026, the south wing on May 9, 2027. Both were full.", "When was the north wing opened?", "March 3, 2026", "May 9, 2027"},
		{"Ada Stone leads the blue team, Bo Reed the red team and Cy Marsh the green team. Di Roe leads the shop. Ed Fox leads the bar.", "Who leads the red team?", "Bo Reed", "Ada Stone"},
		{"Ada Stone leads the blue team, Bo Reed the red team and Cy Marsh the green team. Di Roe leads the shop. Ed Fox leads the bar.", "Who leads the green team?", "Cy Marsh", "Bo Reed"},
		{"The blue team is led by Ada Stone (since 2019), the red team by Bo Reed (since 2021).", "Since when is the red team led by Bo Reed?", "2021", "2019"},
		{"Adults pay 12 euros, children 5 euros and students 8 euros. Members pay less. Guests pay more.", "How much do students pay?", "8 euros", "5 euros"},
		{"Adults pay 12 euros, children 5 euros and students 8 euros. Members pay less. Guests pay more.", "How much do children pay?", "5 euros", "8 euros"},
		{"一楼展厅周一开放，二楼展厅周三开放。王小明负责一楼，李大伟负责二楼。", "谁负责二楼？", "李大伟", "王小明"},
		{"单人间每晚80元，双人间每晚130元。", "双人间每晚多少钱？", "130元", "80元"},
		{"单人间每晚80元，双人间每晚130元。", "单人间每晚多少钱？", "80元", "130元"},
	} {
		k := NewWith(&Reader{})
		of := map[string][]float64{}
		for _, x := range k.Candidates(k.Question(c.question, ""), []Passage{{Text: c.body}}) {
			of[x.Text] = x.Features
		}
		if of[c.right] == nil || of[c.wrong] == nil {
			t.Errorf("%s: no candidate %s or %s", c.question, c.right, c.wrong)
			continue
		}
		if right, wrong := of[c.right][featureIndex["lead"]], of[c.wrong][featureIndex["lead"]]; right <= 0 || wrong >= 0 {
			t.Errorf("%s: lead of %s %.2f, of %s %.2f", c.question, c.right, right, c.wrong, wrong)
		}
		if right, wrong := of[c.right][featureIndex["in item"]], of[c.wrong][featureIndex["in item"]]; right < wrong || right == wrong && !tied[c.question] {
			t.Errorf("%s: in item of %s %.2f, of %s %.2f", c.question, c.right, right, c.wrong, wrong)
		}
		later := featureIndex["in later items"]
		if right, wrong := of[c.right][later], of[c.wrong][later]; strings.Index(c.body, c.right) > strings.Index(c.body, c.wrong) && wrong <= right {
			t.Errorf("%s: in later items of %s %.2f, of %s %.2f", c.question, c.right, right, c.wrong, wrong)
		}
		if n := of[c.right][featureIndex["rivals"]]; n < 1 {
			t.Errorf("%s: %v rivals", c.question, n)
		}
	}
}

// TestItems: signs and conjunctions part the items of a sentence, except in brackets, in names and before a verb; where semicolons part
// items, nothing else does.
func TestItems(t *testing.T) {
	for body, want := range map[string]string{
		"Adults pay 12 euros, children 5 euros and students 8 euros.":           "adults pay 12 euros ,/children 5 euros and/students 8 euros .",
		"The shop (open Monday, closed Tuesday) costs 5 euros, 3 for children.": "the shop ( open monday , closed tuesday ) costs 5 euros ,/3 for children .",
		"The hall: 9 to 5, Monday; the bar: 6 to 9, Friday.":                    "the hall : 9 to 5 , monday ;/the bar : 6 to 9 , friday .",
		"It was opened and closed in 1902, by Ann Reed.":                        "it was opened and closed in 1902 ,/by ann reed .",
		"It opened on May 9, 2027, or later.":                                   "it opened on may 9 , 2027 ,/or later .",
		"The hall (open Monday; shut Tuesday) costs 5 euros, 3 for children.":   "the hall ( open monday ; shut tuesday ) costs 5 euros ,/3 for children .",
		"The hall costs 5 euros (3 for children, 2 for students).":              "the hall costs 5 euros ( 3 for children ,/2 for students ) .",
		"The hall (open Monday costs 5 euros, the bar 3.":                       "the hall ( open monday costs 5 euros ,/the bar 3 .",
		"单人间80元，双人间130元；":                                                       "单人间80元，/双人间130元；",
		"单人间80元，双人间130元以及早餐9元。":                                                 "单人间80元，/双人间130元以及/早餐9元。",
	} {
		r, sep := readPassage(Passage{Text: body}), " "
		if hasHan(body) {
			sep = ""
		}
		items := make([][]string, 1)
		for _, p := range r.lines[0].tokens {
			for len(items) <= p.item {
				items = append(items, nil)
			}
			items[p.item] = append(items[p.item], p.lower)
		}
		if got := strings.Join(lists.Map(items, func(i []string) string { return strings.Join(i, sep) }), "/"); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// TestJoined: names that a comma joins are a candidate, a name with the time behind it and phrases of two items are none.
func TestJoined(t *testing.T) {
	r := readPassage(Passage{Text: "Ann Reed in 1902 and Bo Fox on 3 May 1903 came to Paris, France for 12 euros, lunch for 9 euros, in 2018 and May 2019."})
	l := r.lines[0]
	got := lists.Map(l.spans, func(x span) string { return r.text[l.tokens[x.first].start:l.tokens[x.last-1].end] })
	for want, is := range map[string]bool{"Paris, France": true, "Ann Reed": true, "Ann Reed in 1902": false, "Bo Fox on 3 May 1903": false, "12 euros, lunch": false, "2018 and May 2019": true} {
		if slices.Contains(got, want) != is {
			t.Errorf("%s is a candidate: %v", want, !is)
		}
	}
}
