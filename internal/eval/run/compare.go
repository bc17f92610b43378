package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Comparison is the result of comparing two runs of one set.
type Comparison struct {
	// A and B are the names of the runs, Only the systems that just one of them has.
	A    string   `json:"a"`
	B    string   `json:"b"`
	Only []string `json:"only,omitempty"`
	// Changes are those of each metric of each common system.
	Changes []Change `json:"changes"`
	// Dropped describes the changes that a gate refuses.
	Dropped []string `json:"dropped"`
	// Headline is the metric of Worse: the questions whose score fell, the largest fall first, then by system and id, at most
	// mostWorse; Fell counts all.
	Headline string  `json:"headline"`
	Worse    []Worse `json:"worse"`
	Fell     int     `json:"fell"`
}

// mostWorse is the maximum number of questions in Comparison.Worse.
const mostWorse = 50

// Worse is a question that a system answered worse in run B: its mean scores over the repetitions, and the answers of the first.
type Worse struct {
	System       string   `json:"system"`
	ID           string   `json:"id"`
	Question     string   `json:"question"`
	Gold         []string `json:"gold"`
	Before       float64  `json:"before"`
	After        float64  `json:"after"`
	AnswerBefore string   `json:"answer_before"`
	AnswerAfter  string   `json:"answer_after"`
}

// Change is that of a metric, or of the tokens of an answer, from run A to run B, over the questions that both answered.
type Change struct {
	System string `json:"system"`
	Metric string `json:"metric"`
	// Before and After are the whole runs' figures.
	Before Figure `json:"before"`
	After  Figure `json:"after"`
	Pair   Pair   `json:"pair"`
	// Dropped is true if the metric is gated and After's mean is below Before's interval.
	Dropped bool `json:"dropped"`
	// Outcome is GotBetter or GotWorse if higher is better in the metric and the interval of the difference excludes 0, else "".
	Outcome Outcome `json:"outcome" enum:"better|worse|"`
}

// Outcome says which way a metric changed.
type Outcome string

// The outcomes of a change that is beyond chance.
const (
	GotBetter Outcome = "better"
	GotWorse  Outcome = "worse"
)

// Compare compares the runs in two folders, system by system. Runs of different sets are fault.Invalid.
func Compare(dirA, dirB string) (Comparison, error) {
	const op = "run.Compare"
	a, rowsA, err := Load(dirA)
	if err != nil {
		return Comparison{}, err
	}
	b, rowsB, err := Load(dirB)
	if err != nil {
		return Comparison{}, err
	}
	if a.Digest != b.Digest {
		return Comparison{}, fault.New(fault.Invalid, op, dirB, "the runs are of different sets: "+a.Dataset+" and "+b.Dataset,
			"compare runs of the same questions")
	}
	out := Comparison{A: a.Name, B: b.Name, Changes: []Change{}, Dropped: []string{}, Headline: b.Headline, Worse: []Worse{}}
	find := func(systems [][]Row, name string) int {
		return slices.IndexFunc(systems, func(rows []Row) bool { return rows[0].Name() == name })
	}
	for i, rows := range rowsB {
		if name := rows[0].Name(); find(rowsA, name) < 0 {
			out.Only = append(out.Only, name+" ("+b.Name+")")
		} else {
			out.add(rowsA[find(rowsA, name)], rowsB[i])
		}
	}
	for _, rows := range rowsA {
		if name := rows[0].Name(); find(rowsB, name) < 0 {
			out.Only = append(out.Only, name+" ("+a.Name+")")
		}
	}
	if len(out.Changes) == 0 {
		return out, fault.New(fault.Invalid, op, dirB, "the runs have no system in common: "+strings.Join(out.Only, ", "),
			"compare runs of the same agents, models and modes")
	}
	slices.SortFunc(out.Worse, func(a, b Worse) int {
		return cmp.Or(cmp.Compare(a.After-a.Before, b.After-b.Before), cmp.Compare(a.System, b.System), cmp.Compare(a.ID, b.ID))
	})
	out.Fell = len(out.Worse)
	out.Worse = out.Worse[:min(mostWorse, out.Fell)]
	return out, nil
}

// add adds the changes of one system.
func (c *Comparison) add(before, after []Row) {
	metrics := append(Metrics(), tokensOf)
	a, b := figures(before, metrics), figures(after, metrics)
	for _, m := range metrics {
		from, ok := a[m.Name]
		to, both := b[m.Name]
		if !ok || !both {
			continue
		}
		change := Change{System: before[0].Name(), Metric: m.Name, Before: from, After: to,
			Pair: comparePair(m.Name, c.A, c.B, before, after), Dropped: m.Gated && to.Mean < from.Low}
		switch {
		case m.Gated && change.Pair.High < 0:
			change.Outcome = GotWorse
		case m.Gated && change.Pair.Low > 0:
			change.Outcome = GotBetter
		}
		if change.Dropped {
			c.Dropped = append(c.Dropped, fmt.Sprintf("%s of %s by %.4f to %.4f, below its interval of %.4f to %.4f",
				m.Title, change.System, from.Mean-to.Mean, to.Mean, from.Low, from.High))
		}
		c.Changes = append(c.Changes, change)
	}
	c.addWorse(before, after)
}

// addWorse adds the questions of a system whose headline score fell.
func (c *Comparison) addWorse(before, after []Row) {
	ids, scores := perQuestion(before, c.Headline)
	was := map[string]float64{}
	for i, id := range ids {
		was[id] = scores[i]
	}
	first := func(rows []Row) map[string]Row {
		out := map[string]Row{}
		for _, r := range slices.Backward(rows) {
			out[r.ID] = r
		}
		return out
	}
	firstA, firstB := first(before), first(after)
	ids, scores = perQuestion(after, c.Headline)
	for i, id := range ids {
		if old, ok := was[id]; ok && scores[i] < old {
			from, to := firstA[id], firstB[id]
			c.Worse = append(c.Worse,
				Worse{to.Name(), id, to.Question, graph.List(to.Gold), round(old), round(scores[i]), from.said(), to.said()})
		}
	}
}
