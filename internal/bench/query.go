package bench

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"grove/internal/config"
	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
	"grove/query/agents"
	"grove/query/retrieve"
)

// The defaults of QueryOptions.
const (
	DefaultQuestions = 100
	DefaultRounds    = 3
)

// QueryOptions configure Query.
type QueryOptions struct {
	// Datasets are folders with documents and questions, used together; none generates
	// documents and questions.
	Datasets []string
	// Documents is the maximum number of ingested documents; 0 is all, or DefaultDocuments
	// generated ones.
	Documents int
	// Agents and Methods (of searches) are measured one after the other; if both are
	// empty, all are.
	Agents, Methods []string
	// Without disables parts of the agents, Options sets their own options; every agent named must support them.
	Without []string
	Options map[string]string
	// Limit is the maximum number of questions; 0 is DefaultQuestions. Questions whose gold
	// documents were not ingested are skipped.
	Limit int
	// Concurrency is the number of questions at a time; 0 is 1.
	Concurrency int
	// Rounds is how often all questions are asked after the warm-up (0: DefaultRounds);
	// the round with the least CPU time counts.
	Rounds int
	// Profile is the file for the CPU profile of all measured rounds; "" writes none.
	Profile string
}

// QueryResult is the cost of questions without the model. The offline kit answers all
// questions once before the measurement, whose replies come from memory; so the time of the
// kit and of parsing its replies is excluded.
type QueryResult struct {
	Documents   int `json:"documents"`
	Chunks      int `json:"chunks"`
	Questions   int `json:"questions"`
	Concurrency int `json:"concurrency"`
	// OpenMs is the shortest time to open the workspace, in milliseconds.
	OpenMs float64    `json:"open_ms"`
	Rows   []QueryRow `json:"rows"`
	// PeakMB is the peak resident memory of the process in MiB, ingestion included.
	PeakMB float64 `json:"peak_mb"`
}

// QueryRow is the cost of one agent or one search method.
type QueryRow struct {
	Agent  string `json:"agent,omitempty"`
	Method string `json:"method,omitempty"`
	// P50Ms and P99Ms are quantiles of the latency; CPUMs is the mean CPU time, user and
	// system, garbage collection included.
	P50Ms float64 `json:"p50_ms"`
	P99Ms float64 `json:"p99_ms"`
	CPUMs float64 `json:"cpu_ms"`
	// MsPerCall and CPUMsPerCall are means per model call.
	MsPerCall    float64 `json:"ms_per_call"`
	CPUMsPerCall float64 `json:"cpu_ms_per_call"`
	// Calls and PromptTokens are means per question.
	Calls        float64 `json:"calls"`
	PromptTokens float64 `json:"prompt_tokens"`
	// NewMs and NewCPUMs are means of questions that a freshly opened workspace has not
	// answered before, so that its caches have none of their results.
	NewMs    float64 `json:"new_ms"`
	NewCPUMs float64 `json:"new_cpu_ms"`
	// ColdMs is the latency of the first question after opening, model included.
	ColdMs float64 `json:"cold_ms"`
	// EM and F1 compare the answers with the gold answers; nil without gold answers.
	EM *float64 `json:"em,omitempty"`
	F1 *float64 `json:"f1,omitempty"`
}

// queryBench is a running query benchmark.
type queryBench struct {
	QueryOptions
	open      Opener
	config    config.Config
	questions []dataset.Question
	result    QueryResult
}

