package traces

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"regexp"
	"time"

	"grove/internal/fault"
)

// The digits of an id are in the order of their bytes, so that names sort as times do.
var encoding = base32.NewEncoding("234567abcdefghijklmnopqrstuvwxyz").WithPadding(base32.NoPadding)

var validID = regexp.MustCompile(`^t[2-7a-z]{24}$`)

// timeBytes are the bytes of an id that hold the time in milliseconds, which lasts
// until the year 10889; the rest is random.
const timeBytes, idBytes = 6, 15

func newID(at time.Time) (string, error) {
	var b [8 + idBytes]byte
	binary.BigEndian.PutUint64(b[:], uint64(at.UnixMilli()))
	id := b[8-timeBytes:][:idBytes]
	if _, err := rand.Read(id[timeBytes:]); err != nil {
		return "", fault.Wrap(err, "traces.newID", "")
	}
	return "t" + encoding.EncodeToString(id), nil
}

// checkID refuses what is no id, which could name another file.
func checkID(op, id string) error {
	if validID.MatchString(id) {
		return nil
	}
	return missing(op, id)
}

func missing(op, id string) error {
	return fault.New(fault.NotFound, op, id, "there is no such trace", "`grove traces list` shows those that are kept")
}
