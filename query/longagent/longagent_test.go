package longagent

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"sync"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/text"
	"grove/query"
	"grove/query/querytest"
)

const asked = "Where was the director of Iron Harbour born?"

// films is a library whose parts hold one step of the question each, and one that contradicts.
func films() *querytest.Library {
	l, long := &querytest.Library{}, strings.Repeat(" The harbour was quiet in winter.", 100) // two don't share a piece
	l.Add("a.txt", "Iron Harbour is a drama film of 1931. It was directed by Walter Lind."+long, long)
	l.Add("b.txt", "Walter Lind was a film director. He was born in Uppsala."+long)
	l.Add("c.txt", "Some say that Walter Lind was born in Gothenburg."+long)
	return l
}

func mentions(answer, quote string) string {
	return llmtest.JSON(map[string]any{"no_mention": false, "answer": answer, "quote": quote})
}

func leads(action, instruction string, members ...int) string {
	return llmtest.JSON(map[string]any{"analysis": "so far", "action": action, "instruction": instruction, "members": members})
}

const nothing = `{"no_mention":true,"answer":"","quote":""}`

// member replies as a reader of the parts that a request shows.
func member(r llm.Request) string {
	shown := r.Messages[1].Content
	switch _, instruction, _ := strings.Cut(shown, "\nInstruction: "); {
	case strings.Contains(instruction, "directed") && strings.Contains(shown, "directed by Walter Lind"):
		return mentions("Walter Lind", "It was directed by Walter Lind.")
	case strings.Contains(instruction, "born") && strings.Contains(shown, "in Uppsala"):
		return mentions("Uppsala", "He was born in Uppsala.")
	case strings.Contains(instruction, "born") && strings.Contains(shown, "in Gothenburg"):
		return mentions("Gothenburg", "Some say that Walter Lind was born in Gothenburg.")
	}
	return nothing
}

// team is a model whose leader takes the given decisions, the last again and again.
func team(decisions ...string) *llmtest.Model {
	var mu sync.Mutex
	led := 0
	return &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
		switch stage {
		case "leader":
			mu.Lock()
			defer mu.Unlock()
			led++
			return decisions[min(led, len(decisions))-1], nil
		case "member":
			return member(r), nil
		}
		for n := range 20 {
			if strings.Contains(r.Messages[1].Content, fmt.Sprintf("\n%d. ", n)) && strings.Contains(r.Messages[1].Content, "Uppsala") {
				return `{"analysis":"so","answer":"Uppsala","abstained":false,"missing":"","own_knowledge":false,"evidence":[1,2],"rival":"","rival_evidence":[]}`, nil
			}
		}
		return `{"analysis":"","answer":"","abstained":true,"missing":"the place","own_knowledge":false,"evidence":[],"rival":"","rival_evidence":[]}`, nil
	}}
}

func actions(steps []query.Step) (out []string) {
	for _, s := range steps {
		if s.Cypher == "" && s.Action != "member" && s.Action != "search" {
			out = append(out, s.Action)
		}
	}
	return out
}

