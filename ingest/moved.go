package ingest

import (
	"context"

	"grove/internal/graph"
)

// MaxRenamed is the most documents in Report.Renamed, and in Report.Deleted.
const MaxRenamed = 1000

// Renamed is a document whose file got another name, so that its source is another one.
type Renamed struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// rename makes a new document the successor of a stored one with the same text, whose file is
// gone: it takes over the tags and extractions, and takes the other's place when it is written.
func (r *run) rename(ctx context.Context, d *document) error {
	if r.Moved == nil {
		return nil
	}
	old, found, err := r.Moved(ctx, d.SHA256)
	if err != nil || !found {
		return err
	}
	d.former, d.Gists = &old, r.gists(old)
	if len(r.Tags) == 0 {
		d.Tags = old.Tags
	}
	d.inherited, err = r.inherited(ctx, d)
	return err
}

// inherited returns the extractions of the chunks of a renamed document, as chunks of the new one.
// Chunks that were cut otherwise, and those without a readable reply, have none.
func (r *run) inherited(ctx context.Context, d *document) (out []graph.Extraction, err error) {
	for rows, err := range graph.ChunkPages(ctx, r.Store.Chunks, d.former.ID, graph.MaxIDs) {
		if err != nil {
			return nil, err
		}
		now := map[graph.ID]graph.ID{}
		for _, row := range rows {
			if row.Index < len(d.chunks) && d.chunks[row.Index].Start == row.Start && d.chunks[row.Index].End == row.End {
				now[row.ID] = d.chunks[row.Index].ID
			}
		}
		journal, err := r.Store.Extractions(ctx, graph.ExtractionsQuery{Chunks: graph.Keys(rows)})
		if err != nil {
			return nil, err
		}
		for _, e := range journal {
			if chunk, same := now[e.Chunk]; same && e.State == graph.Extracted {
				e.Chunk, e.Packet = chunk, ""
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// count counts a document that is written.
func (c *DocumentCounts) count(d *document) {
	switch {
	case d.former != nil:
		c.Renamed++
	case d.reread:
		c.Reread++
	case d.replaces, d.restates:
		c.Replaced++
	default:
		c.New++
	}
}
