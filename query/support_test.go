package query

import (
	"slices"
	"testing"

	"grove/internal/graph"
)

// cited makes verified citations of quotes of one document.
func cited(title string, quotes ...string) (list []Citation) {
	for i, q := range quotes {
		list = append(list, Citation{N: i + 1, Document: DocumentRef{Title: title}, Quote: q, Verified: true})
	}
	return list
}

// TestSupported: what bears a sentence out, and what does not.
func TestSupported(t *testing.T) {
	const asked = "Where was Walter Lind born?"
	quotes := cited("Walter Lind", "He was born in Uppsala in 1890.", "He died in Oslo of pneumonia.")
	unverified := cited("Walter Lind", "He was born in Uppsala.")
	unverified[0].Verified = false
	chinese := cited("白鲸", "亚哈出生于南塔克特。")
	for name, c := range map[string]struct {
		question, answer string
		citations        []Citation
		want             [][]int // a list a sentence; none is no support
	}{
		"a span":                         {asked, "Uppsala", quotes, [][]int{{1}}},
		"a span that ends as a sentence": {asked, "Uppsala.", quotes, [][]int{{1}}},
		"not in any quote":               {asked, "Stockholm", quotes, [][]int{nil}},
		"a quote that is not verified":   {asked, "Uppsala", unverified, [][]int{nil}},
		"a noun beside the name":         {asked, "the town of Uppsala", quotes, [][]int{{1}}},
		"no citation":                    {asked, "Uppsala", nil, [][]int{nil}},
		"a sentence of its own":          {asked, "Walter Lind was born in Uppsala.", quotes, [][]int{{1}}},
		"one number is wrong":            {asked, "Walter Lind was born in Uppsala in 1891.", quotes, [][]int{nil}},
		"one name is wrong":              {asked, "He was born in Uppsala, the son of Greta Moss.", quotes, [][]int{nil}},
		"two sentences, one invented":    {asked, "He was born in Uppsala. He liked fishing and painting very much.", quotes, [][]int{{1}, nil}},
		"two sentences of two quotes":    {asked, "He was born in Uppsala. He died of pneumonia in Oslo.", quotes, [][]int{{1}, {2}}},
		"a judgment":                     {"Was Lind born in Uppsala?", "Yes.", quotes, [][]int{{1, 2}}},
		"a judgment on nothing":          {"Was Lind born in Uppsala?", "yes", nil, [][]int{nil}},
		"an option of the question":      {"Who is older, Walter Lind or Ann Petrie?", "Ann Petrie", quotes, [][]int{{1, 2}}},
		"marks of citations":             {asked, "Uppsala [7]", quotes, [][]int{{1}}},
		"words of a quote in marks":      {asked, `The register merely says that they "died in Oslo of pneumonia".`, quotes, [][]int{{2}}},
		"one word of a quote in marks":   {asked, `The register merely says that he was a "pneumonia" forger.`, quotes, [][]int{nil}},
		"such words, one number wrong":   {asked, `The register of 1891 merely says that they "died in Oslo of pneumonia".`, quotes, [][]int{nil}},
		"words of the question in marks": {"Was he born in Uppsala?", `Nobody would know whether somebody was "born in Uppsala".`, quotes, [][]int{nil}},
		"Chinese words in marks":         {"亚哈从哪里来？", "档案只说他大概是“出生于南塔克特”。", chinese, [][]int{{1}}},
		"Chinese span":                   {"亚哈出生在哪里？", "南塔克特", chinese, [][]int{{1}}},
		"Chinese invention":              {"亚哈出生在哪里？", "波士顿", chinese, [][]int{nil}},
		"Chinese judgment":               {"亚哈出生于南塔克特吗？", "是的。", chinese, [][]int{{1}}},
		"nothing but signs":              {asked, "?!", quotes, [][]int{nil}},
		"empty":                          {asked, "", quotes, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := Supported(c.question, c.answer, c.citations, Open)
			if len(got) != len(c.want) {
				t.Fatalf("%d sentences: %+v", len(got), got)
			}
			runes := []rune(c.answer)
			for i, s := range got {
				if !slices.Equal(s.Citations, c.want[i]) && len(s.Citations)+len(c.want[i]) > 0 || s.Supported != (len(c.want[i]) > 0) || s.Citations == nil {
					t.Errorf("%q rests on %v, want %v", s.Text, s.Citations, c.want[i])
				}
				if string(runes[s.Start:s.End]) != s.Text {
					t.Errorf("%q is not at %d-%d", s.Text, s.Start, s.End)
				}
			}
		})
	}
}

// TestBacking: names that the quotes lack are looked for in the cited chunks, if the quotes have half of the sentence.
func TestBacking(t *testing.T) {
	const asked = "Where was Walter Lind born?"
	read := []graph.ChunkRow{{Chunk: graph.Chunk{ID: "c1", Start: 10, Text: "He lived in Oslo. Uppsala is the seat of Bishop Brask. He was born in the town of Uppsala."}},
		{Chunk: graph.Chunk{ID: "c2", Text: "Greta Moss was a painter."}}}
	one := cited("Walter Lind", "He was born in the town of Uppsala.")
	one[0].Chunk = "c1"
	for answer, want := range map[string]string{
		"He was born in the town of Uppsala, home of Brask.": "Uppsala is the seat of Bishop Brask.",
		"He was born in the town of Uppsala to Greta Moss.":  "", // of a chunk that is not cited
		"Uppsala": "",
		"Some sailors of Bishop Brask found him near the harbour of Gothenburg.": "",
	} {
		got := ""
		for _, r := range backing(asked, answer, one, Open, read) {
			got += r.Quote
			if r.Chunk != "c1" || r.Start != 28 {
				t.Errorf("%+v", r)
			}
		}
		if got != want {
			t.Errorf("%q: %q", answer, got)
		}
	}
}

func FuzzSupported(f *testing.F) {
	f.Add("Who?", "He did. 他。\x00", "he did it")
	f.Fuzz(func(t *testing.T, question, answer, quote string) {
		runes := []rune(answer)
		for _, s := range Supported(question, answer, cited("t", quote), Open) {
			if s.Start < 0 || s.End > len(runes) || s.Start >= s.End || s.Supported != (len(s.Citations) > 0) {
				t.Errorf("%+v", s)
			}
		}
		if quote == "" && question == "" {
			for _, s := range Supported("", answer, nil, Open) {
				if s.Supported {
					t.Errorf("%q is supported by nothing", s.Text)
				}
			}
		}
	})
}
