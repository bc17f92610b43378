package cli

import (
	"bytes"
	"testing"
)

// TestTable: columns are aligned by what they take on a terminal, where a Chinese letter takes two columns.
func TestTable(t *testing.T) {
	var out bytes.Buffer
	c := &command{out: &output{Writer: &out}, err: &bytes.Buffer{}}
	table(c, "NAME\tN\tTEXT", [][]any{{"青屿", 1, "a\tb"}, {"Haldre", 20, ""}}, func(row []any) []any { return row })
	if want := "NAME    N   TEXT\n青屿    1   a b\nHaldre  20  \n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
