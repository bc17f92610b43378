package needle

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// Run has agents find the needles of a plan.
type Run struct {
	Plan   Plan
	Agents []string
	// Model is the name of the answering model.
	Model string
	// Ask asks an agent about some documents, by id.
	Ask func(ctx context.Context, agent, question string, documents []string) (Asked, error)
	// Judge, unless nil, judges the answers.
	Judge *llm.Client
	// Concurrency is the number of questions at a time.
	Concurrency int
	// Dir keeps the answers, so that an interrupted run goes on.
	Dir      string
	Progress func(done, of int)
}

// Asked is an agent's answer.
type Asked struct {
	Answer    string
	Abstained bool
	Usage     llm.Usage
	Ms        int64
}

// Result is the result of a run.
type Result struct {
	Pairs  bool      `json:"pairs"`
	Items  int       `json:"items"`
	Agents []Outcome `json:"agents"`
	Report string    `json:"report"`
}

// Outcome is what one agent found; shares from 0 to 1.
type Outcome struct {
	Agent string `json:"agent"`
	// Match is the share of answers that have the altered answer, F1 the mean F1, Judged the share that the
	// judge accepts, absent without one.
	Match  float64   `json:"match"`
	F1     float64   `json:"f1"`
	Judged *float64  `json:"judged,omitempty"`
	Cells  []Found   `json:"cells"`
	Failed int       `json:"failed"`
	Usage  llm.Usage `json:"usage"`
}

// Found are the figures of a cell: the means of its items.
type Found struct {
	Cell
	Items  int      `json:"items"`
	Match  float64  `json:"match"`
	F1     float64  `json:"f1"`
	Judged *float64 `json:"judged,omitempty"`
	Ms     float64  `json:"ms"`
}

// row is an answer as it is kept.
type row struct {
	Agent   string        `json:"agent"`
	Model   string        `json:"model"`
	Item    string        `json:"item"`
	Answer  string        `json:"answer"`
	Match   float64       `json:"match"`
	F1      float64       `json:"f1"`
	Verdict judge.Verdict `json:"verdict,omitempty"`
	Error   string        `json:"error,omitempty"`
	Usage   llm.Usage     `json:"usage"`
	Ms      int64         `json:"ms"`
}

const rowsFile = "answers.jsonl"

// key identifies an item of a run.
func (i Item) key() string {
	return strings.Join([]string{i.Needle.ID, i.Needle.Answer, fmt.Sprint(i.Length), fmt.Sprint(i.Depths)}, "/")
}

// Do asks all agents for all items. Items with an answer in Dir are not asked again; a failure that concerns an item
// alone counts as a wrong answer, another, such as an outage, ends the run.
func (r Run) Do(ctx context.Context) (Result, error) {
	kept, err := r.kept()
	if err != nil {
		return Result{}, err
	}
	var mu sync.Mutex
	done, of := 0, len(r.Agents)*len(r.Plan.Items)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(r.Concurrency, 1))
	for _, agent := range r.Agents {
		for _, i := range r.Plan.Items {
			group.Go(func() error {
				if err := ctx.Err(); err != nil {
					return fault.Wrap(err, "needle.Run", i.key())
				}
				key := agent + "\x00" + i.key()
				mu.Lock()
				_, have := kept[key]
				mu.Unlock()
				var x row
				var err error
				if !have {
					if x, err = r.one(ctx, agent, i); err != nil {
						return err
					}
				}
				mu.Lock()
				defer mu.Unlock()
				if done++; r.Progress != nil {
					r.Progress(done, of)
				}
				if have {
					return nil
				}
				kept[key] = x
				return r.keep(x)
			})
		}
	}
	if err := group.Wait(); err != nil {
		return Result{}, err
	}
	return r.result(kept), nil
}

// one asks an agent for an item.
func (r Run) one(ctx context.Context, agent string, i Item) (row, error) {
	x := row{Agent: agent, Model: r.Model, Item: i.key()}
	a, err := r.Ask(ctx, agent, i.Needle.Question, i.Documents)
	if err == nil {
		x.Answer, x.Usage, x.Ms = a.Answer, a.Usage, a.Ms
		if !a.Abstained {
			x.F1 = metric.F1(a.Answer, []string{i.Needle.Answer})
			if strings.Contains(text.Normalise(a.Answer), text.Normalise(i.Needle.Answer)) {
				x.Match = 1
			}
			if r.Judge != nil {
				x.Verdict, err = judge.Compare(ctx, r.Judge.Session(llm.Bounds{}), judge.Correct, i.Needle.Question, a.Answer, []string{i.Needle.Answer})
			}
		} else if r.Judge != nil {
			x.Verdict = judge.No
		}
	}
	switch fault.KindOf(err) {
	case "":
	case fault.BadReply, fault.LimitReached, fault.Unreadable, fault.WindowTooSmall, fault.Internal:
		x.Error = fault.Brief(err)
	default: // concerns more than the item, such as an outage
		return row{}, err
	}
	return x, nil
}

