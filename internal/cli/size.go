package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units are the ways to write a size, each before those that end like it.
var units = []struct {
	suffix string
	bytes  int64
}{
	{"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}, {"", 1},
}

// size is a flag of a number of bytes, at least one.
type size struct{ bytes *int64 }

// Set reads a whole number and its unit, in any case; none is bytes.
func (s size) Set(given string) error {
	number := strings.ToUpper(strings.TrimSpace(given))
	for _, u := range units {
		digits, ok := strings.CutSuffix(number, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n < 1 || n > math.MaxInt64/u.bytes {
			break
		}
		*s.bytes = n * u.bytes
		return nil
	}
	return errors.New("not a size such as 500MB, 1GiB or 4096")
}

// String writes the size in the largest unit of which it is a whole number.
func (s size) String() string {
	if s.bytes == nil { // flag packages make a zero value to compare with
		return ""
	}
	switch n := *s.bytes; {
	case n > 0 && n%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", n>>30)
	case n > 0 && n%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", n>>20)
	default:
		return strconv.FormatInt(n, 10)
	}
}

// Type names the kind of value in the help.
func (s size) Type() string { return "size" }
