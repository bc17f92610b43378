package text

import (
	"encoding/json"
	"io"
)

// JSONEncoder returns an encoder that writes texts as they are, without the escapes for HTML.
func JSONEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}
