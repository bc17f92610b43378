package offline

import (
	"testing"

	"grove/internal/text"
)

// library is the evidence of the tables, by a short key.
var library = map[string]Passage{
	"film":     {"Iron Harbour", "Iron Harbour is a 1931 American drama film directed by Walter Lind and starring Greta Moss. The screenplay was written by Paul Orr. The music was composed by Ada Brandt."},
	"director": {"Walter Lind", "Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director. Born in Uppsala, he studied at the Royal Academy of Turku. He married Greta Moss in 1922. Lind died in Oslo of pneumonia."},
	"film2":    {"Glass Meadow (film)", "Glass Meadow is a 1950 British comedy film directed by Ann Petrie."},
	"ann":      {"Ann Petrie", "Ann Petrie (born 1 March 1911 in Leeds) is an English film director and painter. She received the Golden Lantern Award in 1952."},
	"song":     {"Low Tide (Mara Voss song)", "\"Low Tide\" is a song by German singer Mara Voss from her second album, \"Salt\"."},
	"singer":   {"Mara Voss", "Mara Voss (born 12 July 1985) is a German singer and songwriter. She is the daughter of the painter Erik Voss and of the actress Lena Hartwig."},
	"father":   {"Erik Voss", "Erik Voss was a painter. He was born in Kiel in 1950 and died in Hamburg on 3 March 2011. He was the son of Otto Voss."},
	"queen":    {"Isabel of Norwick", "Isabel of Norwick (1402 – 9 May 1466) was the second wife of Henry of Dale and a daughter of King Robert II of Norwick and his wife Anne of Vell."},
	"king":     {"Robert II of Norwick", "Robert II (died 7 August 1431) was King of Norwick. He was buried in Vell Abbey."},
	"village":  {"Karsu", "Karsu is a village in the Bolu District, Bolu Province, Turkey. Its population was 212 as of 2012."},
	"village2": {"Deh Bala, Kerman", "Deh Bala is a village in Rayen District, Kerman Province, Iran. At the 2006 census, its population was 91."},
	"company":  {"Barrow and Sons", "Barrow and Sons is a British maker of rainwear. It was founded in 1894 by John Barrow in South Haven."},
	"ship":     {"Moby-Dick notes", "The chief mate of the Pequod was Starbuck, a native of Nantucket. Ahab, the captain of the Pequod, had lost a leg to the white whale. The Pequod carried three harpooneers because each boat needed one. Ishmael went to sea in December."},
	"ahab":     {"Chapter 16", "“Is this the Captain of the Pequod?” said I to Captain Peleg. “Supposing it be, what dost thou want?” Captain Ahab is the Captain of this ship."},
	"light":    {"Brannock Light", "Brannock Light is a lighthouse on Corrie Skerry, a bare rock north of the island. The tower is 31 metres high and has 142 steps. The lamp was lit for the first time on 14 October 1871. The first keeper of Brannock Light was Tobias Quill."},
	"voyage":   {"The Kestrel Expedition", "The Kestrel Expedition was a voyage of discovery to Sundrel Island. It was led by Captain Anselm Drury. The botanist was Isolde Quill."},
	"drury":    {"Anselm Drury", "Anselm Drury was a sea captain. He was born in Ashmere on 12 August 1847. Anselm Drury died in Stennick on 15 February 1919."},
	"moss":     {"Lantern moss", "Lantern moss is a pale moss that glows faintly in sea caves. Isolde Quill discovered lantern moss in 1894 on Sundrel Island."},
	"paris":    {"France", "Paris is the capital of France. France is not a member of the Northern League."},
	"book":     {"The Care of Glass", "The Care of Glass is a handbook written by Edda Lindqvar. It was published in 1882 by the Gannet Press."},

	"潮汐站": {"青屿潮汐站", "青屿潮汐站位于望川县东南的青屿岛，是一座观测潮汐的小站。潮汐站创立于1936年4月12日，由工程师顾怀舟设计。站房用花岗岩砌成，高12米。青屿潮汐站的第一任站长是沈若岚。"},
	"站长":  {"沈若岚", "沈若岚1908年9月3日出生于临汐市，1931年毕业于海州大学地理系。她在岛上工作了二十二年。沈若岚于1979年11月25日在海州市去世。沈若岚的父亲是沈怀远。"},
	"父亲":  {"沈怀远", "沈怀远是一名医生，1880年出生于苏州。他因为热爱大海而移居临汐市。"},
	"台风":  {"台风", "1939年8月18日，一场台风冲毁了岛上的码头。这台验潮仪由仪器匠韩秉文制造，重86公斤。陆望生编成了《望川潮汐表》。渔民一共有三百二十人。"},
	"公司":  {"奇峰锅炉公司", "奇峰锅炉公司成立于1998年，总部位于哈尔滨市。公司支付了10万元预付款。"},
}

