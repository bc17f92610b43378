package cli

import (
	"fmt"
	"strings"

	"grove/ingest"
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
