package reversion

import (
	"context"
	"slices"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/eval/metric"
	"grove/internal/eval/run"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/query"
)

// Run has agents answer the items of a set.
type Run struct {
	set      Set
	protocol Protocol
	// window bounds each call for names, in tokens.
	window int
	items  map[string]Item
	// names and solver are those of the closed protocol.
	names  []string
	solver *Solver
	// fixed are the names by tag of the baselines that ask no model.
	fixed map[string]map[string]string
}

// The baselines, which read nothing: see Baselines.
const (
	byRandom    = "random"
	byFrequency = "frequency"
	zeroShot    = "zeroshot"
)

// NewRun returns a run of a set whose calls for names have a window, in tokens.
func NewRun(set Set, p Protocol, window int) *Run {
	r := &Run{set: set, protocol: p, window: window, items: map[string]Item{}}
	for _, i := range set.Items {
		r.items[i.ID] = i
	}
	names, kinds := r.namesOfBook()
	if p == Closed {
		r.names, r.solver = names, NewSolver(textsOf(set.Chunks), textsOf(set.Reference), kinds)
	}
	r.fixed = map[string]map[string]string{byRandom: r.random(), byFrequency: r.frequency()}
	return r
}

// Systems adds the baselines to the systems that answer; their mode is the protocol.
func (r *Run) Systems(list []run.System) (out []run.System) {
	add := func(s run.System) {
		s.Mode = query.Mode(r.protocol)
		if !slices.ContainsFunc(out, func(old run.System) bool { return old.Name() == s.Name() }) {
			out = append(out, s)
		}
	}
	for _, s := range list {
		add(s)
	}
	for _, s := range list {
		add(run.System{Agent: zeroShot, Model: s.Model, Prompts: s.Prompts})
	}
	for _, name := range []string{byRandom, byFrequency} {
		add(run.System{Agent: name, Model: llm.OfflineName})
	}
	return out
}

// Questions returns the items as questions about the anonymised chapters, in an order drawn by the seed of the set, so that the
// first ones are a sample.
func (r *Run) Questions(name string) dataset.Set {
	set := dataset.Set{Name: name, Shape: "Anonymity reversion", Form: dataset.Shared,
		Groups: []dataset.Group{{Name: name, Documents: DocumentsOf(r.set.Chunks, r.set.Dictionary.Language)}}}
	accepted := lists.Table(r.set.Dictionary.Entries, func(e Entry) (string, []string) { return e.Tag, e.Names() })
	list := slices.Clone(r.set.Items)
	dataset.Draws(r.set.Report.Seed, "limit").Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for n, i := range list {
		q := dataset.Question{ID: i.ID, Question: i.Question, Answers: dataset.Texts{i.Answer}, Type: i.Type}
		if i.Form == FormChoice {
			q = dataset.WithOptions(q, i.Options)
		} else {
			q.Names = map[string][]string{}
			for _, tag := range tagsOf(i.Question) {
				q.Names[tag] = accepted[tag]
			}
		}
		set.Questions, set.Groups[0].Questions = append(set.Questions, q), append(set.Groups[0].Questions, n)
	}
	return set
}

// Answer returns the answer of a system. Of a reversion item it has a line for each tag that is given a name, by the model of the
// client from what the agent answered and read; ask returns both.
func (r *Run) Answer(ctx context.Context, client *llm.Client, system string, q dataset.Question,
	ask func() (query.Answer, []string, error)) (query.Answer, error) {
	i := r.items[q.ID]
	var a query.Answer
	var read []string
	names, solver := r.fixed[system], r.solver
	switch {
	case names != nil && i.Form == FormChoice:
		return query.Answer{Answer: r.choice(system, i)}, nil
	case names != nil:
		return withNames(a, i, names), nil
	case system != zeroShot:
		var err error
		if a, read, err = ask(); err != nil || i.Form == FormChoice {
			return a, err
		}
	case i.Form == FormChoice:
		return query.Answer{Abstained: true, Answer: "the options are tags: without the text nothing is known of them"}, nil
	default:
		solver = nil
	}
	session := client.Session(llm.Bounds{Window: r.window})
	prompt := newNamesPrompt(session, i, a.Answer, read, solver, r.names)
	names, err := llm.Ask(ctx, session, llm.Prompt[map[string]string](prompt))
	a.Usage.Add(session.Usage())
	return withNames(a, i, names), err
}

