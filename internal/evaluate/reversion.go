package evaluate

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"unicode/utf8"

	"grove/ingest"
	"grove/internal/config"
	"grove/internal/eval/dataset"
	"grove/internal/eval/reversion"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/lookup"
	"grove/internal/text"
	"grove/query"
	"grove/query/agents"
)

// ReversionBuildOptions configure ReversionBuild.
type ReversionBuildOptions struct {
	// Book is the file of the book, a plain text; Language is en or zh, "" is detected.
	Book, Language string
	// Out is the folder of the set.
	Out string
	// Dictionary is a dictionary to use instead of the graph's people and places; "" for none.
	Dictionary string
	// Roles are names of roles that count as people, such as "captain".
	Roles []string
	Seed  uint64
	// Ingested and Progress, unless nil, report progress.
	Ingested func(ingest.Progress)
	Progress func(done, of int)
}

// ReversionBuild makes a set of anonymity reversion from a book. The chapters are read into a graph of their own,
// which later builds use again; its people and places are the dictionary. With a language model, items
// that it answers without the text are left out.
func (w *Workspace) ReversionBuild(ctx context.Context, o ReversionBuildOptions) (reversion.Report, error) {
	const op = "evaluate.ReversionBuild"
	raw, err := os.ReadFile(o.Book)
	if err != nil {
		return reversion.Report{}, &fault.Error{Kind: fault.Unreadable, Op: op, Item: o.Book, Err: err, Hint: "name a plain text in UTF-8"}
	}
	if !utf8.Valid(raw) {
		return reversion.Report{}, fault.New(fault.Unreadable, op, o.Book, "the text is not UTF-8", "convert it")
	}
	language := cmp.Or(o.Language, text.Language(string(raw)))
	if language != "en" && language != "zh" {
		return reversion.Report{}, fault.New(fault.Invalid, op, language, "not a language of such sets", "use --lang en or --lang zh")
	}
	src := reversion.Source{Chapters: reversion.Chapters(string(raw)), Facts: map[string][]string{}}
	if len(src.Chapters) < 3 {
		return reversion.Report{}, fault.New(fault.Unreadable, op, o.Book, "the book has fewer than three chapters or parts", "give a longer text")
	}
	g := dataset.Group{Name: o.Book}
	for _, c := range src.Chapters {
		g.Documents = append(g.Documents, dataset.Document{ID: c.ID, Title: c.Title, Lang: language, Text: c.Text})
	}
	own, _, err := evalRun{Workspace: w, o: RunOptions{Ingested: o.Ingested}}.open(ctx, g)
	if err != nil {
		return reversion.Report{}, err
	}
	candidates, err := own.candidates(ctx, src.Facts)
	if err = errors.Join(err, own.Close()); err != nil {
		return reversion.Report{}, err
	}
	var d reversion.Dictionary
	if o.Dictionary != "" {
		d, err = reversion.ReadDictionary(o.Dictionary)
	} else {
		d = reversion.Propose(language, string(raw), candidates, o.Roles)
		err = d.Check(o.Book)
	}
	if err != nil {
		return reversion.Report{}, err
	}
	set := reversion.Make(src, d, o.Seed)
	if w.Config.Model != config.Offline {
		client, err := w.ClientOf(w.Config.Model, config.Endpoint{})
		if err != nil {
			return reversion.Report{}, err
		}
		if err := set.DropKnown(ctx, client, query.DefaultWindow, o.Progress); err != nil {
			return reversion.Report{}, err
		}
	}
	return set.Report, set.Write(o.Out)
}

