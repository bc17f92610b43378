package tree

import (
	"context"
	"testing"

	"grove/internal/llm/offline"
)

// lengths gives each text a vector of its length.
type lengths struct{}

func (lengths) Embed(_ context.Context, texts []string) (out [][]float32, err error) {
	for _, s := range texts {
		v := make([]float32, len(s))
		v[0] = 1
		out = append(out, v)
	}
	return out, nil
}

// TestOtherModel: texts are compared by words and vectors, one with a vector of another length by words alone.
func TestOtherModel(t *testing.T) {
	scores, err := newLikeness(offline.New(), lengths{}).of(t.Context(), "whales", []string{"whales", "sharks", "whale boats"})
	if err != nil || scores[0] != 1 || scores[1] != 0.5 || scores[2] >= scores[0] || scores[2] <= 0 {
		t.Errorf("%v, %v", scores, err)
	}
}
