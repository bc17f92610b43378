package evaluate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grove/ingest"
	"grove/internal/config"
	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/eval/needle"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query/agents"
)

// NeedleOptions configure Needle.
type NeedleOptions struct {
	// Haystack are files of plain text, Dataset is a set whose answers become needles; Pairs takes questions over two
	// documents.
	Haystack []string
	Dataset  string
	Pairs    bool
	Agents   []string
	// Lengths are in tokens, Depths in percent; Draws is the number of needles in each cell.
	Lengths, Depths []int
	Draws           int
	Seed            uint64
	// Items, unless "", is a file for the items in their published shape; nothing is asked then.
	Items string
	// Concurrency is the number of questions at a time, 0 for 1.
	Concurrency int
	// JudgeModel judges the answers, "" for no judge; Judge is its endpoint.
	JudgeModel string
	Judge      config.Endpoint
	Ingested   func(ingest.Progress)
	Progress   func(done, of int)
}

// plan reads the files and draws the items.
func (o NeedleOptions) plan(w *Workspace) (needle.Plan, error) {
	const op = "evaluate.Needle"
	var texts []string
	for _, name := range o.Haystack {
		raw, err := os.ReadFile(name)
		if err != nil {
			return needle.Plan{}, &fault.Error{Kind: fault.Unreadable, Op: op, Item: name, Err: err, Hint: "name plain texts in UTF-8"}
		}
		texts = append(texts, string(raw))
	}
	var depths []float64
	for _, d := range o.Depths {
		if d < 0 || d > 100 {
			return needle.Plan{}, fault.New(fault.Invalid, op, fmt.Sprint(d), "a depth is 0 to 100 percent", "use --depths 0,25,50,75,100")
		}
		depths = append(depths, float64(d)/100)
	}
	most := 0
	for _, l := range o.Lengths {
		if l < 500 || l > 1_000_000 {
			return needle.Plan{}, fault.New(fault.Invalid, op, fmt.Sprint(l), "a length is 500 to 1,000,000 tokens", "use --lengths 1000,16000")
		}
		most = max(most, l)
	}
	if len(o.Lengths) == 0 || len(depths) == 0 || o.Draws < 1 {
		return needle.Plan{}, fault.New(fault.Invalid, op, "", "there are no lengths, depths or draws", "see `grove eval needle --help`")
	}
	h := needle.NewHaystack(texts, most, w.Counter)
	if h.Tokens() < most*9/10 {
		return needle.Plan{}, fault.New(fault.Invalid, op, strings.Join(o.Haystack, ", "), fmt.Sprintf("the haystack has %d tokens, %d are needed", h.Tokens(), most),
			"name further texts with --haystack, or shorter --lengths")
	}
	set, documents, err := setWithDocuments(o.Dataset)
	if err != nil {
		return needle.Plan{}, err
	}
	byID := map[string]dataset.Document{}
	for _, d := range documents {
		byID[d.ID] = d
	}
	needles := needle.Make(set, byID, strings.Join(texts, "\n"), o.Pairs, o.Seed)
	if len(needles) == 0 {
		return needle.Plan{}, fault.New(fault.Invalid, op, o.Dataset, "no question names its passages and has an answer that could be altered",
			"use a set with gold_ids, answers that stand in the passages, and one gold passage (two for --pairs)")
	}
	return needle.NewPlan(h, needles, needle.Cells(o.Lengths, depths, o.Pairs), o.Draws, o.Seed, w.Counter), nil
}

// setWithDocuments reads a set with all its documents.
func setWithDocuments(path string) (dataset.Set, []dataset.Document, error) {
	set, err := dataset.Read(path)
	if err != nil {
		return set, nil, err
	}
	var documents []dataset.Document
	for _, g := range set.Groups {
		documents = append(documents, g.Documents...)
	}
	if set.Corpus != "" {
		err = dataset.ReadLines(set.Corpus, func(d dataset.Document) error { documents = append(documents, d); return nil })
	}
	return set, documents, err
}

// Needle has agents find needles in haystacks. All cells share one graph of the haystack's pieces.
func (w *Workspace) Needle(ctx context.Context, o NeedleOptions) (needle.Result, error) {
	for _, name := range o.Agents {
		if _, err := agents.Find(name); err != nil {
			return needle.Result{}, err
		}
	}
	plan, err := o.plan(w)
	if err != nil {
		return needle.Result{}, err
	}
	if o.Items != "" {
		return needle.Result{Items: len(plan.Items), Pairs: o.Pairs, Report: o.Items}, publish(plan, o)
	}
	g := dataset.Group{Name: o.Dataset, Documents: plan.Documents}
	client, err := w.ClientOf(w.Config.Model, config.Endpoint{})
	if err != nil {
		return needle.Result{}, err
	}
	own, _, err := evalRun{Workspace: w, o: RunOptions{Ingested: o.Ingested}, clients: map[string]*llm.Client{w.Config.Model: client}}.open(ctx, g)
	if err != nil {
		return needle.Result{}, err
	}
	defer own.Close()
	r := needle.Run{Plan: plan, Agents: dataset.Once(o.Agents), Model: w.Config.Model, Concurrency: cmp.Or(o.Concurrency, 1), Progress: o.Progress,
		Dir: filepath.Join(w.Config.Folder(), RunsFolder, "needle-"+g.Digest())}
	if o.JudgeModel != "" {
		if r.Judge, err = w.ClientOf(o.JudgeModel, o.Judge); err != nil {
			return needle.Result{}, err
		}
	}
	r.Ask = func(ctx context.Context, agent, question string, documents []string) (needle.Asked, error) {
		var scope graph.Scope
		for _, id := range documents {
			scope.Documents = append(scope.Documents, graph.DocumentID(id))
		}
		answer, err := own.Ask(ctx, Question{Text: question, Agent: agent, Scope: scope, Client: client})
		return needle.Asked{Answer: answer.Answer, Abstained: answer.Abstained, Usage: answer.Usage, Ms: answer.Ms}, err
	}
	res, err := r.Do(ctx)
	if err != nil {
		return res, err
	}
	return res, r.Save(&res)
}

// publish writes the items of a plan, a line each.
func publish(plan needle.Plan, o NeedleOptions) error {
	var b bytes.Buffer
	for _, i := range plan.Items {
		raw, err := json.Marshal(plan.Publish(i, filepath.Base(o.Dataset)))
		if err != nil {
			return fault.Wrap(err, "evaluate.Needle", i.Needle.ID)
		}
		b.Write(append(raw, '\n'))
	}
	return fault.Wrap(disk.Replace(o.Items, b.Bytes(), 0o644), "evaluate.Needle", o.Items)
}

// Mixup builds mixtures of the passages of a set.
func (w *Workspace) Mixup(path string, lengths []int, limit int, seed uint64, dir string) ([]needle.Mixture, error) {
	set, documents, err := setWithDocuments(path)
	if err != nil {
		return nil, err
	}
	return needle.Mix(set, documents, lengths, limit, seed, dir, w.Counter)
}
