package offline

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grove/internal/text"
)

// row is a triple or an attribute without its sentence.
type row [3]string

// stated tells what a passage must and must not say.
type stated struct {
	name, title, body, lang string
	// entities are "name: Type".
	entities []string
	triples  []row
	attrs    []row
	// never are triples that must not come out.
	never []row
}

func TestExtractEnglish(t *testing.T) {
	for _, c := range []stated{
		{
			name: "film", title: "The Lighthouse Keeper (1931 film)",
			body: "The Lighthouse Keeper is a 1931 British crime film directed by Maria Holt and written by Tom R. Allen. " +
				"Produced by Bright Pictures, the film stars Anna Lind, John Marsh and Peter O'Dell.",
			entities: []string{"The Lighthouse Keeper: Work", "Maria Holt: Person", "Bright Pictures: Organization", "Peter O'Dell: Person"},
			triples: []row{
				{"The Lighthouse Keeper", "DIRECTED_BY", "Maria Holt"}, {"The Lighthouse Keeper", "WRITTEN_BY", "Tom R. Allen"},
				{"The Lighthouse Keeper", "PRODUCED_BY", "Bright Pictures"}, {"The Lighthouse Keeper", "STARS", "Peter O'Dell"},
			},
			attrs: []row{{"The Lighthouse Keeper", "release date", "1931"}, {"The Lighthouse Keeper", "genre", "crime"}},
			never: []row{{"Maria Holt", "WRITTEN_BY", "Tom R. Allen"}},
		},
		{
			name: "life in brackets", title: "Edwin Marlow",
			body: "Edwin James Marlow (3 May 1880, Leeds – 9 June 1951, Geneva) was an English painter and poet. " +
				"He was the son of Arthur Marlow and his wife Clara Finch. He studied at the University of Edinburgh.",
			entities: []string{"Edwin Marlow: Person", "Leeds: Location", "University of Edinburgh: Organization"},
			triples: []row{
				{"Edwin Marlow", "BORN_IN", "Leeds"}, {"Edwin Marlow", "DIED_IN", "Geneva"},
				{"Edwin Marlow", "CHILD_OF", "Arthur Marlow"}, {"Edwin Marlow", "EDUCATED_AT", "University of Edinburgh"},
			},
			attrs: []row{
				{"Edwin Marlow", "date of birth", "3 May 1880"}, {"Edwin Marlow", "date of death", "9 June 1951"},
				{"Edwin Marlow", "occupation", "painter"}, {"Edwin Marlow", "occupation", "poet"},
				{"Edwin Marlow", "nationality", "English"}, {"Edwin Marlow", "other name", "Edwin James Marlow"},
			},
		},
		{
			name: "short name means the title", title: "Lena Brook",
			body:    "Lena Brook (born April 2, 1970) is an American singer. Brook was born in Dallas, Texas. She married Mark Stone in 1999 and won the Harbor Prize.",
			triples: []row{{"Lena Brook", "BORN_IN", "Dallas"}, {"Dallas", "LOCATED_IN", "Texas"}, {"Lena Brook", "SPOUSE_OF", "Mark Stone"}, {"Lena Brook", "WON", "Harbor Prize"}},
			attrs:   []row{{"Lena Brook", "date of birth", "April 2, 1970"}},
		},
		{
			name: "song by two", title: "Low Tide (song)",
			body:    `"Low Tide" is a 2011 single by Canadian music producer Joe Reed and French rapper Luc Blanc from the album "Far Shore".`,
			triples: []row{{"Low Tide", "PERFORMED_BY", "Joe Reed"}, {"Low Tide", "PERFORMED_BY", "Luc Blanc"}},
		},
		{
			name:     "novel",
			body:     "“Clap eye on Captain Ahab, young man,” said Captain Peleg. Ahab said nothing. Ishmael went to Nantucket and Ahab's wife wept.",
			entities: []string{"Captain Ahab: Person", "Ahab: Person", "Nantucket: Location", "Captain Peleg: Person"},
		},
		{
			name: "place", title: "Aldermoor",
			body:    "Aldermoor is a village in Kent, England. It has a population of 5,210. The village was founded in 1204.",
			triples: []row{{"Aldermoor", "LOCATED_IN", "Kent"}, {"Kent", "LOCATED_IN", "England"}},
			attrs:   []row{{"Aldermoor", "population", "5,210"}, {"Aldermoor", "founding date", "1204"}},
		},
		{
			name:     "anonymity tags",
			body:     "[PERSON#27] was born in [LOCATION#3]. [PERSON#27]'s wife [PERSON#4] wept.",
			entities: []string{"[PERSON#27]: Person", "[LOCATION#3]: Location"},
			triples:  []row{{"[PERSON#27]", "BORN_IN", "[LOCATION#3]"}, {"[PERSON#27]", "SPOUSE_OF", "[PERSON#4]"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func TestExtractChinese(t *testing.T) {
	for _, c := range []stated{
		{
			name: "life", lang: "zh",
			body:     "陈望林，1902年3月5日出生于浙江省，毕业于北京大学。他的父亲是陈大山。",
			entities: []string{"陈望林: Person", "浙江省: Location", "北京大学: Organization", "陈大山: Person"},
			triples:  []row{{"陈望林", "BORN_IN", "浙江省"}, {"陈望林", "EDUCATED_AT", "北京大学"}, {"陈望林", "CHILD_OF", "陈大山"}},
			attrs:    []row{{"陈望林", "date of birth", "1902年3月5日"}},
		},
		{
			name: "film", lang: "zh", title: "海上灯塔",
			body:     "《海上灯塔》由刘树明执导，赵小兰主演。",
			entities: []string{"海上灯塔: Work", "刘树明: Person"},
			triples:  []row{{"海上灯塔", "DIRECTED_BY", "刘树明"}},
		},
		{
			name: "office", lang: "zh",
			body:     "国务院总理李文海同志会见了美国总统约翰·史密斯。",
			entities: []string{"国务院: Organization", "李文海: Person", "美国: Location", "约翰·史密斯: Person"},
			triples:  []row{{"李文海", "LEADER_OF", "国务院"}, {"约翰·史密斯", "LEADER_OF", "美国"}},
		},
		{
			name: "common words are no persons", lang: "zh",
			body:  "有关部门和全市人民应当提高管理水平，向全体职工表示祝贺。",
			never: []row{},
		},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
	got := New().Extract("", "有关部门和全市人民应当提高管理水平，向全体职工表示祝贺。", "zh")
	if len(got.Entities) > 0 {
		t.Errorf("entities among common words: %v", got.Entities)
	}
}

func (c stated) check(t *testing.T) {
	t.Helper()
	got := New().Extract(c.title, c.body, c.lang)
	var entities []string
	for _, e := range got.Entities {
		entities = append(entities, e.Name+": "+e.Type)
	}
	missing(t, "entity", entities, c.entities)
	var triples, attrs []row
	for _, r := range got.Triples {
		triples = append(triples, row{r.Head, r.Relation, r.Tail})
	}
	for _, a := range got.Attributes {
		attrs = append(attrs, row{a.Entity, a.Key, a.Value})
	}
	missing(t, "triple", triples, c.triples)
	missing(t, "attribute", attrs, c.attrs)
	for _, n := range c.never {
		if slices.Contains(triples, n) {
			t.Errorf("wrong triple %v", n)
		}
	}
	checkLiteral(t, c.title, c.body, got)
}

func missing[E comparable](t *testing.T, kind string, got, want []E) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("no %s %v in %v", kind, w, got)
		}
	}
}

// checkLiteral holds an extraction to its contract: all it says stands in the text or the title, with a space for the end of a
// line, and the elements stand in their facts.
func checkLiteral(t *testing.T, title, body string, got Extraction) {
	t.Helper()
	line := strings.Join(strings.Fields(body), " ")
	there := func(kind, s string) {
		if s == "" || !strings.Contains(body, s) && !strings.Contains(line, s) && !strings.Contains(title, s) {
			t.Errorf("%s %q does not stand in the text", kind, s)
		}
	}
	for _, f := range got.Facts {
		there("sentence", f.Sentence)
		if len(f.Elements) == 0 || len(f.Elements) > maxNamed {
			t.Errorf("%d elements in %q", len(f.Elements), f.Text)
		}
		for _, e := range f.Elements {
			there("element", e)
			if !strings.Contains(f.Text, e) {
				t.Errorf("element %q does not stand in fact %q", e, f.Text)
			}
		}
	}
	for _, e := range got.Entities {
		there("entity", e.Name)
		if e.Description != "" {
			there("description", e.Description)
		}
	}
	for _, r := range got.Triples {
		there("head", r.Head)
		there("tail", r.Tail)
		if r.Sentence != "" {
			there("sentence of a triple", r.Sentence)
		}
	}
	for _, a := range got.Attributes {
		there("entity", a.Entity)
		there("value", a.Value)
		there("sentence of an attribute", a.Sentence)
	}
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		name, title, body, lang string
		want                    []string
	}{
		{
			name: "a pronoun gives way to the name", title: "Lena Brook",
			body: "Lena Brook is a singer. She lives in Paris. In 1999 she moved to Rome.",
			want: []string{"Lena Brook is a singer.", "Lena Brook lives in Paris.", "In 1999 Lena Brook moved to Rome."},
		},
		{
			name: "a possessive", title: "Lena Brook",
			body: "Lena Brook is a singer. Her first album failed.",
			want: []string{"Lena Brook is a singer.", "Lena Brook's first album failed."},
		},
		{
			name: "the film is the title", title: "Low Tide (film)",
			body: "Low Tide is a 1950 film. The film was shot in Wales. It won no prizes.",
			want: []string{"Low Tide is a 1950 film.", "Low Tide was shot in Wales.", "Low Tide won no prizes."},
		},
		{
			name: "two museums leave it in doubt",
			body: "The Harrow Museum sold it to the Leeds Museum. The museum opened in 1909.",
			want: []string{"The Harrow Museum sold it to the Leeds Museum.", "The museum opened in 1909."},
		},
		{
			name: "two persons leave it in doubt",
			body: "Anna Lind met Clara Finch. She wept bitterly.",
			want: []string{"Anna Lind met Clara Finch.", "She wept bitterly."},
		},
		{
			name: "an it that stands for nothing", title: "Low Tide (film)",
			body: "Low Tide is a 1950 film. It is said that critics wept.",
			want: []string{"Low Tide is a 1950 film.", "It is said that critics wept."},
		},
		{
			name: "clauses", title: "Lena Brook",
			body: "Lena Brook wrote three novels; she sold the house in Paris, and Mark Stone bought a boat there.",
			want: []string{"Lena Brook wrote three novels", "Lena Brook sold the house in Paris", "Mark Stone bought a boat there."},
		},
		{
			name: "Chinese", lang: "zh",
			body: "陈望林毕业于北京大学。他出生于浙江省。",
			want: []string{"陈望林毕业于北京大学。", "陈望林出生于浙江省。"},
		},
	} {
		var got []string
		for _, f := range New().Extract(c.title, c.body, c.lang).Facts {
			got = append(got, f.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{
		"The Lighthouse Keeper is a 1931 film directed by Maria Holt (born 3 May 1880, Leeds) and [PERSON#3]'s \"Low Tide\".",
		"陈望林，1902年3月5日出生于浙江省，毕业于北京大学。他的父亲是《论语》的约翰·史密斯 Tom-Lee。",
		"'s ’s ( [A#1] \"“” — 12,000.5% $4 U.S. a.k.a. O'Dell- Smith, Jr., 4th Earl of X \xff\x00",
	} {
		f.Add("Low Tide (film)", s, "en")
		f.Add("海上灯塔", s, "zh")
	}
	f.Fuzz(func(t *testing.T, title, body, lang string) {
		title, _ = text.Clean([]byte(title))
		body, _ = text.Clean([]byte(body))
		k := New()
		got := k.Extract(title, body, lang)
		checkLiteral(t, title, body, got)
		if again := k.Extract(title, body, lang); !reflect.DeepEqual(got, again) {
			t.Error("two readings differ")
		}
		end := 0
		for _, p := range k.Phrases(body, lang) {
			if p.Start < end || text.Slice(body, p.Start, p.End) != p.Text {
				t.Errorf("phrase %+v does not stand at its span", p)
			}
			end = p.End
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	english := "Edwin James Marlow (3 May 1880 – 9 June 1951) was an English painter, poet and film director. " +
		"He was the son of Arthur Marlow and his wife Clara Finch. Marlow studied law at the University of Edinburgh and moved to Paris in 1904. " +
		"His novel \"The Lighthouse Keeper\" was published in 1911; it was adapted for the screen by Maria Holt. He died in Geneva after a long illness."
	chinese := "陈望林，1902年3月5日出生于浙江省，毕业于北京大学，曾任国务院总理李文海同志的秘书。他的父亲是陈大山，母亲是王秀英。" +
		"1949年，他创办了华东机器制造有限公司，公司位于上海市，生产各种机器。公司的机器销往美国、英国和法国，获得了广泛的好评。"
	for _, c := range []struct{ name, body, lang string }{{"english", english, "en"}, {"chinese", chinese, "zh"}} {
		b.Run(c.name, func(b *testing.B) {
			k := New()
			b.SetBytes(int64(len(c.body)))
			for b.Loop() {
				k.Extract("", c.body, c.lang)
			}
		})
	}
}
