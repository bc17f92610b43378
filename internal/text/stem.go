package text

// Stem returns the stem of a lower-case word by the Snowball English (Porter 2)
// algorithm. Words with letters outside ASCII stay as they are. Tests hold it to
// github.com/kljensen/snowball, which takes several times as long.
func Stem(lower string) string {
	for i := range len(lower) {
		if !asciiAlnum(lower[i]) && lower[i] != '\'' {
			return lower
		}
	}
	if len(lower) <= 2 {
		return lower
	}
	if stem, ok := wholeWords[lower]; ok {
		return stem
	}
	var buffer [maxTermRunes]byte
	w := stemmed{letters: append(buffer[:0], lower...)}
	w.prepare()
	w.possessives()
	w.plurals()
	w.pastAndProgressive()
	w.finalY()
	w.replace(endings2)
	w.replace(endings3)
	w.replace(endings4)
	w.finalEOrL()
	for i, c := range w.letters {
		if c == consonantY {
			w.letters[i] = 'y'
		}
	}
	if string(w.letters) == lower {
		return lower
	}
	return string(w.letters)
}

// wholeWords are the words that the algorithm's rules would get wrong.
var wholeWords = map[string]string{
	"skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl", "gently": "gentl",
	"ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
	"sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
	"inning": "inning", "innings": "inning", "outing": "outing", "outings": "outing", "canning": "canning",
	"cannings": "canning", "herring": "herring", "herrings": "herring", "earring": "earring", "earrings": "earring",
	"proceed": "proceed", "proceeds": "proceed", "proceeded": "proceed", "proceeding": "proceed",
	"exceed": "exceed", "exceeds": "exceed", "exceeded": "exceed", "exceeding": "exceed",
	"succeed": "succeed", "succeeds": "succeed", "succeeded": "succeed", "succeeding": "succeed",
}

// consonantY stands for a y that is no vowel.
const consonantY = 'Y'

// stemmed is a word on its way to its stem.
type stemmed struct {
	letters []byte
	// r1 and r2 are where the regions begin in which endings are taken off.
	r1, r2 int
}

func vowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}

// prepare drops apostrophes in front, marks each y that is a consonant, and finds
// the regions.
func (w *stemmed) prepare() {
	from := 0
	for from < len(w.letters)-1 && w.letters[from] == '\'' {
		from++
	}
	w.letters = w.letters[from:]
	for i, c := range w.letters {
		if c == 'y' && (i == 0 || vowel(w.letters[i-1])) {
			w.letters[i] = consonantY
		}
	}
	w.r1 = w.region(0)
	for _, prefix := range []string{"gener", "commun", "arsen"} {
		if len(w.letters) >= len(prefix) && string(w.letters[:len(prefix)]) == prefix {
			w.r1 = len(prefix)
		}
	}
	w.r2 = w.region(w.r1)
}

// region is behind the first non-vowel that follows a vowel, from a place on.
func (w *stemmed) region(from int) int {
	for i := from + 1; i < len(w.letters); i++ {
		if !vowel(w.letters[i]) && vowel(w.letters[i-1]) {
			return i + 1
		}
	}
	return len(w.letters)
}

func (w *stemmed) ends(suffix string) bool {
	n := len(w.letters) - len(suffix)
	return n >= 0 && string(w.letters[n:]) == suffix
}

// cut takes n letters off the end.
func (w *stemmed) cut(n int) {
	w.letters = w.letters[:len(w.letters)-n]
	w.r1, w.r2 = min(w.r1, len(w.letters)), min(w.r2, len(w.letters))
}

// hasVowel reports whether one of the first n letters is a vowel.
func (w *stemmed) hasVowel(n int) bool {
	for i := range n {
		if vowel(w.letters[i]) {
			return true
		}
	}
	return false
}

// shortSyllable reports whether the first n letters end in one.
func (w *stemmed) shortSyllable(n int) bool {
	switch {
	case n < 2:
		return false
	case n == 2:
		return vowel(w.letters[0]) && !vowel(w.letters[1])
	}
	a, b, c := w.letters[n-3], w.letters[n-2], w.letters[n-1]
	return !vowel(a) && vowel(b) && !vowel(c) && c != 'w' && c != 'x' && c != consonantY
}

// possessives is step 0.
func (w *stemmed) possessives() {
	for _, suffix := range []string{"'s'", "'s", "'"} {
		if w.ends(suffix) {
			w.cut(len(suffix))
			return
		}
	}
}

// plurals is step 1a.
func (w *stemmed) plurals() {
	n := len(w.letters)
	switch {
	case w.ends("sses"):
		w.cut(2)
	case w.ends("ied"), w.ends("ies"):
		if n > 4 {
			w.cut(2)
		} else {
			w.cut(1)
		}
	case w.ends("us"), w.ends("ss"):
	case w.ends("s") && n > 2 && w.hasVowel(n-2):
		w.cut(1)
	}
}

// pastAndProgressive is step 1b.
func (w *stemmed) pastAndProgressive() {
	for _, suffix := range []string{"eedly", "ingly", "edly", "ing", "eed", "ed"} {
		if !w.ends(suffix) {
			continue
		}
		rest := len(w.letters) - len(suffix)
		switch {
		case suffix[:2] == "ee":
			if rest >= w.r1 {
				w.cut(len(suffix) - 2)
			}
		case w.hasVowel(rest):
			w.mend(len(suffix))
		}
		return
	}
}