// withNames returns an answer with the names of an item's tags, or an abstention if there are none.
func withNames(a query.Answer, i Item, names map[string]string) query.Answer {
	var lines []string
	for _, t := range tagsOf(i.Question) {
		if names[t] != "" {
			lines = append(lines, t+run.NameLine+names[t])
		}
	}
	if a.Abstained = len(lines) == 0; !a.Abstained {
		a.Answer = strings.Join(lines, "\n")
	}
	return a
}

// choice returns the option that a baseline chooses: by random, or the one that the anonymised text mentions most, the first of several.
func (r *Run) choice(system string, i Item) string {
	if system == byRandom {
		return i.Options[dataset.Draws(r.set.Report.Seed, "choice "+i.ID).IntN(len(i.Options))]
	}
	return slices.MaxFunc(i.Options, func(a, b string) int { return r.mentions(a) - r.mentions(b) })
}

// Result is the result of a run.
type Result struct {
	Protocol Protocol `json:"protocol"`
	// Items are the reversion items asked, Choices the multiple choices.
	Items     int       `json:"items"`
	Choices   int       `json:"choices"`
	Runs      []Scores  `json:"runs"`
	Baselines Baselines `json:"baselines"`
	// Report is the path of the HTML report.
	Report string `json:"report"`
	// Note says why figures are as they are, "" if nothing is to be said.
	Note string `json:"note,omitempty"`
}

// Baselines are the scores of methods that read nothing.
type Baselines struct {
	// Random gives each tag a name of its kind, and chooses an option, by the seed. Frequency gives the tag that is n-th by its
	// mentions the name that is n-th in the reference, and chooses the option mentioned most. ZeroShot is the model without the
	// text; it has no choices, as their options are tags.
	Random    Scores `json:"random"`
	Frequency Scores `json:"frequency"`
	ZeroShot  Scores `json:"zeroshot"`
}

// Scores are those of one agent or baseline. All are shares from 0 to 1.
type Scores struct {
	Agent string `json:"agent"`
	// Model is the model that answered; the baselines by random and by frequency have "offline".
	Model string `json:"model"`
	// Exact is the share of tags with the gold name (micro), Alias with any name of the entity, Macro
	// the mean over items of Alias. Judged is the share of items that the judge accepts, absent
	// without one.
	Exact  float64  `json:"exact"`
	Alias  float64  `json:"alias"`
	Macro  float64  `json:"macro"`
	Judged *float64 `json:"judged,omitempty"`
	// Choice is the share of multiple choices answered rightly, absent if none were asked.
	Choice *float64 `json:"choice,omitempty"`
	// Low and High bound Macro, a 95 % bootstrap interval; AboveFrequency is the p of a paired
	// permutation test of Macro against the frequency baseline.
	Low            float64 `json:"low"`
	High           float64 `json:"high"`
	AboveFrequency float64 `json:"p_frequency"`
	// ByType and ByHops are Alias over the items of a type, and of a class of hops.
	ByType map[string]float64 `json:"by_type"`
	ByHops map[string]float64 `json:"by_hops"`
	// Failed counts items without an answer because of an error; they count as wrong.
	Failed int       `json:"failed"`
	Usage  llm.Usage `json:"usage"`
}

// Result sums up the answers to the first questions of a set, by system; limit 0 is all.
func (r *Run) Result(set dataset.Set, limit int, systems [][]run.Row) Result {
	out := Result{Protocol: r.protocol}
	var items []Item
	for n, q := range set.Questions {
		if limit > 0 && n == limit {
			break
		}
		items = append(items, r.items[q.ID])
		if r.items[q.ID].Form == FormChoice {
			out.Choices++
		} else {
			out.Items++
		}
	}
	rows := map[string]map[string]run.Row{}
	var order []run.System
	for _, list := range systems {
		if list[0].Mode != query.Mode(r.protocol) {
			continue
		}
		order = append(order, list[0].System)
		rows[list[0].Name()] = lists.Index(list, func(x run.Row) string { return x.ID })
	}
	find := func(agent string) (s run.System) {
		if i := slices.IndexFunc(order, func(s run.System) bool { return s.Agent == agent }); i >= 0 {
			s = order[i]
		}
		return s
	}
	var against []float64
	of := func(s run.System) (scores Scores) {
		scores, _ = scored(s, items, rows[s.Name()], against)
		return scores
	}
	out.Baselines.Frequency, against = scored(find(byFrequency), items, rows[find(byFrequency).Name()], nil)
	out.Baselines.Random, out.Baselines.ZeroShot = of(find(byRandom)), of(find(zeroShot))
	for _, s := range order {
		if !slices.Contains([]string{byRandom, byFrequency, zeroShot}, s.Agent) {
			out.Runs = append(out.Runs, of(s))
		}
	}
	if r.protocol == Open && !slices.ContainsFunc(order, func(s run.System) bool { return s.Model != llm.OfflineName }) {
		out.Note = "the open protocol gives no names: without a language model nothing can be known of them, so that the scores are about 0"
	}
	return out
}

