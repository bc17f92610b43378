package retrieve

import (
	"fmt"
	"strings"
	"testing"
)

// library is a small world of films and people.
func library() []Passage {
	texts := [][2]string{
		{"Winter Harbour", "Winter Harbour is a 1955 Danish family film directed by Alice Holm and written by Peter Lund."},
		{"Alice Holm", "Alice Holm (8 September 1899 – 18 February 1968) was a Danish film director. She was the daughter of Karl Holm."},
		{"Karl Holm", "Karl Holm (1870 – 1940) was a painter from Aarhus."},
		{"Peter Lund", "Peter Lund was a Danish writer. He was born in Odense."},
		{"Summer Road (film)", "Summer Road is a 1960 film directed by Jens Berg. The film was shot in Ribe."},
		{"Jens Berg", "Jens Berg (born 1920) is a film director from Ribe."},
		{"Henry, Count of Ribe", "Henry, Count of Ribe, also known as Henry the Lame, ruled from 1300."},
		{"Danish Film Archive (DFA)", "The Danish Film Archive (DFA) is an archive in Aarhus. The archive keeps family films."},
		{"", "Ribe is a town in Denmark. Its cathedral is old, and the town lies on a river."},
	}
	var out []Passage
	for i, t := range texts {
		id := fmt.Sprintf("p%02d", i)
		out = append(out, Passage{ID: id, Document: id, Title: t[0], Text: t[1]})
	}
	return out
}

// journey is Chinese texts without titles, with their entities.
func journey() ([]Passage, []Entity) {
	texts := []string{
		"孙悟空保护唐僧西天取经。一路上降妖除魔。",
		"齐天大圣大闹天宫，玉帝请来如来佛祖。",
		"如来佛祖把他压在五行山下，五百年后才得出来。",
		"高老庄里有个猪八戒，后来也做了徒弟。",
	}
	var passages []Passage
	for i, t := range texts {
		id := fmt.Sprintf("c%d", i)
		passages = append(passages, Passage{ID: id, Document: id, Text: t})
	}
	return passages, []Entity{{[]string{"孙悟空", "齐天大圣"}}, {[]string{"如来佛祖", "如来"}}, {[]string{"猪八戒"}}}
}

// written gives the words of a match as one string.
func written(x *Index, tokens []token, m match) string {
	var words []string
	for _, t := range tokens[m.first:m.last] {
		words = append(words, x.foldedOf(t))
	}
	return strings.Join(words, " ")
}

func shippedChain(t testing.TB) *Chain {
	t.Helper()
	c, err := ParseChain(Shipped())
	if err != nil {
		t.Fatal(err)
	}
	return c
}
