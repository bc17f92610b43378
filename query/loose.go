package query

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// LooseText is a text that a model may also write as a number, a truth value or
// a list.
type LooseText string

// UnmarshalJSON reads any of these; an object is refused.
func (t *LooseText) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
		*t = ""
	case string:
		*t = LooseText(strings.TrimSpace(v))
	case bool, float64:
		*t = LooseText(raw)
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, strings.TrimSpace(fmt.Sprint(e)))
		}
		*t = LooseText(strings.Join(parts, ", "))
	default:
		return fmt.Errorf("an object where a text was asked for")
	}
	return nil
}

// LooseNumber is a number that a model may also write as a text that holds one:
// "3", "passage 3".
type LooseNumber int

var firstNumber = regexp.MustCompile(`-?\d+`)

// UnmarshalJSON reads either.
func (n *LooseNumber) UnmarshalJSON(raw []byte) error {
	found := firstNumber.Find(raw)
	if found == nil || raw[0] == '{' || raw[0] == '[' {
		return fmt.Errorf("no number in %.20q", raw)
	}
	v, err := strconv.Atoi(string(found))
	*n = LooseNumber(v)
	return err
}
