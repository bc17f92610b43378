package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"grove/ingest"
	"grove/internal/config"
	"grove/internal/eval"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query/agents"
)

// The defaults of QueryBenchOptions.
const (
	DefaultBenchQuestions = 100
	DefaultBenchRounds    = 3
)

// QueryBenchOptions say what is measured.
type QueryBenchOptions struct {
	// Datasets are folders with documents and questions, taken together; none makes
	// documents and questions.
	Datasets []string
	// Documents is how many of the documents are ingested; 0 is all, or
	// DefaultBenchDocuments made ones.
	Documents int
	// Agents and Methods are asked, one after the other; of neither, all are.
	Agents, Methods []string
	// Limit is the most questions (0: DefaultBenchQuestions). Those whose gold is
	// not among the documents are passed over.
	Limit int
	// Concurrency is how many questions are asked at a time; 0 is 1.
	Concurrency int
	// Rounds is how often all are asked after the warm-up (0: DefaultBenchRounds);
	// the round that took the least processor time counts.
	Rounds int
	// Profile is a file for the CPU profile of all measured rounds, "" for none.
	Profile string
}

// QueryBench is what questions take beside the model. The model is the offline
// kit, which answers all questions once before the measuring and is then replaced
// by its own replies from memory: neither its time nor the reading of a reply's
// JSON counts, everything else does.
type QueryBench struct {
	Documents   int `json:"documents"`
	Chunks      int `json:"chunks"`
	Questions   int `json:"questions"`
	Concurrency int `json:"concurrency"`
	// OpenMs is the time to open the workspace, the least of all rows'.
	OpenMs float64         `json:"open_ms"`
	Rows   []QueryBenchRow `json:"rows"`
	// PeakMB is the most memory that the process held, ingestion included, in 2^20 bytes.
	PeakMB float64 `json:"peak_mb"`
}

// QueryBenchRow is one agent or one search method.
type QueryBenchRow struct {
	Agent  string `json:"agent,omitempty"`
	Method string `json:"method,omitempty"`
	// P50Ms and P99Ms are the time of a question; CPUMs is the mean processor time,
	// of user and system, the collector of memory included.
	P50Ms float64 `json:"p50_ms"`
	P99Ms float64 `json:"p99_ms"`
	CPUMs float64 `json:"cpu_ms"`
	// MsPerCall and CPUMsPerCall are the same for a call to the model, in the mean.
	MsPerCall    float64 `json:"ms_per_call"`
	CPUMsPerCall float64 `json:"cpu_ms_per_call"`
	// Calls and PromptTokens are those of a question, in the mean.
	Calls        float64 `json:"calls"`
	PromptTokens float64 `json:"prompt_tokens"`
	// NewMs and NewCPUMs are the mean of questions that come for the first time to a
	// workspace that was opened anew and asked only others before: what the rest of
	// the figures find remembered of the same question, they do not.
	NewMs    float64 `json:"new_ms"`
	NewCPUMs float64 `json:"new_cpu_ms"`
	// ColdMs is the time of the first question after opening, model included.
	ColdMs float64 `json:"cold_ms"`
	// EM and F1 compare the answers with the gold; nil where there is none.
	EM *float64 `json:"em,omitempty"`
	F1 *float64 `json:"f1,omitempty"`
}

// queryBench is a bench under way.
type queryBench struct {
	QueryBenchOptions
	config    config.Config
	questions []eval.Question
	result    QueryBench
}

// BenchQuery measures what questions and searches take beside the model: warm, on
// the embedded store, in a workspace of its own below the folder for temporary files.
func BenchQuery(ctx context.Context, o QueryBenchOptions) (QueryBench, error) {
	const op = "app.BenchQuery"
	if err := o.check(); err != nil {
		return QueryBench{}, err
	}
	set, err := readBenchSet(o.Datasets, o.Documents)
	if err != nil {
		return QueryBench{}, err
	}
	dir, err := os.MkdirTemp("", "grove-bench-")
	if err != nil {
		return QueryBench{}, fault.Wrap(err, op, "")
	}
	defer os.RemoveAll(dir) // a folder that stays is one for temporary files
	b := &queryBench{QueryBenchOptions: o, config: config.Default()}
	b.config.Data, b.config.Workspace = dir, "bench"
	if err := b.prepare(ctx, set); err != nil {
		return b.result, fault.Wrap(err, op, "")
	}
	if err := b.profiled(func() error { return b.rows(ctx) }); err != nil {
		return b.result, fault.Wrap(err, op, "")
	}
	b.result.PeakMB, err = peakMB()
	b.result.PeakMB = round(b.result.PeakMB)
	return b.result, err
}

