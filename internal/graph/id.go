package graph

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"strings"
)

// ID identifies a node of the graph: a kind letter and 24 base32 characters (lower case,
// 120 bits) of the SHA-256 of its length-prefixed fields. It depends on neither workspace
// nor store.
type ID string

// The kind letters of ids.
const (
	DocumentKind     = 'd'
	ChunkKind        = 'c'
	FactKind         = 'f'
	KeyElementKind   = 'k'
	AttributeKind    = 'a'
	TripleKind       = 't'
	JobKind          = 'j'
	CommunityKind    = 'm'
	KeywordKind      = 'w'
	ProposalKind     = 'p'
	DecisionKind     = 'h'
	EmbeddingKind    = 'v'
	EpisodeKind      = 'e'
	EpisodeReplyKind = 'r'
)

// IDLength is the length of an ID in bytes.
const IDLength = 1 + 24

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func newID(kind byte, fields ...string) ID {
	var room [256]byte
	b := append(room[:0], kind)
	for _, f := range fields {
		b = binary.BigEndian.AppendUint64(b, uint64(len(f)))
		b = append(b, f...)
	}
	sum := sha256.Sum256(b)
	var id [IDLength]byte
	id[0] = kind
	idEncoding.Encode(id[1:], sum[:15])
	return ID(id[:])
}

// CompactID is an ID in 16 bytes, for maps and lists of many.
type CompactID [16]byte

// Compact returns a valid ID in 16 bytes.
func (id ID) Compact() (c CompactID) {
	var text [IDLength]byte
	copy(text[:], id)
	c[0] = text[0]
	_, _ = idEncoding.Decode(c[1:], text[1:]) // of an invalid id, what is valid
	return c
}

// DocumentID returns the id of the document with this source.
func DocumentID(source string) ID { return newID(DocumentKind, source) }

// ChunkID returns the id of the occurrence-th (from 0) chunk with this text in the document.
func ChunkID(document ID, text string, occurrence int) ID {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(occurrence))
	return newID(ChunkKind, string(document), text, string(n[:]))
}

// FactID returns the id of the atomic fact with this normalised text.
func FactID(norm string) ID { return newID(FactKind, norm) }

// KeyElementID returns the id of the key element with this normalised name. split is the id of
// the document of a part that a person split off, else "".
func KeyElementID(norm, split string) ID { return newID(KeyElementKind, norm, split) }

// AttributeID returns the id of an entity's attribute.
func AttributeID(entity ID, key, value string) ID {
	return newID(AttributeKind, string(entity), key, value)
}

// TripleID returns the id of the triple head -relation-> tail.
func TripleID(head ID, relation string, tail ID) ID {
	return newID(TripleKind, string(head), relation, string(tail))
}

// ValidID reports whether s has the form of an id of the kind.
func ValidID(s string, kind byte) bool {
	return len(s) == IDLength && s[0] == kind &&
		strings.Trim(s[1:], "abcdefghijklmnopqrstuvwxyz234567") == ""
}