func read(keys ...string) []Passage {
	var out []Passage
	for _, k := range keys {
		out = append(out, library[k])
	}
	return out
}

func TestAnswersInEnglish(t *testing.T) {
	films := read("film", "director", "film2", "ann")
	family := read("song", "singer", "father")
	for _, c := range []struct {
		question string
		passages []Passage
		want     string // "" is an abstention
	}{
		{"Who directed Iron Harbour?", films, "Walter Lind"},
		{"Who is the director of the film Iron Harbour?", films, "Walter Lind"},
		{"Who wrote Iron Harbour?", films, "Paul Orr"},
		{"Who is the composer of film Iron Harbour?", films, "Ada Brandt"},
		{"When was Walter Lind born?", films, "4 May 1890"},
		{"When was the director of film Iron Harbour born?", films, "4 May 1890"},
		{"What is the date of birth of the director of film Iron Harbour?", films, "4 May 1890"},
		{"What is the date of death of the director of film Iron Harbour?", films, "2 June 1961"},
		{"When is the director of film Glass Meadow 's birthday?", films, "1 March 1911"},
		{"Where was the director of film Iron Harbour born?", films, "Uppsala"},
		{"What is the place of birth of the director of Glass Meadow?", films, "Leeds"},
		{"Where did the director of film Iron Harbour die?", films, "Oslo"},
		{"What is the cause of death of the director of film Iron Harbour?", films, "pneumonia"},
		{"Why did Walter Lind die?", films, "pneumonia"},
		{"Where did the director of film Iron Harbour study?", films, "Royal Academy of Turku"},
		{"Who was the wife of the director of film Iron Harbour?", films, "Greta Moss"},
		{"What nationality is the director of film Iron Harbour?", films, "Swedish"},
		{"Which country the director of film Glass Meadow is from?", films, "English"},
		{"Which award did the director of Glass Meadow receive?", films, "Golden Lantern Award"},
		{"Which film was released first, Iron Harbour or Glass Meadow?", films, "Iron Harbour"},
		{"Which film came out more recently, Iron Harbour or Glass Meadow (Film)?", films, "Glass Meadow (Film)"},
		{"Which film has the director who was born later, Iron Harbour or Glass Meadow?", films, "Glass Meadow"},
		{"Which film has the director who is older, Iron Harbour or Glass Meadow?", films, "Iron Harbour"},
		{"Was Walter Lind or Ann Petrie born first?", films, "Walter Lind"},
		{"Who is younger, Walter Lind or Ann Petrie?", films, "Ann Petrie"},
		{"Are the directors of both films Iron Harbour and Glass Meadow from the same country?", films, "no"},
		{"Do Walter Lind and Ann Petrie have the same nationality?", films, "no"},
		{"Are Ann Petrie and Barrow and Sons from the same country?", read("ann", "company"), "yes"},
		{"Who is the father of Mara Voss?", family, "Erik Voss"},
		{"Who is Mara Voss's mother?", family, "Lena Hartwig"},
		{"Who is the paternal grandfather of Mara Voss?", family, "Otto Voss"},
		{"Where did the father of the performer of song Low Tide die?", family, "Hamburg"},
		{"When did Mara Voss's father die?", family, "3 March 2011"},
		{"Who performed Low Tide?", family, "Mara Voss"},
		{"Who was the husband of Isabel of Norwick?", read("queen", "king"), "Henry of Dale"},
		{"Who is Isabel of Norwick's mother?", read("queen", "king"), "Anne of Vell"},
		{"Where was Isabel of Norwick's father buried?", read("queen", "king"), "Vell Abbey"},
		{"Are Karsu and Deh Bala, Kerman located in the same country?", read("village", "village2"), "no"},
		{"Are both villages, Karsu and Karsu, located in the same country?", read("village"), "yes"},
		{"Who founded Barrow and Sons?", read("company"), "John Barrow"},
		{"When was Barrow and Sons founded?", read("company"), "1894"},
		{"Who is the captain of the Pequod?", read("ship"), "Ahab"},
		{"Who is the captain of the Pequod?", read("ahab"), "Captain Ahab"},
		{"Who was the chief mate of the Pequod?", read("ship"), "Starbuck"},
		{"Why did the Pequod carry three harpooneers?", read("ship"), "each boat needed one"},
		{"How many steps does Brannock Light have?", read("light"), "142"},
		{"When was the lamp of Brannock Light lit for the first time?", read("light"), "14 October 1871"},
		{"Who was the first keeper of Brannock Light?", read("light"), "Tobias Quill"},
		{"Where was the leader of the Kestrel Expedition born?", read("voyage", "drury"), "Ashmere"},
		{"Who discovered lantern moss?", read("moss"), "Isolde Quill"},
		{"What is lantern moss?", read("moss"), "a pale moss that glows faintly in sea caves"},
		{"What is the capital of France?", read("paris"), "Paris"},
		{"Is Paris the capital of France?", read("paris"), "yes"},
		{"Is France a member of the Northern League?", read("paris"), "no"},
		{"When was The Care of Glass published?", read("book"), "1882"},
		{"Who published The Care of Glass?", read("book"), "Gannet Press"},
		{"Who was Starbuck?", read("ship"), "The chief mate of the Pequod"},
		{"When did the man who led the Kestrel Expedition die?", read("voyage", "drury"), "15 February 1919"},
		// What the passages do not say.
		{"When was the director of film Copper Valley born?", films, ""},
		{"Who is the father of Walter Lind?", films, ""},
		{"Who painted the portrait of Isolde Quill?", read("moss", "voyage"), ""},
		{"Which film was released first, Iron Harbour or Copper Valley?", films, ""},
		{"Where is the treasure of Captain Flint?", read("ship", "light"), ""},
		{"Who?", films, ""},
		{"", nil, ""},
	} {
		check(t, c.question, c.passages, c.want)
	}
}

