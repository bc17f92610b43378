package readagent

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/text"
	"grove/query"
	"grove/query/querytest"
)

const asked = "Where was the director of Iron Harbour born?"

// film is a text of some 250 words.
func film(n int) string {
	var b strings.Builder
	for i := range 22 {
		fmt.Fprintf(&b, "Film %d.%d was shot in a quiet harbour, and the camera stood by the sea. ", n, i)
	}
	return b.String() + "\n\n"
}

// films is a library of a document of three pages or more, and one of one short page.
func films() *querytest.Library {
	l := &querytest.Library{}
	l.Add("a.txt", film(1)+film(2), "Iron Harbour was directed by Walter Lind.\n\n"+film(3)+film(4), film(5)+"Walter Lind was born in Uppsala.\n\n"+film(6))
	l.Add("b.txt", "Bread takes flour and water.")
	return l
}

func agent(t *testing.T, l *querytest.Library, name string, m llm.Model) querytest.Agent {
	t.Helper()
	found, err := query.Find(Agents(), name)
	if err != nil {
		t.Fatal(err)
	}
	a := l.Agent(t, found, m)
	a.Embedder = embed.Builtin{}
	return a
}

// answered is a reply to the last prompt.
func answered(answer string, number int, quote string) string {
	evidence := []any{map[string]any{"number": number, "quote": quote}}
	if number == 0 {
		evidence = []any{}
	}
	return llmtest.JSON(map[string]any{"hops": []any{}, "answer": answer, "abstained": answer == "", "missing": "",
		"evidence": evidence, "rival": "", "rival_evidence": []any{}})
}

// reader is a model that pauses at the first place, makes gists of three words, and asks for pages by a function.
func reader(choose func(stage, shown string) string) *llmtest.Model {
	return &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
		shown := r.Messages[1].Content
		switch stage {
		case "pause":
			return `{"pause": 1}`, nil
		case "page":
			return `{"gist": "A film is shot."}`, nil
		case "chapter":
			return `{"new_chapter": "no"}`, nil
		case "answer":
			n := 0
			for line := range strings.SplitSeq(shown, "\n") {
				fmt.Sscanf(line, "%d. ", &n)
				if strings.Contains(line, "born in Uppsala") {
					return answered("Uppsala", n, "Walter Lind was born in Uppsala."), nil
				}
			}
			return answered("", 0, ""), nil
		}
		return choose(stage, shown), nil
	}}
}

// all asks for all pages at once, or for the shortened ones one after the other.
func all(stage, shown string) string {
	if stage == "pages" {
		return `{"thought":"all","pages":[6,5,4,3,2,1,99]}`
	}
	n := 0
	for _, l := range strings.Split(shown, "\n") {
		if _, err := fmt.Sscanf(l, "%d. (shortened)", &n); err == nil && strings.Contains(l, "(shortened)") {
			return fmt.Sprintf(`{"thought":"next","page":%d}`, n)
		}
	}
	return `{"thought":"","page":0}`
}

