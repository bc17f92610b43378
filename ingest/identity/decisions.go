package identity

import (
	"context"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
)

// Decision is a decision about names.
type Decision struct {
	graph.Decision
	Names []graph.Name
}

// merges reports whether the decision makes the names one.
func (d Decision) merges() bool {
	return d.Kind == graph.MergeDecision || d.Kind == graph.ModelMergeDecision
}

// ParseDecision reads the names of a stored decision; fault.Corrupt where a subject is no name.
func ParseDecision(d graph.Decision) (Decision, error) {
	names := make([]graph.Name, len(d.Subjects))
	for i, subject := range d.Subjects {
		var err error
		if names[i], err = graph.ParseName(subject); err != nil {
			return Decision{}, err
		}
	}
	return Decision{d, names}, nil
}

// Decisions reads the decisions about names, in the order in which they were made.
// Those that only record that a model was asked (graph.AskedDecision) are left out.
func Decisions(ctx context.Context, r graph.DecisionReader) ([]Decision, error) {
	stored, err := graph.AllDecisions(ctx, r, graph.MergeDecision, graph.ModelMergeDecision, graph.SplitDecision, graph.ApartDecision)
	if err != nil {
		return nil, err
	}
	out := make([]Decision, len(stored))
	for i, d := range stored {
		if out[i], err = ParseDecision(d); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// aliasDecisions returns decisions as package alias takes them. The first that splits a
// part off is none: the part's profile says it, and leaves it to be joined with
// what else the document means by it. A further one sets the part alone.
func aliasDecisions(list []Decision) []alias.Decision {
	var out []alias.Decision
	parted := map[graph.Name]bool{}
	for _, d := range list {
		var ids []graph.ID
		for _, n := range d.Names {
			switch {
			case d.merges() || d.Kind == graph.ApartDecision:
				ids = append(ids, n.ID())
			case n.Part != "" && !parted[n]:
				parted[n] = true
			default:
				out = append(out, alias.Decision{Seq: int64(d.Seq), Action: alias.SplitNames, IDs: []graph.ID{n.ID()}})
			}
		}
		switch {
		case d.Kind == graph.ApartDecision:
			out = append(out, alias.Decision{Seq: int64(d.Seq), Action: alias.SplitNames, IDs: ids})
		case d.merges():
			out = append(out, alias.Decision{Seq: int64(d.Seq), Action: alias.MergeNames, IDs: ids})
		}
	}
	return out
}
