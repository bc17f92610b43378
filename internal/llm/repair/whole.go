package repair

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// nextWhole is the span of the next valid object or array of text that starts at
// or after from. Where a value turns out not to be JSON, the search goes on
// behind the offending byte, so that all searches together read the text once
// and never look inside a damaged value.
func nextWhole(text string, from int) (start, stop int, ok bool) {
	for {
		i := strings.IndexAny(text[from:], "{[")
		if i < 0 {
			return 0, 0, false
		}
		from += i
		if !mayStart(text[from:]) {
			from++
			continue
		}
		d := json.NewDecoder(strings.NewReader(text[from:]))
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == nil {
			return from, from + int(d.InputOffset()), true
		}
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, 0, false // open until the end of the text
		}
		from += max(1, int(syntax.Offset)-1)
	}
}

// mayStart tells cheaply whether the bracket that text starts with can open
// JSON, for the many that do not in prose, code and formulas.
func mayStart(text string) bool {
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	if rest == "" {
		return false
	}
	if text[0] == '{' {
		return rest[0] == '"' || rest[0] == '}'
	}
	return strings.IndexByte(`{["]-0123456789tfn`, rest[0]) >= 0
}
