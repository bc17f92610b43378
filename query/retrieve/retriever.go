package retrieve

import (
	"context"
	"sync/atomic"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/search"
)

// Store gives one state of a workspace's graph after another.
type Store interface {
	ChangeNumber(context.Context) (int64, error)
	Snapshot(context.Context) (r graph.Reader, release func(), err error)
}

// Vectors gives sentence vectors, all of one model.
type Vectors interface {
	// Passages gives those of a workspace's passages, in order.
	Passages(ctx context.Context, texts []string) ([][]float32, error)
	Question(ctx context.Context, question string) ([]float32, error)
}

// Retriever ranks the chunks of a store. Its index is made at the first
// question and again once the store has changed. It is safe for concurrent use.
type Retriever struct {
	store    Store
	vectors  Vectors
	weights  []byte
	building lock
	current  atomic.Pointer[state]
}

// NewRetriever reads nothing yet. weights are those of Graph's trained ranker,
// such as Shipped; without them the walk ranks alone.
func NewRetriever(store Store, vectors Vectors, weights []byte) *Retriever {
	return &Retriever{store: store, vectors: vectors, weights: weights, building: newLock()}
}

// Rank gives the k best chunks for a question by a method; order: score from
// high to low, chunk id. Scores compare within one question only. Chunks outside
// the scope are dropped before ranking; what words weigh and which names lead where
// is of the whole workspace.
func (r *Retriever) Rank(ctx context.Context, question, method string, k int, scope graph.Scope) ([]search.Hit, error) {
	const op = "retrieve.Rank"
	if err := CheckMethod(method); err != nil {
		return nil, err
	}
	s, err := r.state(ctx)
	if err != nil {
		return nil, fault.Wrap(err, op, question)
	}
	scores, err := s.scores(ctx, question, method, s.index.within(scope, s.documents))
	if err != nil {
		return nil, fault.Wrap(err, op, question)
	}
	return s.index.hits(scores, k), nil
}

// state gives what belongs to the store's present change number.
func (r *Retriever) state(ctx context.Context) (*state, error) {
	number, err := r.store.ChangeNumber(ctx)
	if err != nil {
		return nil, err
	}
	if s := r.current.Load(); s != nil && s.number == number {
		return s, nil
	}
	if err := r.building.take(ctx); err != nil {
		return nil, err
	}
	defer r.building.release()
	if s := r.current.Load(); s != nil && s.number >= number {
		return s, nil
	}
	fresh, err := r.build(ctx)
	if err != nil {
		return nil, err
	}
	r.current.Store(fresh)
	return fresh, nil
}

// build reads one state of the store.
func (r *Retriever) build(ctx context.Context) (*state, error) {
	snapshot, release, err := r.store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	number, err := snapshot.ChangeNumber(ctx)
	if err != nil {
		return nil, err
	}
	passages, documents, err := load(ctx, snapshot)
	if err != nil {
		return nil, err
	}
	entities, err := loadEntities(ctx, snapshot)
	if err != nil {
		return nil, err
	}
	s := &state{number: number, index: New(passages, entities), documents: documents, vectors: r.vectors, embedding: newLock()}
	if len(r.weights) > 0 {
		s.chain, err = ParseChain(r.weights)
	}
	return s, err
}

// state is an index with the change number of the graph that it shows. The
// vectors of its passages are read when a method first asks for them.
type state struct {
	number    int64
	index     *Index
	documents map[graph.ID]graph.Document
	chain     *Chain // ranks by Graph; nil leaves it to the walk
	vectors   Vectors
	embedding lock
	passages  atomic.Pointer[embed.Matrix]
}

// cosines gives every passage its similarity to the question.
func (s *state) cosines(ctx context.Context, question string) ([]float64, error) {
	matrix, err := s.matrix(ctx)
	if err != nil {
		return nil, err
	}
	asked, err := s.vectors.Question(ctx, question)
	if err != nil {
		return nil, err
	}
	return matrix.Scores(asked)
}

func (s *state) matrix(ctx context.Context) (*embed.Matrix, error) {
	if m := s.passages.Load(); m != nil {
		return m, nil
	}
	if err := s.embedding.take(ctx); err != nil {
		return nil, err
	}
	defer s.embedding.release()
	if m := s.passages.Load(); m != nil {
		return m, nil
	}
	rows, err := s.vectors.Passages(ctx, s.index.texts())
	if err != nil {
		return nil, err
	}
	m, err := embed.NewMatrix(rows)
	if err != nil {
		return nil, err
	}
	s.passages.Store(m)
	return m, nil
}

// lock is a mutex whose wait ends with a context.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

func (l lock) take(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l lock) release() { <-l }
