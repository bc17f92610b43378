package run

import (
	"fmt"
	"slices"
	"strings"

	"grove/internal/fault"
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
}

// Change is that of a metric from run A to run B, over the questions that both answered.
type Change struct {
	System string `json:"system"`
	Metric string `json:"metric"`
	// Before and After are the whole runs' figures.
	Before Figure `json:"before"`
	After  Figure `json:"after"`
	Pair   Pair   `json:"pair"`
	// Dropped is true if the metric is gated and After's mean is below Before's interval.
	Dropped bool `json:"dropped"`
}

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
	out := Comparison{A: a.Name, B: b.Name, Changes: []Change{}, Dropped: []string{}}
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
	return out, nil
}

// add adds the changes of one system.
func (c *Comparison) add(before, after []Row) {
	a, b := figures(before), figures(after)
	for _, m := range Metrics() {
		from, ok := a[m.Name]
		to, both := b[m.Name]
		if !ok || !both {
			continue
		}
		change := Change{System: before[0].Name(), Metric: m.Name, Before: from, After: to,
			Pair: comparePair(m.Name, c.A, c.B, before, after), Dropped: m.Gated && to.Mean < from.Low}
		if change.Dropped {
			c.Dropped = append(c.Dropped, fmt.Sprintf("%s of %s is %.4f, below %.4f", m.Title, change.System, to.Mean, from.Low))
		}
		c.Changes = append(c.Changes, change)
	}
}
