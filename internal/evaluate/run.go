package evaluate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grove/ingest"
	"grove/ingest/extract"
	"grove/ingest/refresh"
	"grove/ingest/tree"
	"grove/internal/config"
	"grove/internal/disk"
	"grove/internal/eval"
	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/eval/metric"
	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/load"
	"grove/internal/workspace"
	"grove/query"
	"grove/query/agents"
	"grove/query/fulltext"
)

// RunOptions configure EvalRun.
type RunOptions struct {
	// Dataset is the path of the set.
	Dataset string
	// Each of the Agents answers every question with each of the Models and in each of the Modes, Repetitions times. No
	// model is that of the settings, no mode is open, 0 repetitions is one.
	Agents, Models, Modes []string
	Repetitions           int
	// Without disables parts of the agents, Options sets their own options; every agent must support them.
	Without []string
	Options map[string]string
	// Window bounds each call of the agents, in tokens; 0 is query.DefaultWindow.
	Window int
	// ChunkTokens bounds the chunks of documents that are ingested for the run; 0 is chunk.MaxTokens. Graphs of single documents
	// are made for each size.
	ChunkTokens int
	// Limit is the maximum of questions, 0 for all.
	Limit int
	// Name is the name of the run, "" for that of the set; Out is its folder, "" for RunsFolder/Name.
	Name, Out string
	// Concurrency is the number of questions at a time; 0 is 1 without a language model, else that of calls.
	Concurrency int
	// JudgeModel judges the answers, "" for no judge; JudgeURL is its endpoint, by default that of the settings.
	JudgeModel, JudgeURL string
	// Ingested and Progress, unless nil, report progress.
	Ingested func(ingest.Progress)
	Progress func(done, of int)
}

// golden is the system that is given the gold documents of a question: agent fulltext within them.
const golden = "golden"

// RunsFolder and graphsFolder, in the workspace's folder, have the runs of evaluations, and the workspaces
// of single documents and contexts.
const (
	RunsFolder   = "runs"
	graphsFolder = "graphs"
)

// Run has agents answer the questions of a set. A set about one corpus is ingested into this workspace; each document or
// context of another gets a workspace of its own in the folder of this one, by the hash of its content, which later runs use
// again.
func (w *Workspace) Run(ctx context.Context, o RunOptions) (run.Summary, error) {
	systems, err := o.systems(w.Config)
	if err != nil {
		return run.Summary{}, err
	}
	set, err := dataset.Read(o.Dataset)
	if err != nil {
		return run.Summary{}, err
	}
	e, r, err := w.begin(o, systems, set)
	if err != nil {
		return run.Summary{}, err
	}
	e.web = !slices.ContainsFunc(set.Questions, func(q dataset.Question) bool { return q.Web == nil })
	r.Open = e.document
	if e.web && !slices.ContainsFunc(systems, func(s run.System) bool { return !worksOnPages(s.Agent) }) {
		r.Open = e.page
	}
	if set.Form == dataset.Shared && set.Corpus != "" {
		r.Open = func(ctx context.Context, _ dataset.Group) (run.Graph, error) { return e.corpus(ctx, set.Corpus) }
	}
	return r.Do(ctx, set)
}

// begin returns the run of systems over a set, but for its Open, and what opens its graphs. The judge, if there is one, judges on the
// scales, by default on all.
func (w *Workspace) begin(o RunOptions, systems []run.System, set dataset.Set, scales ...judge.Scale) (e evalRun, r run.Run, err error) {
	if slices.Contains(o.Agents, golden) &&
		slices.ContainsFunc(set.Questions, func(q dataset.Question) bool { return len(q.GoldIDs) == 0 }) {
		return e, r, fault.New(fault.Invalid, "evaluate.Run", golden, "some question of the set has no gold documents",
			"leave the agent out")
	}
	dir, err := w.runFolder(o)
	if err != nil {
		return e, r, err
	}
	e = evalRun{Workspace: w, o: o, clients: map[string]*llm.Client{}}
	offline := true
	for _, s := range systems {
		if e.clients[s.Model], err = w.ClientOf(s.Model, config.Endpoint{}); err != nil {
			return e, r, err
		}
		offline = offline && s.Model == config.Offline
	}
	concurrency := o.Concurrency
	if concurrency == 0 {
		if concurrency = cmp.Or(w.Config.LLM.Concurrency, ingest.DefaultConcurrency); offline && o.JudgeModel == "" {
			concurrency = 1 // so that times are those of one question alone
		}
	}
	r = run.Run{Systems: systems, Repetitions: o.Repetitions, Dir: dir, ChunkTokens: o.ChunkTokens, Limit: o.Limit,
		Concurrency: concurrency, Progress: o.Progress, Embed: w.Vectors.Embedder.Embed, Prices: w.pricesOf}
	if o.JudgeModel != "" {
		client, err := w.judgeOf(o.JudgeModel, o.JudgeURL)
		if err != nil {
			return e, r, err
		}
		r.Judge = run.JudgedBy(client, scales...)
	}
	return e, r, nil
}

