package needle

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// hay is a text of 400 sentences.
func hay() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "The %s sailed past the %s in fair weather, and nobody said a word of it. ", []string{"brig", "sloop", "barque"}[i%3], []string{"cape", "reef", "light"}[i%7%3])
	}
	return b.String()
}

// set is a set of single questions and of one question over two passages.
func set() (dataset.Set, map[string]dataset.Document) {
	s, documents := dataset.Set{Name: "own"}, map[string]dataset.Document{}
	for i, name := range []string{"Anselm Drury", "Isolde Quill", "Tobias Farrow", "Nell Haldre", "Petra Skerry", "Orsa Tind"} {
		id := fmt.Sprint("d", i)
		documents[id] = dataset.Document{ID: id, Title: fmt.Sprint("House ", i), Text: fmt.Sprintf("It stands by the sea. It was built by %s in %d. It has a tower.", name, 1850+i)}
		s.Questions = append(s.Questions, dataset.Question{ID: fmt.Sprint("who", i), Question: fmt.Sprint("Who built House ", i, "?"), Answers: []string{name}, GoldIDs: []string{id}},
			dataset.Question{ID: fmt.Sprint("when", i), Question: fmt.Sprint("When was House ", i, " built?"), Answers: []string{fmt.Sprint(1850 + i)}, GoldIDs: []string{id}},
			dataset.Question{ID: fmt.Sprint("yes", i), Question: "Is it a house?", Answers: []string{"yes"}, GoldIDs: []string{id}},
			dataset.Question{ID: fmt.Sprint("both", i), Question: fmt.Sprint("Who built House ", i, ", not the next?"), Answers: []string{name}, GoldIDs: []string{id, fmt.Sprint("d", (i+1)%6)}})
	}
	return s, documents
}

func TestMake(t *testing.T) {
	s, documents := set()
	for pairs, count := range map[bool]int{false: 12, true: 6} {
		needles := Make(s, documents, hay(), pairs, 1)
		if len(needles) != count {
			t.Errorf("pairs %t: %d needles", pairs, len(needles))
		}
		for _, n := range needles {
			joined := strings.Join(n.Texts, "\n")
			if !strings.Contains(joined, n.Answer) || holds(joined, n.Was) || strings.Contains(hay(), n.Answer) || kindOf(n.Answer) != kindOf(n.Was) {
				t.Errorf("%+v", n)
			}
		}
		if again := Make(s, documents, hay(), pairs, 1); fmt.Sprint(again) != fmt.Sprint(needles) {
			t.Error("other needles by the same seed")
		}
	}
	for answer, kind := range map[string]string{"yes": "", "1851": "number 4", "4 May 1890": "text with a number", "Orsa Tind": "name of 2", "宋江": "Chinese name of 2", "x": "", "the sea": ""} {
		if got := kindOf(answer); got != kind {
			t.Errorf("%s: %q", answer, got)
		}
	}
}

// TestMakeChinese: questions about one Chinese document, with answers that are sentences, become needles.
func TestMakeChinese(t *testing.T) {
	s, documents := dataset.Set{Name: "zh"}, map[string]dataset.Document{}
	for i, sum := range []string{"6.5亿元", "8.1亿元", "3.2亿元"} {
		id := fmt.Sprint("d", i)
		documents[id] = dataset.Document{ID: id, Text: "该市位于海边。去年的支出是" + sum + "，比前年多。"}
		s.Questions = append(s.Questions, dataset.Question{ID: id, DocID: id, Question: "去年的支出是多少？", Answers: []string{sum + "。"}},
			dataset.Question{ID: id + "long", DocID: id, Question: "该市如何？", Answers: []string{"该市位于海边。去年的支出比前年多"}})
	}
	needles := Make(s, documents, hay(), false, 1)
	if len(needles) != 3 {
		t.Fatalf("%+v", needles)
	}
	for _, n := range needles {
		if !strings.HasSuffix(n.Answer, "亿元") || !strings.Contains(n.Texts[0], n.Answer+"，") || strings.Contains(n.Texts[0], n.Was) {
			t.Errorf("%+v", n)
		}
	}
}

