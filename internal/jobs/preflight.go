package jobs

import (
	"context"
	"errors"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/load"
)

// errEnough ends a look at a file.
var errEnough = errors.New("enough was read")

// sourcesAtOnce is how many sources are looked up at once.
const sourcesAtOnce = 1000

// uploaded is a document of an upload: its source, and the digest of its text.
type uploaded struct{ source, digest string }

// preflight refuses at once what the job would fail for: a file that cannot be read, and a
// document whose source another text has.
func (j *Jobs) preflight(ctx context.Context, o order) error {
	n := 0
	var some []uploaded
	err := j.spool.records(o.File, o.Source)(ctx, func(r load.Record, err error) error {
		if n++; err != nil && n == 1 {
			return err
		}
		if err != nil || o.Replace {
			return errEnough // of many records, some may fail
		}
		if some = append(some, uploaded{r.Source, ingest.Digest(r)}); len(some) < sourcesAtOnce {
			return nil
		}
		err = j.checkSources(ctx, some)
		some = some[:0]
		return err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return j.checkSources(ctx, some)
}

// checkSources refuses documents whose source another text has, naming the first.
func (j *Jobs) checkSources(ctx context.Context, some []uploaded) error {
	if len(some) == 0 {
		return nil
	}
	ids := lists.Map(some, func(d uploaded) graph.ID { return graph.DocumentID(d.source) })
	rows, err := j.ws.Store.Documents(ctx, graph.DocumentsQuery{IDs: ids, Limit: len(ids)})
	if err != nil {
		return err
	}
	existing := map[graph.ID]string{}
	for _, d := range rows {
		if !d.Partial {
			existing[d.ID] = d.SHA256
		}
	}
	for i, d := range some {
		if digest, taken := existing[ids[i]]; taken && digest != d.digest {
			return fault.New(fault.SourceTaken, "jobs.preflight", d.source, "a document with another text has this source",
				"give another source, or replace the document by PUT")
		}
	}
	return nil
}