// pricesOf returns the prices of a model, by the settings or the lists; none has no price.
func (w *Workspace) pricesOf(model string) llm.Prices {
	c := w.Config
	if c.Model = model; model == config.Offline {
		return llm.Prices{}
	}
	return workspace.Prices(c)
}

// systems returns all combinations of agents, models and modes.
func (o RunOptions) systems(c config.Config) ([]run.System, error) {
	const op = "evaluate.Run"
	if len(o.Agents) == 0 {
		return nil, fault.New(fault.Invalid, op, "--agents", "no agent is named", "--agents A,B")
	}
	if o.JudgeModel == config.Offline {
		return nil, fault.New(fault.Invalid, op, "--judge-model", "only a language model judges", "name a model of the endpoint")
	}
	models, modes := o.Models, o.Modes
	if len(models) == 0 {
		models = []string{c.Model}
	}
	if len(modes) == 0 {
		modes = []string{string(query.Open)}
	}
	var out []run.System
	for _, name := range lists.Once(o.Agents) {
		reader := name
		if name == golden {
			reader = fulltext.FullText
		}
		agent, err := agents.Find(reader)
		if err != nil {
			return nil, err
		}
		if name != golden {
			name = agent.Name
		}
		for _, m := range lists.Once(models) {
			for _, given := range lists.Once(modes) {
				mode, err := query.ParseMode(given)
				if err != nil {
					return nil, err
				}
				s := run.System{Agent: name, Model: m, Mode: mode, Options: o.Options, Window: o.Window,
					Without: lists.Sorted(o.Without)}
				if m != config.Offline {
					s.Prompts = llm.Instructions(c.Instructions).Digest()
				}
				if err := agent.Accepts(query.Question{Mode: mode}, query.Options{Without: s.Without, Own: s.Options}); err != nil {
					return nil, err
				}
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// runFolder returns the folder of a run.
func (w *Workspace) runFolder(o RunOptions) (string, error) {
	if o.Out != "" {
		return o.Out, nil
	}
	path, err := filepath.Abs(o.Dataset)
	if err != nil {
		return "", fault.Wrap(err, "evaluate.Run", o.Dataset)
	}
	return Runs(w.Config).Path(cmp.Or(o.Name, runName(path)))
}

// runName turns the path of a set into the name of a run.
func runName(path string) string {
	base := filepath.Base(path)
	s := strings.Map(func(r rune) rune {
		if r == '-' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(strings.TrimSuffix(base, filepath.Ext(base))))
	return strings.TrimLeft(s[:min(len(s), 63)], "_-")
}

// derivedName returns the name of a run of a set that is made from a file or folder, by the hash of what it asks.
func derivedName(kind, path string, set dataset.Set) string {
	base := runName(path)
	sum := sha256.Sum256([]byte(run.Digest(set) + set.Groups[0].Digest()))
	return kind + "-" + base[:min(len(base), 40)] + "-" + hex.EncodeToString(sum[:4])
}

// Runs returns the runs of evaluations of the configured workspace, without opening it.
func Runs(c config.Config) run.Folder { return run.In(filepath.Join(c.Folder(), RunsFolder)) }

// evalRun opens the graphs of a run.
type evalRun struct {
	*Workspace
	o       RunOptions
	clients map[string]*llm.Client
	// scope bounds what a question sees; nil for all.
	scope func(dataset.Question) graph.Scope
	// web is true if all questions are steps of web tasks, each with its page as the document.
	web bool
}

// worksOnPages reports whether an agent carries out tasks on web pages.
func worksOnPages(agent string) bool {
	a, err := agents.Find(agent)
	return err == nil && a.Web
}

// page returns the graph for a step of a web task by agents that work on its page: nothing is ingested.
func (e evalRun) page(_ context.Context, g dataset.Group) (run.Graph, error) {
	b := run.Build{Graphs: 1, Documents: len(g.Documents), Words: wordsOf(g), Complete: true}
	return e.graph(b, func() error { return nil }, pageOf(g)), nil
}

// pageOf returns the web page of a group.
func pageOf(g dataset.Group) string {
	if len(g.Documents) == 0 {
		return ""
	}
	return g.Documents[0].Text
}

// corpus returns the graph of the workspace itself, which has the documents of a file.
func (e evalRun) corpus(ctx context.Context, path string) (run.Graph, error) {
	started := time.Now()
	w := e.Corpus()
	w.Pipeline.ChunkTokens = e.o.ChunkTokens
	corpus, report, err := w.IngestCorpus(ctx, path, true, e.o.Ingested)
	if err != nil {
		return run.Graph{}, err
	}
	var b run.Build
	if report != nil {
		b, err = e.finish(ctx, *report, started, corpus.Len())
	} else {
		b, _, err = e.stored(ctx)
	}
	if err != nil {
		return run.Graph{}, err
	}
	b.Words = 0 // of no single document
	g := e.graph(b, func() error { return nil }, "")
	g.Shared = true
	return g, nil
}

// document returns the graph of a group of documents, in a workspace of its own.
func (e evalRun) document(ctx context.Context, g dataset.Group) (run.Graph, error) {
	other, b, err := e.open(ctx, g)
	if err != nil {
		return run.Graph{}, err
	}
	page := ""
	if e.web {
		page = pageOf(g)
	}
	if e.scope != nil {
		b.Words = 0 // of no single text
	}
	return other.graph(b, other.Close, page), nil
}

// open opens the workspace of a group of documents and makes its graph unless it is there.
func (e evalRun) open(ctx context.Context, g dataset.Group) (_ evalRun, b run.Build, err error) {
	if len(g.Documents) == 0 {
		return e, b, fault.New(fault.Unreadable, "evaluate.Run", g.Name, "the document has no text", "give it a text, or leave it out")
	}
	c := e.Config
	c.Data, c.Workspace = filepath.Join(e.Config.Folder(), graphsFolder), "g-"+g.Digest()
	if e.o.ChunkTokens > 0 {
		c.Workspace += fmt.Sprint("-", e.o.ChunkTokens)
	}
	if c.Model != config.Offline { // what another model read is another graph
		builder := sha256.Sum256([]byte(c.Model + llm.Instructions(c.Instructions).Mark(extract.Name, tree.Name)))
		c.Workspace += "-" + hex.EncodeToString(builder[:4])
	}
	own, err := e.Open(ctx, c)
	if err != nil {
		return e, b, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, own.Close())
		}
	}()
	other := e
	other.Workspace = own
	b, made, err := other.stored(ctx)
	if err != nil {
		return e, b, err
	}
	if !made {
		started := time.Now()
		p := own.Pipeline()
		p.ChunkTokens = e.o.ChunkTokens
		report, err := p.Run(ctx, recordsOf(g))
		if err == nil {
			err = eval.EveryDocument(report)
		}
		if err != nil {
			return e, b, err
		}
		if b, err = other.finish(ctx, report, started, len(g.Documents)); err != nil {
			return e, b, err
		}
	}
	b.Words = wordsOf(g)
	return other, b, nil
}

// wordsOf returns the length of the documents of a group.
func wordsOf(g dataset.Group) int {
	return lists.Sum(g.Documents, func(d dataset.Document) int { return metric.Length(d.Text) })
}

// recordsOf returns the documents of a group as a source.
func recordsOf(g dataset.Group) ingest.Source {
	return func(_ context.Context, yield func(load.Record, error) error) error {
		for _, d := range g.Documents {
			r := load.Record{Origin: d.ID, Source: d.ID, SourceID: d.ID, Title: d.Title, Text: d.Text}
			if err := yield(r, nil); err != nil {
				return err
			}
		}
		return nil
	}
}

// buildFile, in a workspace's folder, has the cost of making its graph.
const buildFile = "build.json"

// finish derives the other layers after an ingest, and keeps the cost of both; it is complete if the ingest read all documents.
func (e evalRun) finish(ctx context.Context, report ingest.Report, started time.Time, documents int) (run.Build, error) {
	b := run.Build{Model: e.Config.Model, Graphs: 1, Documents: documents, Chunks: report.Chunks, Tokens: report.Tokens,
		Complete: report.Documents.New == documents}
	b.Extraction.Add(report.Usage, e.pricesOf(e.Config.Model), time.Since(started).Milliseconds())
	started = time.Now()
	derived, err := e.Refresh(ctx, refresh.Options{})
	if err != nil {
		return b, err
	}
	b.Communities.Add(derived.Usage, e.pricesOf(e.Config.Model), time.Since(started).Milliseconds())
	sample, err := e.Sample(ctx)
	if err != nil {
		return b, err
	}
	b.Samples = []graph.Sample{sample}
	raw, err := json.Marshal(b)
	if err == nil {
		err = disk.Replace(filepath.Join(e.Config.Folder(), buildFile), raw, 0o644)
	}
	return b, fault.Wrap(err, "evaluate.Run", buildFile)
}

// stored returns the kept cost of the graph; made is false if there is none.
func (e evalRun) stored(ctx context.Context) (b run.Build, made bool, err error) {
	raw, err := os.ReadFile(filepath.Join(e.Config.Folder(), buildFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		counts, err := e.Store.Counts(ctx)
		return run.Build{Graphs: 1, Documents: counts.Documents, Chunks: counts.Chunks}, false, err
	case err == nil:
		err = json.Unmarshal(raw, &b)
	}
	return b, true, fault.Wrap(err, "evaluate.Run", buildFile)
}

// graph returns the workspace as a run uses it; page is the web page of the questions, "" for none.
func (e evalRun) graph(b run.Build, closeAll func() error, page string) run.Graph {
	return run.Graph{Workspace: e.Config.Workspace, Build: b, Close: closeAll, Read: e.material,
		Ask: func(ctx context.Context, s run.System, q dataset.Question, fresh bool) (query.Answer, error) {
			page, agent, scope := page, s.Agent, graph.Scope{}
			if !worksOnPages(agent) {
				page = ""
			}
			if e.scope != nil {
				scope = e.scope(q)
			}
			if agent == golden {
				gold, err := e.Store.Documents(ctx, graph.DocumentsQuery{SourceIDs: q.GoldIDs, Limit: graph.MaxRows})
				if err != nil {
					return query.Answer{}, err
				}
				agent, scope.Documents = fulltext.FullText, lists.Map(gold, func(d graph.Document) graph.ID { return d.ID })
			}
			return e.Ask(ctx, agent, e.clients[s.Model], query.Question{Text: q.Question, Page: page, Scope: scope, Mode: s.Mode},
				query.Options{Window: s.Window, Without: s.Without, Own: s.Options, Limits: query.Limits{Fresh: fresh}})
		}}
}

// lastNotes returns what the agent noted last, of each of its paths or workers: the notebook at the end of a path, the summary of
// the last worker of a chain; "" for an agent that takes no notes.
func lastNotes(trace []query.Step) string {
	var notes []string
	of := map[string]int{}
	for _, s := range trace {
		note, ok := s.Args["notebook"]
		key := fmt.Sprint("path ", s.Step)
		if s.Action == "worker" {
			note, ok = s.Args["summary"]
			key = fmt.Sprint("chain ", s.Args["chain"])
		} else if s.Action != "end" {
			continue
		}
		if i, again := of[key]; again && ok {
			notes[i] = fmt.Sprint(note)
		} else if ok {
			of[key] = len(notes)
			notes = append(notes, fmt.Sprint(note))
		}
	}
	return strings.TrimSpace(strings.Join(notes, "\n"))
}

// idsOf returns the ids of the steps of an action, once each.
func idsOf(trace []query.Step, action string) []graph.ID {
	steps := lists.Filter(trace, func(s query.Step) bool { return s.Action == action })
	ids := lists.Flat(steps, func(s query.Step) []string { return s.IDs })
	return lists.Once(lists.Map(ids, func(id string) graph.ID { return graph.ID(id) }))
}

// material implements run.Graph.Read: the chunks that the steps of the trace read, in their order, and the last notes.
func (e evalRun) material(ctx context.Context, a query.Answer) (run.Material, error) {
	order := idsOf(a.Trace, "chunks")
	m := run.Material{Chunks: len(order), Documents: []string{}}
	rows := map[graph.ID]graph.ChunkRow{}
	shown := idsOf(a.Trace, "page") // what the agent looked up
	for ids := range slices.Chunk(lists.Once(slices.Concat(order, shown)), graph.MaxIDs) {
		list, err := e.Store.Chunks(ctx, graph.ChunksQuery{IDs: ids, Limit: len(ids)})
		if err != nil {
			return m, err
		}
		for _, r := range list {
			rows[r.ID] = r
		}
	}
	var text strings.Builder
	for _, id := range order {
		if r, ok := rows[id]; ok {
			m.Documents = append(m.Documents, cmp.Or(r.SourceID, string(r.Document)))
			text.WriteString(r.Text + "\n")
		}
	}
	if a.Memory != nil { // the text that ReadAgent read last: the pages looked up
		text.Reset()
		for _, id := range shown {
			text.WriteString(rows[id].Text + "\n")
		}
	}
	m.Documents, m.Text, m.Summary = lists.Once(m.Documents), text.String(), lastNotes(a.Trace)
	return m, nil
}
