package sqlite

import (
	"testing"
	"time"
)

// TestTimeColumn: a number is a time, and anything else is an error instead of the year 1970.
func TestTimeColumn(t *testing.T) {
	var at time.Time
	if err := (timeColumn{&at, seconds}).Scan(int64(86400)); err != nil || !at.Equal(time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", at, err)
	}
	for _, column := range []any{nil, "yesterday", 1.5} {
		if err := (timeColumn{&at, seconds}).Scan(column); err == nil {
			t.Errorf("%v is taken for a time", column)
		}
	}
}
