package graph

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"grove/internal/fault"
)

// Embedding is the vector of a text by a model. It has no edges: texts that are
// the same share one, and no node of the graph carries numbers.
type Embedding struct {
	// Text is the TextHash of the text.
	Text string
	// Model is the name of the embedder that made it.
	Model string
	// Dim is the number of components, 1 to MaxDim.
	Dim int
	// Vector has Dim components; nil where a query left it out.
	Vector []float32
}

// MaxDim is the most components of a vector.
const MaxDim = 1 << 16

// Embedder names the model that the vectors of a workspace are of, and their
// length; the zero value says that the workspace has none.
type Embedder struct {
	Model string `json:"model"`
	Dim   int    `json:"dim"`
}

// TextHash names a text: SHA-256 in hexadecimal.
func TextHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ID is the id of the vector of this text by this model.
func (e Embedding) ID() ID { return EmbeddingID(e.Model, e.Text) }

// EmbeddingID is the id of the vector of the text with a hash by a model.
func EmbeddingID(model, textHash string) ID { return newID(EmbeddingKind, model, textHash) }

// MaxEmbeddings is how many vectors one query may name: with their numbers they
// are some hundred times the size of ids.
const MaxEmbeddings = 1000

// EmbeddingsQuery asks for the vectors of texts by a model, at most MaxEmbeddings
// of them; those that are not stored are left out. Order: text hash.
type EmbeddingsQuery struct {
	Model string
	// Texts are hashes, as TextHash gives them.
	Texts []string
	// Bare leaves the numbers out.
	Bare bool
}

// Check refuses a query beyond the bounds.
func (q EmbeddingsQuery) Check() error {
	if len(q.Texts) <= MaxEmbeddings {
		return nil
	}
	return fault.New(fault.Invalid, "graph.Embeddings", fmt.Sprintf("%d texts", len(q.Texts)),
		fmt.Sprintf("at most %d vectors in one query", MaxEmbeddings), "ask in several queries")
}

// IDs are the ids of the vectors that are asked for.
func (q EmbeddingsQuery) IDs() []ID {
	ids := make([]ID, len(q.Texts))
	for i, t := range q.Texts {
		ids[i] = EmbeddingID(q.Model, t)
	}
	return ids
}

// CheckEmbeddings refuses vectors that say something false of themselves.
func CheckEmbeddings(list []Embedding) error {
	for _, e := range list {
		if e.Model == "" || e.Text == "" || len(e.Vector) != e.Dim || e.Dim < 1 || e.Dim > MaxDim {
			return fault.New(fault.Internal, "graph.CheckEmbeddings", e.Text,
				fmt.Sprintf("a vector of %q with %d components that are said to be %d", e.Model, len(e.Vector), e.Dim), "")
		}
	}
	return nil
}

// CompareEmbeddings is the order in which vectors are written.
func CompareEmbeddings(a, b Embedding) int {
	return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Text, b.Text))
}

// PackVector is a vector as both stores keep it: its components as IEEE 754
// numbers of 32 bits, little-endian, one after the other.
func PackVector(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, c := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(c))
	}
	return out
}

// UnpackVector reads what PackVector wrote. Another number of bytes than dim
// components take is Corrupt.
func UnpackVector(packed []byte, dim int) ([]float32, error) {
	if dim < 0 || len(packed) != 4*dim {
		return nil, fault.New(fault.Corrupt, "graph.UnpackVector", "", fmt.Sprintf("%d bytes for %d components", len(packed), dim),
			"`grove reembed` makes the vectors anew")
	}
	out := make([]float32, dim)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(packed[4*i:]))
	}
	return out, nil
}