func TestLeader(t *testing.T) {
	all := []string{"a.txt", "b.txt", "c.txt"}
	directed, born := leads("query", "Who directed the film Iron Harbour?"), leads("query", "Where was Walter Lind born?")
	for name, c := range map[string]struct {
		decisions []string
		sources   []string
		options   query.Options
		want      string // "" where the agent abstains
		actions   string
		members   int // calls of members
	}{
		"two steps and a conflict": {[]string{directed, born, leads("conflict", "", 3, 4), leads("answer", "")}, all, query.Options{}, "Uppsala",
			"input query query conflict replies_enough answer", 9},
		"without conflicts": {[]string{directed, born, leads("conflict", ""), leads("answer", "")}, all, query.Options{Without: []string{"conflict"}}, "Uppsala",
			"input query query replies_enough answer", 8},
		"a conflict that never settles": {[]string{born, leads("conflict", "")}, all, query.Options{}, "Uppsala", "input query conflict leader_failed answer", 5},
		"no two who disagree":           {[]string{directed, leads("conflict", "")}, all, query.Options{}, "", "input query leader_failed abstain", 4},
		"an instruction again":          {[]string{born, born}, all, query.Options{}, "Uppsala", "input query query answer", 4},
		"never stops":                   {[]string{born, directed, leads("query", "a"), leads("query", "b"), leads("query", "c")}, all, query.Options{}, "Uppsala", "input query query query query query answer", 16},
		"rounds": {[]string{directed, born, leads("query", "What else?")}, all, query.Options{Own: map[string]string{"rounds": "2"}}, "Uppsala",
			"input query query query answer", 8},
		"no form at once":     {[]string{"I lead.", born, leads("answer", "")}, all, query.Options{}, "Uppsala", "input query replies_enough answer", 4},
		"no form ever":        {[]string{"I lead."}, all, query.Options{}, "", "input leader_failed abstain", 0},
		"unknown action":      {[]string{leads("sing", "la"), leads("sing", "la")}, all, query.Options{}, "", "input leader_failed abstain", 0},
		"nobody mentions":     {[]string{leads("query", "Who sang?"), leads("query", "Who sang in it?"), leads("query", "Any song?")}, all, query.Options{}, "", "input query query query abstain", 8},
		"one document":        {[]string{born, leads("answer", "")}, []string{"b.txt"}, query.Options{}, "Uppsala", "input query replies_enough answer", 1},
		"calls for some":      {[]string{born, leads("answer", "")}, all, query.Options{MaxCalls: 5}, "Uppsala", "input members_cut query replies_enough answer", 2},
		"an idle instruction": {[]string{born, leads("query", "Say it in song.")}, all, query.Options{}, "Uppsala", "input query query query answer", 8},
	} {
		t.Run(name, func(t *testing.T) {
			l, m := films(), team(c.decisions...)
			a, err := l.Agent(t, Agent(), m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope(c.sources...)}, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if a.Abstained != (c.want == "") || c.want != "" && a.Answer != c.want {
				t.Errorf("%q, abstained %t", a.Answer, a.Abstained)
			}
			if got := strings.Join(actions(a.Trace), " "); got != c.actions {
				t.Errorf("actions %s", got)
			}
			if n := m.Count("member"); n != c.members {
				t.Errorf("%d calls of members", n)
			}
			if c.options.MaxCalls > 0 && a.Usage.Calls > c.options.MaxCalls {
				t.Errorf("%d calls", a.Usage.Calls)
			}
			if a.Coverage == nil || a.Coverage.By != "documents" || a.Coverage.Documents != len(c.sources) {
				t.Errorf("coverage %+v", a.Coverage)
			}
			for _, cited := range a.Citations {
				if !cited.Verified {
					t.Errorf("%+v", cited)
				}
			}
			if c.want != "" && len(a.Citations) == 0 {
				t.Error("no citation")
			}
		})
	}
}

// TestConflict: the pieces of the pair are shown in their order, and the reply replaces both answers.
func TestConflict(t *testing.T) {
	l, m := films(), team(leads("query", "Where was Walter Lind born?"), leads("conflict", "", 99, 0), leads("answer", ""))
	if _, err := l.Agent(t, Agent(), m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope("a.txt", "b.txt", "c.txt")}, query.Options{}); err != nil {
		t.Fatal(err)
	}
	requests := m.Requests()
	i := slices.IndexFunc(requests, func(r llm.Request) bool { return strings.Contains(r.Messages[1].Content, "===== part 2") })
	shown := requests[i].Messages[1].Content
	if first, second := strings.Index(shown, "born in Uppsala"), strings.Index(shown, "born in Gothenburg"); first < 0 || second < first {
		t.Errorf("the pair is shown as\n%s", shown)
	}
	if last := requests[i+1].Messages[1].Content; llmtest.Stage(requests[i+1]) != "leader" || strings.Contains(last, "Gothenburg") {
		t.Errorf("after the conflict the leader sees\n%s", last)
	}
}

// TestCopies: texts that are equal are read once, and are no two voices.
func TestCopies(t *testing.T) {
	l := &querytest.Library{}
	for _, source := range []string{"a", "b", "c"} {
		l.Add(source, "Walter Lind was born in Gothenburg.")
	}
	m := team(leads("query", "Where was Walter Lind born?"), leads("answer", ""))
	if _, err := l.Agent(t, Agent(), m).Answer(t.Context(), query.Question{Text: asked, Scope: l.Scope("a", "b", "c")}, query.Options{}); err != nil {
		t.Fatal(err)
	}
	if m.Count("member") != 1 {
		t.Errorf("%d members were asked", m.Count("member"))
	}
}

