package graphreader

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// looseText is a text that a model may also write as a number, a truth value or
// a list.
type looseText string

// UnmarshalJSON reads any of these; an object is refused.
func (t *looseText) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
		*t = ""
	case string:
		*t = looseText(v)
	case bool, float64:
		*t = looseText(raw)
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, strings.Trim(fmt.Sprint(e), " "))
		}
		*t = looseText(strings.Join(parts, ", "))
	default:
		return fmt.Errorf("an object where a text was asked for")
	}
	return nil
}

// looseNumber is a number that a model may also write as a text that holds one:
// "95", "note 3".
type looseNumber float64

var firstNumber = regexp.MustCompile(`-?\d+(?:\.\d+)?`)

// UnmarshalJSON reads either.
func (n *looseNumber) UnmarshalJSON(raw []byte) error {
	found := firstNumber.Find(raw)
	if found == nil || raw[0] == '{' || raw[0] == '[' {
		return fmt.Errorf("no number in %.20q", raw)
	}
	v, err := strconv.ParseFloat(string(found), 64)
	*n = looseNumber(v)
	return err
}
