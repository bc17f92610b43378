package text

import (
	"fmt"
	"strings"
)

// Count returns a number with its English noun, given in the singular: "1 reply", "2 replies".
func Count[N int | int64](n N, noun string) string {
	stem, y := strings.CutSuffix(noun, "y")
	switch {
	case n == 1:
		return fmt.Sprintf("1 %s", noun)
	case y && !strings.ContainsAny(stem[max(0, len(stem)-1):], "aeiou"):
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