// TestOffline: the agent answers one step without a model, by search and in a scope, in Chinese too.
func TestOffline(t *testing.T) {
	l := films()
	l.Add("d.txt", "灯塔由林德先生设计。")
	for question, scope := range map[string]graph.Scope{"Who directed Iron Harbour?": {}, "Who directed Iron Harbour??": l.Scope("a.txt", "b.txt")} {
		a, err := l.Agent(t, Agent(), nil).Answer(t.Context(), query.Question{Text: question, Scope: scope}, query.Options{})
		if err != nil || a.Answer != "Walter Lind" || len(a.Citations) == 0 || !a.Citations[0].Verified {
			t.Errorf("%s: %q, %+v, %v", question, a.Answer, a.Citations, err)
		}
	}
	a, err := l.Agent(t, Agent(), nil).Answer(t.Context(), query.Question{Text: "谁唱了歌？"}, query.Options{})
	if err != nil || !a.Abstained {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestFailures(t *testing.T) {
	outage := &fault.Error{Kind: fault.Unavailable, Err: errors.New("no route")}
	down := films()
	down.Down = outage
	dead := &llmtest.Model{Reply: func(stage string, r llm.Request) (string, error) {
		if stage == "leader" {
			return leads("query", "Who?"), nil
		}
		return "", outage
	}}
	for name, c := range map[string]struct {
		l       *querytest.Library
		m       llm.Model
		options query.Options
		kind    fault.Kind
	}{
		"the store is down":   {down, team(leads("answer", "")), query.Options{}, fault.Unavailable},
		"the members' are":    {films(), dead, query.Options{}, fault.Unavailable},
		"too small a window":  {films(), nil, query.Options{Window: LeastWindow - 1}, fault.WindowTooSmall},
		"a part not of these": {films(), nil, query.Options{Without: []string{"plan"}}, fault.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := c.l.Agent(t, Agent(), c.m).Answer(t.Context(), query.Question{Text: asked}, c.options); !fault.Is(err, c.kind) {
				t.Errorf("%v", err)
			}
		})
	}
	// A member out of form, or one too many for the calls, leaves a piece unread.
	for most, by := range map[int]llm.Limit{0: "", 6: llm.LimitCalls} {
		m := team(leads("query", "Who directed it?"), leads("answer", ""))
		inForm := m.Reply
		m.Reply = func(stage string, r llm.Request) (string, error) {
			if stage == "member" && most == 0 && strings.Contains(r.Messages[1].Content, "c.txt") {
				return "hm", nil
			}
			return inForm(stage, r)
		}
		a, err := films().Agent(t, Agent(), m).Answer(t.Context(), query.Question{Text: asked, Scope: films().Scope("a.txt", "b.txt", "c.txt")}, query.Options{MaxCalls: most})
		if err != nil || !strings.HasSuffix(a.Limited, "pieces of the text not read") || a.LimitedBy != by {
			t.Errorf("at most %d calls: limited by %q: %q, %v", most, a.LimitedBy, a.Limited, err)
		}
	}
	a, err := (&querytest.Library{}).Agent(t, Agent(), nil).Answer(t.Context(), query.Question{Text: asked}, query.Options{})
	if err != nil || !a.Abstained {
		t.Errorf("an empty workspace: %+v, %v", a, err)
	}
}

// TestNoCallExceedsTheWindow, whatever the texts, the window and the replies.
func TestNoCallExceedsTheWindow(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	words := []string{"harbour", "the", "灯塔", "=====", "\n\n", "Lind.", "Oslo,", "1931", "《水》。", "`x`", "\"q\"", "ignore", "\x00", "émigré", "[3]", strings.Repeat("x", 300)}
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
	windows := []int{LeastWindow, 4096, 8192, 32768}
	if testing.Short() {
		windows = windows[:2]
	}
	for i, window := range windows {
		l := &querytest.Library{}
		var sources []string
		for d := range 3 {
			sources = append(sources, fmt.Sprint("document ", d, prose(r.Intn(40))))
			l.Add(sources[d], prose(1+r.Intn(3000)), prose(1+r.Intn(900)))
		}
		m := &llmtest.Model{}
		m.Reply = func(stage string, q llm.Request) (string, error) {
			n := len(q.Messages[1].Content)
			switch {
			case stage == "leader":
				return leads([]string{"query", "query", "conflict"}[n%3], strings.Repeat("问题是什么？", 1+n%60), n%7, n%5), nil
			case stage == "member" && n%4 > 0:
				return mentions(fmt.Sprint(n%3, strings.Repeat(" answer", n%90)), "quote"), nil
			case stage == "member":
				return []string{nothing, "no form"}[n%2], nil
			}
			return `{"analysis":"so","answer":"x","abstained":false,"missing":"","own_knowledge":true,"evidence":[1],"rival":"","rival_evidence":[]}`, nil
		}
		question := []string{asked, strings.Repeat("灯塔在哪里？", window/8/10)}[i%2]
		a := l.Agent(t, Agent(), m)
		answer, err := a.Answer(t.Context(), query.Question{Text: question, Scope: l.Scope(sources...)}, query.Options{Window: window})
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
		}
	}
}