func TestAnswer(t *testing.T) {
	wide := query.Options{Window: 16384}
	with := func(o query.Options, own ...string) query.Options {
		o.Own = map[string]string{}
		for i := 0; i < len(own); i += 2 {
			o.Own[own[i]] = own[i+1]
		}
		return o
	}
	for name, c := range map[string]struct {
		agent   string
		choose  func(stage, shown string) string
		options query.Options
		want    string
		lookUps int
	}{
		"at once":            {Parallel, all, wide, "Uppsala", 5},
		"at most one":        {Parallel, all, with(wide, optionLookUps, "1"), "Uppsala", 1},
		"none":               {Parallel, func(string, string) string { return `{"thought":"","pages":[]}` }, wide, "", 0},
		"one by one":         {Sequential, all, wide, "Uppsala", 6},
		"two of them":        {Sequential, all, with(wide, optionLookUps, "2"), "", 2},
		"the same again":     {Sequential, func(string, string) string { return `{"thought":"","page":6}` }, wide, "Uppsala", 1},
		"one that is not":    {Sequential, func(string, string) string { return `{"thought":"","page":77}` }, wide, "", 0},
		"out of form":        {Parallel, func(string, string) string { return "pages four and five" }, wide, "", 0},
		"gists alone":        {GistMemory, all, wide, "", 0},
		"by vectors":         {Parallel, all, with(wide, optionLookUp, byVectors), "Uppsala", 5},
		"uniform pages":      {Parallel, all, with(wide, optionPaging, byLength), "Uppsala", 4},
		"conditional":        {Parallel, all, with(wide, optionGists, conditional, optionPrevious, "yes", optionDomain, "Keep names."), "Uppsala", 5},
		"few calls":          {Parallel, all, query.Options{Window: 16384, MaxCalls: 4}, "Uppsala", 4},
		"gists, few calls":   {GistMemory, all, query.Options{Window: 16384, MaxCalls: 5}, "", 0},
		"calls for the last": {Sequential, all, query.Options{Window: 16384, MaxCalls: 2}, "Uppsala", 4},
	} {
		t.Run(name, func(t *testing.T) {
			l, m := films(), reader(c.choose)
			a, err := agent(t, l, c.agent, m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope("a.txt", "b.txt")}, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if a.Agent != c.agent || a.Abstained != (c.want == "") || c.want != "" && a.Answer != c.want {
				t.Errorf("%s: %q, abstained %t", a.Agent, a.Answer, a.Abstained)
			}
			if a.Memory == nil || a.Memory.LookUps != c.lookUps || a.Memory.Words > a.Memory.DocumentWords {
				t.Errorf("memory %+v", a.Memory)
			}
			if c.options.MaxCalls > 0 && a.Usage.Calls > c.options.MaxCalls {
				t.Errorf("%d calls", a.Usage.Calls)
			}
			if (a.LimitedBy == llm.LimitCalls) != (c.options.MaxCalls > 0) {
				t.Errorf("limited by %q: %s", a.LimitedBy, a.Limited)
			}
			if c.want != "" && (len(a.Citations) == 0 || slices.ContainsFunc(a.Citations, func(c query.Citation) bool { return !c.Verified })) {
				t.Errorf("citations %+v", a.Citations)
			}
		})
	}
}

// TestRefused: what contradicts itself, or cannot fit, is refused before a call.
func TestRefused(t *testing.T) {
	l := films()
	outage := &fault.Error{Kind: fault.Unavailable, Err: errors.New("no route")}
	down := films()
	down.Down = outage
	for name, c := range map[string]struct {
		l       *querytest.Library
		options query.Options
		kind    fault.Kind
	}{
		"bounds of pages":     {l, query.Options{Own: map[string]string{optionMax: "200"}}, fault.Invalid},
		"a choice":            {l, query.Options{Own: map[string]string{optionPaging: "random"}}, fault.Invalid},
		"a long instruction":  {l, query.Options{Own: map[string]string{optionDomain: strings.Repeat("x", 501)}}, fault.Invalid},
		"a small window":      {l, query.Options{Window: LeastWindow - 1}, fault.WindowTooSmall},
		"pages of 1000 words": {l, query.Options{Window: LeastWindow, Own: map[string]string{optionMax: "5000", optionMin: "1000"}}, fault.WindowTooSmall},
		"the store is down":   {down, query.Options{}, fault.Unavailable},
	} {
		m := reader(all)
		_, err := agent(t, c.l, Parallel, m).Answer(t.Context(), query.Question{Text: asked}, c.options)
		if !fault.Is(err, c.kind) || len(m.Requests()) > 0 {
			t.Errorf("%s: %v, %d calls", name, err, len(m.Requests()))
		}
	}
	dead := &llmtest.Model{Reply: func(string, llm.Request) (string, error) { return "", outage }}
	if _, err := agent(t, l, Sequential, dead).Answer(t.Context(), query.Question{Text: asked}, query.Options{}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("without a model: %v", err)
	}
}