// candidates returns the people and places of the graph, and adds its facts by the id of their document.
func (e evalRun) candidates(ctx context.Context, facts map[string][]string) (out []reversion.Candidate, err error) {
	kinds := map[string]string{"Person": reversion.Person, "Location": reversion.Location}
	for page, err := range graph.Pages(ctx, e.Store.PageKeyElements, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		for _, k := range page {
			if kind := kinds[k.Type]; kind != "" {
				out = append(out, reversion.Candidate{Kind: kind, Name: k.Name, Surfaces: k.Aliases, Support: k.Support})
			}
		}
	}
	source, document := map[graph.ID]string{}, map[graph.ID]string{}
	list, err := lookup.Documents(ctx, e.Store, graph.DocumentsQuery{}, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		source[d.ID] = d.SourceID
	}
	for page, err := range graph.Pages(ctx, e.Store.PageChunks, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		for _, c := range page {
			document[c.ID] = source[c.Document]
		}
	}
	for page, err := range graph.Pages(ctx, e.Store.PageFacts, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		for _, f := range page {
			for _, at := range f.Evidence {
				facts[document[at.Chunk]] = append(facts[document[at.Chunk]], at.Text)
			}
		}
	}
	return out, nil
}

// ReversionRunOptions configure ReversionRun.
type ReversionRunOptions struct {
	// Set is the folder of a set.
	Set      string
	Protocol reversion.Protocol
	Agents   []string
	// Limit is the most items, 0 for all; Concurrency is as in RunOptions.
	Limit, Concurrency int
	// JudgeModel judges the answers, "" for no judge; Judge is its endpoint.
	JudgeModel string
	Judge      config.Endpoint
	Ingested   func(ingest.Progress)
	Progress   func(done, of int)
}

// ReversionRun has agents answer the items of a set on the graph of its anonymised text. The answers are kept in the
// run folder of the workspace, and not asked for again.
func (w *Workspace) ReversionRun(ctx context.Context, o ReversionRunOptions) (reversion.Result, error) {
	const op = "evaluate.ReversionRun"
	if o.Protocol != reversion.Open && o.Protocol != reversion.Closed {
		return reversion.Result{}, fault.New(fault.Invalid, op, string(o.Protocol), "not a protocol", "use --protocol open or closed")
	}
	for _, name := range o.Agents {
		if _, err := agents.Find(name); err != nil {
			return reversion.Result{}, err
		}
	}
	set, err := reversion.Read(o.Set)
	if err != nil {
		return reversion.Result{}, err
	}
	g := dataset.Group{Name: o.Set}
	for _, c := range set.Chunks {
		g.Documents = append(g.Documents, dataset.Document{ID: c.ID, Title: c.Title, Lang: set.Dictionary.Language, Text: c.Text})
	}
	client, err := w.ClientOf(w.Config.Model, config.Endpoint{})
	if err != nil {
		return reversion.Result{}, err
	}
	own, _, err := evalRun{Workspace: w, o: RunOptions{Ingested: o.Ingested}, clients: map[string]*llm.Client{w.Config.Model: client}}.open(ctx, g)
	if err != nil {
		return reversion.Result{}, err
	}
	defer own.Close()
	r := reversion.Run{Set: set, Protocol: o.Protocol, Agents: dataset.Once(o.Agents), LLM: client, Window: query.DefaultWindow, Limit: o.Limit,
		Concurrency: cmp.Or(o.Concurrency, 1), Progress: o.Progress,
		Dir: filepath.Join(w.Config.Folder(), RunsFolder, "reversion-"+g.Digest())}
	if o.JudgeModel != "" {
		if r.Judge, err = w.ClientOf(o.JudgeModel, o.Judge); err != nil {
			return reversion.Result{}, err
		}
	}
	r.Ask = func(ctx context.Context, agent, question string) (reversion.Asked, error) {
		answer, err := own.Ask(ctx, Question{Text: question, Agent: agent, Client: client})
		if err != nil {
			return reversion.Asked{}, err
		}
		m, err := own.material(ctx, answer)
		read := []string{m.Text}
		for _, c := range answer.Citations {
			read = append(read, c.Quote)
		}
		return reversion.Asked{Answer: answer.Answer, Read: read, Usage: answer.Usage}, err
	}
	res, err := r.Do(ctx)
	if err != nil {
		return res, err
	}
	return res, r.Save(res)
}
