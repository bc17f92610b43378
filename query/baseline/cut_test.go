package baseline

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/search"
	"grove/query"
	"grove/query/querytest"
)

// TestPieces: the documents of the scope are cut anew, the best pieces are shown, and citations point into
// the stored chunks.
func TestPieces(t *testing.T) {
	l := &querytest.Library{}
	filler := strings.Repeat("The weather was fine that day and nobody minded it much. ", 60)
	l.Add("a.txt", filler+"Iron Harbour was directed by Walter Lind. "+filler)
	l.Add("b.txt", "Iron Harbour was directed by nobody.")
	for name, own := range map[string]map[string]string{BM25: {"chunk": "100", "k": "1"}, TFIDF: {"chunk": "100", "k": "1"}} {
		i := slices.IndexFunc(Agents(), func(a query.Agent) bool { return a.Name == name })
		m := llmtest.Sequence(replyOf("Walter Lind", false, false, `[1]`))
		a, err := l.Agent(t, Agents()[i], m).Answer(t.Context(), query.Question{Text: whoDirected, Scope: l.Scope("a.txt")}, query.Options{Own: own})
		if err != nil {
			t.Fatal(name, err)
		}
		shown := m.Requests()[0].Messages[1].Content
		if !strings.Contains(shown, "Walter Lind") || strings.Contains(shown, "nobody.\n") || len(shown) > 1500 {
			t.Errorf("%s: shown\n%s", name, shown)
		}
		if a.Answer != "Walter Lind" || len(a.Citations) != 1 || a.Citations[0].Quote != "Iron Harbour was directed by Walter Lind." || a.Citations[0].Document.Source != "a.txt" {
			t.Errorf("%s: %q, %+v", name, a.Answer, a.Citations)
		}
		if a.Coverage == nil || a.Coverage.By != "documents" {
			t.Errorf("%s: coverage %+v", name, a.Coverage)
		}
	}
	dense := slices.IndexFunc(Agents(), func(a query.Agent) bool { return a.Name == Dense })
	if _, err := l.Agent(t, Agents()[dense], nil).Answer(t.Context(), query.Question{Text: whoDirected, Scope: l.Scope("a.txt")},
		query.Options{Own: map[string]string{"chunk": "100"}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("without vectors: %v", err)
	}
}

// TestPages: the stored pages are searched, whole, also where a page spans two chunks; without any the error says how they are made.
func TestPages(t *testing.T) {
	l := &querytest.Library{}
	l.Add("a.txt", "The weather was fine. Iron Harbour was", "directed by Walter Lind. It rained later.")
	l.Add("b.txt", "Iron Harbour was directed by nobody.")
	document := graph.DocumentID("a.txt")
	l.Stored = []graph.Episode{{Document: document, Index: 0, Start: 0, End: 22, Words: 4}, {Document: document, Index: 1, Start: 22, End: 64, Words: 7},
		{Document: document, Index: 2, Start: 64, End: 81, Words: 3}}
	bm25 := Agents()[slices.IndexFunc(Agents(), func(a query.Agent) bool { return a.Name == BM25 })]
	options := query.Options{Own: map[string]string{optionUnit: unitPage, "k": "1"}}
	if !bm25.Episodes(options) || bm25.Episodes(query.Options{}) {
		t.Error("pages that are to be made before the question")
	}
	m := llmtest.Sequence(replyOf("Walter Lind", false, false, `[1]`))
	a, err := l.Agent(t, bm25, m).Answer(t.Context(), query.Question{Text: whoDirected, Scope: l.Scope("a.txt")}, options)
	if err != nil {
		t.Fatal(err)
	}
	shown := m.Requests()[0].Messages[1].Content
	if !strings.Contains(shown, "Iron Harbour wasdirected by Walter Lind.") || strings.Contains(shown, "weather") || strings.Contains(shown, "rained") {
		t.Errorf("shown\n%s", shown)
	}
	if a.Answer != "Walter Lind" || len(a.Citations) != 1 {
		t.Errorf("%q, %+v", a.Answer, a.Citations)
	}
	_, err = l.Agent(t, bm25, m).Answer(t.Context(), query.Question{Text: whoDirected, Scope: l.Scope("b.txt")}, options)
	if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), "--gists") {
		t.Errorf("without pages: %v", err)
	}
}

// TestTFIDF: a text scores by the rare words of the question, and not for its length; the order of the texts plays no
// part, and the text itself scores 1.
func TestTFIDF(t *testing.T) {
	texts := []string{"the ship the ship the ship", "the captain of the ship", "a whale", "the captain saw a whale from the ship", ""}
	got := rankByTFIDF("captain whale", texts)
	if got[3] <= got[1] || got[2] <= got[0] || got[0] != 0 || got[4] != 0 {
		t.Errorf("%v", got)
	}
	if one := rankByTFIDF("the captain of the ship", texts); one[1] < 0.999999 || one[1] > 1.000001 {
		t.Errorf("%v", one)
	}
	r := rand.New(rand.NewSource(1))
	order := r.Perm(len(texts))
	var turned []string
	for _, i := range order {
		turned = append(turned, texts[i])
	}
	for at, i := range order {
		if s := rankByTFIDF("captain whale", turned); s[at] != got[i] {
			t.Errorf("%s: %v, %v in another order", texts[i], got[i], s[at])
		}
	}
	if bm := search.RankTexts("captain whale", texts); bm[3] <= bm[1] {
		t.Errorf("%v", bm)
	}
}

// TestPiecesFitTheWindow: pieces larger than the window are cut smaller, not left out.
func TestPiecesFitTheWindow(t *testing.T) {
	l := &querytest.Library{}
	l.Add("a.txt", strings.Repeat("The weather was fine that day. ", 600), strings.Repeat("Lind sailed the brig. ", 900))
	at := slices.IndexFunc(Agents(), func(a query.Agent) bool { return a.Name == TFIDF })
	m := &llmtest.Model{Reply: func(_ string, r llm.Request) (string, error) {
		if !strings.Contains(r.Messages[1].Content, "Lind sailed") {
			t.Errorf("%s", r.Messages[1].Content)
		}
		return `{"answer":"Lind","abstained":false,"evidence":[1]}`, nil
	}}
	got, err := l.Agent(t, Agents()[at], m).Answer(t.Context(), query.Question{Text: "Who sailed the brig?", Mode: query.Reject, Scope: l.Scope("a.txt")},
		query.Options{Window: LeastWindow, Own: map[string]string{optionChunk: "8000"}})
	if err != nil || got.Usage.Calls != 1 {
		t.Errorf("%d calls, %v", got.Usage.Calls, err)
	}
}