// TestOffline: answers without a model, by search and in a scope; nothing to read is an abstention.
func TestOffline(t *testing.T) {
	for _, name := range []string{Parallel, Sequential} {
		l := films()
		for question, sources := range map[string][]string{"Who directed Iron Harbour?": {"a.txt", "b.txt"}, "Who directed Iron Harbour??": nil} {
			a, err := agent(t, l, name, nil).Answer(t.Context(), query.Question{Text: question, Scope: l.Scope(sources...)}, query.Options{Window: 8192})
			if err != nil || a.Answer != "Walter Lind" || len(a.Citations) == 0 || !a.Citations[0].Verified {
				t.Errorf("%s: %q, %+v, %v", name, a.Answer, a.Citations, err)
			}
		}
		a, err := agent(t, &querytest.Library{}, name, nil).Answer(t.Context(), query.Question{Text: "谁唱了歌？"}, query.Options{})
		if err != nil || !a.Abstained || a.Memory.Pages != 0 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// TestMerged: gists that exceed the window are merged by chapters; a look-up in a merged entry shows its pages.
func TestMerged(t *testing.T) {
	l := &querytest.Library{}
	var texts []string
	for i := range 40 {
		texts = append(texts, film(i)+film(i+100))
	}
	texts[33] += "Walter Lind was born in Uppsala.\n\n"
	l.Add("a.txt", texts...)
	m := &llmtest.Model{}
	m.Reply = func(stage string, r llm.Request) (string, error) {
		shown := r.Messages[1].Content
		switch stage {
		case "pause":
			return `{"pause": 1}`, nil
		case "page":
			if strings.Contains(shown, "Uppsala") || strings.Contains(shown, "Lind was born") {
				return `{"gist": "Walter Lind was born."}`, nil
			}
			return `{"gist": "` + strings.Repeat("A film is shot. ", 15) + `"}`, nil
		case "chapter":
			return `{"new_chapter": "` + []string{"yes", "no", "unsure"}[len(shown)%3] + `"}`, nil
		case "answer":
			if strings.Contains(shown, "born in Uppsala") {
				return answered("Uppsala", 69, "Walter Lind was born in Uppsala."), nil
			}
			return answered("", 0, ""), nil
		}
		for line := range strings.SplitSeq(shown, "\n") {
			var n int
			if _, err := fmt.Sscanf(line, "%d. ", &n); err == nil && strings.Contains(line, "Lind was born.") {
				return fmt.Sprintf(`{"thought":"","pages":[%d],"page":%d}`, n, n), nil
			}
		}
		return `{"thought":"","pages":[],"page":0}`, nil
	}
	for _, name := range []string{Parallel, Sequential} {
		a, err := agent(t, l, name, m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope("a.txt")}, query.Options{})
		if err != nil || a.Answer != "Uppsala" || len(a.Citations) != 1 || a.Memory.LookUps != 1 || a.Memory.Entries >= a.Memory.Pages {
			t.Errorf("%s: %+v, %v", name, a.Memory, err)
			for _, s := range a.Trace {
				if s.Action == "gist" || s.Action == "chapter" || s.Action == "merge" {
					continue
				}
				t.Logf("%s %v", s.Action, s.Args)
			}
		}
	}
}

// TestNoCallExceedsTheWindow, whatever the texts, the window and the replies.
func TestNoCallExceedsTheWindow(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	words := []string{"harbour", "the", "灯塔", "=====", "\n\n", "Lind.", "1931", "《水》。", "`x`", "\"q\"", "\x00", "émigré", "[pause 1]", strings.Repeat("x", 300)}
	prose := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.Intn(len(words))] + " ")
		}
		return b.String()
	}
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	windows := []int{LeastWindow, LeastWindow, LeastWindow, 2500, 4096, 8192, 32768}
	if testing.Short() {
		windows = windows[:1]
	}
	names := []string{Parallel, Sequential, GistMemory}
	for i, window := range windows {
		l := &querytest.Library{}
		var sources []string
		for d := range 3 {
			sources = append(sources, fmt.Sprint("document ", d, prose(r.Intn(40))))
			l.Add(sources[d], prose(1+r.Intn(4000)), prose(1+r.Intn(900)))
		}
		m := &llmtest.Model{}
		m.Reply = func(stage string, q llm.Request) (string, error) {
			n := len(q.Messages[1].Content)
			switch stage {
			case "pause":
				return fmt.Sprintf(`{"pause": %d}`, n%5), nil
			case "page":
				return llmtest.JSON(map[string]any{"gist": strings.Repeat([]string{"灯塔很高。", "The harbour is quiet. ", strings.Repeat("x", 300)}[n%3], 1+n%[]int{9, 9, 9, 400}[n%4])}), nil
			case "chapter":
				return `{"new_chapter": "` + []string{"yes", "no", "unsure"}[n%3] + `"}`, nil
			case "pages":
				return fmt.Sprintf(`{"thought":"%s","pages":[%d,%d,%d]}`, strings.Repeat("灯塔 ", n%90), n%9, n%20, n%70), nil
			case "next_page":
				return fmt.Sprintf(`{"thought":"","page":%d}`, n%30), nil
			}
			return answered("x", n%9, "harbour the"), nil
		}
		question := []string{asked, strings.Repeat("灯塔在哪里？", window/8/10)}[i%2]
		own := map[string]string{optionPrevious: []string{"no", "yes"}[i/2%2], optionGists: []string{unconditional, conditional}[i/3%2]}
		if own[optionPrevious] == "yes" {
			own[optionMin] = "100"
		}
		a := agent(t, l, names[i%3], m)
		answer, err := a.Answer(t.Context(), query.Question{Text: question, Scope: l.Scope(sources...)}, query.Options{Window: window, Own: own})
		if err != nil {
			t.Fatalf("window %d: %v", window, err)
		}
		for _, q := range m.Requests() {
			n := 3 + counter.Count(string(q.ReplySchema)) + q.MaxTokens
			for _, x := range q.Messages {
				n += 4 + counter.Count(x.Content)
			}
			if n > window || n > answer.WidestCall {
				t.Fatalf("window %d: a call of %s takes %d tokens, the widest is said to be %d", window, q.Name, n, answer.WidestCall)
			}
		}
		for _, s := range answer.Trace {
			if e, _ := s.Args["error"].(string); strings.Contains(e, "window") {
				t.Errorf("window %d: a call did not fit: %+v", window, s)
			}
			if s.Action == "gists" && s.Args["without_model"] != 0 || s.Args["uniform_from"] != nil {
				t.Errorf("window %d: %+v, %s", window, s.Args, answer.Limited)
			}
		}
	}
}

