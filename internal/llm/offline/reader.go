package offline

import "strings"

// reader reads the relations and attributes of one sentence by patterns around
// cue words. It prefers silence to a doubtful relation.
type reader struct {
	page     *page
	sentence *sentence
	out      *collector
	// def is the sentence's definition; defined tells whether there is one.
	def     definition
	defined bool
	// maker is what the last participle with "by" was said of.
	maker string
}

// read scans the sentence.
func (r *reader) read() {
	s := r.sentence
	if s.denies() {
		return // what a sentence denies, and how far the denial goes, is hard to tell
	}
	r.def, r.defined = r.page.definition(s, s.subject)
	if r.defined {
		r.definition()
	}
	for i, l := range s.lex {
		if s.at[i] >= 0 && s.marks[s.at[i]].kind == Name {
			if s.marks[s.at[i]].first == i {
				r.name(s.marks[s.at[i]])
			}
			continue
		}
		if l.class != wordLex {
			continue
		}
		if relation, ok := passives[l.lower]; ok {
			r.verb(i, relation)
		}
		if relation, ok := creations[l.lower]; ok {
			r.creation(i, relation)
		}
		if relation, ok := kin[l.lower]; ok {
			r.kinship(i, relation)
		}
		r.role(i)
		r.cue(i, l.lower)
	}
}

// denies tells whether a sentence says what is not so.
func (s *sentence) denies() bool {
	for _, l := range s.lex {
		switch l.lower {
		case "not", "never", "neither", "nor", "cannot":
			return true
		}
		if strings.HasSuffix(l.lower, "n't") || strings.HasSuffix(l.lower, "n’t") {
			return true
		}
	}
	return false
}

// passives give the relation of "X was <verb> by Y", and of "Y <verb> X".
var passives = map[string]string{
	"directed": "DIRECTED_BY", "co-directed": "DIRECTED_BY", "helmed": "DIRECTED_BY",
	"written": "WRITTEN_BY", "co-written": "WRITTEN_BY", "wrote": "WRITTEN_BY", "co-wrote": "WRITTEN_BY", "penned": "WRITTEN_BY", "authored": "WRITTEN_BY",
	"produced": "PRODUCED_BY", "co-produced": "PRODUCED_BY",
	"composed": "COMPOSED_BY", "scored": "COMPOSED_BY",
	"performed": "PERFORMED_BY", "sung": "PERFORMED_BY", "recorded": "PERFORMED_BY", "sang": "PERFORMED_BY",
	"published": "PUBLISHED_BY", "distributed": "PUBLISHED_BY", "released": "PUBLISHED_BY",
	"founded": "FOUNDED_BY", "co-founded": "FOUNDED_BY", "established": "FOUNDED_BY", "formed": "FOUNDED_BY",
	"created": "CREATED_BY", "designed": "CREATED_BY", "invented": "CREATED_BY", "developed": "CREATED_BY", "painted": "CREATED_BY", "built": "CREATED_BY",
	"owned": "OWNED_BY",
}

// creations give the relation of "a <noun> by Y".
var creations = map[string]string{
	"film": "DIRECTED_BY", "documentary": "DIRECTED_BY", "movie": "DIRECTED_BY",
	"novel": "WRITTEN_BY", "novella": "WRITTEN_BY", "book": "WRITTEN_BY", "play": "WRITTEN_BY", "poem": "WRITTEN_BY", "story": "WRITTEN_BY",
	"screenplay": "WRITTEN_BY", "script": "WRITTEN_BY", "autobiography": "WRITTEN_BY", "memoir": "WRITTEN_BY",
	"song": "PERFORMED_BY", "single": "PERFORMED_BY", "album": "PERFORMED_BY", "ep": "PERFORMED_BY", "track": "PERFORMED_BY", "mixtape": "PERFORMED_BY",
	"opera": "COMPOSED_BY", "symphony": "COMPOSED_BY", "ballet": "COMPOSED_BY", "concerto": "COMPOSED_BY", "music": "COMPOSED_BY", "score": "COMPOSED_BY", "soundtrack": "COMPOSED_BY",
	"painting": "CREATED_BY", "sculpture": "CREATED_BY", "manga": "CREATED_BY", "statue": "CREATED_BY",
}

