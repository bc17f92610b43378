package load

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"strconv"
	"strings"
)

// readTable reads comma- or tab-separated values as text that is understood row by row.
func readTable(_ context.Context, f *file) error {
	r, err := f.prose(nil)
	if err != nil {
		return f.fail(f.path, err)
	}
	r.Text = rowsOf(r.Text)
	return f.yield(f.named(r, ""), nil)
}

// rowsOf returns a paragraph for each row of a table, with the name of its column before each value: "city: York; river: Ouse". A
// text whose first line does not name columns stays as it is.
func rowsOf(table string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(table, "\r\n"), "\n")
	separator := ','
	for _, other := range []rune{'\t', ';'} {
		if strings.Count(first, string(other)) > strings.Count(first, string(separator)) {
			separator = other
		}
	}
	rows := csv.NewReader(strings.NewReader(table))
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = separator, true, -1, true
	columns, err := rows.Read()
	columns = append([]string{}, columns...)
	if err != nil || !namesColumns(columns) {
		return table
	}
	var b strings.Builder
	for {
		row, err := rows.Read()
		switch {
		case errors.Is(err, io.EOF) && b.Len() > 0:
			return b.String()
		case err != nil: // also a table without rows
			return table
		}
		writeRow(&b, columns, row)
	}
}

// writeRow writes a row without its empty values; those beyond the columns have no name.
func writeRow(b *strings.Builder, columns, row []string) {
	between := ""
	for i, value := range row {
		if value = strings.Join(strings.Fields(value), " "); value == "" {
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
}

// namesColumns reports whether a first row has names of two or more columns: no number, none empty, and none twice.
func namesColumns(row []string) bool {
	seen := map[string]bool{}
	for i, name := range row {
		row[i] = strings.Join(strings.Fields(name), " ")
		_, err := strconv.ParseFloat(row[i], 64)
		if row[i] == "" || err == nil || seen[row[i]] {
			return false
		}
		seen[row[i]] = true
	}
	return len(row) > 1
}