// check refuses names that are none and fills in the defaults.
func (o *QueryBenchOptions) check() error {
	if o.Documents < 0 || o.Limit < 0 || o.Concurrency < 0 || o.Rounds < 0 {
		return fault.New(fault.Invalid, "app.BenchQuery", "", "a negative number", "0 is the default")
	}
	if len(o.Agents)+len(o.Methods) == 0 {
		o.Agents, o.Methods = agents.Names(), SearchMethods()
	}
	if err := allKnown(o.Agents, agents.Names(), "not an agent"); err != nil {
		return err
	}
	if err := allKnown(o.Methods, SearchMethods(), "not a search method"); err != nil {
		return err
	}
	o.Limit, o.Concurrency, o.Rounds = cmp.Or(o.Limit, DefaultBenchQuestions), max(o.Concurrency, 1), cmp.Or(o.Rounds, DefaultBenchRounds)
	return nil
}

// allKnown refuses a name that is not among the known.
func allKnown(names, known []string, otherwise string) error {
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fault.New(fault.Invalid, "app.BenchQuery", name, otherwise, "use "+strings.Join(known, ", "))
		}
	}
	return nil
}

// prepare ingests the documents and chooses the questions.
func (b *queryBench) prepare(ctx context.Context, set *benchSet) error {
	return b.withApp(ctx, func(a *App) error {
		report, err := a.pipeline().Run(ctx, set.documents)
		if err != nil {
			return err
		}
		if len(report.Errors) > 0 {
			e := report.Errors[0]
			return fault.New(fault.Kind(e.Code), "app.BenchQuery", e.Item, e.Message, e.Hint)
		}
		if err := a.growTree(ctx, &ingest.Report{}); err != nil {
			return err
		}
		if b.questions, err = set.questions(b.Limit); err != nil {
			return err
		}
		b.result = QueryBench{Documents: report.Documents.New, Chunks: report.Chunks, Questions: len(b.questions), Concurrency: b.Concurrency}
		return nil
	})
}

// withApp opens the workspace, uses it and closes it.
func (b *queryBench) withApp(ctx context.Context, use func(*App) error) (err error) {
	started := time.Now()
	a, err := Open(ctx, b.config)
	if err != nil {
		return err
	}
	took := since(started)
	if b.result.OpenMs == 0 || took < b.result.OpenMs {
		b.result.OpenMs = took
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return use(a)
}

// profiled writes the CPU profile of work, where one is wanted.
func (b *queryBench) profiled(work func() error) error {
	if b.Profile == "" {
		return work()
	}
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return err
	}
	err := work()
	pprof.StopCPUProfile()
	return errors.Join(err, os.WriteFile(b.Profile, profile.Bytes(), 0o600))
}

// rows measures each agent and each method in a workspace opened anew, so that
// none finds what another has warmed.
func (b *queryBench) rows(ctx context.Context) error {
	for _, name := range b.Agents {
		if err := b.row(ctx, QueryBenchRow{Agent: name}, func(a *App) asking { return a.asks(name) }); err != nil {
			return err
		}
	}
	for _, name := range b.Methods {
		if err := b.row(ctx, QueryBenchRow{Method: name}, func(a *App) asking { return a.searches(name) }); err != nil {
			return err
		}
	}
	return nil
}

// asking is one question to what is measured.
type asking func(ctx context.Context, q eval.Question) (benchAnswer, error)

// benchAnswer is what came of a question.
type benchAnswer struct {
	ms            float64
	calls, tokens int
	em, f1        float64
}

func (a *App) asks(agent string) asking {
	return func(ctx context.Context, q eval.Question) (benchAnswer, error) {
		started := time.Now()
		said, err := a.Ask(ctx, AskOptions{Question: q.Question, Agent: agent})
		out := benchAnswer{ms: since(started), calls: said.Usage.Calls, tokens: said.Usage.PromptTokens}
		if err == nil && !said.Abstained && len(q.Answers) > 0 {
			out.em, out.f1 = eval.ExactMatch(said.Answer, q.Answers), eval.F1(said.Answer, q.Answers)
		}
		return out, err
	}
}