// scored returns the scores of answers by item, and the alias score of each reversion item, which are compared with those of the
// frequency baseline.
func scored(system run.System, items []Item, rows map[string]run.Row, against []float64) (Scores, []float64) {
	s := Scores{Agent: system.Agent, Model: system.Model, ByType: map[string]float64{}, ByHops: map[string]float64{}, AboveFrequency: 1}
	types, hops := map[string][]float64{}, map[string][]float64{}
	var byItem, choices, judged []float64
	var tags, exact, alias float64
	for _, i := range items {
		x := rows[i.ID]
		s.Usage.Add(x.Usage)
		if x.Error != "" {
			s.Failed++
		}
		if i.Form == FormChoice {
			choices = append(choices, x.Scores["choice"])
			continue
		}
		of, share := float64(len(tagsOf(i.Question))), x.Scores["alias"]
		tags, exact, alias = tags+of, exact+of*x.Scores["exact"], alias+of*share
		byItem = append(byItem, share)
		types[i.Type], hops[i.Class()] = append(types[i.Type], share), append(hops[i.Class()], share)
		if v, ok := x.Verdicts[judge.Correct]; ok {
			right := 0.0
			if v == judge.Yes {
				right = 1
			}
			judged = append(judged, right)
		}
	}
	tags = max(tags, 1)
	s.Exact, s.Alias, s.Macro = metric.Mean([]float64{exact / tags}), metric.Mean([]float64{alias / tags}), metric.Mean(byItem)
	if system.Agent != zeroShot {
		s.Choice = mean(choices)
	}
	s.Judged = mean(judged)
	s.Low, s.High = metric.Bootstrap(byItem)
	if len(against) == len(byItem) && len(byItem) > 0 {
		s.AboveFrequency = metric.Paired(byItem, against)
	}
	for k, v := range types {
		s.ByType[k] = metric.Mean(v)
	}
	for k, v := range hops {
		s.ByHops[k] = metric.Mean(v)
	}
	return s, byItem
}

// mean returns the mean of values, nil if there are none.
func mean(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	m := metric.Mean(values)
	return &m
}

// namesOfBook returns the names of the book in an order drawn by the seed, and the kind of each.
func (r *Run) namesOfBook() (list []string, kinds map[string]string) {
	kinds = lists.Table(r.set.Dictionary.Entries, func(e Entry) (string, string) { return e.Name, e.Kind() })
	list = sorted(kinds)
	dataset.Draws(r.set.Report.Seed, "names").Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, kinds
}

func textsOf(chapters []Chapter) []string {
	return lists.Map(chapters, func(c Chapter) string { return c.Text })
}

// frequency ranks tags by their mentions in the anonymised text, and names by those in the reference.
func (r *Run) frequency() map[string]string {
	names, kinds := r.namesOfBook()
	tags, reference := profiles(textsOf(r.set.Chunks), tagIn), profiles(textsOf(r.set.Reference), namesIn(names))
	out := map[string]string{}
	for _, kind := range []string{Person, Location} {
		order := func(list []string, of map[string]profile) []string {
			slices.Sort(list)
			slices.SortStableFunc(list, func(a, b string) int { return len(of[b].sentences) - len(of[a].sentences) })
			return list
		}
		known := order(lists.Filter(names, func(n string) bool { return kinds[n] == kind }), reference)
		used := order(lists.Filter(sorted(tags), func(t string) bool { return kindOf(t) == kind }), tags)
		for i := range min(len(known), len(used)) {
			out[used[i]] = known[i]
		}
	}
	return out
}

func (r *Run) mentions(tag string) int {
	return lists.Sum(r.set.Chunks, func(c Chapter) int { return strings.Count(c.Text, tag) })
}

// random gives each tag a name of its kind.
func (r *Run) random() map[string]string {
	names, kinds := r.namesOfBook()
	out := map[string]string{}
	for _, kind := range []string{Person, Location} {
		of := lists.Filter(names, func(n string) bool { return kinds[n] == kind })
		n := 0
		for _, e := range r.set.Dictionary.Entries {
			if e.Kind() == kind {
				out[e.Tag] = of[n%len(of)]
				n++
			}
		}
	}
	return out
}
