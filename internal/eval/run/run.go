package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/sqlite"
	"grove/query"
)

// Graph is the open graph of a group of documents, and what answers from it.
type Graph struct {
	// Workspace is the name of its workspace; Shared is true if that has documents of others too, which may be purged: the ids of
	// what is read there are kept for Folder.Purge.
	Workspace string
	Shared    bool
	// Ask answers a question; the first repetition may use stored replies of the model, the others may not.
	Ask func(ctx context.Context, s System, q dataset.Question, fresh bool) (query.Answer, error)
	// Read returns what an answer was made from.
	Read func(ctx context.Context, a query.Answer) (Material, error)
	// Build is the cost of making the graph.
	Build Build
	Close func() error
}

// Judge judges a row's answer, by its Verdicts, Scores and JudgeUsage, unless nil.
type Judge func(ctx context.Context, q dataset.Question, row *Row, material string) error

// Run asks systems the questions of a set and keeps every answer in a folder, in one file a system and
// repetition. Questions that are answered there are not asked again.
type Run struct {
	// Open returns the graph of a group, and builds it if it is missing.
	Open func(ctx context.Context, g dataset.Group) (Graph, error)
	// Embed computes vectors for the cosine of summary and question; may be nil.
	Embed func(ctx context.Context, texts []string) ([][]float32, error)
	Judge Judge
	// Prices, unless nil, returns the prices of a model; where they are known, an answer has the score "dollars".
	Prices func(model string) llm.Prices
	// Systems answer each question Repetitions times; 0 is 1.
	Systems     []System
	Repetitions int
	// Dir is the folder of the results; it is created if necessary.
	Dir string
	// ChunkTokens is the size of chunks that Open ingests documents with, 0 for the default.
	ChunkTokens int
	// Limit is the maximum of questions, 0 for all.
	Limit int
	// Concurrency is the number of questions at a time; 0 is 1.
	Concurrency int
	// Progress, unless nil, is called with the number of answers so far, from several goroutines.
	Progress func(done, of int)
}

// task is a question for a system and a repetition.
type task struct {
	question   dataset.Question
	system     System
	repetition int
	journal    *journal
	reads      *reads
}

// Do asks the questions that have a gold answer, or are known to have none, unless they are answered already, and writes the
// report of all answers in the folder.
func (r Run) Do(ctx context.Context, set dataset.Set) (_ Summary, err error) {
	const op = "eval.Run"
	if err := os.MkdirAll(r.Dir, 0o755); err != nil {
		return Summary{}, unwritable(op, r.Dir, err)
	}
	release, err := sqlite.Lock(r.Dir)
	if err != nil {
		return Summary{}, err
	}
	defer func() { err = errors.Join(err, release()) }()
	asked, skipped := r.questions(set)
	if len(asked) == 0 {
		return Summary{}, fault.New(fault.Invalid, op, set.Name, "no question has a gold answer",
			"give each question its accepted answers, in the field \"answers\"")
	}
	m := Manifest{Name: filepath.Base(r.Dir), Dataset: set.Name, Shape: set.Shape, Form: set.Form, Digest: Digest(set),
		ChunkTokens: r.ChunkTokens}
	record, err := m.claim(r.Dir, r.Systems)
	if err != nil {
		return Summary{}, err
	}
	if err := r.answer(ctx, set, asked); err != nil {
		return Summary{}, err
	}
	s, err := Report(r.Dir, set, m, skipped)
	if err != nil {
		return Summary{}, err
	}
	record.Finished = true
	return s, record.write(r.Dir)
}

// questions returns the indices of the questions that can be scored, at most Limit, and the number of others.
func (r Run) questions(set dataset.Set) (asked map[int]bool, skipped int) {
	asked = map[int]bool{}
	for i, q := range set.Questions {
		switch {
		case len(q.Answers) == 0 && !q.Unanswerable:
			skipped++
		case r.Limit == 0 || len(asked) < r.Limit:
			asked[i] = true
		}
	}
	return asked, skipped
}

// Digest returns a hash of the questions of a set.
func Digest(set dataset.Set) string {
	h := sha256.New()
	for _, q := range set.Questions {
		_ = json.NewEncoder(h).Encode(q) // strings and numbers can be encoded, and a hash can be written
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// answer asks what is missing, group by group.
func (r Run) answer(ctx context.Context, set dataset.Set, asked map[int]bool) (err error) {
	noted, err := openReads(r.Dir)
	if err != nil {
		return err
	}
	var open []*journal
	defer func() {
		err = errors.Join(err, noted.close())
		for _, j := range open {
			err = errors.Join(err, j.close())
		}
	}()
	type place struct {
		system     System
		repetition int
		journal    *journal
	}
	var places []place
	for _, s := range r.Systems {
		for n := range max(r.Repetitions, 1) {
			j, err := openJournal(filepath.Join(r.Dir, s.file(n+1)))
			if err != nil {
				return err
			}
			open = append(open, j)
			places = append(places, place{s, n + 1, j})
		}
	}
	var done atomic.Int64
	total := len(asked) * len(places)
	groups := make([][]task, len(set.Groups))
	for i, g := range set.Groups {
		for _, p := range places {
			for _, index := range g.Questions {
				q := set.Questions[index]
				if !asked[index] {
					continue
				}
				row, exists := p.journal.rows[q.ID]
				if exists && row.Error == "" && (r.Judge == nil || row.Verdicts != nil || len(row.Gold) == 0) {
					done.Add(1)
					continue
				}
				groups[i] = append(groups[i], task{q, p.system, p.repetition, p.journal, noted})
			}
		}
	}
	step := func() {
		if r.Progress != nil {
			r.Progress(int(done.Add(1)), total)
		}
	}
	return r.visit(ctx, set.Groups, groups, step)
}

// visit opens the graph of each group that has tasks. Several groups are visited at once, the questions of one group alone
// several at once.
func (r Run) visit(ctx context.Context, list []dataset.Group, tasks [][]task, step func()) error {
	builds := openBuilds(r.Dir)
	across, within := max(r.Concurrency, 1), 1
	if len(list) == 1 {
		across, within = 1, across
	}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(across)
	for i, g := range list {
		if len(tasks[i]) == 0 {
			continue
		}
		all.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "eval.Run", g.Name)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return r.group(ctx, g, tasks[i], within, func(b Build) error { return builds.keep(g.Digest(), b) }, step)
		})
	}
	return all.Wait()
}

