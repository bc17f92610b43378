package cli

import (
	"fmt"
	"strings"

	"grove/ingest"
	"grove/internal/curate"
	"grove/internal/graph"
)

// evolutionLines say what became of the schema, nothing where nothing did.
func evolutionLines(e ingest.Evolution) string {
	var b strings.Builder
	for _, n := range e.Accepted {
		fmt.Fprintf(&b, "accepted: %s %s%s, confidence %.2f (%s), %d chunks of %d documents\n",
			n.Part, line(n.Name.Name), by(n.By), n.Confidence, line(n.Signature), n.Support, n.Documents)
	}
	for _, n := range e.Dropped {
		fmt.Fprintf(&b, "dropped: %s %s%s\n", n.Part, line(n.Name), by(n.By))
	}
	if e.Open > 0 {
		fmt.Fprintf(&b, "%d names are kept aside: `grove schema proposals`\n", e.Open)
	}
	if e.Restated > 0 {
		fmt.Fprintf(&b, "%d chunks were resolved again without a call\n", e.Restated)
	}
	if e.Left > 0 {
		fmt.Fprintf(&b, "%d chunks have no extraction to resolve again (they were imported): `grove schema reextract` asks for them\n", e.Left)
	}
	return b.String()
}

func (c *command) evolved(e ingest.Evolution) error {
	text := evolutionLines(e)
	if text == "" {
		text = "nothing changes\n"
	}
	_, err := fmt.Fprint(c.out, text)
	return err
}

// judged says of each name that a person decided on what that came to.
func (c *command) judged(j curate.Judged) error {
	for _, n := range j.Names {
		fmt.Fprintf(c.out, "%s: %s %s, proposed by %d chunks of %d documents; %s\n", n.Verdict, n.Part, line(n.Name.Name), n.Support, n.Documents, promoted(n))
		if !n.Proposed && n.Verdict != curate.Undo {
			fmt.Fprintf(c.err, "note: no chunk proposes %s:%s; if it is mistyped, `grove schema undo %s:%s` takes it back, `grove schema proposals` has the names\n",
				n.Part, line(n.Name.Name), n.Part, line(n.Name.Name))
		}
	}
	e := j.Evolution
	e.Accepted, e.Dropped = nil, nil // told already
	_, err := fmt.Fprint(c.out, evolutionLines(e))
	c.regrown(j.Report)
	return err
}

// promoted says how many things of the graph have a name now that had it not, or no
// longer have it.
func promoted(n curate.JudgedName) string {
	what := map[graph.SchemaPart]string{graph.PartType: "entities", graph.PartRelation: "triples", graph.PartAttribute: "attributes"}[n.Part]
	switch more := n.Uses - n.Before; {
	case more > 0:
		return fmt.Sprintf("%d %s come into the graph", more, what)
	case more < 0:
		return fmt.Sprintf("%d %s are kept aside", -more, what)
	}
	return fmt.Sprintf("%d %s in the graph have it, as before", n.Uses, what)
}
