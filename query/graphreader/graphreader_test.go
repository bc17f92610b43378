package graphreader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/query"
)

var oslo = query.Question{Text: "Where did the director of Iron Harbour die?"}

func TestWalkWithAModel(t *testing.T) {
	w := films()
	m := &scripted{Reply: sensible}
	a, err := agent(t, w, m).Answer(context.Background(), oslo, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Answer != "Oslo" || a.Abstained || a.Model != "scripted" || a.Agent != Name {
		t.Fatalf("answer %+v", a)
	}
	checkCitations(t, w, a)
	if len(a.Citations) != 1 {
		t.Errorf("%d citations, want 1", len(a.Citations))
	}
	starts := 0
	for _, s := range a.Trace {
		switch s.Action {
		case "initial_nodes":
			starts = s.Rows
		case "facts", "chunks", "neighbours":
			if s.Cypher == "" || len(s.Params) == 0 {
				t.Errorf("step %d (%s) shows no Cypher", s.Step, s.Action)
			}
		}
	}
	if starts != 5 {
		t.Errorf("%d start nodes, want 5", starts)
	}
}

// TestHubHidesNoStart: nodes whose facts a read leaves out behind those of a node with very many are offered with theirs.
func TestHubHidesNoStart(t *testing.T) {
	w := &world{}
	w.add("Hub", []string{"Oslo is a city."})
	for i := range graph.MaxRows {
		w.facts = append(w.facts, worldFact{fmt.Sprintf("Oslo has house %d.", i), 0, elementsOf("Oslo")})
	}
	films := films()
	for _, f := range films.facts {
		f.chunk += len(w.chunks)
		w.facts = append(w.facts, f)
	}
	w.chunks = append(w.chunks, films.chunks...)
	m := &scripted{Reply: sensible}
	if _, err := agent(t, w, m).Answer(t.Context(), oslo, query.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range m.Requests() {
		if list := strings.Join(offered(r), "; "); llmtest.Stage(r) == "initial" && !(strings.Contains(list, "Walter Lind [") && strings.Contains(list, "Oslo [5000 facts]")) {
			t.Errorf("offered: %s", list)
		}
	}
}

func TestNothingIsReadTwiceOnAPath(t *testing.T) {
	m := &scripted{Reply: sensible}
	a, err := agent(t, films(), m).Answer(context.Background(), oslo, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type read struct {
		path any
		what any
	}
	seen, functions := map[read]bool{}, map[any]int{}
	for _, s := range a.Trace {
		switch s.Action {
		case searchMore, readPreviousChunk, readSubsequentChunk:
			key := read{s.Args["path"], s.Args["chunk"]}
			if seen[key] {
				t.Errorf("path %v reads chunk %v twice", key.path, key.what)
			}
			seen[key] = true
		}
		switch s.Action {
		case searchMore, readPreviousChunk, readSubsequentChunk, termination, readChunk, stopAndReadNeighbour, readNeighbour:
			functions[s.Args["path"]]++
		}
	}
	if len(seen) == 0 {
		t.Fatal("nothing was read")
	}
	for path, n := range functions {
		if n > 10 {
			t.Errorf("path %v called %d functions", path, n)
		}
	}
}

// TestFirstLookReadsChunksOnce: of several paths that choose a chunk one reads it, and all have its notes; with --paper each reads it.
func TestFirstLookReadsChunksOnce(t *testing.T) {
	for _, paper := range []bool{false, true} {
		m := &scripted{Reply: sensible}
		var o query.Options
		if paper {
			o.Without = []string{query.Shortcuts}
		}
		a, err := agent(t, films(), m).Answer(t.Context(), oslo, o)
		if err != nil {
			t.Fatal(err)
		}
		readers, notebooks := map[any]int{}, map[string]int{}
		for _, s := range a.Trace {
			if s.Action == searchMore {
				readers[s.Args["chunk"]]++
			}
		}
		most := 0
		for _, n := range readers {
			most = max(most, n)
		}
		if (most > 1) != paper {
			t.Errorf("paper %v: a chunk is read by %d paths", paper, most)
		}
		for _, r := range m.Requests() {
			if llmtest.Stage(r) == "answer" {
				notebooks[fmt.Sprint(strings.Count(llmtest.PromptText(r), "(Iron Harbour) Walter Lind died in Oslo"))]++
			}
		}
		if !paper && notebooks["1"] != 1 {
			t.Errorf("the note of a shared chunk is shown %v times", notebooks)
		}
	}
}

// TestEnoughFactsSaveChunks: where the facts are enough for one path, the chunks that others chose are read only if the answer lacks
// something, each once.
func TestEnoughFactsSaveChunks(t *testing.T) {
	for _, lacks := range []bool{false, true} {
		first, answers := true, 0
		m := &scripted{Reply: func(stage string, r llm.Request) (string, error) {
			switch {
			case stage == "facts" && first:
				first = false
				return `{"notebook":[{"note":"Iron Harbour was shot in Boston.","chunks":["c1"]}],"thought":"","action":"termination","chunks":[]}`, nil
			case stage == "neighbour":
				return `{"thought":"","action":"termination","node":""}`, nil
			case stage == "answer" && lacks:
				if answers++; answers == 1 {
					return `{"hops":[{"needs":"the place","found":"","from":"missing"}],"answer":"","abstained":true,` +
						`"missing":"the place","evidence":[]}`, nil
				}
			}
			return sensible(stage, r)
		}}
		a, err := agent(t, films(), m).Answer(t.Context(), oslo, query.Options{Own: map[string]string{optionAtOnce: "1"}})
		if err != nil || a.Abstained {
			t.Fatalf("%+v, %v", a, err)
		}
		if read := m.Count("chunk"); (read > 0) != lacks || read > 4 {
			t.Errorf("lacks %v: %d chunks read", lacks, read)
		}
	}
}

// TestEndWithoutNotesSavesNoChunks: a path that ends without a note of its facts leaves the chunks that others chose to be read.
func TestEndWithoutNotesSavesNoChunks(t *testing.T) {
	first := true
	m := &scripted{Reply: func(stage string, r llm.Request) (string, error) {
		if stage == "facts" && first {
			first = false
			return `{"notebook":[],"thought":"","action":"termination","chunks":[]}`, nil
		}
		return sensible(stage, r)
	}}
	a, err := agent(t, films(), m).Answer(t.Context(), oslo, query.Options{Own: map[string]string{optionAtOnce: "1"}})
	if err != nil || a.Abstained || m.Count("chunk") == 0 {
		t.Errorf("%d chunks read, %+v, %v", m.Count("chunk"), a, err)
	}
}

// TestNoSharedChunkIsLost: where a limit ends the path that was to read a chunk for others, the next reads it, and where that one fails
// or has no calls left, the one after it.
func TestNoSharedChunkIsLost(t *testing.T) {
	w := &world{}
	w.add("Birth", []string{"Walter Lind was born in May.", "Walter Lind was born in May. | Walter Lind"})
	w.add("Death", []string{"Walter Lind died in Oslo, Norway.", "Walter Lind died in Oslo, Norway. | Walter Lind, Oslo, Norway"})
	outage := &fault.Error{Kind: fault.Unavailable, Op: "test", Err: errors.New("connection refused")}
	lacking := `{"hops":[{"needs":"the place","found":"","from":"missing"}],"answer":"","abstained":true,"missing":"the place","evidence":[]}`
	for name, once := range map[string]func() (string, error){
		"the second reads it":          nil,
		"the second fails":             func() (string, error) { return "", outage },
		"the second is not understood": func() (string, error) { return "nonsense", nil },
	} {
		t.Run(name, func(t *testing.T) {
			answers, deaths := 0, 0
			m := &scripted{Reply: func(stage string, r llm.Request) (string, error) {
				switch stage {
				case "initial":
					return `{"nodes":[{"name":"Walter Lind","score":100},{"name":"Oslo","score":50},{"name":"Norway","score":40}]}`, nil
				case "neighbour":
					return `{"thought":"","action":"termination","node":""}`, nil
				case "chunk":
					if strings.Contains(llmtest.PromptText(r), "chunk of: Death") && once != nil {
						if deaths++; deaths == 1 || strings.Contains(llmtest.PromptText(r), "could not be used") {
							return once()
						}
					}
				case "answer":
					if answers++; answers == 1 {
						return lacking, nil
					}
				}
				return sensible(stage, r)
			}}
			// The first path reads the facts and one chunk of two.
			o := query.Options{Own: map[string]string{optionAtOnce: "1", optionPathCalls: "2"}}
			a, err := agent(t, w, m).Answer(t.Context(), oslo, o)
			if err != nil || a.Abstained {
				t.Fatalf("%+v, %v", a, err)
			}
			read := map[any]int{}
			for _, s := range a.Trace {
				if s.Action == searchMore {
					read[s.Args["chunk"]]++
				}
			}
			if len(read) != 2 || read[string(w.chunks[0].ID)] != 1 || read[string(w.chunks[1].ID)] != 1 {
				t.Errorf("read: %v", read)
			}
		})
	}
}

// TestChunkLeftByChoiceIsRead: a path that ends by its own choice leaves the chunks that others wanted to be read by these.
func TestChunkLeftByChoiceIsRead(t *testing.T) {
	w := &world{}
	w.add("Birth", []string{"Walter Lind was born in May.", "Walter Lind was born in May. | Walter Lind"})
	w.add("Death", []string{"Walter Lind died in Oslo, Norway.", "Walter Lind died in Oslo, Norway. | Walter Lind, Oslo, Norway"})
	facts, answers := 0, 0
	m := &scripted{Reply: func(stage string, r llm.Request) (string, error) {
		switch stage {
		case "initial":
			return `{"nodes":[{"name":"Walter Lind","score":100},{"name":"Oslo","score":50},{"name":"Norway","score":40}]}`, nil
		case "facts":
			if facts++; facts == 3 { // Norway's: the chunks are left until the answer lacks something
				return `{"notebook":[{"note":"Walter Lind died in Oslo.","chunks":["c1"]}],"thought":"","action":"termination","chunks":[]}`, nil
			}
		case "chunk":
			if strings.Contains(llmtest.PromptText(r), "chunk of: Birth") {
				return `{"notebook":[],"thought":"","action":"termination"}`, nil
			}
		case "neighbour":
			return `{"thought":"","action":"termination","node":""}`, nil
		case "answer":
			if answers++; answers == 1 {
				return `{"hops":[{"needs":"the place","found":"","from":"missing"}],"answer":"","abstained":true,"missing":"the place","evidence":[]}`, nil
			}
		}
		return sensible(stage, r)
	}}
	a, err := agent(t, w, m).Answer(t.Context(), oslo, query.Options{Own: map[string]string{optionAtOnce: "1"}})
	if err != nil || a.Abstained {
		t.Fatalf("%+v, %v", a, err)
	}
	read := 0
	for _, s := range a.Trace {
		if s.Action == searchMore && s.Args["chunk"] == string(w.chunks[1].ID) {
			read++
		}
	}
	if read != 1 {
		t.Errorf("the chunk that was left is read %d times", read)
	}
}

// only gives the reply for one stage and is sensible otherwise.
func only(stage string, replies ...string) func(string, llm.Request) (string, error) {
	return func(s string, r llm.Request) (string, error) {
		if s != stage {
			return sensible(s, r)
		}
		if strings.Contains(llmtest.PromptText(r), "could not be used") && len(replies) > 1 {
			return replies[1], nil
		}
		return replies[0], nil
	}
}

func TestBadRepliesAreRepairedOrEndThePath(t *testing.T) {
	for name, c := range map[string]struct {
		reply func(string, llm.Request) (string, error)
		// ends is what the trace says of the end of a path; "" where none ends by it.
		ends string
	}{
		"plan is prose":              {only("plan", "First look."), ""},
		"no start node offered":      {only("initial", `{"nodes":[{"name":"Nowhere","score":90}]}`), ""},
		"unknown action on facts":    {only("facts", `{"notebook":[],"action":"fly"}`), "none of those offered"},
		"labels not offered":         {only("facts", `{"notebook":[],"action":"read_chunk","chunks":["c77"]}`), "without a label"},
		"facts repaired":             {only("facts", `nonsense`, `{"notebook":[],"action":"stop_and_read_neighbor"}`), ""},
		"unknown action on a chunk":  {only("chunk", `{"notebook":[],"action":"read_chunk"}`), "none of the four"},
		"chunk repaired":             {only("chunk", `{`, `{"notebook":[{"note":"Walter Lind died in Oslo","chunks":[]}],"action":"termination"}`), ""},
		"neighbour not offered":      {only("neighbour", `{"action":"read_neighbor_node","node":"Mars"}`), "not one of those offered"},
		"unknown neighbour action":   {only("neighbour", `{"action":"jump","node":""}`), "neither read_neighbor_node"},
		"empty replies to all but 1": {only("facts", ""), "no JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			m := &scripted{Reply: c.reply}
			a, err := agent(t, films(), m).Answer(context.Background(), oslo, query.Options{Without: []string{query.Shortcuts}})
			if err != nil {
				t.Fatal(err)
			}
			trace := show(a.Trace)
			if c.ends != "" && !strings.Contains(trace, c.ends) {
				t.Errorf("the trace does not say %q:\n%s", c.ends, trace)
			}
			if c.ends == "" && strings.Contains(trace, `"reason": "llm.Ask`) {
				t.Errorf("a path ended by an error:\n%s", trace)
			}
		})
	}
}

// An answer that cannot be read, twice, ends in an abstention that says so: the
// trace keeps the notes.
func TestAnswerThatCannotBeRead(t *testing.T) {
	a, err := agent(t, films(), &scripted{Reply: only("answer", "Oslo, I think")}).Answer(context.Background(), oslo, query.Options{})
	if err != nil || !a.Abstained || !strings.Contains(a.Answer, "no answer came of it") || a.Usage.Calls == 0 {
		t.Fatalf("%+v, %v", a, err)
	}
}

func TestWantedOfAPlan(t *testing.T) {
	got := wanted([]string{"1. Find the ship.", "2）查找时间", "3.14 is wanted", "12 ships", " 4.then: her captain"})
	if want := "Find the ship.\n查找时间\n3.14 is wanted\n12 ships\nthen: her captain"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestPlaceOf(t *testing.T) {
	names := []string{"Pequod", "Captain Ahab", "ahab", "Ahab", "白鲸"}
	for said, want := range map[string]int{"Pequod": 0, " pequod ": 0, "- \"The Pequod\"": 0, "CAPTAIN AHAB": 1, "ahab": 2, "Ahab": 3,
		"AHAB": -1, "“白鲸”": 4, "Moby": -1, "": -1, "**": -1} {
		if got := placeOf(names, said); got != want {
			t.Errorf("%q: %d, want %d", said, got, want)
		}
	}
}

func TestOutages(t *testing.T) {
	outage := &fault.Error{Kind: fault.Unavailable, Op: "test", Err: errors.New("connection refused")}
	fail := func(stage string, when func(llm.Request) bool) *scripted {
		return &scripted{Reply: func(s string, r llm.Request) (string, error) {
			if s == stage && when(r) {
				return "", outage
			}
			return sensible(s, r)
		}}
	}
	always := func(llm.Request) bool { return true }
	for _, stage := range []string{"plan", "initial", "facts", "answer"} {
		if _, err := agent(t, films(), fail(stage, always)).Answer(context.Background(), oslo, query.Options{}); !fault.Is(err, fault.Unavailable) {
			t.Errorf("outage at %s: error %v", stage, err)
		}
	}
	one := func(r llm.Request) bool { return strings.Contains(llmtest.PromptText(r), "===== node\nWalter Lind\n") }
	a, err := agent(t, films(), fail("facts", one)).Answer(context.Background(), oslo, query.Options{})
	if err != nil || a.Answer != "Oslo" {
		t.Errorf("outage on one path: %v, %v", a.Answer, err)
	}
	// An answer outlives the failure of a path that looks further.
	answers, failed := 0, false
	further := &scripted{Reply: func(s string, r llm.Request) (string, error) {
		switch {
		case s == "answer":
			if answers++; answers == 1 {
				return `{"hops":[{"needs":"the year","found":"","from":"missing"}],"answer":"Oslo","abstained":false,"missing":"the year","evidence":[1]}`, nil
			}
			return `{"hops":[],"answer":"","abstained":true,"missing":"the year"}`, nil
		case s == "neighbour" && !failed:
			failed = true
			return "", outage
		}
		return sensible(s, r)
	}}
	a, err = agent(t, films(), further).Answer(context.Background(), oslo, query.Options{Own: map[string]string{optionAtOnce: "1"}})
	if err != nil || a.Answer != "Oslo" || answers != 2 || !failed || a.Limited == "" {
		t.Errorf("outage in the second round: %q, %d answers, failed %t, limited %q, %v", a.Answer, answers, failed, a.Limited, err)
	}
	// A failure is no thin evidence, however few calls there were.
	for most := 1; most <= 12; most++ {
		m := fail("facts", always)
		q := oslo
		q.Mode = query.Reject
		if _, err := agent(t, films(), m).Answer(context.Background(), q, query.Options{MaxCalls: most}); m.Count("facts") > 0 && !fault.Is(err, fault.Unavailable) {
			t.Errorf("outage with %d calls: error %v", most, err)
		}
	}
	w := films()
	w.down = outage
	if _, err := agent(t, w, nil).Answer(context.Background(), oslo, query.Options{}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("outage of the store: error %v", err)
	}
}

func TestMaxCalls(t *testing.T) {
	for most := 1; most <= 30; most++ {
		m := &scripted{Reply: sensible}
		a, err := agent(t, films(), m).Answer(context.Background(), oslo, query.Options{MaxCalls: most, Without: []string{query.Shortcuts}})
		if err != nil {
			t.Fatalf("%d calls: %v", most, err)
		}
		if len(m.Requests()) > most || a.Usage.Calls > most {
			t.Fatalf("%d calls made, %d allowed", len(m.Requests()), most)
		}
		if m.Count("answer") != 1 {
			t.Fatalf("%d calls: asked for an answer %d times", most, m.Count("answer"))
		}
		if a.Limited == "" {
			t.Errorf("%d calls: the answer does not say that it was limited", most)
		}
	}
}

func TestSamePathsWhateverTheConcurrency(t *testing.T) {
	var first string
	for _, concurrency := range []int{1, 2, 5} {
		a, err := agent(t, films(), &scripted{Reply: erratic}).Answer(context.Background(), oslo, query.Options{Own: map[string]string{"paths-at-once": fmt.Sprint(concurrency)}, MaxCalls: 25})
		if err != nil {
			t.Fatal(err)
		}
		a.Ms = 0
		for i := range a.Trace {
			a.Trace[i].Ms = 0
		}
		if got := show(a); first == "" {
			first = got
		} else if got != first {
			t.Fatalf("another result at concurrency %d", concurrency)
		}
	}
}

func TestRejectAbstains(t *testing.T) {
	q := oslo
	q.Mode = query.Reject
	for name, reply := range map[string]string{
		"abstained":     `{"analysis":"","answer":"","abstained":true,"missing":"the place","own_knowledge":false,"evidence":[]}`,
		"own knowledge": `{"analysis":"","answer":"Paris","abstained":false,"missing":"","own_knowledge":true,"evidence":[]}`,
		"no support":    `{"analysis":"","answer":"Paris","abstained":false,"missing":"","own_knowledge":false,"evidence":[]}`,
	} {
		a, err := agent(t, films(), &scripted{Reply: only("answer", reply)}).Answer(context.Background(), q, query.Options{})
		if err != nil || !a.Abstained || a.Answer == "" {
			t.Errorf("%s: %+v, %v", name, a.Answer, err)
		}
	}
	a, err := agent(t, films(), &scripted{Reply: only("answer", `{"answer":"Paris","own_knowledge":true}`)}).Answer(context.Background(), oslo, query.Options{})
	if err != nil || a.Abstained || !a.OwnKnowledge {
		t.Errorf("open: %+v, %v", a, err)
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		question string
		options  query.Options
		kind     fault.Kind
	}{
		"window":        {"Who?", query.Options{Window: LeastWindow - 1}, fault.WindowTooSmall},
		"long question": {strings.Repeat("long words ", 600), query.Options{}, fault.WindowTooSmall},
		"empty":         {" \n", query.Options{}, fault.Invalid},
		"negative":      {"Who?", query.Options{MaxCalls: -1}, fault.Invalid},
	} {
		_, err := agent(t, films(), nil).Answer(context.Background(), query.Question{Text: c.question}, c.options)
		if !fault.Is(err, c.kind) {
			t.Errorf("%s: error %v", name, err)
		}
		if c.kind == fault.WindowTooSmall && !strings.Contains(fault.Hint(err), "--window") {
			t.Errorf("%s: hint %q", name, fault.Hint(err))
		}
	}
	if _, err := agent(t, films(), nil).Answer(context.Background(), query.Question{Text: "Who?", Mode: "closed"}, query.Options{}); !fault.Is(err, fault.Invalid) {
		t.Errorf("mode: error %v", err)
	}
}

func TestCancelledMakesNoCall(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := &scripted{Reply: func(s string, r llm.Request) (string, error) {
		if s == "initial" {
			cancel()
		}
		return sensible(s, r)
	}}
	_, err := agent(t, films(), m).Answer(ctx, oslo, query.Options{})
	if !fault.Is(err, fault.Canceled) || m.Count("facts") > 0 {
		t.Fatalf("error %v, %d calls", err, len(m.Requests()))
	}
}

func TestParseObject(t *testing.T) {
	type form struct {
		Action string   `json:"action"`
		Chunks []string `json:"chunks"`
	}
	for _, c := range []struct{ name, reply, want string }{
		{"plain", `{"action":"a"}`, "a"},
		{"reasoning before it", `<think>{"action":"thought"}</think>{"action":"said"}`, "said"},
		{"the last of several", `First {"action":"one"} and then {"action":"two"}`, "two"},
		{"nothing from inside another", `{"outer":{"action":"inner"}}`, ""},
		{"nothing from one of wrong types", `{"action":"bad","chunks":["c1",1]}`, ""},
		{"cut off", `{"action":"a"`, ""},
		{"without the key", `{"chunks":[]}`, ""},
		{"many braces", strings.Repeat("{", 10000), ""},
	} {
		got, err := query.ParseWhole[form](c.reply, "action")
		if got.Action != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v", c.name, got.Action, err)
		}
	}
}

func TestLooseReplies(t *testing.T) {
	prompt := answerPrompt([]query.Evidence{{Text: "one"}, {Text: "two"}}, 512)
	for _, c := range []struct {
		reply, answer string
		notes         int
	}{
		{`{"answer":1931,"evidence":["1"]}`, "1931", 1},
		{`{"answer":["Oslo","Bergen"],"evidence":[1.0,"note 2"]}`, "Oslo, Bergen", 2},
		{`{"answer":true,"evidence":[]}`, "true", 0},
		{`{"answer":"Oslo","evidence":[99,-1]}`, "Oslo", 0},
	} {
		got, err := prompt.Parse(c.reply)
		if err != nil || got.Answer != c.answer || len(got.Rests) != c.notes {
			t.Errorf("%s: %+v, %v", c.reply, got, err)
		}
	}
	for _, reply := range []string{`{"answer":{"a":1}}`, `{"answer":"","evidence":[]}`, `{"answer":"x","evidence":[{}]}`} {
		if got, err := prompt.Parse(reply); err == nil {
			t.Errorf("%s is accepted: %+v", reply, got)
		}
	}
	named, err := initialPrompt{nodes: []node{{name: "a"}, {name: "b"}}}.Parse(`{"nodes":[{"name":"b","score":"95"},{"name":"a","score":10}]}`)
	if err != nil || len(named) != 2 || named[1].score != 95 {
		t.Errorf("scores as text: %+v, %v", named, err)
	}
}

// TestRank: of nodes that share no word with the question, those mentioned near to it come first; the name counts more, and the
// published way knows names alone.
func TestRank(t *testing.T) {
	kit := offline.New()
	const question = "Who engraved the plates of Iron Harbour?"
	f := &query.Frame{Kit: kit, Parsed: kit.Question(question, "en")}
	nodes := []node{{id: "a", name: "Glass Meadow"}, {id: "b", name: "Ann Petrie"}, {id: "c", name: "Piet Saranto"}, {id: "d", name: "Iron Harbour"}}
	near := map[graph.ID]float64{"b": 0.5, "c": 1.5}
	if got := namesOf((&run{Frame: f}).rank(slices.Clone(nodes), near)); !slices.Equal(got, []string{"Iron Harbour", "Piet Saranto", "Ann Petrie", "Glass Meadow"}) {
		t.Errorf("%q", got)
	}
	f.Options.Without = []string{query.Shortcuts}
	if got := namesOf((&run{Frame: f}).rank(slices.Clone(nodes), near)); !slices.Equal(got, []string{"Iron Harbour", "Glass Meadow", "Ann Petrie", "Piet Saranto"}) {
		t.Errorf("as published: %q", got)
	}
}
