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
	// Decision is what was decided, such as "merge".
	Decision string   `json:"decision"`
	Subjects []string `json:"subjects"`
}

// decisionLines writes all decisions. There are as many as people make by hand.
func decisionLines(ctx context.Context, r Reader, l *lines) error {
	all, err := allDecisions(ctx, r)
	if err != nil {
		return err
	}
	out := make([]decisionLine, len(all))
	for i, d := range all {
		if d.Subjects == nil {
			d.Subjects = []string{}
		}
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

func allDecisions(ctx context.Context, r Reader) ([]graph.Decision, error) {
	var out []graph.Decision
	q := graph.DecisionsQuery{Limit: graph.MaxRows}
	for {
		page, err := r.Decisions(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, d := range page {
			q.After = d.Seq
		}
		if out = append(out, page...); len(page) < q.Limit {
			return out, nil
		}
	}
}

// decision checks the line of a decision.
func (im *importer) decision(line []byte) error {
	var l decisionLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
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

// checkDecisions holds decisions to their numbers, and the key elements that go by
// no id of their name to the decisions that split them off.
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

// writeDecisions makes the decisions again, those that an interrupted import of
// the file has not made yet.
func (im *importer) writeDecisions() error {
	there, err := allDecisions(im.ctx, im.store)
	if err != nil {
		return err
	}
	for _, d := range im.decisions[min(len(there), len(im.decisions)):] {
		if _, err := im.store.PutDecision(im.ctx, d.Kind, d.Subjects, im.options.Now); err != nil {
			return err
		}
	}
	return nil
}