// mend takes n letters off the end, and gives back what they had changed in the
// word before them. The regions begin where they began.
func (w *stemmed) mend(n int) {
	r1, r2 := w.r1, w.r2
	w.cut(n)
	n = len(w.letters)
	switch {
	case w.ends("at"), w.ends("bl"), w.ends("iz"):
		w.letters = append(w.letters, 'e')
	case n >= 2 && w.letters[n-1] == w.letters[n-2] && doubled(w.letters[n-1]):
		w.letters = w.letters[:n-1]
	case w.r1 >= n && w.shortSyllable(n):
		w.letters = append(w.letters, 'e')
		r1, r2 = n+1, n+1
	}
	w.r1, w.r2 = min(r1, len(w.letters)), min(r2, len(w.letters))
}

func doubled(c byte) bool {
	switch c {
	case 'b', 'd', 'f', 'g', 'm', 'n', 'p', 'r', 't':
		return true
	}
	return false
}

// finalY is step 1c.
func (w *stemmed) finalY() {
	n := len(w.letters)
	if n > 2 && (w.letters[n-1] == 'y' || w.letters[n-1] == consonantY) && !vowel(w.letters[n-2]) {
		w.letters[n-1] = 'i'
	}
}

// ending is a suffix and what takes its place in region 1, or in region 2.
type ending struct {
	suffix, by string
	inR2       bool
	// after, if not "", are the letters one of which must stand before the suffix.
	after string
}

// The endings of steps 2 to 4, each before its own endings.
var (
	endings2 = []ending{
		{suffix: "ational", by: "ate"}, {suffix: "fulness", by: "ful"}, {suffix: "iveness", by: "ive"}, {suffix: "ization", by: "ize"},
		{suffix: "ousness", by: "ous"}, {suffix: "biliti", by: "ble"}, {suffix: "lessli", by: "less"}, {suffix: "tional", by: "tion"},
		{suffix: "alism", by: "al"}, {suffix: "aliti", by: "al"}, {suffix: "ation", by: "ate"}, {suffix: "entli", by: "ent"},
		{suffix: "fulli", by: "ful"}, {suffix: "iviti", by: "ive"}, {suffix: "ousli", by: "ous"}, {suffix: "anci", by: "ance"},
		{suffix: "abli", by: "able"}, {suffix: "alli", by: "al"}, {suffix: "ator", by: "ate"}, {suffix: "enci", by: "ence"},
		{suffix: "izer", by: "ize"}, {suffix: "bli", by: "ble"}, {suffix: "ogi", by: "og", after: "l"},
		{suffix: "li", after: "cdeghkmnrt"},
	}
	endings3 = []ending{
		{suffix: "ational", by: "ate"}, {suffix: "tional", by: "tion"}, {suffix: "alize", by: "al"}, {suffix: "icate", by: "ic"},
		{suffix: "ative", inR2: true}, {suffix: "iciti", by: "ic"}, {suffix: "ical", by: "ic"}, {suffix: "ful"}, {suffix: "ness"},
	}
	endings4 = []ending{
		{suffix: "ement", inR2: true}, {suffix: "ance", inR2: true}, {suffix: "ence", inR2: true}, {suffix: "able", inR2: true},
		{suffix: "ible", inR2: true}, {suffix: "ment", inR2: true}, {suffix: "ent", inR2: true}, {suffix: "ant", inR2: true},
		{suffix: "ism", inR2: true}, {suffix: "ate", inR2: true}, {suffix: "iti", inR2: true}, {suffix: "ous", inR2: true},
		{suffix: "ive", inR2: true}, {suffix: "ize", inR2: true}, {suffix: "ion", inR2: true, after: "st"},
		{suffix: "al", inR2: true}, {suffix: "er", inR2: true}, {suffix: "ic", inR2: true},
	}
)

// replace replaces the first of the endings that the word has, if it lies in its
// region.
func (w *stemmed) replace(endings []ending) {
	n := len(w.letters)
	if n == 0 {
		return
	}
	last := w.letters[n-1]
	for i := range endings {
		e := &endings[i]
		if e.suffix[len(e.suffix)-1] != last || !w.ends(e.suffix) {
			continue
		}
		at, region := n-len(e.suffix), w.r1
		if e.inR2 {
			region = w.r2
		}
		if at < region || e.after != "" && (at == 0 || !oneOf(w.letters[at-1], e.after)) {
			return
		}
		w.letters = append(w.letters[:at], e.by...)
		w.r1, w.r2 = min(w.r1, len(w.letters)), min(w.r2, len(w.letters))
		return
	}
}

func oneOf(c byte, letters string) bool {
	for i := range len(letters) {
		if letters[i] == c {
			return true
		}
	}
	return false
}

// finalEOrL is step 5.
func (w *stemmed) finalEOrL() {
	last := len(w.letters) - 1
	switch {
	case last < w.r1:
	case w.letters[last] == 'e':
		if w.r2 <= last || !w.shortSyllable(last) {
			w.cut(1)
		}
	case w.letters[last] == 'l' && w.r2 <= last && last > 0 && w.letters[last-1] == 'l':
		w.cut(1)
	}
}
