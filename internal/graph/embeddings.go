package graph

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"grove/internal/fault"
	"grove/internal/lists"
)

// Embedding is the vector of a text by a model. It has no edges: equal texts share one,
// and no other node of the graph has a vector.
type Embedding struct {
	// Text is the TextHash of the text.
	Text string
	// Model is the name of the embedding model.
	Model string
	// Dim is the number of components, 1 to MaxDim.
	Dim int
	// Vector has Dim components; nil where a query left it out.
	Vector []float32
}

// MaxDim is the most components of a vector.
const MaxDim = 1 << 16

// Embedder is the embedding model of a workspace and the dimension of its vectors; it is
// zero for a workspace without vectors.
type Embedder struct {
	Model string `json:"model"`
	Dim   int    `json:"dim"`
}

// TextHash returns the SHA-256 of a text in hexadecimal.
func TextHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ID returns the id of the embedding.
func (e Embedding) ID() ID { return EmbeddingID(e.Model, e.Text) }

// EmbeddingID returns the id of the embedding of the text with this hash by a model.
func EmbeddingID(model, textHash string) ID { return newID(EmbeddingKind, model, textHash) }

// MaxEmbeddings is the most vectors that one query may name. Vectors are some hundred
// times as large as ids.
const MaxEmbeddings = 1000

// EmbeddingsQuery asks for the vectors of texts by a model, at most MaxEmbeddings
// of them; those that are not stored are left out. Order: text hash.
type EmbeddingsQuery struct {
	Model string
	// Texts are hashes of TextHash.
	Texts []string
	// Bare leaves out the components.
	Bare bool
}

// Check returns an Invalid error for a query beyond the bounds.
func (q EmbeddingsQuery) Check() error {
	if len(q.Texts) <= MaxEmbeddings {
		return nil
	}
	return fault.New(fault.Invalid, "graph.Embeddings", fmt.Sprintf("%d texts", len(q.Texts)),
		fmt.Sprintf("at most %d vectors in one query", MaxEmbeddings), "ask in several queries")
}

// IDs returns the ids of the queried embeddings.
func (q EmbeddingsQuery) IDs() []ID {
	return lists.Map(q.Texts, func(t string) ID { return EmbeddingID(q.Model, t) })
}

// CheckEmbeddings returns an Internal error for embeddings whose fields contradict each other.
func CheckEmbeddings(list []Embedding) error {
	for _, e := range list {
		if e.Model == "" || e.Text == "" || len(e.Vector) != e.Dim || e.Dim < 1 || e.Dim > MaxDim {
			return fault.New(fault.Internal, "graph.CheckEmbeddings", e.Text,
				fmt.Sprintf("a vector of %q with %d components, not %d", e.Model, len(e.Vector), e.Dim), "")
		}
	}
	return nil
}

// CompareEmbeddings orders embeddings by model and text hash, the order in which they are written.
func CompareEmbeddings(a, b Embedding) int {
	return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Text, b.Text))
}

// PackVector encodes a vector as both stores keep it: its components as little-endian IEEE
// 754 numbers of 32 bits.
func PackVector(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, c := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(c))
	}
	return out
}

// UnpackVector decodes the form of PackVector. Bytes that are not exactly dim components
// are Corrupt.
func UnpackVector(packed []byte, dim int) ([]float32, error) {
	if dim < 0 || len(packed) != 4*dim {
		return nil, fault.New(fault.Corrupt, "graph.UnpackVector", "", fmt.Sprintf("%d bytes for %d components", len(packed), dim),
			"run `grove reembed` to make the vectors again")
	}
	out := make([]float32, dim)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(packed[4*i:]))
	}
	return out, nil
}
