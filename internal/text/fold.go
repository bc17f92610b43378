package text

// Fold returns the form by which single words are compared regardless of case and
// accents: a trailing possessive 's is dropped, then step 3 of Terms. Unlike a
// term it is neither stemmed nor left out when it is a stop word. It may be "".
func Fold(word string) string {
	for i := 1; i < len(word); i++ {
		if n := possessive(word[i:]); n > 0 && i+n == len(word) {
			word = word[:i]
			break
		}
	}
	if n, ascii := wordRun(word); ascii && n == len(word) {
		return lowerASCII(word)
	}
	return foldRun(word)
}