// kin give the relation from the person spoken of to the relative: "his father Y".
var kin = map[string]string{
	"father": "CHILD_OF", "mother": "CHILD_OF", "parents": "CHILD_OF",
	"son": "PARENT_OF", "daughter": "PARENT_OF", "sons": "PARENT_OF", "daughters": "PARENT_OF", "child": "PARENT_OF", "children": "PARENT_OF",
	"wife": "SPOUSE_OF", "husband": "SPOUSE_OF", "widow": "SPOUSE_OF", "spouse": "SPOUSE_OF", "consort": "SPOUSE_OF",
	"brother": "SIBLING_OF", "sister": "SIBLING_OF", "brothers": "SIBLING_OF", "sisters": "SIBLING_OF", "sibling": "SIBLING_OF",
	"friend": "KNOWS",
}

// inverse gives what "the father of Y" says of its subject.
var inverse = map[string]string{"CHILD_OF": "PARENT_OF", "PARENT_OF": "CHILD_OF", "SPOUSE_OF": "SPOUSE_OF", "SIBLING_OF": "SIBLING_OF", "KNOWS": "KNOWS"}

// maxModifiers is how many words may stand between a cue and the name it leads to.
const maxModifiers = 7

// nextName is the name at lexeme i, behind an article and words that describe
// it: "American music producer Dillon Francis".
func (r *reader) nextName(i int) (mark, bool) {
	s := r.sentence
	for limit := i + maxModifiers; i < len(s.lex) && i <= limit; i++ {
		if m, ok := s.nameAt(i); ok {
			return m, m.first == i
		}
		l := s.lex[i]
		switch {
		case l.text == `"` || l.text == "“" || l.text == "-" || l.text == "/" || l.class == numberLex || s.is(i-1, "-") && l.class == wordLex:
		case l.class == wordLex && (determiners[l.lower] || demonym(l.text) || offices[l.text] || notNames[l.text] || l.capital && strings.IndexByte(l.text, '-') > 0 || s.is(i, "and") || s.is(i, "of") && kindOf(s.lex[i-1].lower) != "" && kin[s.lex[i-1].lower] == ""):
		case nounWord(l) && !s.verbAt(i) || l.lower == "former" || l.lower == "late" || l.lower == "old" || l.lower == "first" || l.lower == "new":
		default:
			return mark{}, false
		}
	}
	return mark{}, false
}

// nextNames are the names of the list that begins at lexeme i. Behind a comma
// a name must follow at once, unless an "and" does.
func (r *reader) nextNames(i int) []string {
	s := r.sentence
	var out []string
	m, ok := r.nextName(i)
	for ok && len(out) < maxNamed {
		out = append(out, r.page.canonical(m.text))
		j := m.last
		if j < len(s.lex) && (s.lex[j].text == `"` || s.lex[j].text == "”") {
			j++
		}
		if j < len(s.lex) && s.lex[j].text == "(" {
			j = s.closing(j) + 1
		}
		if as, ok := s.nameAt(j + 1); ok && s.is(j, "as") {
			j = as.last // "Ann Lee as the Queen"
		}
		comma := s.is(j, ",")
		if comma {
			j++
		}
		if s.is(j, "and") && s.is(j+1, "co-stars") {
			j++
		}
		if s.is(j, "and") || s.is(j, "&") || s.is(j, "co-stars") || s.is(j, "with") && !comma {
			m, ok = r.nextName(j + 1)
			ok = ok && !(comma && s.actsAt(m.last))
			continue
		}
		if !comma {
			break
		}
		m, ok = s.nameAt(j)
		ok = ok && !isPlaceName(m.text)
	}
	return out
}

