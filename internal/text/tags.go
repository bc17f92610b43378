package text

// Bounds on an anonymity tag, so that looking for one takes constant time.
const (
	maxTagLetters = 32
	maxTagDigits  = 12
)

// TagLength returns the length in bytes of the anonymity tag that s begins with,
// such as [PERSON#27], or 0: a bracket, 1 to 32 of A-Z and underscore, #, 1 to
// 12 digits, a bracket.
func TagLength(s string) int {
	if len(s) < 5 || s[0] != '[' {
		return 0
	}
	i := 1
	for i < len(s) && i <= maxTagLetters && ('A' <= s[i] && s[i] <= 'Z' || s[i] == '_') {
		i++
	}
	if i == 1 || i == len(s) || s[i] != '#' {
		return 0
	}
	i++
	digits := i
	for i < len(s) && i-digits < maxTagDigits && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	if i == digits || i == len(s) || s[i] != ']' {
		return 0
	}
	return i + 1
}
