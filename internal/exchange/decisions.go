package exchange

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"grove/internal/graph"
)

// decisionLine is the line of a decision. Decisions are numbered from 1 in the order in which
// they were made, leaving out undone ones.
type decisionLine struct {
	Kind string   `json:"kind"`
	ID   graph.ID `json:"id"`
	Seq  int      `json:"seq"`
	// Decision is the kind of the decision, such as "merge".
	Decision string   `json:"decision"`
	Subjects []string `json:"subjects"`
}

// decisionLines writes all decisions; they are few, as people make them.
func decisionLines(ctx context.Context, r graph.Reader, l *lines) error {
	all, err := graph.AllDecisions(ctx, r)
	if err != nil {
		return err
	}
	out := make([]decisionLine, len(all))
	for i, d := range all {
		d.Subjects = graph.List(d.Subjects)
		out[i] = decisionLine{"decision", graph.DecisionID(i+1, d.Kind, d.Subjects), i + 1, d.Kind, d.Subjects}
	}
	slices.SortFunc(out, func(a, b decisionLine) int { return cmp.Compare(a.ID, b.ID) })
	for _, line := range out {
		if err := l.write(line); err != nil {
			return err
		}
	}
	return nil
}

// decision checks the line of a decision.
func (im *importer) decision(l decisionLine) error {
	if l.Subjects == nil || l.Decision == "" {
		return bad(im.report.Lines, "a decision without a kind or subjects")
	}
	if err := im.identity(l.ID, graph.DecisionID(l.Seq, l.Decision, l.Subjects)); err != nil {
		return err
	}
	names := make([]graph.Name, 0, len(l.Subjects))
	if graph.AboutNames(l.Decision) {
		for _, s := range l.Subjects {
			n, err := graph.ParseName(s)
			if err != nil {
				return bad(im.report.Lines, "%q is not a name that was decided on", s)
			}
			names = append(names, n)
		}
	}
	if l.Decision == graph.SplitDecision {
		for _, n := range names {
			delete(im.parts, n.ID())
		}
	}
	im.decisions = append(im.decisions, graph.Decision{ID: l.ID, Seq: l.Seq, Kind: l.Decision, Subjects: l.Subjects})
	return nil
}

// checkDecisions checks that the numbers of decisions are complete, and that a decision
// split off each key element whose id is not that of its name.
func (im *importer) checkDecisions() error {
	slices.SortFunc(im.decisions, func(a, b graph.Decision) int { return cmp.Compare(a.Seq, b.Seq) })
	for i, d := range im.decisions {
		if d.Seq != i+1 {
			return bad(im.report.Lines, "decision %d is missing, or there twice", i+1)
		}
	}
	im.report.Decisions = len(im.decisions)
	for _, id := range slices.Sorted(maps.Keys(im.parts)) { // they stand in the file in this order
		return bad(im.parts[id], "%s is not the id of its content, and no decision split it off", id)
	}
	return nil
}

// writeDecisions stores the decisions that an interrupted import of the file has not
// stored yet.
func (im *importer) writeDecisions() error {
	existing, err := graph.AllDecisions(im.ctx, im.store)
	if err != nil {
		return err
	}
	for _, d := range im.decisions[min(len(existing), len(im.decisions)):] {
		if _, err := im.store.PutDecision(im.ctx, d.Kind, d.Subjects, im.options.Now); err != nil {
			return err
		}
	}
	return nil
}
