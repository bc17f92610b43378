package load

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"grove/internal/text"
)

// Bounds of a table; what is beyond is read as plain text.
const (
	// longestColumn is the longest name of a column, in runes.
	longestColumn = 100
	// mostLines is the most lines of a value: a stray quote would take in all rows below it.
	mostLines = 20
	// growth is how many times larger the text of a table may be than the table, and slack what it may have besides, in bytes.
	growth, slack = 8, 1 << 16
)

// readTable reads comma- or tab-separated values as text that is understood row by row.
func readTable(ctx context.Context, f *file) error {
	r, err := f.prose(nil)
	if err != nil {
		return f.fail(f.path, err)
	}
	if r.Text, err = rowsOf(ctx, r.Text, int(min(growth*int64(len(r.Text))+slack, f.MaxFile))); err != nil {
		return err
	}
	return f.yield(f.named(r, ""), nil)
}

// rowsOf returns a paragraph for each row of a table, with the name of its column before each value: "city: York; river: Ouse".
// The first line becomes no paragraph: it states nothing. A text whose first line does not name columns, as a value below shows too
// that is the same in its column, that has no row with a value, or that would take more than most bytes, stays as it is. The error
// is that of the context.
func rowsOf(ctx context.Context, table string, most int) (string, error) {
	next := rowReader(table)
	columns, err := next()
	columns = append([]string{}, columns...)
	if err != nil || !namesColumns(columns) {
		return table, nil
	}
	var b strings.Builder
	for {
		row, err := next()
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.Is(err, io.EOF) && b.Len() > 0:
			return b.String(), nil
		case err != nil || recurs(columns, row) || !writeRow(&b, columns, row) || b.Len() > most: // also a table without values
			return table, nil
		}
	}
}

// rowReader returns a function that reads the next row of a table, whose columns tabs separate, else semicolons or commas, by which the
// first line has more of. Quotes have a meaning only where there are no tabs.
func rowReader(table string) func() ([]string, error) {
	first, _, _ := strings.Cut(strings.TrimLeft(table, "\r\n"), "\n")
	if strings.Contains(first, "\t") {
		lines := bufio.NewScanner(strings.NewReader(table))
		lines.Buffer(nil, len(table)+1)
		return func() ([]string, error) {
			for lines.Scan() {
				if line := lines.Text(); strings.TrimSpace(line) != "" {
					return strings.Split(line, "\t"), nil
				}
			}
			return nil, io.EOF
		}
	}
	rows := csv.NewReader(strings.NewReader(table))
	rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = true, -1, true
	if strings.Count(first, ";") > strings.Count(first, ",") {
		rows.Comma = ';'
	}
	return rows.Read
}

// writeRow writes a row without its empty values; those beyond the columns have no name. It reports whether each value is one.
func writeRow(b *strings.Builder, columns, row []string) bool {
	between := ""
	for i, value := range row {
		if strings.Count(value, "\n") >= mostLines {
			return false
		}
		if value = text.OneLine(value); value == "" {
			continue
		}
		if i < len(columns) {
			value = columns[i] + ": " + value
		}
		b.WriteString(between + value)
		between = "; "
	}
	if between != "" {
		b.WriteString("\n\n")
	}
	return true
}

// namesColumns reports whether a first row has names of two or more columns: no number, none empty or long, and none twice.
func namesColumns(row []string) bool {
	seen := map[string]bool{}
	for i, name := range row {
		row[i] = text.OneLine(name)
		_, err := strconv.ParseFloat(row[i], 64)
		if row[i] == "" || err == nil || seen[row[i]] || utf8.RuneCountInString(row[i]) > longestColumn {
			return false
		}
		seen[row[i]] = true
	}
	return len(row) > 1
}

// recurs reports whether a row has a value that the first row has in the same column, and is not the first row once more, as where
// tables were joined: that row then has values as well.
func recurs(first, row []string) bool {
	same := 0
	for i, value := range row[:min(len(row), len(first))] {
		if text.OneLine(value) == first[i] {
			same++
		}
	}
	return same > 0 && same < len(first)
}
