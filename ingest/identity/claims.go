package identity

import (
	"strings"

	"grove/ingest/resolve/alias"
	"grove/internal/graph"
	"grove/internal/text"
)

// claim is what a chunk says of two names: that the other is a further name of one entity, or that it is another's.
type claim struct {
	name, other graph.Name
	same        bool
}

// claim adds what a mention says of its name.
func (n *Names) claim(use graph.NameUse) {
	if use.Same == "" && use.Apart == "" {
		return
	}
	name := n.in(use.Document, text.Normalise(use.Surface))
	add := func(lines string, same bool) {
		for norm := range strings.SplitSeq(lines, "\n") {
			if other := n.in(use.Document, norm); norm != "" && other != name {
				n.claims = append(n.claims, claim{name, other, same})
			}
		}
	}
	add(use.Same, true)
	add(use.Apart, false)
}

// aliasClaims returns the claims as package alias takes them; none where names are not merged by rule.
func (n *Names) aliasClaims() []alias.Claim {
	if !n.automatic {
		return nil
	}
	out := make([]alias.Claim, len(n.claims))
	for i, c := range n.claims {
		out[i] = alias.Claim{Name: c.name.ID(), Other: c.other.ID(), Same: c.same}
	}
	return out
}
