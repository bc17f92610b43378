package reversion

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"grove/internal/disk"
	"grove/internal/eval/judge"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
)

// Asked is an agent's answer to a question with the anonymised texts that it read.
type Asked struct {
	Answer string
	Read   []string
	Usage  llm.Usage
}

// Run has agents answer the items of a set.
type Run struct {
	Set      Set
	Protocol Protocol
	// Agents are the names of the agents; Ask has one answer a question.
	Agents []string
	Ask    func(ctx context.Context, agent, question string) (Asked, error)
	// LLM asks for the names; Judge, unless nil, judges the answers.
	LLM, Judge *llm.Client
	// Window bounds each call for names, in tokens.
	Window int
	// Limit is the most items, 0 for all; Concurrency the items at a time.
	Limit, Concurrency int
	// Dir keeps the answers, so that an interrupted run goes on.
	Dir      string
	Progress func(done, of int)
}

// Result is the result of a run.
type Result struct {
	Protocol Protocol `json:"protocol"`
	// Items are the reversion items asked, Choices the multiple choices.
	Items     int       `json:"items"`
	Choices   int       `json:"choices"`
	Runs      []Scores  `json:"runs"`
	Baselines Baselines `json:"baselines"`
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

// row is the answer of one agent to one item, as it is kept.
type row struct {
	Agent    string            `json:"agent"`
	Protocol Protocol          `json:"protocol"`
	Item     string            `json:"item"`
	Question string            `json:"question"`
	Model    string            `json:"model"`
	Answer   string            `json:"answer"`
	Names    map[string]string `json:"names,omitempty"`
	Verdict  judge.Verdict     `json:"verdict,omitempty"`
	Error    string            `json:"error,omitempty"`
	Usage    llm.Usage         `json:"usage"`
}

// rowsFile has the answers of a run, a line each.
const rowsFile = "answers.jsonl"

// Do asks all agents for all items and scores their answers. Items with an answer in Dir are not asked
// again; a failure that concerns an item alone counts as a wrong answer, another, such as an outage, ends the run.
func (r Run) Do(ctx context.Context) (Result, error) {
	items := r.items()
	names, kinds := r.names()
	var solver *Solver
	if r.Protocol == Closed {
		solver = NewSolver(textsOf(r.Set.Chunks), textsOf(r.Set.Reference), kinds)
	} else {
		names = nil
	}
	kept, err := r.kept()
	if err != nil {
		return Result{}, err
	}
	type task struct {
		agent string
		item  Item
	}
	var tasks []task
	for _, agent := range append([]string{zeroShot}, r.Agents...) {
		for _, i := range items {
			if agent != zeroShot || i.Form == FormReversion {
				tasks = append(tasks, task{agent, i})
			}
		}
	}
	var mu sync.Mutex
	done := 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(r.Concurrency, 1))
	for _, t := range tasks {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return fault.Wrap(err, "reversion.Run", t.item.ID)
			}
			mu.Lock()
			answered, have := kept[r.key(t.agent, t.item)]
			mu.Unlock()
			var err error
			if !have {
				if answered, err = r.one(ctx, t.agent, t.item, solver, names); err != nil {
					return err
				}
			}
			if r.unjudged(t.item, answered) {
				have = false
				if err = r.judge(ctx, t.item, &answered); err != nil {
					return err
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; r.Progress != nil {
				r.Progress(done, len(tasks))
			}
			if have {
				return nil
			}
			kept[r.key(t.agent, t.item)] = answered
			return r.keep(answered)
		})
	}
	if err := group.Wait(); err != nil {
		return Result{}, err
	}
	return r.result(items, kept), nil
}

// zeroShot is the baseline that reads nothing.
const zeroShot = "zeroshot"

