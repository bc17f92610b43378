package repair

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kaptinlin/jsonrepair"
)

// Bounds on the repairs of one reply. The repairer's time grows with the square
// of its input.
const (
	// maxFix bounds one repair, in bytes.
	maxFix = 16 << 10
	// maxFixes bounds the sum of the squares of all repairs, in bytes squared.
	maxFixes = 4 * maxFix * maxFix
)

// fixer repairs the values of one reply within maxFixes.
type fixer struct{ spent int }

// fix repairs an object or array: unquoted keys, constants and quotes of other languages,
// comments, concatenations. It fails if the result is not of the same kind.
func (f *fixer) fix(text string) (fixed string, err error) {
	cost := len(text) * len(text)
	if len(text) > maxFix || f.spent+cost > maxFixes {
		return "", fmt.Errorf("%d bytes are too many to repair", len(text))
	}
	f.spent += cost
	// The library may panic on malicious input: that is a failed repair.
	defer func() {
		if p := recover(); p != nil {
			fixed, err = "", fmt.Errorf("repairing: %v", p)
		}
	}()
	fixed, err = jsonrepair.Repair(text)
	fixed = strings.TrimSpace(fixed)
	if err == nil && (fixed == "" || fixed[0] != text[0] || !json.Valid([]byte(fixed))) {
		err = fmt.Errorf("the repair of %.40q is not JSON of its kind", text)
	}
	return fixed, err
}
