package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/schema"
)

// The items of a reply are lines, which take a third fewer tokens than lists of fields:
//
//	entity  name|type|description|key: value|key: value
//	fact    @1 *founded* the @3.
//	triples @1 born in @2; parent of @4 @5
//
// @1 is the first entity of the text; the words between asterisks are key elements.

const (
	// maxReference is the most digits of a reference.
	maxReference = 4
	// marked are the words between asterisks.
	marked = `([^\s*](?:[^*]*[^\s*])?)`
)

var (
	reference = regexp.MustCompile(`@([0-9]{1,` + strconv.Itoa(maxReference) + `})`)
	// sign is a reference or marked words; some models double the asterisks.
	sign = regexp.MustCompile(`@([0-9]{1,` + strconv.Itoa(maxReference) + `})|\*\*` + marked + `\*\*|\*` + marked + `\*`)
	// statement is one relation with its tails, and the head unless it is that of the one before; literal is one with a tail in words.
	statement = regexp.MustCompile(`^\s*(?:@(\d+)[\s|:：]*)?([^@\s|:：][^@]*?)[\s|:：]*(@\d+(?:(?:[\s|,，、]|and|和|与)+@\d+)*)[\s.。]*$`)
	literal   = regexp.MustCompile(`^\s*(?:@(\d+)[\s|:：]*)?([^@\s|:：].*)$`)
	// ownNumber is a reference before the name of an entity.
	ownNumber = regexp.MustCompile(`^@\d+[\s.:：]+`)
)

// Dangling reports whether a fact has a reference that is not in the chunk: to an entity that the reply lacks, since others were
// replaced by names.
func Dangling(fact, chunk string) bool {
	return slices.ContainsFunc(reference.FindAllString(fact, -1), func(at string) bool { return !strings.Contains(chunk, at) })
}

// names resolves the references to the entities of a text.
type names []string

// of returns the name of a reference's digits; the reference itself if there is none.
func (n names) of(digits string) (name string, ok bool) {
	if i, err := strconv.Atoi(digits); err == nil && 0 < i && i <= len(n) && n[i-1] != "" {
		return n[i-1], true
	}
	return "@" + digits, false
}

// in reads a line: it returns the text with the names of what it refers to and without asterisks, and the key elements.
func (n names) in(line string) (text string, elements []string) {
	var b strings.Builder
	last := 0 // the end of the last sign
	for from := 0; ; {
		at := sign.FindStringSubmatchIndex(line[from:])
		if at == nil {
			b.WriteString(line[last:])
			return b.String(), elements
		}
		start, end := from+at[0], from+at[1]
		var element string
		var ok bool
		if at[2] >= 0 {
			element, ok = n.of(line[from+at[2] : from+at[3]])
			next, _ := utf8.DecodeRuneInString(line[end:])
			ok = ok && !ofWord(next) && (start == last || !within(line, start, start)) // "@5SOS", "a@1.com"
		} else {
			open, closed := from+max(at[4], at[6]), from+max(at[5], at[7])
			element, _ = n.in(line[open:closed])
			ok = (start == last || !within(line, start, open)) && !within(line, closed, end) // "M*A*S*H", "2*3*4"
		}
		if !ok {
			from = start + 1
			continue
		}
		b.WriteString(line[last:start] + element)
		elements, from, last = append(elements, element), end, end
	}
}

// triples reads the relations of one head. Where a tail is a name in words, the relation is the longest beginning that the schema
// has. What cannot be read becomes a triple with it as head, which resolving drops and counts.
func (n names) triples(line string, s *schema.Schema) (out []Triple) {
	head := ""
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == '；' }) {
		m := statement.FindStringSubmatch(part)
		if m == nil {
			m = literal.FindStringSubmatch(part)
		}
		if m != nil && m[1] != "" {
			head, _ = n.of(m[1])
		}
		switch {
		case strings.TrimSpace(part) == "":
		case m == nil || head == "":
			out = append(out, Triple{Head: strings.TrimSpace(part)})
		case len(m) > 3:
			for _, digits := range reference.FindAllStringSubmatch(m[3], -1) {
				tail, _ := n.of(digits[1])
				out = append(out, Triple{Head: head, Relation: strings.TrimRight(m[2], " |"), Tail: tail})
			}
		default:
			relation, tail := relationOf(m[2], s)
			out = append(out, Triple{Head: head, Relation: relation, Tail: tail})
		}
	}
	return out
}

// relationOf divides words into the longest relation that the schema has at their beginning, "" for none, and the rest.
func relationOf(words string, s *schema.Schema) (relation, rest string) {
	list := strings.FieldsFunc(words, func(r rune) bool { return unicode.IsSpace(r) || r == '|' })
	for i := len(list) - 1; i > 0 && s != nil; i-- {
		if r, ok := s.Relation(strings.Join(list[:i], " ")); ok {
			return r.Name, strings.Join(list[i:], " ")
		}
	}
	return "", words
}

// entityLine reads an entity with its attributes: the description has no key that the schema knows.
func entityLine(line string, s *schema.Schema) (Entity, []Attribute) {
	fields := strings.Split(line, "|")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	e := Entity{Name: ownNumber.ReplaceAllString(fields[0], "")}
	if len(fields) > 1 {
		e.Type = fields[1]
	}
	var attributes []Attribute
	for i, field := range fields[min(2, len(fields)):] {
		key, value, ok := strings.Cut(strings.Replace(field, "：", ":", 1), ":")
		known := false
		if ok && s != nil {
			_, known = s.Attribute(key)
		}
		switch {
		case ok && (known || i > 0):
			attributes = append(attributes, Attribute{Entity: e.Name, Key: strings.TrimSpace(key), Value: strings.TrimSpace(value)})
		case e.Description == "":
			e.Description = field
		default: // resolving counts it
			attributes = append(attributes, Attribute{Entity: e.Name, Value: field})
		}
	}
	return e, attributes
}

// within reports whether the runes before and after a stretch of a line are both of a word: in scripts with spaces between words.
func within(s string, start, end int) bool {
	a, _ := utf8.DecodeLastRuneInString(s[:start])
	b, _ := utf8.DecodeRuneInString(s[end:])
	return ofWord(a) && (ofWord(b) || b == '@')
}

func ofWord(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Nd)
}