func TestAnswersInChinese(t *testing.T) {
	station := read("潮汐站", "站长", "父亲", "台风")
	for _, c := range []struct {
		question string
		passages []Passage
		want     string
	}{
		{"青屿潮汐站的第一任站长是谁？", station, "沈若岚"},
		{"谁是青屿潮汐站的第一任站长？", station, "沈若岚"},
		{"青屿潮汐站是什么时候创立的？", station, "1936年4月12日"},
		{"青屿潮汐站位于哪里？", station, "望川县东南的青屿岛"},
		{"沈若岚出生于哪里？", station, "临汐市"},
		{"沈若岚什么时候出生？", station, "1908年9月3日"},
		{"沈若岚毕业于哪所大学？", station, "海州大学"},
		{"沈若岚的父亲是谁？", station, "沈怀远"},
		{"沈若岚的父亲的出生地是哪里？", station, "苏州"},
		{"沈若岚在哪里去世？", station, "海州市"},
		{"青屿潮汐站的第一任站长出生于哪里？", station, "临汐市"},
		{"沈怀远为什么移居临汐市？", station, "热爱大海"},
		{"谁编成了《望川潮汐表》？", station, "陆望生"},
		{"验潮仪重多少公斤？", station, "86公斤"},
		{"渔民一共有多少人？", station, "三百二十人"},
		{"青屿潮汐站由谁设计？", station, "工程师顾怀舟"},
		{"奇峰锅炉公司支付了多少预付款？", read("公司"), "10万元"},
		{"奇峰锅炉公司成立于哪一年？", read("公司"), "1998年"},
		{"奇峰锅炉公司的总部位于哪里？", read("公司"), "哈尔滨市"},
		{"红岩灯塔的设计者是谁？", station, ""},
		{"沈若岚的母亲是谁？", station, ""},
	} {
		check(t, c.question, c.passages, c.want)
	}
}

