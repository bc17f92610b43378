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
	"grove/internal/eval/judge"
	"grove/internal/eval/reversion"
	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/lookup"
	"grove/internal/text"
	"grove/query"
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
		return reversion.Report{}, fault.From(fault.Unreadable, op, o.Book, err, "name a plain text in UTF-8")
	}
	if !utf8.Valid(raw) {
		return reversion.Report{}, fault.New(fault.Unreadable, op, o.Book, "the text is not UTF-8", "convert it")
	}
	language := cmp.Or(o.Language, text.Language(string(raw)))
	if language != "en" && language != "zh" {
		item, problem := o.Language, "sets of anonymity reversion are made from English and Chinese books only"
		if item == "" {
			item, problem = o.Book, "the text was recognised neither as English nor as Chinese"
		}
		return reversion.Report{}, fault.New(fault.Invalid, op, item, problem,
			"say with --lang en or --lang zh what the book is written in")
	}
	src := reversion.Source{Chapters: reversion.Chapters(string(raw)), Facts: map[string][]string{}}
	if len(src.Chapters) < 3 {
		return reversion.Report{}, fault.New(fault.Unreadable, op, o.Book, "the book has fewer than three chapters or parts",
			"give a longer text")
	}
	g := dataset.Group{Name: o.Book, Documents: reversion.DocumentsOf(src.Chapters, language)}
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
	for k, err := range graph.Rows(ctx, e.Store.PageKeyElements, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		if kind := kinds[k.Type]; kind != "" {
			out = append(out, reversion.Candidate{Kind: kind, Name: k.Name, Surfaces: k.Aliases, Support: k.Support})
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
	for c, err := range graph.Rows(ctx, e.Store.PageChunks, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		document[c.ID] = source[c.Document]
	}
	for f, err := range graph.Rows(ctx, e.Store.PageFacts, graph.PageQuery{}) {
		if err != nil {
			return nil, err
		}
		for _, at := range f.Evidence {
			facts[document[at.Chunk]] = append(facts[document[at.Chunk]], at.Text)
		}
	}
	return out, nil
}

// ReversionRunOptions configure ReversionRun.
type ReversionRunOptions struct {
	// RunOptions say who answers; Dataset is the folder of a set, Limit the most items, drawn by its seed.
	RunOptions
	Protocol reversion.Protocol
}

// ReversionRun has agents, and baselines, answer the items of a set on the graph of its anonymised text.
func (w *Workspace) ReversionRun(ctx context.Context, o ReversionRunOptions) (reversion.Result, error) {
	const op = "evaluate.ReversionRun"
	if o.Protocol != reversion.Open && o.Protocol != reversion.Closed {
		return reversion.Result{}, fault.New(fault.Invalid, op, string(o.Protocol), "not a protocol", "use --protocol open or closed")
	}
	systems, err := o.systems(w.Config)
	if err != nil {
		return reversion.Result{}, err
	}
	book, err := reversion.Read(o.Dataset)
	if err != nil {
		return reversion.Result{}, err
	}
	game := reversion.NewRun(book, o.Protocol, cmp.Or(o.Window, query.DefaultWindow))
	set := game.Questions(filepath.Base(o.Dataset))
	o.Name = cmp.Or(o.Name, derivedName("reversion", o.Dataset, set))
	e, r, err := w.begin(o.RunOptions, game.Systems(systems), set, judge.Correct)
	if err != nil {
		return reversion.Result{}, err
	}
	r.Open = func(ctx context.Context, g dataset.Group) (run.Graph, error) {
		own, b, err := e.open(ctx, g)
		if err != nil {
			return run.Graph{}, err
		}
		b.Words = 0 // of no single text
		graph := own.graph(b, own.Close, "")
		ask := graph.Ask
		graph.Ask = func(ctx context.Context, s run.System, q dataset.Question, fresh bool) (query.Answer, error) {
			return game.Answer(ctx, own.clients[s.Model], s.Agent, q, func() (query.Answer, []string, error) {
				s.Mode = query.Open
				a, err := ask(ctx, s, q, fresh)
				if err != nil {
					return a, nil, err
				}
				m, err := own.material(ctx, a)
				return a, append([]string{m.Text}, lists.Map(a.Citations, func(c query.Citation) string { return c.Quote })...), err
			})
		}
		return graph, nil
	}
	summary, err := r.Do(ctx, set)
	if err != nil {
		return reversion.Result{}, err
	}
	_, rows, err := run.Load(r.Dir)
	if err != nil {
		return reversion.Result{}, err
	}
	res := game.Result(set, o.Limit, rows)
	res.Report = summary.Report
	return res, nil
}