// group answers the tasks of a group. A graph that cannot be made from its documents is an error of each question.
func (r Run) group(ctx context.Context, g dataset.Group, tasks []task, concurrency int, keep func(Build) error,
	step func()) (err error) {
	graph, err := r.Open(ctx, g)
	if ofItem(err) {
		for _, t := range tasks {
			row := t.begin()
			row.Error = fault.Brief(err)
			row.Scores = score(t.question, row, Material{})
			if err := t.journal.add(row); err != nil {
				return err
			}
			step()
		}
		return nil
	}
	if err != nil {
		return fault.Wrap(err, "eval.Run", g.Name)
	}
	defer func() { err = errors.Join(err, graph.Close()) }()
	if err := keep(graph.Build); err != nil {
		return err
	}
	at, ctx := errgroup.WithContext(ctx)
	at.SetLimit(concurrency)
	for _, t := range tasks {
		at.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "eval.Run", t.question.ID)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			row, err := r.ask(ctx, graph, t)
			if err == nil {
				err = t.journal.add(row)
			}
			step()
			return err
		})
	}
	return at.Wait()
}

// ofItem reports whether an error concerns a question or its documents alone; others, such as an outage, end the run.
func ofItem(err error) bool {
	switch fault.KindOf(err) {
	case fault.BadReply, fault.LimitReached, fault.Unreadable, fault.WindowTooSmall, fault.Internal:
		return true
	}
	return false
}

func (t task) begin() Row {
	q := t.question
	return Row{ID: q.ID, Question: q.Question, Gold: q.Answers, Type: q.Type, Needle: q.Needle, System: t.system, Repetition: t.repetition,
		Unanswerable: q.Unanswerable, Citations: []query.Citation{}}
}

// ask answers one question and scores the answer.
func (r Run) ask(ctx context.Context, g Graph, t task) (Row, error) {
	row := t.begin()
	row.Workspace, row.DocumentWords = g.Workspace, g.Build.Words
	answer, err := g.Ask(ctx, t.system, t.question, t.repetition > 1)
	if g.Shared && (err == nil || ofItem(err)) {
		if err := t.reads.add(answer.Read); err != nil { // before the answer is written
			return row, err
		}
	}
	if ofItem(err) {
		row.Error = fault.Brief(err)
		row.Scores = score(t.question, row, Material{})
		return row, nil
	}
	if err != nil {
		return row, fault.Wrap(err, "eval.Run", row.ID)
	}
	row.Answer, row.Abstained, row.Citations, row.TraceID = answer.Answer, answer.Abstained, answer.Citations, answer.TraceID
	if row.Best = answer.Unsure; answer.Model == llm.OfflineName && !answer.Abstained {
		row.Best = answer.Answer
	}
	row.Usage, row.WidestCall, row.Ms, row.Functions = answer.Usage, answer.WidestCall, answer.Ms, map[string]int{}
	for _, s := range answer.Trace {
		row.Functions[s.Action]++
	}
	m, err := g.Read(ctx, answer)
	if err != nil {
		return row, fault.Wrap(err, "eval.Run", row.ID)
	}
	row.Read, row.LookUps, row.WordsRead = m.Documents, m.Chunks, metric.Length(m.Text)
	if answer.Memory != nil { // gists count as they are shown, not the chunks that they were made from
		row.LookUps, row.WordsRead = answer.Memory.LookUps, answer.Memory.Words
	}
	row.Scores = score(t.question, row, m)
	if r.Prices != nil && r.Prices(row.Model).Known() {
		row.Scores["dollars"] = r.Prices(row.Model).Cost(row.Usage.PromptTokens, row.Usage.CompletionTokens)
	}
	if m.Summary != "" && r.Embed != nil {
		v, err := r.Embed(ctx, []string{m.Summary, t.question.Question})
		if err != nil {
			return row, fault.Wrap(err, "eval.Run", row.ID)
		}
		row.Scores["cosine"] = metric.Cosine(v[0], v[1])
	}
	if r.Judge != nil && len(row.Gold) > 0 {
		err = r.Judge(ctx, t.question, &row, m.noted())
	}
	return row, fault.Wrap(err, "eval.Run", row.ID)
}
