package evaluate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/eval/needle"
	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
)

// NeedleOptions configure Needle.
type NeedleOptions struct {
	// RunOptions say who answers; Dataset is a set whose answers become needles.
	RunOptions
	// Haystack are files of plain text; Pairs takes questions over two documents.
	Haystack []string
	Pairs    bool
	// Lengths are in tokens, Depths in percent; Draws is the number of needles in each cell.
	Lengths, Depths []int
	Draws           int
	Seed            uint64
	// Items, unless "", is a file for the items in their published shape; nothing is asked then.
	Items string
}

// plan reads the files and draws the items.
func (o NeedleOptions) plan(w *Workspace) (needle.Plan, error) {
	const op = "evaluate.Needle"
	var texts []string
	for _, name := range o.Haystack {
		raw, err := os.ReadFile(name)
		if err != nil {
			return needle.Plan{}, fault.From(fault.Unreadable, op, name, err, "name plain texts in UTF-8")
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
			return needle.Plan{}, fault.New(fault.Invalid, op, fmt.Sprint(l), "a length is 500 to 1,000,000 tokens",
				"use --lengths 1000,16000")
		}
		most = max(most, l)
	}
	if len(o.Lengths) == 0 || len(depths) == 0 || o.Draws < 1 {
		return needle.Plan{}, fault.New(fault.Invalid, op, "", "there are no lengths, depths or draws", "see `grove eval needle --help`")
	}
	h := needle.NewHaystack(texts, most, w.Counter)
	if h.Tokens() < most*9/10 {
		return needle.Plan{}, fault.New(fault.Invalid, op, strings.Join(o.Haystack, ", "),
			fmt.Sprintf("the haystack has %d tokens, %d are needed", h.Tokens(), most),
			"name further texts with --haystack, or shorter --lengths")
	}
	set, documents, err := setWithDocuments(o.Dataset)
	if err != nil {
		return needle.Plan{}, err
	}
	byID := lists.Index(documents, func(d dataset.Document) string { return d.ID })
	needles := needle.Make(set, byID, strings.Join(texts, "\n"), o.Pairs, o.Seed)
	if len(needles) == 0 {
		return needle.Plan{}, fault.New(fault.Invalid, op, o.Dataset,
			"no question names its passages and has an answer that could be altered",
			"use a set with gold_ids, answers that stand in the passages, and one gold passage (two for --pairs)")
	}
	return needle.NewPlan(h, needles, needle.Cells(lists.Once(o.Lengths), lists.Once(depths), o.Pairs), o.Draws, o.Seed, w.Counter), nil
}

// setWithDocuments reads a set with all its documents.
func setWithDocuments(path string) (dataset.Set, []dataset.Document, error) {
	set, err := dataset.Read(path)
	if err != nil {
		return set, nil, err
	}
	documents := lists.Flat(set.Groups, func(g dataset.Group) []dataset.Document { return g.Documents })
	if set.Corpus != "" {
		err = dataset.ReadLines(set.Corpus, func(d dataset.Document) error { documents = append(documents, d); return nil })
	}
	return set, documents, err
}

// NeedleItems writes the items to the file Items and returns their number.
func (w *Workspace) NeedleItems(o NeedleOptions) (int, error) {
	plan, err := o.plan(w)
	if err != nil {
		return 0, err
	}
	return len(plan.Items), publish(plan, o)
}

// Needle has agents find needles in haystacks. All cells share one graph of the haystack's pieces.
func (w *Workspace) Needle(ctx context.Context, o NeedleOptions) (run.Summary, error) {
	plan, err := o.plan(w)
	if err != nil {
		return run.Summary{}, err
	}
	set := plan.Set(filepath.Base(o.Dataset) + " in " + filepath.Base(o.Haystack[0]))
	o.Name = cmp.Or(o.Name, derivedName("needle", o.Dataset, set))
	systems, err := o.systems(w.Config)
	if err != nil {
		return run.Summary{}, err
	}
	e, r, err := w.begin(o.RunOptions, systems, set, judge.Correct)
	if err != nil {
		return run.Summary{}, err
	}
	scopes := map[string]graph.Scope{}
	for n, q := range set.Questions {
		scopes[q.ID] = graph.Scope{Documents: lists.Map(plan.Items[n].Documents, graph.DocumentID)}
	}
	e.scope = func(q dataset.Question) graph.Scope { return scopes[q.ID] }
	r.Open = e.document
	return r.Do(ctx, set)
}

// publish writes the items of a plan, a line each.
func publish(plan needle.Plan, o NeedleOptions) error {
	var b bytes.Buffer
	for _, i := range plan.Items {
		if err := dataset.WriteLine(&b, plan.Publish(i, filepath.Base(o.Dataset))); err != nil {
			return fault.Wrap(err, "evaluate.Needle", i.Needle.ID)
		}
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
