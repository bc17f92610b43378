package search

import (
	"context"
	"errors"
	"math"

	index "github.com/blevesearch/bleve_index_api"

	"grove/internal/fault"
	"grove/internal/graph"
)

// BM25 returns the chunks that share a term with the query, best first; order:
// score from high to low, chunk id.
//
// A score is the sum over the query's distinct terms t, in byte order, of
//
//	n(t) * ln(1 + (N-df+0.5)/(df+0.5)) * tf*(k1+1) / (tf + k1*(1-b+b*length/mean))
//
// with n(t) the times the query has t, N the indexed chunks, df those that have
// t, tf how often the chunk's bag has it, length the terms of the bag, and mean
// their mean. All are of the index as it stands when the query begins.
func (x *Index) BM25(ctx context.Context, query Query) (hits []Hit, err error) {
	const op = "search.BM25"
	defer guard(&err, op, x.options.Dir)()
	r, err := x.reader(op)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, fault.Wrap(r.Close(), op, x.options.Dir)) }()
	scores, err := x.scores(ctx, r, query.Text)
	if err != nil {
		return nil, fault.Wrap(err, op, x.options.Dir)
	}
	hits, err = pick(ctx, newRanking(r, scores), query.Keep, graph.Limit(query.K))
	return hits, fault.Wrap(err, op, x.options.Dir)
}

// scores returns the score of each chunk by its number in the reader; 0 for those
// that share no term with the query.
func (x *Index) scores(ctx context.Context, r index.IndexReader, query string) ([]float64, error) {
	all, err := x.lengthsOf(ctx, r)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(all.of))
	for _, q := range queryTerms(query) {
		found, err := postings(ctx, r, termsField, q.term)
		if err != nil {
			return nil, err
		}
		weight := q.weight(all.idf(len(found)))
		for _, p := range found {
			scores[p.number] += all.part(weight, int(p.freq), int(all.of[p.number]))
		}
	}
	return scores, nil
}

// lengths are the lengths of all chunks as one reader numbers them.
type lengths struct {
	statistics
	// reader is the one they were read by, kept only to be compared with.
	reader index.IndexReader
	// of has the length of each chunk by its number; 0 where none lives.
	of []uint32
}

// lengthsOf returns the lengths that belong to the reader. They are read once for
// each state of the index: a list of N small numbers.
func (x *Index) lengthsOf(ctx context.Context, r index.IndexReader) (*lengths, error) {
	x.mu.RLock()
	kept := x.lengths
	x.mu.RUnlock()
	if kept != nil && kept.reader == r {
		return kept, nil
	}
	fresh, err := readLengths(ctx, r)
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.scorch != nil {
		x.lengths = fresh
	}
	return fresh, nil
}

func readLengths(ctx context.Context, r index.IndexReader) (*lengths, error) {
	chunks, err := r.DocCount()
	if err != nil {
		return nil, err
	}
	found, err := postings(ctx, r, lengthField, lengthTerm)
	if err != nil {
		return nil, err
	}
	l := &lengths{reader: r, statistics: statistics{documents: int(chunks)}}
	if len(found) > 0 {
		l.of = make([]uint32, found[len(found)-1].number+1)
	}
	for _, p := range found {
		l.of[p.number] = p.freq
		l.terms += int(p.freq)
	}
	return l, nil
}

// posting says that a chunk, by its number in a reader, has a term freq times.
type posting struct {
	number, freq uint32
}

// pollEvery is how many postings are read between two looks at the context.
const pollEvery = 4096

// postings reads the live postings of a term, by rising number.
func postings(ctx context.Context, r index.IndexReader, field, term string) (found []posting, err error) {
	list, err := r.TermFieldReader(ctx, []byte(term), field, true, false, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	found = make([]posting, 0, list.Count())
	var doc index.TermFieldDoc
	for {
		if len(found)%pollEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		next, err := list.Next(doc.Reset())
		if err != nil {
			return nil, err
		}
		if next == nil {
			return found, nil
		}
		number := next.ID.Value()
		if number > math.MaxUint32 || next.Freq > math.MaxUint32 {
			return nil, fault.New(fault.Corrupt, "search.postings", term, "a number in the index is out of bounds", "")
		}
		found = append(found, posting{uint32(number), uint32(next.Freq)})
	}
}