// doer is who does what the verb at lexeme i says: the name before it, where
// nothing but adverbs, auxiliaries and "who" stand between, else the subject.
func (r *reader) doer(i int) string {
	s := r.sentence
	for j := i - 1; j >= 0; j-- {
		if m, ok := s.nameAt(j); ok {
			return r.page.canonical(m.text)
		}
		l := s.lex[j]
		switch {
		case auxiliaries[l.lower] || l.lower == "also" || l.lower == "who" || l.lower == "which" || l.lower == "been" || l.lower == "being" || strings.HasSuffix(l.lower, "ly"):
		case l.text == "," || l.text == `"` || l.text == "”" || l.text == "and" || l.text == "&" || l.text == "-":
		case passives[l.lower] != "" || l.lower == "eldest" || l.lower == "youngest" || l.lower == "younger" || l.lower == "elder" || l.lower == "only" || l.lower == "the" || l.lower == "a" || l.lower == "older":
		case l.text == ")":
			if j = r.opening(j); j <= 0 {
				return s.subject
			}
		case l.text == "(":
		default:
			return s.subject
		}
	}
	return s.subject
}

// opening is the lexeme that opens the bracket closed at i, or -1.
func (r *reader) opening(i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch r.sentence.lex[i].text {
		case ")":
			depth++
		case "(":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// by is the lexeme behind the "by" that belongs to the participle at i, or -1.
func (r *reader) by(i int) int {
	s := r.sentence
	for j := i + 1; j < len(s.lex) && j <= i+6; j++ {
		l := s.lex[j]
		switch {
		case l.lower == "by":
			return j + 1
		case passives[l.lower] != "" || l.text == "and" || l.text == "," || l.text == "&" || l.text == "/" || strings.HasSuffix(l.lower, "ly") || s.at[j] >= 0 && s.marks[s.at[j]].kind == Time || l.lower == "in" || l.lower == "co" || l.text == "-":
		case l.lower == "starring" || strings.HasSuffix(l.lower, "ed") && isVerb(l):
		default:
			return -1
		}
	}
	return -1
}

// workRelations are the relations whose head no person or place is.
var workRelations = wordSet("DIRECTED_BY WRITTEN_BY PRODUCED_BY COMPOSED_BY PERFORMED_BY PUBLISHED_BY")

// verb reads "X directed by Y" and "Y directed X".
func (r *reader) verb(i int, relation string) {
	s := r.sentence
	if j := r.by(i); j >= 0 {
		head := r.doer(i)
		if r.maker != "" && (s.is(i-1, "and") || s.is(i-1, ",") || s.is(i-1, "also")) {
			head = r.maker // "directed by X and written by Y"
		}
		if t := r.page.typeOf(head); (t == "Person" || t == "Location" || t != "Work" && r.defined && kindOf(r.def.noun(s)) == "Work") && workRelations[relation] {
			head = s.subject // "starring X and directed by Y"
			if r.defined {
				head = r.def.subject
			}
		}
		r.maker = head
		for _, n := range r.nextNames(j) {
			r.made(head, relation, n)
		}
		return
	}
	r.dated(i, relation)
	if i > 0 && (s.is(i-1, "was") || s.is(i-1, "were") || s.is(i-1, "is") || s.is(i-1, "been")) {
		return
	}
	doer := r.doer(i)
	if doer == "" || !r.page.typedAs(doer, "Person", "Organization") || !s.actsAt(i) {
		return
	}
	if relation == "PUBLISHED_BY" && r.page.typeOf(doer) == "Person" {
		relation = "PERFORMED_BY"
		if m, ok := r.nextName(i + 1); !ok || !m.quoted && r.page.typeOf(m.text) != "Work" {
			return
		}
	}
	for _, n := range r.nextNames(i + 1) {
		if t := r.page.typeOf(n); t == "Person" || t == "Location" {
			return
		}
		r.made(n, relation, doer)
	}
}

// made puts down who made something, if the types may be so.
func (r *reader) made(work, relation, maker string) {
	if !r.page.typedAs(maker, "Person", "Organization") || r.page.typeOf(maker) == "" && cityOrCountry(maker) {
		return
	}
	switch relation {
	case "WRITTEN_BY", "DIRECTED_BY", "COMPOSED_BY":
		if !r.page.typedAs(work, "Work") {
			return
		}
	case "PERFORMED_BY":
		if !r.page.typedAs(work, "Work", "Event") {
			return
		}
	}
	r.out.triple(work, relation, maker)
}

// creation reads "a novel by Y" and "the novel X by Y".
func (r *reader) creation(i int, relation string) {
	s := r.sentence
	head, j := "", i+1
	if j < len(s.lex) && (s.lex[j].text == `"` || s.lex[j].text == "“") {
		j++
	}
	switch m, ok := s.nameAt(j); {
	case ok:
		head, j = r.page.canonical(m.text), m.last
		if j < len(s.lex) && (s.lex[j].text == `"` || s.lex[j].text == "”") {
			j++
		}
	case r.defined && r.def.from <= i && i < r.def.to+1:
		head = r.def.subject
	case relation == "COMPOSED_BY" || relation == "WRITTEN_BY" && (s.is(i, "screenplay") || s.is(i, "script")):
		head = s.subject
	}
	if head == r.page.topic.name && creations[r.page.topic.noun] != "" && creations[r.page.topic.noun] != relation && !(relation == "COMPOSED_BY" || s.is(i, "screenplay") || s.is(i, "script")) {
		return // the book of the same name
	}
	if s.is(j, "recorded") || s.is(j, "written") || s.is(j, "performed") {
		return // read as a verb
	}
	if head == "" || !s.is(j, "by") {
		return
	}
	for _, n := range r.nextNames(j + 1) {
		r.made(head, relation, n)
	}
}

// kinship reads "X, son of Y", "his father Y", "X's wife, Y" and "X and his wife Y".
func (r *reader) kinship(i int, relation string) {
	s := r.sentence
	if s.is(i+1, "of") {
		who := r.apposed(i)
		for _, n := range r.nextNames(i + 2) {
			r.related(who, inverse[relation], n)
			if relation != "PARENT_OF" {
				break
			}
		}
		return
	}
	owner := r.owner(i)
	if owner == "" {
		return
	}
	j := i + 1
	for s.is(j, ",") || s.is(j, "is") || s.is(j, "was") || s.is(j, "named") || s.is(j, "are") || s.is(j, "were") || s.is(j, ":") {
		j++
	}
	m, ok := r.nextName(j)
	if !ok {
		return
	}
	plural := strings.HasSuffix(s.lex[i].lower, "s") || s.is(i, "children")
	names := []string{r.page.canonical(m.text)}
	if plural {
		names = r.nextNames(j)
	}
	for _, n := range names {
		r.related(owner, relation, n)
	}
}

// owner is whose relative the noun at lexeme i tells: "his younger brother", "Y's wife".
func (r *reader) owner(i int) string {
	s := r.sentence
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		l := s.lex[j]
		switch {
		case l.lower == "his" || l.lower == "her":
			return s.subject
		case l.class == possessiveLex:
			if m, ok := s.nameAt(j - 1); ok {
				return r.page.canonical(m.text)
			}
			return ""
		case nounWord(l) || l.class == wordLex && (l.lower == "first" || l.lower == "second" || l.lower == "third" || l.lower == "only" || l.lower == "old" || l.lower == "former" || demonym(l.text)) || l.text == "-":
		default:
			return ""
		}
	}
	return ""
}

// related puts down a relation between persons.
func (r *reader) related(a, relation, b string) {
	if !r.page.typedAs(a, "Person") || !r.page.typedAs(b, "Person") || cityOrCountry(b) {
		return
	}
	r.out.triple(a, relation, b)
}
