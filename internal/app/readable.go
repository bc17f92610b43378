package app

import (
	"context"
	"errors"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/load"
)

// errEnough ends a look at a file.
var errEnough = errors.New("enough was read")

// lookedUp is how many sources are looked up at once.
const lookedUp = 1000

// sent is a document of an upload: its source, and the digest of its text.
type sent struct{ source, digest string }

// readable refuses at once what the job would fail for: a file that cannot be read,
// and a document that another text has the source of.
func (s served) readable(ctx context.Context, o order) error {
	n := 0
	var some []sent
	err := s.spool().records(o.File, o.Source)(ctx, func(r load.Record, err error) error {
		if n++; err != nil && n == 1 {
			return err
		}
		if err != nil || o.Replace {
			return errEnough // of many records, some may fail
		}
		if some = append(some, sent{r.Source, ingest.Digest(r)}); len(some) < lookedUp {
			return nil
		}
		err = s.sourcesFree(ctx, some)
		some = some[:0]
		return err
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return s.sourcesFree(ctx, some)
}

// sourcesFree refuses documents that another text has the source of, naming the first.
func (s served) sourcesFree(ctx context.Context, some []sent) error {
	if len(some) == 0 {
		return nil
	}
	q := graph.DocumentsQuery{Limit: len(some)}
	for _, d := range some {
		q.IDs = append(q.IDs, graph.DocumentID(d.source))
	}
	rows, err := s.store.Documents(ctx, q)
	if err != nil {
		return err
	}
	there := map[graph.ID]string{}
	for _, d := range rows {
		if !d.Partial {
			there[d.ID] = d.SHA256
		}
	}
	for i, d := range some {
		if digest, taken := there[q.IDs[i]]; taken && digest != d.digest {
			return fault.New(fault.SourceTaken, "app.Add", d.source, "a document with another text has this source", "give another source, or replace the document by PUT")
		}
	}
	return nil
}
