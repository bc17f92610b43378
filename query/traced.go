package query

import (
	"math"
	"time"

	"grove/cypher"
	"grove/internal/graph"
)

// Traced returns the graph that an agent reads: every read is bounded to the scope,
// whatever its query says, and recorded in the trace with its Cypher. Only Counts are
// those of the whole workspace.
func Traced(g Graph, t *Trace, workspace string, scope graph.Scope) Graph {
	return cypher.Traced{Reader: g, Workspace: workspace, Scope: scope, Record: func(r cypher.Read) {
		step := Step{Action: r.Action, Args: r.Args, Cypher: r.Text, Params: r.Params, Rows: len(r.IDs),
			IDs: IDs(r.IDs), evidence: IDs(r.Chunks), Ms: milliseconds(r.Took)}
		if r.Err != nil {
			step.Args["error"] = r.Err.Error()
		}
		t.Add(step)
	}}
}

// milliseconds returns a duration in milliseconds with three decimals.
func milliseconds(d time.Duration) float64 { return math.Round(float64(d.Microseconds())) / 1000 }