// Query measures the latency and CPU time of questions and searches without the model:
// warm, on the embedded store.
func Query(ctx context.Context, open Opener, o QueryOptions) (QueryResult, error) {
	if err := o.check(); err != nil {
		return QueryResult{}, err
	}
	b := &queryBench{QueryOptions: o, open: open}
	err := inTemp("bench.Query", func(dir string) error {
		b.config = settings(filepath.Join(dir, "data"))
		if len(o.Datasets) == 0 {
			generated := filepath.Join(dir, "generated")
			if err := generateDataset(generated, cmp.Or(o.Documents, DefaultDocuments)); err != nil {
				return err
			}
			o.Datasets = []string{generated}
		}
		sets, err := readDatasets(o.Datasets, o.Documents)
		if err != nil {
			return err
		}
		if err := b.prepare(ctx, sets); err != nil {
			return err
		}
		if o.Profile == "" {
			err = b.rows(ctx)
		} else {
			_, err = profiled(o.Profile, func() error { return b.rows(ctx) })
		}
		if err != nil {
			return err
		}
		b.result.PeakMB, err = peakMB()
		return err
	})
	return b.result, err
}

// check validates the options and sets the defaults.
func (o *QueryOptions) check() error {
	if o.Documents < 0 || o.Limit < 0 || o.Concurrency < 0 || o.Rounds < 0 {
		return fault.New(fault.Invalid, "bench.Query", "", "a negative number", "0 is the default")
	}
	methods := append([]string{query.BM25}, retrieve.Methods()...)
	if len(o.Agents)+len(o.Methods) == 0 {
		o.Agents, o.Methods = agents.Names(), methods
	}
	for _, name := range o.Agents {
		agent, err := agents.Find(name)
		if err == nil {
			err = agent.Accepts(query.Question{Mode: query.Open}, query.Options{Without: o.Without, Own: o.Options})
		}
		if err != nil {
			return err
		}
	}
	o.Limit, o.Concurrency, o.Rounds = cmp.Or(o.Limit, DefaultQuestions), max(o.Concurrency, 1), cmp.Or(o.Rounds, DefaultRounds)
	for _, name := range o.Methods {
		if !slices.Contains(methods, name) {
			return fault.New(fault.Invalid, "bench.Query", name, "not a search method", "use "+strings.Join(methods, ", "))
		}
	}
	return nil
}

// prepare ingests the documents and chooses the questions.
func (b *queryBench) prepare(ctx context.Context, sets *datasets) error {
	return b.inWorkspace(ctx, nil, func(w Workspace) error {
		report, err := ingestAll(ctx, w, sets.documents, 0)
		if err != nil {
			return err
		}
		if _, err := w.UpdateCommunities(ctx); err != nil {
			return err
		}
		if b.questions, err = sets.questions(b.Limit); err != nil {
			return err
		}
		b.result.Documents, b.result.Chunks = report.Documents.New, report.Chunks
		b.result.Questions, b.result.Concurrency = len(b.questions), b.Concurrency
		return nil
	})
}

