package graphreader

import (
	"fmt"
	"regexp"
	"strconv"

	"grove/query"
)

// looseText is a text that a model may also write as a number, a truth value or a list.
type looseText = query.LooseText

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