// TestStored: stored pages are read without a call, of a search those that hold what it found; others are made.
func TestStored(t *testing.T) {
	l := films()
	body := film(1) + film(2)
	document := graph.DocumentID("c.txt")
	l.Add("c.txt", body, "Iron Harbour was directed by Walter Lind, who was born in Uppsala.")
	first, all := len([]rune(film(1))), len([]rune(body))+2+66
	for i, p := range []struct {
		start, end int
		gist       string
	}{{0, first, "A first film."}, {first, all, "Walter Lind directs."}} {
		l.Stored = append(l.Stored, graph.Episode{ID: graph.EpisodeID(document, i), Document: document, Index: i, Start: p.start, End: p.end,
			Words: 300, Gist: p.gist, Preset: "1000/600"})
	}
	question := func(o query.Options) query.Answer {
		t.Helper()
		m := reader(func(stage, shown string) string { return `{"thought":"","pages":[2]}` })
		a, err := agent(t, l, Parallel, m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope("c.txt")}, o)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := question(query.Options{}); a.Answer != "Uppsala" || a.Usage.Calls != 2 || a.Memory.Pages != 2 || a.Memory.LookUps != 1 {
		t.Errorf("stored: %q in %d calls, %+v", a.Answer, a.Usage.Calls, a.Memory)
	}
	for _, own := range []map[string]string{{optionMin: "300"}, {optionGists: conditional}, {optionPaging: byLength}, {optionPrevious: "yes"}, {optionDomain: "Keep names."}} {
		if a := question(query.Options{Own: own}); a.Usage.Calls < 3 {
			t.Errorf("%v: %d calls", own, a.Usage.Calls)
		}
	}
	if a := question(query.Options{Own: map[string]string{optionMax: "1000", optionMin: "600"}}); a.Usage.Calls != 2 {
		t.Errorf("stored as asked: %d calls", a.Usage.Calls)
	}
	only := &querytest.Library{Stored: l.Stored} // a search finds the first chunk, which shares text with both pages
	only.Add("c.txt", body, "Iron Harbour was directed by Walter Lind, who was born in Uppsala.")
	m := reader(func(stage, shown string) string { return `{"thought":"","pages":[2]}` })
	a, err := agent(t, only, Parallel, m).Answer(t.Context(), query.Question{Text: asked}, query.Options{Window: 2560, Own: map[string]string{"scope-chunks": "1"}})
	if err != nil || a.Answer != "Uppsala" || a.Usage.Calls != 2 || a.Memory.Pages != 2 || a.Coverage.By != "search" {
		t.Errorf("found: %q in %d calls, %+v, %+v, %v", a.Answer, a.Usage.Calls, a.Memory, a.Coverage, err)
	}
	agent, _ := query.Find(Agents(), Sequential)
	if !agent.Episodes(query.Options{}) || agent.Episodes(query.Options{Own: map[string]string{optionPaging: byLength}}) || agent.Episodes(query.Options{Own: map[string]string{optionMax: "1000"}}) {
		t.Error("Episodes")
	}
}