// items returns the items to ask: by turns of both forms up to the limit.
func (r Run) items() []Item {
	if r.Limit <= 0 || r.Limit >= len(r.Set.Items) {
		return r.Set.Items
	}
	list := slices.Clone(r.Set.Items)
	draws(r.Set.Report.Seed, "limit").Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	list = list[:r.Limit]
	slices.SortFunc(list, func(a, b Item) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// names returns the names of the book in an order drawn by the seed, and the kind of each.
func (r Run) names() (list []string, kinds map[string]string) {
	kinds = map[string]string{}
	for _, e := range r.Set.Dictionary.Entries {
		kinds[e.Name] = e.Kind()
	}
	list = sorted(kinds)
	draws(r.Set.Report.Seed, "names").Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, kinds
}

func textsOf(chapters []Chapter) (out []string) {
	for _, c := range chapters {
		out = append(out, c.Text)
	}
	return out
}

// key identifies an answer: sets of the same text may ask other questions under the same ids.
func (r Run) key(agent string, i Item) string {
	return row{Agent: agent, Protocol: r.Protocol, Model: r.LLM.ModelName(), Item: i.ID, Question: i.Question}.key()
}

func (x row) key() string {
	return strings.Join([]string{x.Agent, string(x.Protocol), x.Model, x.Item, x.Question}, "\x00")
}

// one has an agent answer an item.
func (r Run) one(ctx context.Context, agent string, i Item, solver *Solver, names []string) (row, error) {
	out := row{Agent: agent, Protocol: r.Protocol, Item: i.ID, Question: i.Question, Model: r.LLM.ModelName()}
	var a Asked
	fail := func(err error) (row, error) { return out, out.fail(err) }
	if agent != zeroShot {
		question := i.Question
		if i.Form == FormChoice {
			for n, o := range i.Options {
				question += "\n" + string(rune('A'+n)) + ". " + o
			}
		}
		var err error
		if a, err = r.Ask(ctx, agent, question); err != nil {
			return fail(err)
		}
		out.Answer, out.Usage = a.Answer, a.Usage
	} else {
		solver = nil
	}
	if i.Form == FormChoice {
		return out, nil
	}
	session := r.LLM.Session(llm.Bounds{Window: r.Window})
	prompt := newNamesPrompt(session, i, a.Answer, a.Read, solver, names)
	guessed, err := llm.Ask(ctx, session, llm.Prompt[map[string]string](prompt))
	out.Usage.Add(session.Usage())
	if err != nil {
		return fail(err)
	}
	out.Names = guessed
	return out, nil
}

// unjudged reports whether the judge has yet to see an answer.
func (r Run) unjudged(i Item, x row) bool {
	return r.Judge != nil && i.Form == FormReversion && x.Error == "" && x.Verdict == ""
}

// judge sets the verdict on an answer; one without names is wrong.
func (r Run) judge(ctx context.Context, i Item, x *row) (err error) {
	if len(x.Names) == 0 {
		x.Verdict = judge.No
		return nil
	}
	var lines []string
	for _, t := range tagsOf(i.Question) {
		lines = append(lines, t+"——"+x.Names[t])
	}
	x.Verdict, err = judge.Compare(ctx, r.Judge.Session(llm.Bounds{}), judge.Correct, i.Question, strings.Join(lines, "\n"), []string{i.Answer})
	return x.fail(err)
}

// fail keeps the error of an item; one that concerns more, such as an outage, is returned.
func (x *row) fail(err error) error {
	switch fault.KindOf(err) {
	case "":
	case fault.BadReply, fault.LimitReached, fault.Unreadable, fault.WindowTooSmall, fault.Internal:
		x.Error = fault.Brief(err)
	default:
		return err
	}
	return nil
}

// kept returns the answers of earlier runs in Dir.
func (r Run) kept() (map[string]row, error) {
	out := map[string]row{}
	raw, err := os.ReadFile(filepath.Join(r.Dir, rowsFile))
	if os.IsNotExist(err) {
		return out, os.MkdirAll(r.Dir, 0o755)
	}
	if err != nil {
		return nil, fault.Wrap(err, "reversion.Run", r.Dir)
	}
	for _, line := range strings.Split(string(raw), "\n") {
		var x row
		if json.Unmarshal([]byte(line), &x) == nil && x.Item != "" && x.Error == "" { // a torn last line is asked again
			out[x.key()] = x
		}
	}
	return out, nil
}

// keep appends an answer to the file of the run.
func (r Run) keep(x row) error {
	raw, err := json.Marshal(x)
	if err == nil {
		err = disk.AppendLine(filepath.Join(r.Dir, rowsFile), raw)
	}
	return fault.Wrap(err, "reversion.Run", x.Item)
}

// result scores all answers.
func (r Run) result(items []Item, kept map[string]row) Result {
	out := Result{Protocol: r.Protocol}
	for _, i := range items {
		if i.Form == FormChoice {
			out.Choices++
		} else {
			out.Items++
		}
	}
	g := newGrader(r.Set.Dictionary)
	rank := r.frequency()
	random := r.random()
	fixed := func(names map[string]string, choice func(Item) string) func(Item) row {
		return func(i Item) row {
			if i.Form == FormChoice {
				return row{Answer: choice(i)}
			}
			return row{Names: names}
		}
	}
	frequency, byItem := g.score("frequency", items, fixed(rank, r.mostMentioned), nil)
	out.Baselines.Frequency = frequency
	out.Baselines.Random, _ = g.score("random", items, fixed(random, func(i Item) string {
		return i.Options[draws(r.Set.Report.Seed, "choice "+i.ID).IntN(len(i.Options))]
	}), nil)
	out.Baselines.ZeroShot, _ = g.score(zeroShot, items, func(i Item) row { return kept[r.key(zeroShot, i)] }, byItem)
	for _, agent := range r.Agents {
		s, _ := g.score(agent, items, func(i Item) row { return kept[r.key(agent, i)] }, byItem)
		out.Runs = append(out.Runs, s)
	}
	if r.Protocol == Open && r.LLM.ModelName() == llm.OfflineName {
		out.Note = "the open protocol gives no names: without a language model nothing can be known of them, so that the scores are about 0"
	}
	return out
}

// frequency ranks tags by their mentions in the anonymised text, and names by those in the reference.
func (r Run) frequency() map[string]string {
	names, kinds := r.names()
	tags, reference := profiles(textsOf(r.Set.Chunks), tagIn), profiles(textsOf(r.Set.Reference), namesIn(names))
	out := map[string]string{}
	for _, kind := range []string{Person, Location} {
		order := func(list []string, of map[string]profile) []string {
			slices.Sort(list)
			slices.SortStableFunc(list, func(a, b string) int { return len(of[b].sentences) - len(of[a].sentences) })
			return list
		}
		var known, used []string
		for _, n := range names {
			if kinds[n] == kind {
				known = append(known, n)
			}
		}
		for t := range tags {
			if kindOf(t) == kind {
				used = append(used, t)
			}
		}
		known, used = order(known, reference), order(used, tags)
		for i := range min(len(known), len(used)) {
			out[used[i]] = known[i]
		}
	}
	return out
}

// mostMentioned returns the option that the anonymised text mentions most, the first of several.
func (r Run) mostMentioned(i Item) string {
	return slices.MaxFunc(i.Options, func(a, b string) int { return r.mentions(a) - r.mentions(b) })
}

func (r Run) mentions(tag string) (n int) {
	for _, c := range r.Set.Chunks {
		n += strings.Count(c.Text, tag)
	}
	return n
}

// random gives each tag a name of its kind.
func (r Run) random() map[string]string {
	names, kinds := r.names()
	out := map[string]string{}
	for _, kind := range []string{Person, Location} {
		var of []string
		for _, n := range names {
			if kinds[n] == kind {
				of = append(of, n)
			}
		}
		n := 0
		for _, e := range r.Set.Dictionary.Entries {
			if e.Kind() == kind {
				out[e.Tag] = of[n%len(of)]
				n++
			}
		}
	}
	return out
}

// grader compares names with the dictionary.
type grader struct{ names map[string][]string }

func newGrader(d Dictionary) grader {
	g := grader{map[string][]string{}}
	for _, e := range d.Entries {
		g.names[e.Tag] = e.Names()
	}
	return g
}

// score returns the scores of answers, and the alias score of each reversion item, which are
// compared with those of the frequency baseline.
func (g grader) score(agent string, items []Item, answer func(Item) row, against []float64) (Scores, []float64) {
	s := Scores{Agent: agent, ByType: map[string]float64{}, ByHops: map[string]float64{}}
	types, hops := map[string][]float64{}, map[string][]float64{}
	var byItem []float64
	tags, exact, alias, choices, right, judged, accepted := 0, 0, 0, 0, 0, 0, 0
	for _, i := range items {
		x := answer(i)
		s.Usage.Add(x.Usage)
		if x.Error != "" {
			s.Failed++
		}
		if i.Form == FormChoice {
			choices++
			right += int(metric.Choice(x.Answer, []string{i.Answer}, i.Options))
			continue
		}
		hits, of := 0, 0
		for _, t := range tagsOf(i.Question) {
			of++
			names := g.names[t]
			if len(names) > 0 && x.Names[t] == names[0] {
				exact++
			}
			if slices.ContainsFunc(names, func(n string) bool { return text.Normalise(n) == text.Normalise(x.Names[t]) }) {
				hits++
			}
		}
		tags, alias = tags+of, alias+hits
		share := metric.Mean([]float64{float64(hits) / float64(max(of, 1))})
		byItem = append(byItem, share)
		types[i.Type], hops[i.Class()] = append(types[i.Type], share), append(hops[i.Class()], share)
		if x.Verdict != "" {
			judged++
			if x.Verdict == judge.Yes {
				accepted++
			}
		}
	}
	ratio := func(a, b int) float64 { return metric.Mean([]float64{float64(a) / float64(max(b, 1))}) }
	s.Exact, s.Alias, s.Macro = ratio(exact, tags), ratio(alias, tags), metric.Mean(byItem)
	if choices > 0 && agent != zeroShot {
		share := ratio(right, choices)
		s.Choice = &share
	}
	if judged > 0 {
		share := ratio(accepted, judged)
		s.Judged = &share
	}
	s.Low, s.High = metric.Bootstrap(byItem)
	s.AboveFrequency = 1
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

// Save writes a result beside the answers.
func (r Run) Save(res Result) error {
	raw, err := plainJSON(res, " ")
	if err == nil {
		err = disk.Replace(filepath.Join(r.Dir, "result-"+string(r.Protocol)+".json"), raw, 0o644)
	}
	return fault.Wrap(err, "reversion.Save", strconv.Quote(r.Dir))
}