func (a *App) searches(method string) asking {
	return func(ctx context.Context, q eval.Question) (benchAnswer, error) {
		started := time.Now()
		_, err := a.Search(ctx, q.Question, method, 0, graph.Scope{})
		return benchAnswer{ms: since(started)}, err
	}
}

// row measures: the first question, all once for the warm-up, then the rounds.
func (b *queryBench) row(ctx context.Context, row QueryBenchRow, measured func(*App) asking) error {
	replies := &llm.Rehearsal{}
	err := b.withApp(ctx, func(a *App) error {
		a.client.Rehearsal = replies
		ask := measured(a)
		first, err := ask(ctx, b.questions[0])
		if err != nil {
			return err
		}
		row.ColdMs = round(first.ms)
		if _, _, err := b.round(ctx, b.questions, ask); err != nil {
			return err
		}
		best, cpu := []benchAnswer(nil), meter{}
		for range b.Rounds {
			answers, took, err := b.round(ctx, b.questions, ask)
			if err != nil {
				return err
			}
			if best == nil || took.ms < cpu.ms {
				best, cpu = answers, took
			}
		}
		row.sum(best, cpu, slices.ContainsFunc(b.questions, func(q eval.Question) bool { return len(q.Answers) > 0 }))
		return nil
	})
	if err != nil {
		return err
	}
	if row.NewMs, row.NewCPUMs, err = b.unheard(ctx, replies, measured); err != nil {
		return err
	}
	b.result.Rows = append(b.result.Rows, row)
	return nil
}

// unheard measures questions that were not asked before, after one that was, with the
// replies that it got to them before.
func (b *queryBench) unheard(ctx context.Context, replies *llm.Rehearsal, measured func(*App) asking) (ms, cpuMs float64, err error) {
	err = b.withApp(ctx, func(a *App) error {
		a.client.Rehearsal = replies
		ask := measured(a)
		if _, err := ask(ctx, b.questions[0]); err != nil {
			return err
		}
		rest := b.questions[min(1, len(b.questions)-1):]
		answers, cpu, err := b.round(ctx, rest, ask)
		for _, answer := range answers {
			ms += answer.ms / float64(len(rest))
		}
		ms, cpuMs = round(ms), round(cpu.ms/float64(len(rest)))
		return err
	})
	return ms, cpuMs, err
}

// round asks questions once.
func (b *queryBench) round(ctx context.Context, questions []eval.Question, ask asking) (answers []benchAnswer, cpu meter, err error) {
	answers = make([]benchAnswer, len(questions))
	err = cpu.run(func() error {
		work, ctx := errgroup.WithContext(ctx)
		work.SetLimit(b.Concurrency)
		for i, q := range questions {
			work.Go(func() (err error) {
				defer fault.Recover(ctx, &err, "bench.query", q.ID)
				answers[i], err = ask(ctx, q)
				return err
			})
		}
		return work.Wait()
	})
	return answers, cpu, err
}

// sum sums up a round.
func (r *QueryBenchRow) sum(answers []benchAnswer, cpu meter, gold bool) {
	times := make([]float64, len(answers))
	var all benchAnswer
	for i, a := range answers {
		times[i] = a.ms
		all.ms, all.calls, all.tokens = all.ms+a.ms, all.calls+a.calls, all.tokens+a.tokens
		all.em, all.f1 = all.em+a.em, all.f1+a.f1
	}
	slices.Sort(times)
	n := float64(len(answers))
	r.P50Ms, r.P99Ms = round(quantile(times, 0.5)), round(quantile(times, 0.99))
	r.CPUMs, r.Calls, r.PromptTokens = round(cpu.ms/n), round(float64(all.calls)/n), round(float64(all.tokens)/n)
	if all.calls > 0 {
		r.MsPerCall, r.CPUMsPerCall = round(all.ms/float64(all.calls)), round(cpu.ms/float64(all.calls))
	}
	if gold && r.Agent != "" {
		em, f1 := round(all.em/n), round(all.f1/n)
		r.EM, r.F1 = &em, &f1
	}
}

// quantile is the smallest of the sorted values that the share p of them does not exceed.
func quantile(sorted []float64, p float64) float64 {
	at := int(p*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(at, 0), len(sorted)-1)]
}

// since is the time since then, in milliseconds.
func since(then time.Time) float64 { return float64(time.Since(then)) / float64(time.Millisecond) }