// TestCancel: after a cancel at most the calls in flight are counted, and there is no answer.
func TestCancel(t *testing.T) {
	for _, stop := range []int{1, 4, 9, 14} {
		ctx, cancel := context.WithCancel(t.Context())
		inner := reader(all)
		var calls atomic.Int64
		m := &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
			if calls.Add(1) == int64(stop) {
				cancel()
			}
			return inner.Reply(stage, r)
		}}
		l := films()
		_, err := agent(t, l, Sequential, m).Answer(ctx, query.Question{Text: asked, Scope: l.Scope("a.txt", "b.txt")}, query.Options{Window: 16384})
		if n := calls.Load(); n > int64(stop+atOnce) || err == nil {
			t.Errorf("canceled in call %d: %d calls, %v", stop, n, err)
		}
		cancel()
	}
}

// TestOnePage: one short page, a text without paragraphs, and Chinese with an English question are answered and cited.
func TestOnePage(t *testing.T) {
	for body, want := range map[string]string{
		"Walter Lind was born in Uppsala.": "Uppsala",
		strings.Repeat("The camera stood by the sea. ", 400) + "Walter Lind was born in Uppsala. It rained.": "Uppsala",
		strings.Repeat("摄影机立在海边。", 300) + "沃尔特·林德出生于乌普萨拉 (Walter Lind was born in Uppsala)。":                 "Uppsala",
	} {
		l := &querytest.Library{}
		l.Add("a.txt", body)
		m := reader(func(stage, shown string) string {
			var last int
			for line := range strings.SplitSeq(shown, "\n") {
				fmt.Sscanf(line, "%d. ", &last)
			}
			return fmt.Sprintf(`{"thought":"","pages":[%d]}`, last)
		})
		a, err := agent(t, l, Parallel, m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope("a.txt")}, query.Options{})
		if err != nil || a.Answer != want || len(a.Citations) != 1 || !a.Citations[0].Verified {
			t.Errorf("%.40s: %q, %+v, %v", body, a.Answer, a.Citations, err)
		}
	}
}