// inWorkspace opens the workspace, calls work with it and closes it. Replies come from
// the rehearsal, unless it is nil.
func (b *queryBench) inWorkspace(ctx context.Context, replies *llm.OfflineCache, work func(Workspace) error) (err error) {
	started := time.Now()
	w, err := b.open(ctx, b.config)
	if err != nil {
		return err
	}
	if ms := milliseconds(time.Since(started)); b.result.OpenMs == 0 || ms < b.result.OpenMs {
		b.result.OpenMs = ms
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	w.Rehearse(replies)
	return work(w)
}

// rows measures each agent and each method in a freshly opened workspace, so that they do not
// share caches.
func (b *queryBench) rows(ctx context.Context) error {
	for _, name := range b.Agents {
		ask := func(w Workspace) askFunc { return b.askAgent(w, name) }
		if err := b.row(ctx, QueryRow{Agent: name}, ask); err != nil {
			return err
		}
	}
	for _, name := range b.Methods {
		search := func(w Workspace) askFunc {
			return func(ctx context.Context, q dataset.Question) (sample, error) {
				return sample{}, w.Search(ctx, q.Question, name)
			}
		}
		if err := b.row(ctx, QueryRow{Method: name}, search); err != nil {
			return err
		}
	}
	return nil
}

// askFunc measures one question to an agent or search method.
type askFunc func(ctx context.Context, q dataset.Question) (sample, error)

// sample is the cost and the score of one question.
type sample struct {
	ms            float64
	calls, tokens int
	em, f1        float64
}

func (b *queryBench) askAgent(w Workspace, agent string) askFunc {
	return func(ctx context.Context, q dataset.Question) (sample, error) {
		answer, err := w.Ask(ctx, q.Question, agent, b.Without, b.Options)
		out := sample{calls: answer.Usage.Calls, tokens: answer.Usage.PromptTokens}
		if err == nil && !answer.Abstained && len(q.Answers) > 0 {
			out.em, out.f1 = metric.ExactMatch(answer.Answer, q.Answers), metric.F1(answer.Answer, q.Answers)
		}
		return out, err
	}
}

// row measures the first question, all questions once as the warm-up, the rounds, and new
// questions, in this order.
func (b *queryBench) row(ctx context.Context, row QueryRow, measured func(Workspace) askFunc) error {
	replies := &llm.OfflineCache{}
	err := b.inWorkspace(ctx, replies, func(w Workspace) error {
		ask := measured(w)
		first, _, err := b.round(ctx, b.questions[:1], ask)
		if err != nil {
			return err
		}
		row.ColdMs = round(first[0].ms)
		if _, _, err := b.round(ctx, b.questions, ask); err != nil {
			return err
		}
		best, leastMs := []sample(nil), 0.0
		for range b.Rounds {
			samples, cpuMs, err := b.round(ctx, b.questions, ask)
			if err != nil {
				return err
			}
			if best == nil || cpuMs < leastMs {
				best, leastMs = samples, cpuMs
			}
		}
		row.sum(best, leastMs, slices.ContainsFunc(b.questions, func(q dataset.Question) bool { return len(q.Answers) > 0 }))
		return nil
	})
	if err != nil {
		return err
	}
	err = b.inWorkspace(ctx, replies, func(w Workspace) error {
		ask := measured(w)
		if _, _, err := b.round(ctx, b.questions[:1], ask); err != nil {
			return err
		}
		others := b.questions[min(1, len(b.questions)-1):]
		samples, cpuMs, err := b.round(ctx, others, ask)
		for _, s := range samples {
			row.NewMs += s.ms / float64(len(others))
		}
		row.NewMs, row.NewCPUMs = round(row.NewMs), round(cpuMs/float64(len(others)))
		return err
	})
	b.result.Rows = append(b.result.Rows, row)
	return err
}

// round asks questions once.
func (b *queryBench) round(ctx context.Context, questions []dataset.Question, ask askFunc) (samples []sample, cpuMs float64, err error) {
	samples = make([]sample, len(questions))
	cpuMs, err = cpuTime(func() error {
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(b.Concurrency)
		for i, q := range questions {
			group.Go(func() (err error) {
				defer fault.Recover(ctx, &err, "bench.Query", q.ID)
				started := time.Now()
				samples[i], err = ask(ctx, q)
				samples[i].ms = milliseconds(time.Since(started))
				return err
			})
		}
		return group.Wait()
	})
	return samples, cpuMs, err
}

// sum sets the fields of a round.
func (r *QueryRow) sum(samples []sample, cpuMs float64, gold bool) {
	times := make([]float64, len(samples))
	var all sample
	for i, s := range samples {
		times[i] = s.ms
		all.ms, all.calls, all.tokens = all.ms+s.ms, all.calls+s.calls, all.tokens+s.tokens
		all.em, all.f1 = all.em+s.em, all.f1+s.f1
	}
	n := float64(len(samples))
	r.P50Ms, r.P99Ms = round(metric.Percentile(times, 0.5)), round(metric.Percentile(times, 0.99))
	r.CPUMs, r.Calls, r.PromptTokens = round(cpuMs/n), round(float64(all.calls)/n), round(float64(all.tokens)/n)
	if all.calls > 0 {
		r.MsPerCall, r.CPUMsPerCall = round(all.ms/float64(all.calls)), round(cpuMs/float64(all.calls))
	}
	if gold && r.Agent != "" {
		em, f1 := round(all.em/n), round(all.f1/n)
		r.EM, r.F1 = &em, &f1
	}
}
