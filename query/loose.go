package query

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"grove/internal/lists"
)

// LooseText is a text in a model's reply; numbers, booleans and lists are accepted too.
type LooseText string

// UnmarshalJSON accepts any JSON value but an object.
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
		parts := lists.Map(v, func(e any) string { return strings.TrimSpace(fmt.Sprint(e)) })
		*t = LooseText(strings.Join(parts, ", "))
	default:
		return fmt.Errorf("an object instead of a text")
	}
	return nil
}

// LooseNumber is an integer in a model's reply; a text that contains one, such as "3" or
// "passage 3", is accepted too.
type LooseNumber int

var firstNumber = regexp.MustCompile(`-?\d+`)

// UnmarshalJSON accepts a number or a text with a number in it.
func (n *LooseNumber) UnmarshalJSON(raw []byte) error {
	found := firstNumber.Find(raw)
	if found == nil || raw[0] == '{' || raw[0] == '[' {
		return fmt.Errorf("no number in %.20q", raw)
	}
	v, err := strconv.Atoi(string(found))
	*n = LooseNumber(v)
	return err
}
