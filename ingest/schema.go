package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"grove/ingest/extract"
	"grove/internal/fault"
	"grove/schema"
)

// settleSchema gives the schema that bounds this run: the workspace's own, and
// for a workspace without one the pipeline's, which it then keeps.
func (p *Pipeline) settleSchema(ctx context.Context) (*schema.Schema, error) {
	const op = "ingest.settleSchema"
	stored, err := p.Store.Schema(ctx)
	switch {
	case fault.Is(err, fault.NotFound):
		return p.keepSchema(ctx)
	case err != nil:
		return nil, err
	}
	own, err := schema.Parse([]byte(stored.Body))
	if err != nil {
		return nil, &fault.Error{Kind: fault.Corrupt, Op: op, Item: "stored schema", Err: err}
	}
	if p.Schema == nil || p.Schema.Body() == own.Body() {
		return own, nil
	}
	counts, err := p.Store.Counts(ctx)
	if err != nil {
		return nil, err
	}
	if counts.Documents > 0 {
		return nil, fault.New(fault.Invalid, op, p.Schema.Name,
			"the workspace holds documents that were extracted under another schema", "use another --workspace for this schema")
	}
	return p.keepSchema(ctx)
}

func (p *Pipeline) keepSchema(ctx context.Context) (*schema.Schema, error) {
	s := p.Schema
	if s == nil {
		s = schema.General()
	}
	_, err := p.Store.PutSchema(ctx, s.Body())
	return s, err
}

// versionOf names the question that a journalled extraction of the document's
// chunks answers: what the run asks, and what the prompt shows beside the chunk.
func (r *run) versionOf(d *document) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s%s", len(d.Title), d.Title, d.Language))
	return r.version + "|" + hex.EncodeToString(sum[:8])
}

// extractionVersion names what a run asks: prompt, model and schema.
func extractionVersion(model string, s *schema.Schema, separate bool) string {
	sum := sha256.Sum256([]byte(s.Body()))
	name := extract.Name
	if separate {
		name += ".separate"
	}
	return name + "|" + model + "|" + hex.EncodeToString(sum[:8])
}
