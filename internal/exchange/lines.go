package exchange

import (
	"encoding/json"
	"io"

	"grove/internal/graph"
)

// The lines of the canonical export, one type a kind, with their keys in order.
type (
	documentLine struct {
		Kind string `json:"kind"`
		graph.Document
	}
	chunkLine struct {
		Kind string `json:"kind"`
		graph.Chunk
	}
	episodeLine struct {
		Kind string `json:"kind"`
		graph.Episode
	}
	factLine struct {
		Kind string `json:"kind"`
		graph.Fact
		Evidence []graph.FactEvidence `json:"evidence"`
	}
	keyElementLine struct {
		Kind string `json:"kind"`
		graph.KeyElement
		Evidence []graph.Mention `json:"evidence"`
	}
	attributeLine struct {
		Kind string `json:"kind"`
		graph.Attribute
		Evidence []graph.AttributeEvidence `json:"evidence"`
	}
	tripleLine struct {
		Kind string `json:"kind"`
		graph.Triple
		Evidence []graph.TripleEvidence `json:"evidence"`
	}
	keywordLine struct {
		Kind string `json:"kind"`
		graph.Keyword
	}
	communityLine struct {
		Kind   string   `json:"kind"`
		ID     graph.ID `json:"id"`
		Level  int      `json:"level"`
		Parent graph.ID `json:"parent"`
		// Title and Summary are nil for one that is graph.Unnamed.
		Title   *string `json:"title,omitempty"`
		Summary *string `json:"summary,omitempty"`
		Size    int     `json:"size"`
		// Members are those of level 0; larger levels have those below them by parent.
		Members []graph.ID `json:"members"`
	}
	proposalLine struct {
		Kind string `json:"kind"`
		graph.Proposal
		Evidence []graph.ProposalEvidence `json:"evidence"`
	}
	schemaLine struct {
		Kind   string          `json:"kind"`
		Schema json.RawMessage `json:"schema"`
	}
)

// lineOfDocument and its like make the line of a thing. A list without elements is [], never null.
func lineOfDocument(d graph.Document) documentLine {
	d.Tags = graph.List(d.Tags)
	return documentLine{"document", d}
}

func lineOfCommunity(c graph.CommunityPage) communityLine {
	l := communityLine{Kind: "community", ID: c.ID, Level: c.Level, Parent: c.Parent, Size: c.Size, Members: graph.List(c.Members)}
	if c.Digest != graph.Unnamed {
		l.Title, l.Summary = &c.Title, &c.Summary
	}
	return l
}

func lineOfFact(f graph.FactPage) factLine {
	for i := range f.Evidence {
		f.Evidence[i].About = graph.List(f.Evidence[i].About)
	}
	return factLine{"fact", f.Fact, f.Evidence}
}

// encoderTo writes values as the export has them: no escapes for HTML.
func encoderTo(out io.Writer) *json.Encoder {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e
}