// TestPlan: the text of a cell has its length and the needle at its depth, at the end of a sentence, and nothing else changed.
func TestPlan(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	s, documents := set()
	needles := Make(s, documents, hay(), false, 1)
	h := NewHaystack([]string{hay()}, 6000, counter)
	p := NewPlan(h, needles, Cells([]int{2000, 5000}, []float64{0, 0.5, 1}, false), 2, 1, counter)
	if len(p.Items) != 12 {
		t.Fatalf("%d items", len(p.Items))
	}
	for _, i := range p.Items {
		body := p.Context(i)
		at := strings.Index(body, i.Needle.Texts[0])
		if at < 0 || strings.Count(body, i.Needle.Answer) != 1 {
			t.Fatalf("%d at %v: the needle stands at %d", i.Length, i.Depths, at)
		}
		without := strings.Replace(body, i.Needle.Texts[0]+" ", "", 1)
		if !strings.HasPrefix(strings.Join(strings.Fields(hay()), " ")+" ", without) {
			t.Error("the haystack is not as it was")
		}
		if n := counter.Count(body); n > i.Length || n < i.Length-20 { // a sentence has less than 20 tokens
			t.Errorf("%d tokens for %d", n, i.Length)
		}
		depth := float64(counter.Count(body[:at])) / float64(counter.Count(without))
		if depth < i.Depths[0]-0.03 || depth > i.Depths[0]+0.03 || at > 0 && !strings.HasSuffix(body[:at], ". ") {
			t.Errorf("depth %.3f for %v", depth, i.Depths)
		}
		if !slices.IsSorted(i.Documents) {
			t.Errorf("documents %q", i.Documents)
		}
	}
	// All needles are in all cells: the first text of one stands at a depth where in another cell the second one does.
	pairs := NewPlan(h, Make(s, documents, hay(), true, 1), Cells([]int{2000, 5000}, []float64{0, 0.5, 1}, true), 6, 1, counter)
	if len(pairs.Items) != 72 {
		t.Fatalf("%d items of pairs", len(pairs.Items))
	}
	for _, i := range pairs.Items {
		body := pairs.Context(i)
		if strings.Count(body, i.Needle.Texts[0]) != 1 || strings.Count(body, i.Needle.Texts[1]) != 1 {
			t.Errorf("%v: not both needles", i.Depths)
		}
		if strings.Index(body, i.Needle.Texts[0]) > strings.Index(body, i.Needle.Texts[1]) {
			t.Errorf("%v: the second text stands first", i.Depths)
		}
	}
	asked := p.Set("own")
	if ids := lists.Once(asked.Groups[0].Questions); len(ids) != 12 || asked.Questions[0].ID == asked.Questions[1].ID || asked.Questions[5].Needle.Length != 2000 ||
		asked.Questions[5].Needle.Depths[0] != 1 || asked.Questions[5].Answers[0] != p.Items[5].Needle.Answer {
		t.Errorf("%+v", asked.Questions)
	}
	raw, err := json.Marshal(p.Publish(p.Items[0], "own"))
	if err != nil || !strings.Contains(string(raw), `"depth_percent":0,`) || !strings.Contains(string(raw), `"context_length":2000`) {
		t.Errorf("%.200s, %v", raw, err)
	}
}

func TestMix(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	s, byID := set()
	var documents []dataset.Document
	for i := range 6 {
		documents = append(documents, byID[fmt.Sprint("d", i)])
	}
	dir := t.TempDir()
	list, err := Mix(s, documents, []int{60, 1000}, 4, 1, dir, counter)
	if err != nil || len(list) != 2 || list[0].Tokens > 60 || list[0].Questions != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	mixed, err := dataset.Read(filepath.Join(dir, "1000"))
	if err != nil || len(mixed.Groups) != 4 || mixed.Form != dataset.PerDocument {
		t.Fatalf("%+v, %v", mixed, err)
	}
	for _, g := range mixed.Groups {
		q := mixed.Questions[g.Questions[0]]
		if body := g.Documents[0].Text; strings.Count(body, "House ") != 6 || q.Answers[0] != "yes" && !strings.Contains(body, q.Answers[0]) {
			t.Errorf("%s: %s", q.ID, body)
		}
	}
	if _, err := Mix(s, documents, []int{5}, 0, 1, dir, counter); !fault.Is(err, fault.Invalid) {
		t.Errorf("too short: %v", err)
	}
}

func TestNoMention(t *testing.T) {
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	s, byID := set()
	var documents []dataset.Document
	for i := range 6 {
		documents = append(documents, byID[fmt.Sprint("d", i)])
	}
	pairs := NoMention(s, documents, 70, 8, 1, counter)
	if len(pairs) != 8 || fmt.Sprint(pairs) != fmt.Sprint(NoMention(s, documents, 70, 8, 1, counter)) {
		t.Fatalf("%d pairs: %+v", len(pairs), pairs)
	}
	answers := map[string]string{}
	for _, q := range s.Questions {
		answers["none-70-"+q.ID] = q.Answers[0]
	}
	for _, p := range pairs {
		n := counter.Count(p.Document.Text)
		if want := answers[p.Question.ID]; want == "yes" || strings.Contains(p.Document.Text, want) || n < 55 || n > 72 || !p.Question.Unanswerable {
			t.Errorf("%d tokens, %s: %+v", n, want, p)
		}
	}
	if len(NoMention(s, documents, 5000, 8, 1, counter)) != 0 {
		t.Error("pairs that are too short")
	}
	dir := t.TempDir()
	if err := SaveUnanswerable(pairs, dir); err != nil {
		t.Fatal(err)
	}
	if read, err := dataset.Read(dir); err != nil || len(read.Questions) != 8 || read.Form != dataset.PerDocument || !read.Questions[0].Unanswerable {
		t.Errorf("%+v, %v", read, err)
	}
	calls := 0
	model := replies(func() string {
		calls++
		switch {
		case calls == 1:
			return `{"no_mention": false, "answer": "Anselm Drury", "quote": ""}`
		case calls < 4:
			return "I would rather not say"
		}
		return `{"no_mention": true, "answer": "", "quote": ""}`
	})
	got, err := Silent(t.Context(), llmtest.Session(model, llm.Bounds{}), offline.New(), pairs, 1, func() {})
	if err != nil || got.Pairs != 8 || got.Asked != 7 || got.Failed != 1 || got.Accuracy < .85 || got.Accuracy > .86 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSilentAtOnce: two questions are asked at once.
func TestSilentAtOnce(t *testing.T) {
	pairs := []Unanswerable{{Question: dataset.Question{ID: "1", Question: "Who?"}}, {Question: dataset.Question{ID: "2", Question: "What?"}}}
	var both sync.WaitGroup
	both.Add(2)
	model := replies(func() string {
		both.Done()
		both.Wait()
		return `{"no_mention": true, "answer": "", "quote": ""}`
	})
	got, err := Silent(t.Context(), llmtest.Session(model, llm.Bounds{}), offline.New(), pairs, 2, func() {})
	if err != nil || got.Asked != 2 || got.Accuracy != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// replies is a model that answers by a function.
type replies func() string

func (replies) Name() string { return "replies" }

func (r replies) Complete(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: r()}, nil
}
