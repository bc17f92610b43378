package repair

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// nextWhole returns the span of the next valid object or array of text that starts at or after
// from. After invalid JSON the search continues behind the offending byte, so that all
// searches together read the text once and never inside a damaged value.
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
		syntax, ok := errors.AsType[*json.SyntaxError](err)
		if !ok || errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, 0, false // open until the end of the text
		}
		from += max(1, int(syntax.Offset)-1)
	}
}

// mayStart is a cheap test whether the bracket at the start of text can open JSON, to skip most
// brackets of prose, code and formulas.
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
