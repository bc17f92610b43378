package retrieve

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/search"
)

// Store provides snapshots of a workspace's graph.
type Store interface {
	ChangeNumber(context.Context) (int64, error)
	Snapshot(context.Context) (r graph.Reader, release func(), err error)
}

// Vectors computes sentence vectors, all by the same model.
type Vectors interface {
	// Passages returns the vectors of a workspace's passages, in order.
	Passages(ctx context.Context, texts []string) ([][]float32, error)
	// Question returns the vector of a question.
	Question(ctx context.Context, question string) ([]float32, error)
}

// Retriever ranks the chunks of a store. It builds its index at the first question and
// again after a change of the store. It is safe for concurrent use.
type Retriever struct {
	store   Store
	vectors Vectors
	weights []byte
	states  *graph.Derived[*state]
}

// NewRetriever returns a retriever; it does not read the store yet. weights are those of
// the chain of method Graph, such as Shipped; without them Graph ranks by the walk alone.
func NewRetriever(store Store, vectors Vectors, weights []byte) *Retriever {
	return &Retriever{store, vectors, weights, graph.NewDerived[*state]()}
}

// Rank returns the k best chunks for a question by a method. Order: score from high to
// low, chunk id. Scores are comparable within one question only. Only chunks in the scope
// are ranked; word weights and links are those of the whole workspace.
func (r *Retriever) Rank(ctx context.Context, question, method string, k int, scope graph.Scope) ([]search.Hit, error) {
	const op = "retrieve.Rank"
	if err := CheckMethod(method); err != nil {
		return nil, err
	}
	// The build ends with this caller, whose work it is; another that waits begins anew.
	s, err := r.states.Get(ctx, r.store, func(context.Context) (*state, error) { return r.build(ctx) })
	if err != nil {
		return nil, fault.Wrap(err, op, question)
	}
	scores, err := s.scores(ctx, question, method, s.index.within(scope, s.documents))
	if err != nil {
		return nil, fault.Wrap(err, op, question)
	}
	return s.index.hits(scores, k), nil
}

// build builds the state of a snapshot of the store.
func (r *Retriever) build(ctx context.Context) (*state, error) {
	snapshot, release, err := r.store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	passages, documents, err := load(ctx, snapshot)
	if err != nil {
		return nil, err
	}
	entities, err := loadEntities(ctx, snapshot)
	if err != nil {
		return nil, err
	}
	s := &state{index: New(passages, entities), documents: documents, vectors: r.vectors, embedding: semaphore.NewWeighted(1)}
	if len(r.weights) > 0 {
		s.chain, err = ParseChain(r.weights)
	}
	return s, err
}

// state is an index. The vectors of its passages are computed at their first use.
type state struct {
	index     *Index
	documents map[graph.ID]graph.Document
	chain     *Chain // of method Graph; nil ranks by the walk
	vectors   Vectors
	embedding *semaphore.Weighted
	passages  atomic.Pointer[embed.Matrix]
}

// cosines returns the cosine of every passage with the question.
func (s *state) cosines(ctx context.Context, question string) ([]float64, error) {
	matrix, err := s.matrix(ctx)
	if err != nil {
		return nil, err
	}
	vector, err := s.vectors.Question(ctx, question)
	if err != nil {
		return nil, err
	}
	return matrix.Scores(vector)
}

func (s *state) matrix(ctx context.Context) (*embed.Matrix, error) {
	if m := s.passages.Load(); m != nil {
		return m, nil
	}
	if err := s.embedding.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.embedding.Release(1)
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
