package traces

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"

	"grove/internal/fault"
)

// digits are the digits of an id, in byte order, so that ids sort by time.
const digits = "234567abcdefghijklmnopqrstuvwxyz"

var encoding = base32.NewEncoding(digits).WithPadding(base32.NoPadding)

// valid reports whether a text has the form of an id.
func valid(id string) bool {
	code, ok := strings.CutPrefix(id, "t")
	return ok && len(code) == encoding.EncodedLen(idBytes) && strings.Trim(code, digits) == ""
}

// An id has idBytes bytes: timeBytes with the time in milliseconds, which last until the year
// 10889, and random ones.
const timeBytes, idBytes = 6, 15

// NewID returns a new id for a question asked at a time.
func NewID(at time.Time) (string, error) {
	var b [8 + idBytes]byte
	binary.BigEndian.PutUint64(b[:], uint64(at.UnixMilli()))
	id := b[8-timeBytes:][:idBytes]
	if _, err := rand.Read(id[timeBytes:]); err != nil {
		return "", fault.Wrap(err, "traces.NewID", "")
	}
	return "t" + encoding.EncodeToString(id), nil
}

// checkID returns fault.NotFound for a text that is not an id: it could name another file.
func checkID(op, id string) error {
	if valid(id) {
		return nil
	}
	return missing(op, id)
}

func missing(op, id string) error {
	return fault.New(fault.NotFound, op, id, "there is no such trace", "`grove traces list` lists the stored traces")
}