func check(t *testing.T, question string, passages []Passage, want string) {
	t.Helper()
	k := New()
	q := k.Question(question, "")
	a := k.Answer(q, passages)
	if a.Abstained != (want == "") || a.Text != want {
		t.Errorf("%s\n  answer %q (score %v), want %q; lookups %v, type %s, names %q, missing %q",
			question, a.Text, a.Score, want, q.Lookups, q.Type, q.Names, a.Missing)
	}
	if a.Abstained && a.Missing == "" || !a.Abstained && len(a.Support) == 0 {
		t.Errorf("%s: missing %q, %d sentences of support", question, a.Missing, len(a.Support))
	}
	for _, s := range a.Support {
		if s.Passage >= len(passages) || s.Start < 0 || s.End > len([]rune(passages[s.Passage].Text)) || s.Start >= s.End {
			t.Errorf("%s: support %+v", question, s)
		}
	}
	if again := k.Answer(q, passages); again.Text != a.Text || len(again.Support) != len(a.Support) {
		t.Errorf("%s: another answer the second time", question)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, p := range library {
		f.Add("Who is the director of "+p.Title+"?", p.Title, p.Text)
		f.Add(p.Title+"的父亲是谁？", p.Title, p.Text)
	}
	f.Add("Are \xff and (( from the same country?", "İ", "İ or İ, born 99999999999999999999 – (1 May 1900")
	f.Add("\xdf0的昜谁", "\xff", "张三\xff是\xdf0的昜。")
	f.Add("What is Neil?", "", "Neil is !")
	f.Add("0 o\xff'neil", " ", "0  Neil is !")
	f.Add("who is o\xff'neil", "", "O\xff'Neil Grant is a cook. Ann O\xff'Neil left.")
	k := New()
	f.Fuzz(func(t *testing.T, question, title, body string) {
		passages := []Passage{{title, body}}
		a := k.Answer(k.Question(question, ""), passages)
		for _, s := range a.Support {
			if s.Start < 0 || s.Start > s.End || s.End > len([]rune(body)) {
				t.Errorf("support %+v in %q", s, body)
			}
		}
		if a.Abstained == (a.Text != "") {
			t.Errorf("abstained %v with %q", a.Abstained, a.Text)
		}
	})
}

func TestRank(t *testing.T) {
	k := New()
	scores := k.Rank("Who was the captain of the Pequod?", []string{"whale", "Pequod", "the captain of the Pequod", ""})
	if scores[2] <= scores[1] || scores[1] <= scores[0] || scores[0] != 0 || scores[3] != 0 {
		t.Fatalf("scores %v", scores)
	}
	if s, ok := k.BestSentence(k.Question("Who was the captain of the Pequod?", ""), library["ship"]); !ok || text.Slice(library["ship"].Text, s.Start, s.End) == "" {
		t.Fatal("no best sentence")
	}
}

func TestDates(t *testing.T) {
	for a, b := range map[string]string{"4 May 1890": "2 June 1961", "1890": "May 1891", "May 4, 1890": "5 May 1890",
		"1936年4月12日": "1936年5月", "1936-04-12": "1936-05-01", "44 BC": "AD 130"} {
		if dateKey(a) >= dateKey(b) {
			t.Errorf("%s (%d) is not before %s (%d)", a, dateKey(a), b, dateKey(b))
		}
	}
}