// kept returns the answers of earlier runs in Dir, without failures.
func (r Run) kept() (map[string]row, error) {
	out := map[string]row{}
	raw, err := os.ReadFile(filepath.Join(r.Dir, rowsFile))
	if os.IsNotExist(err) {
		return out, fault.Wrap(os.MkdirAll(r.Dir, 0o755), "needle.Run", r.Dir)
	}
	if err != nil {
		return nil, fault.Wrap(err, "needle.Run", r.Dir)
	}
	for _, line := range strings.Split(string(raw), "\n") {
		var x row
		if json.Unmarshal([]byte(line), &x) == nil && x.Item != "" && x.Error == "" && x.Model == r.Model && (x.Verdict != "" || r.Judge == nil) {
			out[x.Agent+"\x00"+x.Item] = x
		}
	}
	return out, nil
}

// keep appends an answer.
func (r Run) keep(x row) error {
	raw, err := json.Marshal(x)
	if err == nil {
		err = disk.AppendLine(filepath.Join(r.Dir, rowsFile), raw)
	}
	return fault.Wrap(err, "needle.Run", x.Item)
}

// result sums up the answers.
func (r Run) result(kept map[string]row) Result {
	out := Result{Items: len(r.Plan.Items), Pairs: len(r.Plan.Items) > 0 && len(r.Plan.Items[0].Depths) > 1}
	for _, agent := range r.Agents {
		o := Outcome{Agent: agent}
		var match, f1, judged []float64
		cells := map[string]*sums{}
		var order []string
		for _, i := range r.Plan.Items {
			x := kept[agent+"\x00"+i.key()]
			o.Usage.Add(x.Usage)
			if x.Error != "" {
				o.Failed++
			}
			match, f1 = append(match, x.Match), append(f1, x.F1)
			key := fmt.Sprint(i.Cell)
			if cells[key] == nil {
				cells[key] = &sums{cell: i.Cell}
				order = append(order, key)
			}
			c := cells[key]
			c.match, c.f1, c.ms = append(c.match, x.Match), append(c.f1, x.F1), append(c.ms, float64(x.Ms))
			if x.Verdict != "" {
				right := 0.0
				if x.Verdict == judge.Yes {
					right = 1
				}
				judged, c.judged = append(judged, right), append(c.judged, right)
			}
		}
		o.Match, o.F1, o.Judged = metric.Mean(match), metric.Mean(f1), mean(judged)
		for _, key := range order {
			c := cells[key]
			o.Cells = append(o.Cells, Found{c.cell, len(c.match), metric.Mean(c.match), metric.Mean(c.f1), mean(c.judged), metric.Mean(c.ms)})
		}
		slices.SortFunc(o.Cells, func(a, b Found) int {
			return cmp.Or(cmp.Compare(a.Length, b.Length), slices.Compare(a.Depths, b.Depths))
		})
		out.Agents = append(out.Agents, o)
	}
	return out
}

// sums are the figures of a cell's items.
type sums struct {
	cell                  Cell
	match, f1, judged, ms []float64
}

// mean returns the mean of values, nil if there are none.
func mean(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	m := metric.Mean(values)
	return &m
}

// The files of a result.
const (
	resultFile = "result.json"
	reportFile = "report.html"
)

// Save writes the result and its report beside the answers.
func (r Run) Save(res *Result) error {
	res.Report = filepath.Join(r.Dir, reportFile)
	raw, err := json.MarshalIndent(res, "", " ")
	if err == nil {
		err = disk.Replace(filepath.Join(r.Dir, resultFile), append(raw, '\n'), 0o644)
	}
	if err == nil {
		var page []byte
		if page, err = report(*res); err == nil {
			err = disk.Replace(res.Report, page, 0o644)
		}
	}
	return fault.Wrap(err, "needle.Save", r.Dir)
}
