package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"grove/ingest/extract"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/schema"
)

// settleSchema returns the schema that bounds this run: the workspace's own or, for a
// workspace without one, the pipeline's, which is stored. It does not change during the
// run; Evolve brings it up to date afterwards.
func (p *Pipeline) settleSchema(ctx context.Context) (*schema.Schema, error) {
	s, changed, err := p.chooseSchema(ctx)
	if err == nil && changed {
		_, err = p.Store.PutSchema(ctx, s.Body())
	}
	return s, err
}

// chooseSchema returns the schema that settleSchema returns, and whether it differs from
// the one in force; it writes nothing.
func (p *Pipeline) chooseSchema(ctx context.Context) (s *schema.Schema, changed bool, err error) {
	const op = "ingest.chooseSchema"
	own, stored, err := schema.Stored(ctx, p.Store)
	switch {
	case fault.Is(err, fault.NotFound):
		return orGeneral(p.Schema).WithMode(p.Evolution), true, nil
	case err != nil:
		return nil, false, err
	case p.Schema == nil, p.Schema.Bare().Body() == own.Bare().Body():
		own = own.WithMode(p.Evolution)
		return own, own.Body() != stored.Body, nil
	}
	counts, err := p.Store.Counts(ctx)
	if err != nil {
		return nil, false, err
	}
	if counts.Documents > 0 {
		return nil, false, fault.New(fault.Invalid, op, p.Schema.Name, "the workspace holds documents under another schema",
			"`grove schema set FILE` changes it for all of them, or use another --workspace")
	}
	other := *p.Schema
	if counts.Extractions > 0 {
		// The journalled replies answer calls that showed the former schema.
		other.Asked = other.Question()
	}
	return other.WithMode(p.Evolution), true, nil
}

func orGeneral(s *schema.Schema) *schema.Schema {
	if s == nil {
		return schema.General()
	}
	return s
}

// versionOf names the call that a journalled extraction of the document's chunks
// answers: the run's version, and what else the prompt shows with the chunk.
func (r *run) versionOf(d *document) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s%s", len(d.Title), d.Title, d.Language))
	return r.version + "|" + hex.EncodeToString(sum[:8])
}

// extractionVersion names the calls of a run: prompt, with a mark of instructions that replace its own, model, and the schema of the last
// reextraction, if any. Another change of the schema leaves replies valid: they are
// resolved again under it.
func extractionVersion(c *llm.Client, s *schema.Schema, separate bool) string {
	name := extract.Name + c.InForce().Mark(extract.Name)
	if separate {
		name = extract.Name + ".separate" + c.InForce().Mark(extract.FactsName, extract.GraphName)
	}
	return name + "|" + c.ModelName() + "|" + s.Asked
}
