package eval

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/query"
)

// Ask returns an agent's answer to a question.
type Ask func(ctx context.Context, agent, question string) (query.Answer, error)

// Read returns the documents whose chunks an answer's trace reads, without duplicates: by
// source id, or by their own id if they have none.
type Read func(ctx context.Context, a query.Answer) ([]string, error)

// Run asks agents the questions of a data set and stores every answer in a folder, in one
// file per agent. Questions that are answered there are not asked again.
type Run struct {
	Ask Ask
	// Read, unless nil, returns the documents of an answer.
	Read Read
	// Agents are asked one after the other, each question by each.
	Agents []string
	// Mode and Model are those of the answers. Answers of another mode or model in the
	// folder are an error.
	Mode  query.Mode
	Model string
	// Without are the disabled parts of the agents, Options their own options. Both are
	// part of the name of the file of answers.
	Without []string
	Options map[string]string
	// Dir is the folder of the results; it is created if necessary.
	Dir string
	// Concurrency is the number of questions at a time; 0 is 1.
	Concurrency int
	// Progress, unless nil, is called with the number of answers so far.
	Progress func(done, of int)
}

// agentName matches the names of agents, which become names of files.
var agentName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// Do asks the first limit questions that have a gold answer (0: all), unless they are
// answered already.
func (r Run) Do(ctx context.Context, set dataset.Set, limit int) (RunResult, error) {
	const op = "eval.Run"
	result := RunResult{Dataset: set.Name}
	for _, agent := range r.Agents {
		if !agentName.MatchString(agent) {
			return result, fault.New(fault.Invalid, op, agent, "not the name of an agent", "--agents A,B")
		}
	}
	questions := make([]dataset.Question, 0, len(set.Questions))
	for _, q := range set.Questions {
		if len(q.Answers) == 0 {
			result.Skipped++
			continue
		}
		questions = append(questions, q)
	}
	if len(questions) == 0 {
		return result, fault.New(fault.Invalid, op, set.Name, "no question has a gold answer", "answers are needed to compare with")
	}
	if limit > 0 {
		questions = questions[:min(limit, len(questions))]
	}
	answers := make([][]Answered, len(r.Agents))
	for i, agent := range r.Agents {
		progress := func(done int) {
			if r.Progress != nil {
				r.Progress(i*len(questions)+done, len(r.Agents)*len(questions))
			}
		}
		path, rows, err := r.agent(ctx, agent, questions, progress)
		if err != nil {
			return result, err
		}
		answers[i] = rows
		result.Runs = append(result.Runs, r.sum(agent, path, rows))
	}
	var err error
	result.Report, err = report(r.Dir, result, answers)
	return result, err
}

// agent returns an agent's answers to the questions, in their order.
func (r Run) agent(ctx context.Context, agent string, questions []dataset.Question, progress func(int)) (string, []Answered, error) {
	file, err := openAnswers(r.Dir, r.name(agent), r.fits)
	if err != nil {
		return "", nil, err
	}
	defer file.close()
	rows := make([]Answered, len(questions))
	var mu sync.Mutex // guards the file and the count
	done := 0
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(r.Concurrency, 1))
	for i, q := range questions {
		row, exists := file.rows[q.ID]
		if exists && row.Question != q.Question {
			return "", nil, errors.Join(otherRun(file.path, q.ID), group.Wait())
		}
		group.Go(func() (err error) {
			defer fault.Recover(ctx, &err, "eval.Run", q.ID)
			if !exists {
				row, err = r.ask(ctx, agent, q)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil && !exists {
				err = file.add(row)
			}
			rows[i] = row
			done++
			progress(done)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return "", nil, err
	}
	return file.path, rows, file.close()
}

// name returns the name of an agent's file of answers, such as tree-without-loop-top-k-10.
func (r Run) name(agent string) string {
	if len(r.Without) > 0 {
		agent += "-without-" + strings.Join(r.Without, "-")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		agent += "-" + name + "-" + r.Options[name]
	}
	return agent
}

// fits returns an error for a row of another mode, model or set of options.
func (r Run) fits(path string, row Answered) error {
	if row.Mode != string(r.Mode) || row.Model != r.Model || !slices.Equal(row.Without, r.Without) || !maps.Equal(row.Options, r.Options) {
		return otherRun(path, row.ID)
	}
	return nil
}

func otherRun(path, id string) error {
	return fault.New(fault.Invalid, "eval.Run", path,
		fmt.Sprintf("the answer to %q there is of another question, mode or model", id), "give another --out")
}

// ask asks one question. An error that concerns this question alone becomes a row with the
// error; others, such as an outage, end the run.
func (r Run) ask(ctx context.Context, agent string, q dataset.Question) (Answered, error) {
	row := Answered{ID: q.ID, Question: q.Question, Gold: q.Answers, Type: q.Type, Agent: agent,
		Mode: string(r.Mode), Model: r.Model, Without: r.Without, Options: r.Options}
	answer, err := r.Ask(ctx, agent, q.Question)
	switch fault.KindOf(err) {
	case "":
	case fault.BadReply, fault.LimitReached:
		row.Error = fault.Brief(err)
		return row, nil
	default:
		return row, fault.Wrap(err, "eval.Run", q.ID)
	}
	row.Answer, row.Abstained, row.Citations = answer.Answer, answer.Abstained, answer.Citations
	row.Calls, row.Tokens, row.Ms = answer.Usage.Calls, answer.Usage.PromptTokens+answer.Usage.CompletionTokens, answer.Ms
	row.WidestCall = answer.WidestCall
	if r.Read != nil {
		if row.Read, err = r.Read(ctx, answer); err != nil {
			return row, fault.Wrap(err, "eval.Run", q.ID)
		}
		if q.GoldComplete && len(q.GoldIDs) > 0 {
			share := metric.Recall(q.GoldIDs, row.Read, len(row.Read))
			row.Recall = &share
		}
	}
	if answer.Model == llm.OfflineName {
		candidate := answer.Unsure
		if !answer.Abstained {
			candidate = answer.Answer
		}
		row.Best = &Best{candidate, metric.ExactMatch(candidate, q.Answers), metric.F1(candidate, q.Answers)}
	}
	if !answer.Abstained {
		row.EM, row.F1 = metric.ExactMatch(answer.Answer, q.Answers), metric.F1(answer.Answer, q.Answers)
	}
	return row, nil
}
